import type { QuestComments } from '@furrow/sdk'
import { expect, test } from 'vitest'
import type { CommentsFrom } from './part-of-thread.ts'
import { withFormer } from './with-former.ts'

const thread = { questId: 'quest-1', changes: 3 } as QuestComments
const read = (from: number, to: number, body = (number: number) => `Load ${number}`) =>
  ({
    thread: { ...thread },
    comments: Array.from({ length: to - from + 1 }, (_, index) => ({
      number: from + index,
      body: body(from + index),
    })),
    until: 0,
    from,
  }) as unknown as CommentsFrom

test('comments that did not change stay the same while earlier and later ones come', () => {
  const former = read(50, 60)
  const next = withFormer(former, read(1, 62))
  expect(next.comments.map(({ number }) => number)).toEqual(read(1, 62).comments.map(({ number }) => number))
  expect(next.comments.slice(49, 60).every((one, at) => one === former.comments[at])).toBe(true)
  expect(next.thread).toBe(former.thread)
  expect(withFormer(next, read(1, 62)).comments).toBe(next.comments)
})

test('one that changed is another one', () => {
  const former = read(1, 3)
  const next = withFormer(
    former,
    read(1, 3, number => (number === 2 ? 'Edited' : `Load ${number}`)),
  )
  expect(next.comments.map((one, at) => one === former.comments[at])).toEqual([true, false, true])
})
