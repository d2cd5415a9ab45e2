import { keccak_256 } from '@noble/hashes/sha3'
import type { Hex } from 'viem'
import { type Address, toAddress } from '../address.ts'

/** An account of a splitter: payees in ascending order, each with their part in units. */
export type SplitTerms = {
  readonly splitter: Address
  readonly payees: readonly Address[]
  readonly parts: readonly bigint[]
  readonly salt: Hex
}

/** Of one farmer's place on a quest, as `splitSaltOf` of the SDK has it: keccak256(abi.encode(keccak256(utf8(quest)), farmer)). */
export function splitSaltOf(questId: string, farmer: Address): Hex {
  return `0x${hash(keccak_256(Buffer.from(questId)), word(BigInt(farmer))).toString('hex')}`
}

/** The account's address, as the splitter's `splitOf` computes it. The SDK's function does the same with viem, which the rails load late. */
export function splitAccountOf({ splitter, payees, parts, salt }: SplitTerms): Address {
  const count = payees.length
  const own = hash(
    word(96n),
    word(BigInt(128 + 32 * count)),
    bytesOf(salt),
    word(BigInt(count)),
    ...payees.map(payee => word(BigInt(payee))),
    word(BigInt(count)),
    ...parts.map(word),
  )
  // A clone (ERC-1167) of the code that the splitter created first of all: rlp([splitter, 1]).
  const code = hash(Buffer.from(`d694${splitter.slice(2)}01`, 'hex'))
    .subarray(12)
    .toString('hex')
  const clone = `3d602d80600a3d3981f3363d3d373d3d3d363d73${code}5af43d82803e903d91602b57fd5bf3`
  const made = hash(Buffer.from(`ff${splitter.slice(2)}`, 'hex'), own, hash(Buffer.from(clone, 'hex')))
  return toAddress(`0x${made.subarray(12).toString('hex')}`)
}

function hash(...parts: readonly Uint8Array[]): Buffer {
  return Buffer.from(keccak_256(Buffer.concat(parts)))
}

function word(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex')
}
