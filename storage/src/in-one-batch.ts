import { isGeneral } from './outage.ts'
import type { Outcome } from './queue.ts'

/** Where one item fails the whole, each runs alone and harms no other. `act` must do all that it is given, or none. */
export async function inOneBatch<T, R>(
  items: readonly T[],
  act: (items: readonly T[]) => Promise<readonly Outcome<R>[]>,
): Promise<readonly Outcome<R>[]> {
  try {
    return await act(items)
  } catch (error) {
    if (items.length === 1 || isGeneral(error)) return items.map(() => ({ error }))
  }
  const outcomes: Outcome<R>[] = []
  for (const item of items) outcomes.push(...(await inOneBatch([item], act)))
  return outcomes
}
