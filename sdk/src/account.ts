import type { Account, StatementQuery, Success } from './contract/index.ts'
import { leavingStatement } from './contract/statements.ts'
import { loadSigning } from './load-signing.ts'
import type { Signer, SignInOptions } from './sign-in.ts'
import { type Connection, request, requestBlob } from './transport.ts'

/** What somebody has with the service as a whole, and the way out. */
export function account(connection: Connection) {
  return {
    /** What has to end before the account can be deleted. */
    get: () => request<Account>(connection, 'GET', '/account'),
    /** Everything of one's own, as a zip of JSON and CSV. */
    export: () => requestBlob(connection, '/account/export'),
    /** What one was paid, and put in, paid and got back, as CSV; `from` and `to` are days: `{ from: '2026-01-01' }`. */
    statement: (query: StatementQuery = {}) => requestBlob(connection, '/account/statement.csv', query),
    /**
     * Deletes the account, for good: the wallet signs a message that says so. The session ends with it.
     *
     * @throws FurrowError, with status 409 and what still runs; whatever the wallet throws where its user does.
     */
    async delete(signer: Signer, options: Omit<SignInOptions, 'statement'> = {}): Promise<Success> {
      const { signMessage } = await loadSigning()
      const body = await signMessage(connection, signer, { ...options, statement: leavingStatement })
      const done = await request<Success>(connection, 'DELETE', '/account', { body })
      connection.token = null
      return done
    },
  }
}
