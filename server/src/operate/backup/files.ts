import { createHash } from 'node:crypto'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Db } from '@furrow/storage/db.ts'
import { namedFiles } from '@furrow/storage/named-files.ts'
import { readSchemaName } from '@furrow/storage/schema-name.ts'
import type { FileStore } from '../../ground/clients/file-store/store.ts'
import type { Say } from './dump.ts'
import type { Bytes } from './encryption.ts'
import { isKeptFor, isThere, keepFile, noteKeptFor } from './keep-file.ts'
import { keptAt, keptIn, timeOf } from './names.ts'
import type { Source } from './source.ts'

/** A backup before an upgrade may be of a database older than this, without files. */
const firstSchema = '018-files'
const filesBetween = 100

type Place = {
  readonly folder: string
  readonly at: number
  /** Keys that the files are encrypted for; none: they stay in clear. */
  readonly recipients: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/**
 * Keeps the bytes of the files that a snapshot names beside the backups, if they are in a folder. Each is kept once; its time
 * is that of the last backup that named it. Returns how many were missing.
 */
export async function keepFiles(
  snapshot: Db,
  store: FileStore,
  { folder, at, recipients, signal }: Place,
): Promise<number> {
  if (store.folder === null || ((await readSchemaName(snapshot)) ?? '') < firstSchema) return 0
  const isEncrypted = recipients.length > 0
  // The present files were encrypted for others: a new key has to open everything that it is needed for.
  const isAnew = isEncrypted && !(await isKeptFor(folder, recipients))
  let missing = 0
  for await (const rows of namedFiles(snapshot))
    for (const { hash } of rows) {
      signal?.throwIfAborted()
      const kept = keptAt(folder, hash, isEncrypted)
      const isKept = !isAnew && (await isThere(kept))
      if (!isKept && !(await keepFile(store.folder.pathOf(hash), kept, recipients, signal))) missing++
      else await utimes(kept, at / 1_000, at / 1_000)
    }
  if (isAnew) await noteKeptFor(folder, recipients)
  return missing
}

export async function dropFiles(folder: string): Promise<void> {
  const times = (await readdir(folder)).flatMap(name => timeOf(name) ?? [])
  if (times.length === 0) return
  const oldest = Math.min(...times)
  const entries = await readdir(keptIn(folder), { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile() || entry.parentPath === keptIn(folder)) continue
    const file = join(entry.parentPath, entry.name)
    const { mtimeMs } = await stat(file)
    if (mtimeMs < oldest) await rm(file, { force: true })
  }
}

export async function restoreFiles(db: Db, store: FileStore, source: Source, say: Say): Promise<void> {
  let restored = 0
  for await (const rows of namedFiles(db))
    for (const { hash, bytes } of rows) {
      if ((await store.sizeOf(hash)) === bytes) continue
      const kept = await buffer(source.readKept(hash)).catch(() => null)
      // The audit reports missing and damaged files.
      if (kept !== null && createHash('sha256').update(kept).digest('hex') === hash)
        await store.put(hash, kept)
      if (++restored % filesBetween === 0) say(`people's files: ${restored} so far`)
    }
  if (restored > 0) say(`people's files: ${restored}`)
}

export async function missingBeside(source: Source, hashes: Iterable<string>): Promise<string[]> {
  const missing: string[] = []
  for (const hash of hashes) {
    const found = await hashOf(source.readKept(hash)).catch(() => null)
    if (found !== hash) missing.push(hash)
  }
  return missing
}

async function hashOf(stream: Bytes): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}
