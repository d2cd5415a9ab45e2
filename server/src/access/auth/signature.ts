import { createRequire } from 'node:module'
import { keccak_256 } from '@noble/hashes/sha3'
import { type Address, toAddress } from '../../ground/address.ts'

type Recover = (
  signature: Uint8Array,
  recoveryId: number,
  hash: Uint8Array,
  compressed: boolean,
) => Uint8Array

const recoverNatively = loadNative()

/** libsecp256k1 is 20 times as fast as JavaScript, which blocks the event loop for a millisecond a signature. */
function loadNative(): Recover | null {
  try {
    return (createRequire(import.meta.url)('secp256k1/bindings.js') as { ecdsaRecover: Recover }).ecdsaRecover
  } catch {
    // No binary for this platform.
    return null
  }
}

/** EIP-2: of the two valid signatures for one message and key, only the one with the lower `s` counts. */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** A second signature that anyone can derive: 65 bytes with recovery byte and high `s`, or several, as a Safe's. */
export function isHighSignature(signature: string): boolean {
  if (!/^0x(?:[0-9a-f]{128}(?:00|01|1b|1c|1f|20))+$/i.test(signature)) return false
  for (let at = 66; at < signature.length; at += 130)
    if (BigInt(`0x${signature.slice(at, at + 64)}`) > halfOrder) return true
  return false
}

/**
 * The address whose key signed the message (EIP-191 personal_sign); null where the signature is none: neither 65 bytes of
 * hex nor 64 (EIP-2098), a recovery byte other than 0, 1, 27 and 28, a high `s`, or no point of the curve.
 */
export function recoverSigner(message: string, given: string): Promise<Address | null> {
  return recoverFrom(() => hashOf(message), given)
}

export async function recoverFrom(hash: () => Uint8Array, given: string): Promise<Address | null> {
  const signature = /^0x[0-9a-f]{128}$/i.test(given) ? expand(given) : given
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return null
  const bytes = Buffer.from(signature.slice(2), 'hex')
  const last = bytes[64] as number
  if (![0, 1, 27, 28].includes(last)) return null
  const recovery = last % 27
  if (isHighSignature(signature)) return null
  try {
    if (recoverNatively === null) return await recoverSlowly(hash(), signature, recovery)
    const key = recoverNatively(bytes.subarray(0, 64), recovery, hash(), false)
    return toAddress(`0x${Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString('hex')}`)
  } catch {
    // Both throw for numbers that form no signature.
    return null
  }
}

/** A compact signature has its recovery byte in the highest bit of `s`, which a low one leaves free (EIP-2098). */
function expand(compact: string): string {
  const top = Number.parseInt(compact.slice(66, 68), 16)
  const s = `${(top & 0x7f).toString(16).padStart(2, '0')}${compact.slice(68)}`
  return `${compact.slice(0, 66)}${s}${top > 0x7f ? '1c' : '1b'}`
}

/** The hash of a text that a wallet signs: EIP-191, version 0x45. */
export function hashOf(message: string): Uint8Array {
  const text = Buffer.from(message)
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
}

async function recoverSlowly(hash: Uint8Array, signature: string, recovery: number): Promise<Address> {
  const { recoverAddress } = await import('viem')
  const normal = `${signature.slice(0, 130)}${recovery === 0 ? '1b' : '1c'}` as `0x${string}`
  return toAddress(await recoverAddress({ hash, signature: normal }))
}
