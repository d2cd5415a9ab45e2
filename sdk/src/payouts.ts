import type { DuePayoutQuery, DuePayouts } from './contract/index.ts'
import { type Connection, type Page, requestPage } from './transport.ts'

/** Released work that a giver has not paid yet. */
export const payouts = (connection: Connection) => ({
  /** Your released work that is not paid, by token and the longest due first: a page of it, and the sums of all pages. */
  due: (query: DuePayoutQuery = {}): Promise<Page<DuePayouts>> =>
    requestPage<DuePayouts>(connection, '/payouts/due', query),
})
