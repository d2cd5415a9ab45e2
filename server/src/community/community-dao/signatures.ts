import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'

/** The same text for equal values: keys of objects are sorted. */
export function canonical(value: unknown): string {
  return JSON.stringify(inOrder(value))
}

function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(inOrder)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, inOrder(inner)]))
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** DER of an Ed25519 key has this before its 32 bytes. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')

export function publicKeyOf(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')
}

export function signText(privateKey: KeyObject, text: string): string {
  return sign(null, Buffer.from(text), privateKey).toString('hex')
}

export function isSignedBy(key: unknown, text: string, signature: unknown): boolean {
  if (typeof key !== 'string' || !/^[0-9a-f]{64}$/.test(key)) return false
  if (typeof signature !== 'string' || !/^[0-9a-f]{128}$/.test(signature)) return false
  const der = Buffer.concat([derPrefix, Buffer.from(key, 'hex')])
  try {
    return verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: der, format: 'der', type: 'spki' }),
      Buffer.from(signature, 'hex'),
    )
  } catch {
    // The key is no point of the curve.
    return false
  }
}

const digits = 24
const boundForm = new RegExp(`k[0-9a-f]{${digits}}$`)

/**
 * The id of a proposal names the key that signs its receipts and its export: every voter signs the id, so nobody can
 * substitute a key of their own. Ids without a key never contain that letter.
 */
export function bindToKey(id: string, key: string): string {
  const open = id.slice(0, -digits - 1)
  return `${open}k${sha256(`${open} ${key}`).slice(0, digits)}`
}

export function namesKey(id: string): boolean {
  return boundForm.test(id)
}

export function isBoundToKey(id: string, key: string): boolean {
  return bindToKey(id, key) === id
}
