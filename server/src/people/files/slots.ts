import type { Context } from '../../ground/context.ts'
import { TooManyRequestsError, UnavailableError } from '../../ground/errors.ts'
import { holderOf } from '../../ground/http/networks.ts'
import { oneFor } from '../../ground/one-for.ts'

const mostReading = 16
const mostOfOneNetwork = 4

type Network = { all: number; readonly reading: Reading[] }
type Reading = { giveWay(): void }

const networksOf = oneFor((_: Context) => new Map<string, Network>())

/**
 * Without a free place, the network with most gives way to one with fewer: slow files of a few keep nobody out; then
 * the promise given to `read` fails. @throws UnavailableError, or TooManyRequestsError
 */
export async function inSlot<S, T>(
  context: Context,
  ip: string,
  read: (givenWay: Promise<never>) => Promise<S>,
  keep: (sent: S) => Promise<T>,
): Promise<T> {
  const networks = networksOf(context)
  const holder = holderOf(ip)
  const own = networks.get(holder) ?? { all: 0, reading: [] }
  if (own.all >= mostOfOneNetwork)
    throw new TooManyRequestsError(
      2,
      `Send at most ${mostOfOneNetwork} files at once; try again in a moment.`,
    )
  makeRoom(networks, own)
  networks.set(holder, own)
  own.all++
  try {
    return await keep(await inPlace(own, read))
  } finally {
    if (--own.all === 0) networks.delete(holder)
  }
}

async function inPlace<S>(own: Network, read: (givenWay: Promise<never>) => Promise<S>): Promise<S> {
  const { promise: givenWay, reject } = Promise.withResolvers<never>()
  givenWay.catch(() => {})
  const reading = { giveWay: () => reject(tooMany()) }
  own.reading.push(reading)
  try {
    return await read(givenWay)
  } finally {
    leave(own, reading)
  }
}

/** @throws UnavailableError where no network has more than this one would have then. */
function makeRoom(networks: ReadonlyMap<string, Network>, own: Network): void {
  const all = [...networks.values()]
  if (all.reduce((sum, { reading }) => sum + reading.length, 0) < mostReading) return
  const most = all.reduce((one, other) => (other.reading.length > one.reading.length ? other : one))
  if (most.reading.length <= own.reading.length + 1) throw tooMany()
  const last = most.reading.at(-1) as Reading
  leave(most, last)
  last.giveWay()
}

function leave({ reading }: Network, one: Reading): void {
  const index = reading.indexOf(one)
  if (index !== -1) reading.splice(index, 1)
}

function tooMany(): UnavailableError {
  return new UnavailableError('Too many files are on their way; try again in a moment.', { code: 'busy' })
}
