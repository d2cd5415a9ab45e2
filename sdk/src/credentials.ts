import type { Credential, CredentialPost, CredentialsQuery } from './contract/index.ts'
import { type Connection, type Page, request, requestAgain, requestPage } from './transport.ts'

/** Credentials for paid and proved work, which farmers take along to other places. */
export const credentials = (connection: Connection) => ({
  /**
   * Takes a credential for your paid and proved work in a quest: a badge, or an attestation. Repeating it does no harm: there
   * is one for each work, form, and with or without the reward.
   */
  take: (wish: CredentialPost) =>
    requestAgain<Credential>(connection, 'POST', '/credentials', { body: wish }),
  /** Your own: a page of them, the newest first. */
  own: (query?: CredentialsQuery): Promise<Page<Credential[]>> =>
    requestPage<Credential[]>(connection, '/credentials', { ...query }),
  /** Anybody's, by its id, with its status; the address of the list that says the same is in the credential itself. */
  get: (id: string) => request<Credential>(connection, 'GET', `/credentials/${encodeURIComponent(id)}`),
})
