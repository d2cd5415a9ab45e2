import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { RefusedError } from '../../ground/errors.ts'
import { ageHeader } from './encryption.ts'
import { requireStrong } from './secret-file.ts'

const armorHeader = '-----BEGIN AGE ENCRYPTED FILE-----'

/** Gives the recipient, and its file's text under age's scrypt. @throws RefusedError for a guessable passphrase. */
export async function createIdentity(passphrase: string): Promise<{ recipient: string; file: Uint8Array }> {
  requireStrong(passphrase)
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return { recipient, file: await encrypter.encrypt(`# public key: ${recipient}\n${identity}\n`) }
}

/** The keys of our or age-keygen's identity file. @throws RefusedError for another passphrase, and for a file of another kind. */
export async function readIdentities(
  file: Uint8Array,
  askPassphrase: () => Promise<string>,
): Promise<readonly string[]> {
  const text = Buffer.from(file).toString()
  const isArmored = text.trimStart().startsWith(armorHeader)
  const clear =
    isArmored || text.startsWith(ageHeader)
      ? await open(isArmored ? unarmor(text) : file, await askPassphrase())
      : text
  const identities = clear.split('\n').flatMap(line => (line.startsWith('#') ? [] : line.trim() || []))
  if (identities.length === 0 || !identities.every(isIdentity))
    throw new RefusedError(
      'The file of --identity is none that this version knows: it has lines that begin with AGE-SECRET-KEY-1, and comments (#).',
    )
  return identities
}

function unarmor(text: string): Uint8Array {
  try {
    return armor.decode(text)
  } catch {
    throw new RefusedError('The file of --identity is not whole.')
  }
}

async function open(file: Uint8Array, passphrase: string): Promise<string> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  return decrypter.decrypt(file, 'text').catch(() => {
    throw new RefusedError('The passphrase does not open the file of --identity.')
  })
}

function isIdentity(line: string): boolean {
  try {
    new Decrypter().addIdentity(line)
    return true
  } catch {
    return false
  }
}
