import type { Context } from '../../ground/context.ts'
import { TooManyRequestsError, UnavailableError } from '../../ground/errors.ts'
import { holderOf } from '../../ground/http/networks.ts'
import { oneFor } from '../../ground/one-for.ts'

/** Each has its file in memory until it is kept. */
const most = 16
const mostOfOneNetwork = 4

const takenOf = oneFor((_: Context) => new Map<string, number>())

/**
 * Takes in as many files at once as the process has memory for, and of one network fewer, so that nobody keeps out the others.
 * @throws UnavailableError, or TooManyRequestsError
 */
export async function inSlot<T>(context: Context, ip: string, act: () => Promise<T>): Promise<T> {
  const taken = takenOf(context)
  const network = holderOf(ip)
  const own = taken.get(network) ?? 0
  const all = [...taken.values()].reduce((sum, count) => sum + count, 0)
  if (all >= most) throw new UnavailableError('Too many files are on their way; try again in a moment.')
  if (own >= mostOfOneNetwork)
    throw new TooManyRequestsError(
      2,
      `Send at most ${mostOfOneNetwork} files at once; try again in a moment.`,
    )
  taken.set(network, own + 1)
  try {
    return await act()
  } finally {
    const left = (taken.get(network) ?? 1) - 1
    if (left === 0) taken.delete(network)
    else taken.set(network, left)
  }
}
