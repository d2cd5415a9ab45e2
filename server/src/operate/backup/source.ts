import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { ageHeader, type Bytes, decrypt } from './encryption.ts'
import { isThere } from './keep-file.ts'
import { keptAt } from './names.ts'

export type Source = {
  readonly file: string
  read(): Readable
  readKept(hash: string): Bytes
}

export function sourceOf(file: string, identities: readonly string[] = []): Source {
  return {
    file,
    read: () => Readable.from(bytesOf(file, identities), { objectMode: false }),
    async *readKept(hash) {
      const clear = keptAt(dirname(file), hash)
      yield* bytesOf((await isThere(clear)) ? clear : keptAt(dirname(file), hash, true), identities)
    },
  }
}

async function* bytesOf(file: string, identities: readonly string[]): AsyncGenerator<Uint8Array> {
  if (await isEncrypted(file)) yield* decrypt(file, () => createReadStream(file), identities)
  else yield* createReadStream(file)
}

/** Looks at the contents: a file may have got another name. */
async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(ageHeader.length) })
    return buffer.toString('latin1', 0, bytesRead) === ageHeader
  } finally {
    await handle.close()
  }
}
