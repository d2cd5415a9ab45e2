import { readUrlsOf } from './chains.ts'
import type { Reader } from './reader.ts'

/** Paymasters pay the gas of transactions in the place of the wallets that send them (ERC-7677). */
export type PaymasterConfig = {
  /** chain id -> the address of the paymaster's service, which may hold a key. */
  readonly urls: ReadonlyMap<number, string>
  /** Goes to the paymaster with each request, such as the id of a policy there. */
  readonly context: Readonly<Record<string, unknown>>
}

export function readPaymasters(read: Reader, rpcUrls: ReadonlyMap<number, string>): PaymasterConfig {
  return { urls: readUrlsOf(read, 'PAYMASTER_URL', rpcUrls), context: readPaymasterContext(read) }
}

function readPaymasterContext(read: Reader): PaymasterConfig['context'] {
  const given = read.text('PAYMASTER_CONTEXT')
  if (given === null) return {}
  try {
    const context: unknown = JSON.parse(given)
    if (typeof context === 'object' && context !== null && !Array.isArray(context)) return { ...context }
  } catch {
    // It may hold a key, so it is not repeated.
  }
  read.problems.push('PAYMASTER_CONTEXT must be a JSON object such as {"sponsorshipPolicyId":"..."}.')
  return {}
}
