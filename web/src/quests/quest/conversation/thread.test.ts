import type { QuestComment, QuestEvent } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { beginningOf, earlierThan, foldedTo, partOf, sliceOf, threadOf, windowOf } from './thread.ts'

const time = (minute: number) => new Date(minute * 60_000).toISOString()
const event = (number: number, minute: number) => ({ number, at: time(minute), kind: 'posted' }) as QuestEvent
const comment = (number: number, minute: number) => ({ number, createdAt: time(minute) }) as QuestComment
const all = { until: 0, from: 1 }
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)

test('what was written stands between what happened, and events stay in their order', () => {
  const events = [event(1, 1), event(2, 5), event(3, 4), event(4, 9)]
  const thread = threadOf(events, [], [comment(1, 2), comment(2, 5), comment(3, 10)])
  expect(ids(thread)).toEqual([
    'event-1',
    'comment-1',
    'event-2',
    'event-3',
    'comment-2',
    'event-4',
    'comment-3',
  ])
})

test('of a long conversation the beginning and the end are shown, and what lies between is counted', () => {
  const events = Array.from({ length: 120 }, (_, index) => event(index + 1, index))
  const thread = threadOf(events, [], [])
  const since = beginningOf(thread)
  const shown = windowOf(thread, since, all)
  expect(ids(shown.head)).toEqual(['event-1'])
  expect(windowOf(thread, beginningOf(thread, true), all).tail).toHaveLength(3)
  expect([shown.hidden, shown.tail.length, shown.tail[0]?.id]).toEqual([111, 8, 'event-113'])
  // A new item hides none of the shown ones.
  const later = windowOf(threadOf([...events, event(121, 121)], [], []), since, all)
  expect([later.hidden, later.tail.length]).toEqual([111, 9])
  const more = earlierThan(thread, since)
  expect(windowOf(thread, more, all)).toMatchObject({ hidden: 61 })
  const earliest = earlierThan(thread, earlierThan(thread, more))
  expect(windowOf(thread, earliest, all)).toMatchObject({ hidden: 0, head: [] })
})

test('beside comments that were not asked for yet nothing of their time is shown', () => {
  const events = [event(1, 1), event(2, 2), event(3, 60)]
  const comments = [comment(11, 50), comment(12, 61)]
  const { head, hidden, tail } = windowOf(threadOf(events, [], comments), 'event-1', { until: 0, from: 11 })
  expect(ids(head)).toEqual(['event-1'])
  // The second event, and ten comments.
  expect(hidden).toBe(11)
  expect(ids(tail)).toEqual(['comment-11', 'event-3', 'comment-12'])
})

test('a conversation that goes on folds its middle away, and keeps what its reader has before them', () => {
  const events = (count: number) => Array.from({ length: count }, (_, index) => event(index + 1, index))
  const thread = threadOf(events(151), [], [])
  expect(foldedTo(thread.slice(1))).toBeNull()
  expect(foldedTo(thread)).toBe('event-72')
  const { head, hidden, tail } = windowOf(thread, 'event-72', all, 5)
  expect(ids(head)).toEqual(['event-1', 'event-2', 'event-3', 'event-4', 'event-5'])
  expect([hidden, tail.length, foldedTo(tail)]).toEqual([66, 80, null])
})

test('of a folded conversation the comments before and after the fold are kept, and the others counted', () => {
  const comments = Array.from({ length: 200 }, (_, index) => comment(index + 1, index + 1))
  const events = [event(1, 0), event(2, 150)]
  const thread = threadOf(events, [], comments)
  const part = partOf(thread, 'comment-121', 4)
  expect(part).toEqual({ until: 3, from: 121 })
  const left = comments.filter(({ number }) => number <= part.until || number >= part.from)
  const { head, hidden, tail } = windowOf(threadOf(events, [], left), 'comment-121', part, 4)
  expect(ids(head)).toEqual(['event-1', 'comment-1', 'comment-2', 'comment-3'])
  expect([hidden, tail[0]?.id, tail.length]).toEqual([117, 'comment-121', 81])
  expect(partOf(thread, 'comment-2', 2)).toEqual(all)
  expect(partOf(threadOf([...events, event(3, 300)], [], comments), 'event-3', 1)).toEqual({
    until: 0,
    from: 201,
  })
})

test('earlier items are drawn a few at a time, and the beginning stays where it is', () => {
  const events = Array.from({ length: 120 }, (_, index) => event(index + 1, index))
  const thread = threadOf(events, [], [])
  const whole = windowOf(thread, earlierThan(thread, 'event-113'), all)
  let from: string | null = 'event-113'
  const hidden: number[] = []
  while (from !== null) {
    const { shown, next }: ReturnType<typeof sliceOf> = sliceOf(whole, from)
    expect([...shown.head, ...shown.tail].length + shown.hidden).toBe(120)
    expect(ids(shown.head)).toEqual(['event-1'])
    hidden.push(shown.hidden)
    from = next
  }
  expect(hidden.slice(0, 3)).toEqual([111, 108, 105])
  expect(hidden.at(-1)).toBe(whole.hidden)
  // Nothing is left to be hidden in the end.
  const complete = windowOf(thread, 'event-1', all)
  expect(ids(sliceOf(complete, 'event-60').shown.head)).toEqual(['event-1'])
  expect(sliceOf(complete, 'event-60').shown.hidden).toBe(58)
  expect(sliceOf(complete, 'event-1')).toEqual({ shown: complete, next: null })
})
