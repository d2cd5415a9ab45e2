import { isGeneral } from './outage.ts'
import type { Outcome } from './queue.ts'

/**
 * Where one item fails the whole, each runs alone, so that none harms another. `act` must do everything it is given, or
 * nothing.
 */
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
