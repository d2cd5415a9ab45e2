import type { DuePayoutQuery, DuePayouts, PaidMany, PaidWork, PaidWorks } from './contract/index.ts'
import { type Connection, type Page, requestAgain, requestPage } from './transport.ts'

/** As many works as one request takes. */
const mostAtOnce = 100

/** Released work that a giver has not paid yet. */
export const payouts = (connection: Connection) => ({
  /** Your released work that is not paid, by token and the longest due first: a page of it, and the sums of all pages. */
  due: (query: DuePayoutQuery = {}): Promise<Page<DuePayouts>> =>
    requestPage<DuePayouts>(connection, '/payouts/due', query),
  /**
   * Shows one transaction for the works that it paid, with one look at the chain for every 100 of them: what it moved to a farmer
   * counts once over all works. Tells of each work, in their order, whether it is paid; what is refused says why. Repeating it
   * does no harm.
   */
  paidMany: async (
    txHash: string,
    works: PaidMany['works'],
    chainId?: number,
  ): Promise<readonly PaidWork[]> => {
    const paid: PaidWork[] = []
    for (let from = 0; from < works.length; from += mostAtOnce) {
      const some = works.slice(from, from + mostAtOnce)
      const body = { txHash, works: some, ...(chainId !== undefined && { chainId }) }
      const answer = await requestAgain<PaidWorks>(connection, 'POST', '/payouts/paid-many', { body })
      paid.push(...answer.works)
    }
    return paid
  },
})
