import type { Quest } from '@furrow/sdk'

const noticeMs = 7 * 24 * 60 * 60 * 1_000

/** From when on the giver takes free places back from the contract, where he gave notice. */
export function noticeOf({ funding }: Quest): string | null {
  if (funding.noticeEndsAt) return funding.noticeEndsAt
  // Of a deposit that the quest could not take, the service tells the transaction alone.
  const given = funding.transactions?.find(({ kind }) => kind === 'notice')
  return given ? new Date(Date.parse(given.at) + noticeMs).toISOString() : null
}

/** Whether the contract takes nobody any more, as the service asked it to. */
export function isClosed({ funding }: Quest): boolean {
  return funding.transactions?.some(({ kind }) => kind === 'close') ?? false
}

/** Places that the contract was not told of work for: what they would have paid can be taken back. */
export function freeInContract({ maxFarmers, farmers, funding }: Quest): number {
  if (funding.transactions?.some(({ kind, farmer }) => kind === 'refund' && farmer === null)) return 0
  return maxFarmers - farmers.filter(({ status }) => status !== 'accepted').length
}
