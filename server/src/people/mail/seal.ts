import { type CipherKey, createCipheriv, createDecipheriv } from 'node:crypto'
import { drawBytes } from '../../ground/random.ts'

/** `<iv_base64>:<auth_tag_base64>:<ciphertext_base64>`, AES-256-GCM: the interface document, section 2.1. */
export function seal(key: CipherKey, text: string): string {
  const iv = drawBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [iv, cipher.getAuthTag(), ciphertext].map(part => part.toString('base64')).join(':')
}

/** null where none of the keys opens the value. */
export function unseal(keys: readonly CipherKey[], sealed: string): string | null {
  const [iv, tag, ciphertext] = sealed.split(':').map(part => Buffer.from(part, 'base64'))
  if (iv?.length !== 12 || tag?.length !== 16 || ciphertext === undefined) return null
  for (const key of keys) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
    } catch {
      // Sealed with another key, or altered.
    }
  }
  return null
}

/** One value that no key opens must not hide the rest of a mailbox. */
export function openText(keys: readonly CipherKey[], sealed: string): string {
  return unseal(keys, sealed) ?? '[This text cannot be decrypted.]'
}
