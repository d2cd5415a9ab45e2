import { expect, test } from 'vitest'
import { inOneBatch } from './in-one-batch.ts'
import type { Outcome } from './queue.ts'

const items = ['one', 'two', 'three']

/** Notes what is asked for together, and fails as a whole where it is told to. */
function start(failureOf: (asked: readonly string[]) => unknown) {
  const asked: (readonly string[])[] = []
  const act = async (some: readonly string[]): Promise<Outcome<string>[]> => {
    asked.push(some)
    const error = failureOf(some)
    if (error !== null) throw error
    return some.map(item => ({ value: `done: ${item}` }))
  }
  return { act, asked }
}

test('a batch in which one item fails is done item by item, and each outcome is in its place', async () => {
  const failure = Object.assign(new Error('a constraint'), { code: '23505' })
  const { act, asked } = start(some => (some.includes('two') ? failure : null))
  const outcomes = await inOneBatch(items, act)
  expect(outcomes).toEqual([{ value: 'done: one' }, { error: failure }, { value: 'done: three' }])
  expect(asked).toEqual([items, ['one'], ['two'], ['three']])
})

test('a batch that a damaged row fails is done item by item, since others need not be damaged', async () => {
  const failure = Object.assign(new Error('invalid page'), { code: 'XX001' })
  const { act } = start(some => (some.includes('three') ? failure : null))
  const outcomes = await inOneBatch(items, act)
  expect(outcomes).toEqual([{ value: 'done: one' }, { value: 'done: two' }, { error: failure }])
})

test('a batch that finds no database is asked once, so that nobody waits for it as often as there are items', async () => {
  const failure = Object.assign(new Error('cannot connect now'), { code: '57P03' })
  const { act, asked } = start(() => failure)
  expect(await inOneBatch(items, act)).toEqual(items.map(() => ({ error: failure })))
  expect(asked).toEqual([items])
})
