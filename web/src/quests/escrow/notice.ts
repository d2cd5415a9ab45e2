import type { Quest } from '@furrow/sdk'

const noticeMs = 7 * 24 * 60 * 60 * 1_000

/** The moment from which a giver with notice can take free places back from the contract. */
export function noticeOf({ funding }: Quest): string | null {
  if (funding.noticeEndsAt) return funding.noticeEndsAt
  // For a deposit that the quest could not take, the service tells the transaction alone.
  const given = funding.transactions?.find(({ kind }) => kind === 'notice')
  return given ? new Date(Date.parse(given.at) + noticeMs).toISOString() : null
}

/** Whether the contract accepts no more farmers, as the service asked of it. */
export function isClosed({ funding }: Quest): boolean {
  return funding.transactions?.some(({ kind }) => kind === 'close') ?? false
}

/** Places for which the contract knows of no work: their money can be taken back. */
export function freeInContract({ maxFarmers, farmers, funding }: Quest): number {
  if (funding.transactions?.some(({ kind, farmer }) => kind === 'refund' && farmer === null)) return 0
  return maxFarmers - farmers.filter(({ status }) => status !== 'accepted').length
}
