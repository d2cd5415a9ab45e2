import type { NewTrustList, TrustList } from './contract/index.ts'
import { type Connection, request } from './transport.ts'

/**
 * Whom the caller vouches for at the code host, and from whom they take no work. Every call throws FurrowError where the
 * service refuses or cannot be reached.
 */
export const questTrust = (connection: Connection) => ({
  get: () => request<TrustList>(connection, 'GET', '/quests/trust'),
  /**
   * Saves it in Trustdown: `{ text: 'github:alice\n-github:bob a reason' }`. With the `version` that was read, 409 where there
   * is a newer one.
   */
  save: (body: NewTrustList) => request<TrustList>(connection, 'PUT', '/quests/trust', { body }),
})
