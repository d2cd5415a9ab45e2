import { setImmediate as nextTurn } from 'node:timers/promises'
import { waitingSince } from './sqlite-turns.ts'
import { keepSpan } from './tracing.ts'

export type Outcome<R> = { readonly value: R } | { readonly error: unknown }

/** Goes on with those that have a value; an error stays in its place. */
export async function goOn<T, R>(
  outcomes: readonly Outcome<T>[],
  act: (values: readonly T[]) => Promise<readonly Outcome<R>[]>,
): Promise<Outcome<R>[]> {
  const values = outcomes.flatMap(outcome => ('value' in outcome ? [outcome.value] : []))
  const done = values.length === 0 ? [] : await act(values)
  let next = 0
  return outcomes.map(outcome => ('error' in outcome ? outcome : (done[next++] as Outcome<R>)))
}

export const queueLengths = new Map<string, number>()

/** Items that arrive while a batch runs go as the next one, each the cheaper. A lone item does not wait. */
export function createQueue<T, R>(
  name: string,
  run: (items: readonly T[]) => Promise<readonly Outcome<R | Promise<R>>[]>,
  most: number,
): (item: T) => Promise<R> {
  type Waiting = {
    item: T
    since: number
    within: <R>(act: () => R) => R
    resolve: (value: R | Promise<R>) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let isRunning = false
  const count = (more: number) => queueLengths.set(name, (queueLengths.get(name) ?? 0) + more)
  count(0)

  async function work(): Promise<void> {
    isRunning = true
    // Runs after the requests of this turn of the event loop were all read from their sockets.
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      count(-batch.length)
      const items = batch.map(({ item }) => item)
      const [{ since, within }] = batch as [Waiting]
      const outcomes = await within(() => waitingSince.run(since, () => outcomesOf(items)))
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index] as Outcome<R | Promise<R>>
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.value)
      }
    }
    isRunning = false
  }

  async function outcomesOf(items: readonly T[]): Promise<readonly Outcome<R | Promise<R>>[]> {
    try {
      return await run(items)
    } catch (error) {
      return items.map(() => ({ error }))
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, since: performance.now(), within: keepSpan(), resolve, reject })
      count(1)
      if (!isRunning) void work()
    })
}
