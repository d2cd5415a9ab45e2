import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { RefusedError } from '../../ground/errors.ts'

/** OWASP's advice for scrypt: 128 MiB, and about half a second, for each guess. */
const cost = { N: 131_072, r: 8, p: 1 } as const
const memory = 256 * 1_048_576
const shortest = 12

/** The current one first. */
type Signing = readonly string[]

type SecretFile = typeof cost & {
  readonly furrow: 'secret'
  readonly format: 1
  readonly salt: string
  readonly iv: string
  readonly tag: string
  readonly data: string
}

/**
 * The signing secrets as a file that is of no use without the passphrase: JSON with scrypt's salt, and the list encrypted by
 * AES-256-GCM under scrypt's key; all bytes in base64.
 * @throws RefusedError for a passphrase that could be guessed.
 */
export function lockSecrets(signing: Signing, passphrase: string): string {
  requireStrong(passphrase)
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv)
  const data = Buffer.concat([cipher.update(JSON.stringify(signing), 'utf8'), cipher.final()])
  const text = (bytes: Buffer) => bytes.toString('base64')
  const file: SecretFile = {
    furrow: 'secret',
    format: 1,
    ...cost,
    salt: text(salt),
    iv: text(iv),
    tag: text(cipher.getAuthTag()),
    data: text(data),
  }
  return `${JSON.stringify(file)}\n`
}

/** @throws RefusedError for a passphrase that could be guessed. */
export function requireStrong(passphrase: string): void {
  if (passphrase.length < shortest)
    throw new RefusedError(`The passphrase must have at least ${shortest} characters.`)
}

/** @throws RefusedError for another passphrase, and for a file of another kind. */
export function unlockSecrets(text: string, passphrase: string): Signing {
  const { salt, iv, tag, data } = parse(text)
  const bytes = (part: string) => Buffer.from(part, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase, bytes(salt)), bytes(iv))
    decipher.setAuthTag(bytes(tag))
    return JSON.parse(Buffer.concat([decipher.update(bytes(data)), decipher.final()]).toString())
  } catch {
    throw new RefusedError('The passphrase does not open the file of the secret.')
  }
}

function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, { ...cost, maxmem: memory })
}

function parse(text: string): SecretFile {
  const file = whereJson(text)
  const isWhole = ['salt', 'iv', 'tag', 'data'].every(name => typeof file?.[name] === 'string')
  if (file?.furrow !== 'secret' || file.format !== 1 || !isWhole)
    throw new RefusedError('This is no file of a secret that this version knows.')
  return file as unknown as SecretFile
}

function whereJson(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
