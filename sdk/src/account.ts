import type { Account, GasTicket, StatementQuery, Success } from './contract/index.ts'
import { leavingStatement } from './contract/statements.ts'
import { loadSigning } from './load-signing.ts'
import type { Signer, SignInOptions } from './sign-in.ts'
import { type Connection, request, requestBlob } from './transport.ts'

/** The account as a whole: what is running, exports, and the way out. */
export function account(connection: Connection) {
  return {
    /** The caller's running work, which has to end before the account can be deleted. */
    get: () => request<Account>(connection, 'GET', '/account'),
    /** Everything of the caller's, as a zip of JSON and CSV. @throws FurrowError */
    export: () => requestBlob(connection, '/account/export'),
    /**
     * Payments received, and funds put in, paid and got back, as CSV. `from` and `to` are days: `{ from: '2026-01-01'
     * }`.
     *
     * @throws FurrowError
     */
    statement: (query: StatementQuery = {}) => requestBlob(connection, '/account/statement.csv', query),
    /**
     * The capability `paymasterService` for `wallet_sendCalls` (EIP-5792, ERC-7677), on a chain of `sponsoredGas` in the
     * configuration: the community pays the gas of your transactions, within a budget.
     *
     * @throws FurrowError: `gas-not-paid`, `gas-for-known`, `quota-exceeded`, `service-quota-exceeded`
     */
    gasTicket: (chainId: number) =>
      request<GasTicket>(connection, 'GET', '/paymaster/ticket', { query: { chainId: String(chainId) } }),
    /**
     * Deletes the account for good: the wallet signs a message that says so. The session ends with it.
     *
     * @throws FurrowError, with status 409 and the list of running work; and the wallet's own error where its user
     * declines.
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
