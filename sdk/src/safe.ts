import { keccak256, stringToHex } from 'viem/utils'

/** A payment of whole units of a token; zeros as its address are the chain's own coin. */
export type SafePayment = { readonly token: string; readonly payee: string; readonly units: bigint }

export type SafeBatchOptions = {
  readonly chainId: number
  readonly name: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  /** The Safe that it is for, which the Transaction Builder compares; none by default. */
  readonly safe?: string
}

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [key: string]: Json }

/** A batch file of Safe's Transaction Builder. */
export type SafeBatch = {
  readonly version: '1.0'
  readonly chainId: string
  readonly createdAt: number
  readonly meta: {
    readonly name: string
    readonly description: string
    readonly txBuilderVersion: string
    readonly createdFromSafeAddress: string
    readonly createdFromOwnerAddress: string
    readonly checksum: string
  }
  readonly transactions: readonly {
    readonly to: string
    readonly value: string
    readonly data: string
    readonly contractMethod: null
    readonly contractInputsValues: null
  }[]
}

/** The payments as a file that Safe's Transaction Builder takes: one transaction of the Safe, all of them or none. */
export function safeBatch(payments: readonly SafePayment[], options: SafeBatchOptions): SafeBatch {
  return safeCalls(payments.map(callOf), options)
}

/** A call of a contract; `value` is the coin sent with it, in its smallest unit. */
export type SafeCall = { readonly to: string; readonly value: string; readonly data: string }

/** Calls of any contracts, as such a file. */
export function safeCalls(calls: readonly SafeCall[], options: SafeBatchOptions): SafeBatch {
  const { chainId, createdAt, name, safe = '' } = options
  const meta = {
    name,
    description: '',
    txBuilderVersion: '1.18.0',
    createdFromSafeAddress: safe,
    createdFromOwnerAddress: '',
  }
  const transactions = calls.map(call => ({
    ...call,
    contractMethod: null,
    contractInputsValues: null,
  }))
  const batch = { version: '1.0', chainId: String(chainId), createdAt, meta, transactions } as const
  return { ...batch, meta: { ...meta, checksum: safeChecksum(batch) } }
}

/** The checksum of a batch file, as the Transaction Builder computes it: its name does not count. */
export function safeChecksum(batch: { readonly meta: { readonly [key: string]: Json } }): string {
  return keccak256(stringToHex(serialize({ ...batch, meta: { ...batch.meta, name: null } })))
}

/** Payments with amounts in whole tokens, as the lines that Safe's airdrop app takes. */
export function safeAirdrop(
  payments: readonly { readonly token: string; readonly payee: string; readonly amount: string }[],
): string {
  const lines = payments.map(({ token, payee, amount }) =>
    isCoin(token) ? `native,,${payee},${amount},` : `erc20,${token},${payee},${amount},`,
  )
  return `${['token_type,token_address,receiver,amount,id', ...lines].join('\n')}\n`
}

/** The call that a wallet sends for this payment. */
export function callOf({ token, payee, units }: SafePayment): SafeCall {
  if (isCoin(token)) return { to: payee, value: String(units), data: '0x' }
  const words = [payee.slice(2).toLowerCase(), units.toString(16)].map(word => word.padStart(64, '0'))
  return { to: token, value: '0', data: `${transferSelector}${words.join('')}` }
}

/** transfer(address,uint256) */
const transferSelector = '0xa9059cbb'

function isCoin(token: string): boolean {
  return BigInt(token) === 0n
}

/** Keys in order, each object's before its values; undefined counts as null. */
function serialize(json: Json): string {
  if (isList(json)) return `[${json.map(serialize).join(',')}]`
  if (typeof json !== 'object' || json === null) return JSON.stringify(json ?? null)
  const keys = Object.keys(json).sort()
  return `{${JSON.stringify(keys)}${keys.map(key => `${serialize(json[key])},`).join('')}}`
}

function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json)
}
