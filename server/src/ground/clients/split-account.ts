import { keccak_256 } from '@noble/hashes/sha3'
import type { Hex } from 'viem'
import { type Address, toAddress } from '../address.ts'

/** The terms of which the address of a split account is made, by `Splitter` of contracts/src/split. */
export type SplitAccount = {
  readonly splitter: Address
  /** In ascending order. */
  readonly payees: readonly Address[]
  /** In the token's smallest unit. */
  readonly parts: readonly bigint[]
  readonly salt: Hex
}

/** As `splitAddressOf` of the SDK has it, which loads far more than this needs. */
export function splitAddressOf({ splitter, payees, parts, salt }: SplitAccount): Address {
  const whole = keccak_256(
    join([
      word(96n),
      word(BigInt(128 + 32 * payees.length)),
      bytesOf(salt),
      word(BigInt(payees.length)),
      ...payees.map(payee => word(BigInt(payee))),
      word(BigInt(parts.length)),
      ...parts.map(word),
    ]),
  )
  const factory = bytesOf(splitter)
  // The code of all accounts is what the factory created first (RLP of its address and 1).
  const code = keccak_256(join([bytesOf('0xd694'), factory, bytesOf('0x01')])).slice(12)
  const clone = join([
    bytesOf('0x3d602d80600a3d3981f3363d3d373d3d3d363d73'),
    code,
    bytesOf('0x5af43d82803e903d91602b57fd5bf3'),
  ])
  const hash = keccak_256(join([bytesOf('0xff'), factory, whole, keccak_256(clone)]))
  return toAddress(`0x${Buffer.from(hash.slice(12)).toString('hex')}`)
}

/** As `splitSaltOf` of the SDK: the account of one farmer's place on a quest. */
export function splitSaltOf(questId: string, farmer: Address): Hex {
  const hash = keccak_256(join([keccak_256(Buffer.from(questId)), word(BigInt(farmer))]))
  return `0x${Buffer.from(hash).toString('hex')}`
}

function word(number: bigint): Uint8Array {
  return bytesOf(`0x${number.toString(16).padStart(64, '0')}`)
}

function bytesOf(hex: string): Uint8Array {
  return Buffer.from(hex.slice(2), 'hex')
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}
