import type { DuePayoutQuery, DuePayouts, PaidMany, PaidWork, PaidWorks } from './contract/index.ts'
import { type Connection, type Page, requestAgain, requestPage } from './transport.ts'

/** Released work that a giver has not paid yet. */
export const payouts = (connection: Connection) => ({
  /** Your released work that is not paid, by token and the longest due first: a page of it, and the sums of all pages. */
  due: (query: DuePayoutQuery = {}): Promise<Page<DuePayouts>> =>
    requestPage<DuePayouts>(connection, '/payouts/due', query),
  /**
   * Shows one transaction for the works that it paid, at most 100, with one look at the chain: what it moved to a farmer counts
   * once over all works. Tells of each work whether it is paid; what is refused says why. Repeating it does no harm.
   */
  paidMany: async (
    txHash: string,
    works: PaidMany['works'],
    chainId?: number,
  ): Promise<readonly PaidWork[]> => {
    const body = { txHash, works, ...(chainId !== undefined && { chainId }) }
    return (await requestAgain<PaidWorks>(connection, 'POST', '/payouts/paid-many', { body })).works
  },
})
