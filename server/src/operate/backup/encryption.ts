import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { RefusedError } from '../../ground/errors.ts'

export type Bytes = AsyncIterable<Uint8Array>

export const ageHeader = 'age-encryption.org/v1\n'

/** Encrypts as age does, some bytes at a time; without recipients, passes the bytes through. */
export async function* encrypt(plain: Bytes, recipients: readonly string[]): AsyncGenerator<Uint8Array> {
  if (recipients.length === 0) return yield* plain
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(streamOf(plain))
}

/** Decrypts as age does, some bytes at a time: a changed or cut part throws in its turn. @throws RefusedError if no identity opens the file. */
export async function* decrypt(
  file: string,
  read: () => Bytes,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  if (identities.length === 0)
    throw new RefusedError(`${file} is encrypted: name the file of its key with --identity.`)
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(streamOf(read())).catch(() => {
    throw new RefusedError(
      `${file} does not open with this identity: it was encrypted for another key, or its beginning is not whole.`,
    )
  })
  try {
    yield* plain
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error
    throw new RefusedError(`${file} is not whole: it cannot be decrypted to its end.`)
  }
}

/** The browser tests check this file with the types of a browser, whose streams are declared otherwise. */
function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
  return NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>
}
