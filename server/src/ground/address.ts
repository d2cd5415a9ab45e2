import type { Address } from '@furrow/storage/address.ts'
import { toChecksumAddress } from '@signinwithethereum/siwe-parser'

export type { Address }

export function toAddress(text: string): Address {
  return text.toLowerCase() as Address
}

const checksums = new Map<Address, string>()
const keptChecksums = 20_000

/** The EIP-55 form, which every response carries; cached, since a hash for each address of a list would be felt. */
export function checksum(address: Address): string {
  const known = checksums.get(address)
  if (known !== undefined) return known
  if (checksums.size >= keptChecksums) checksums.clear()
  const made = toChecksumAddress(address)
  checksums.set(address, made)
  return made
}

/** Nobody's address: the sender of notices where no platform wallet is configured. */
export const zeroAddress = toAddress('0x0000000000000000000000000000000000000000')

/** `0x1234…cdef`, in the letter case that it has. */
export function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
