import type {
  ApiKey,
  AskedKey,
  GrantedKey,
  KeyRequest,
  NewApiKey,
  OwnSession,
  Success,
} from './contract/index.ts'
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
  /** A program's request for a key, as its person is asked. */
  asked: (query: KeyRequest) => request<AskedKey>(connection, 'GET', '/auth/authorize', { query }),
  /** Gives the program a key on the terms that the wallet signs; the answer says where the person goes next. */
  async grant(
    signer: Signer,
    terms: ApiKeyTerms,
    asked: KeyRequest,
    options?: Omit<SignInOptions, 'statement'>,
  ): Promise<GrantedKey> {
    const { grantApiKey } = await loadSigning()
    return grantApiKey(connection, signer, terms, asked, options)
  },
  /** Your keys, the newest first. */
  list: () => request<ApiKey[]>(connection, 'GET', '/auth/keys'),
  /** Ends one, at once. */
  revoke: (id: string) => request<Success>(connection, 'DELETE', '/auth/keys', { query: { id } }),
})
