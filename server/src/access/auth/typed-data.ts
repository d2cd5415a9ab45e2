import type { SigningDomain } from '@furrow/sdk/contract'
import { keccak_256 } from '@noble/hashes/sha3'

type Field = { readonly name: string; readonly type: 'string' | 'bytes32' | 'address' | 'uint256' }

const domainFields = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'salt', type: 'bytes32' },
] as const

/** Hashes a flat structure (EIP-712). viem, which knows all of it, takes 26 MB and is loaded only where a chain is asked. */
export function hashTyped(
  domain: SigningDomain,
  name: string,
  fields: readonly Field[],
  values: Readonly<Record<string, string | number>>,
): Uint8Array {
  return keccak_256(
    Buffer.concat([
      Buffer.from('1901', 'hex'),
      hashStruct('EIP712Domain', domainFields, domain),
      hashStruct(name, fields, values),
    ]),
  )
}

function hashStruct(
  name: string,
  fields: readonly Field[],
  values: Readonly<Record<string, string | number>>,
): Uint8Array {
  const type = `${name}(${fields.map(field => `${field.type} ${field.name}`)})`
  return keccak_256(
    Buffer.concat([
      keccak_256(Buffer.from(type)),
      ...fields.map(field => wordOf(field, values[field.name] as string | number)),
    ]),
  )
}

function wordOf({ type }: Field, value: string | number): Uint8Array {
  if (type === 'string') return keccak_256(Buffer.from(String(value)))
  const hex = type === 'uint256' ? BigInt(value).toString(16) : String(value).slice(2)
  return Buffer.from(hex.padStart(64, '0'), 'hex')
}
