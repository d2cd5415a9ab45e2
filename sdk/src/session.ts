import type { Success } from './contract/index.ts'
import { FurrowError } from './errors.ts'
import { forget } from './furrow.ts'
import { loadSigning } from './load-signing.ts'
import type { Signer, SignInOptions } from './sign-in.ts'
import { type Connection, request } from './transport.ts'

/** The session of this client: its token is kept for the calls that follow. */
export const session = (connection: Connection) => ({
  /** Signs in with a wallet; the token is kept for the calls that follow, and returned. */
  async signIn(signer: Signer, options?: SignInOptions): Promise<string> {
    const { signIn } = await loadSigning()
    return signIn(connection, signer, options)
  },

  /** Takes a token from an earlier sign-in. */
  resume(token: string) {
    connection.token = token
  },

  /**
   * Forgets the token at once, and ends its session at the service. Gives whether the service did so: where it cannot be
   * reached, the session goes on there until its time is over. An API key is only forgotten.
   */
  async signOut(): Promise<boolean> {
    const { token } = connection
    forget(connection)
    if (token === null || token.startsWith('furrow_')) return true
    return request<Success>({ ...connection, token }, 'DELETE', '/auth/session').then(
      () => true,
      // A session that is over already needs no end.
      error => error instanceof FurrowError && error.status === 401,
    )
  },

  /** Ends every session of the address, on every device, and forgets the token. */
  async signOutEverywhere() {
    const answer = await request<Success>(connection, 'POST', '/auth/revoke')
    forget(connection)
    return answer
  },
})
