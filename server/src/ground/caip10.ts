import { hasLeft } from '@furrow/sdk/contract'
import { checksum, toAddress } from './address.ts'

/** A CAIP-10 account id; null where no chain is known, and for people who left: a pseudonym is no account. */
export function accountOf(chain: string | number | null | undefined, address: string | null): string | null {
  if (!chain || address === null || hasLeft(address)) return null
  return `eip155:${chain}:${checksum(toAddress(address))}`
}

/** The chain in the name of a contract or a transaction, which begins with it: `<chain id>:0x...`. */
export function chainIn(name: string | null | undefined): string | null {
  return name?.split(':', 1)[0] || null
}
