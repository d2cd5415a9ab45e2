import type { ApiKey, NewApiKey, OwnSession, Success } from './contract/index.ts'
import { loadSigning } from './load-signing.ts'
import type { ApiKeyTerms, Signer, SignInOptions } from './sign-in.ts'
import { type Connection, request } from './transport.ts'

/** Sessions of one's own, each on a device. */
export const sessions = (connection: Connection) => ({
  /** Your sessions, the newest first. */
  list: () => request<OwnSession[]>(connection, 'GET', '/auth/sessions'),
  /** Ends one of them, on whichever device it is. */
  end: (id: string) => request<Success>(connection, 'DELETE', `/auth/sessions/${encodeURIComponent(id)}`),
})

/** API keys, for programs. */
export const keys = (connection: Connection) => ({
  /** Makes an API key for a program; the key itself is told this once. The wallet shows what it may do. */
  async make(
    signer: Signer,
    terms: ApiKeyTerms,
    options?: Omit<SignInOptions, 'statement'>,
  ): Promise<NewApiKey> {
    const { makeApiKey } = await loadSigning()
    return makeApiKey(connection, signer, terms, options)
  },
  /** Your keys, the newest first. */
  list: () => request<ApiKey[]>(connection, 'GET', '/auth/keys'),
  /** Ends one, at once. */
  revoke: (id: string) => request<Success>(connection, 'DELETE', '/auth/keys', { query: { id } }),
})
