import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FileStore } from '../clients/file-store/store.ts'
import type { Db } from '../db/db.ts'
import { namedFiles } from '../db/named-files.ts'
import { readSchemaName } from '../db/schema-name.ts'
import { timeOf } from './names.ts'

/** Beside the backups, and for all of them: what has a hash for its name is the same in each. */
const nameOfFolder = 'files'
/** A backup before an upgrade may be of a database that knows of none. */
const firstSchema = '018-files'

function pathIn(folder: string, hash: string): string {
  return join(folder, nameOfFolder, hash.slice(0, 2), hash)
}

/**
 * Keeps the bytes of the files that a snapshot names beside the backups, where they are in a folder. Each is kept once, by a
 * link where that is the same disk; its time is that of the last backup that named it. Gives how many were missing.
 */
export async function keepFiles(
  snapshot: Db,
  store: FileStore,
  folder: string,
  at: number,
  signal?: AbortSignal,
): Promise<number> {
  if (store.folder === null || ((await readSchemaName(snapshot)) ?? '') < firstSchema) return 0
  let missing = 0
  for await (const rows of namedFiles(snapshot))
    for (const { hash } of rows) {
      signal?.throwIfAborted()
      const kept = pathIn(folder, hash)
      if (!(await isThere(kept)) && !(await keep(store.folder.pathOf(hash), kept))) missing++
      else await utimes(kept, at / 1_000, at / 1_000)
    }
  return missing
}

/** Whether there was anything to keep. */
async function keep(from: string, to: string): Promise<boolean> {
  if (!(await isThere(from))) return false
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await link(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return true
    // Another disk, or one that knows no links.
    const draft = `${to}.partial`
    await copyFile(from, draft)
    const handle = await open(draft, 'r')
    await handle.sync().finally(() => handle.close())
    await rename(draft, to)
  }
  return true
}

/** Takes away what none of the backups in the folder names any more. */
export async function dropFiles(folder: string): Promise<void> {
  const times = (await readdir(folder)).flatMap(name => timeOf(name) ?? [])
  if (times.length === 0) return
  const oldest = Math.min(...times)
  const files = join(folder, nameOfFolder)
  for (const shard of await readdir(files).catch(() => []))
    for (const name of await readdir(join(files, shard))) {
      const { mtimeMs } = await stat(join(files, shard, name))
      if (mtimeMs < oldest) await rm(join(files, shard, name), { force: true })
    }
}

/** Brings the bytes of the files that a restored database names into the store, from beside the backup. */
export async function restoreFiles(db: Db, store: FileStore, backup: string): Promise<void> {
  for await (const rows of namedFiles(db))
    for (const { hash, bytes } of rows) {
      if ((await store.sizeOf(hash)) === bytes) continue
      const kept = await readFile(pathIn(dirname(backup), hash)).catch(() => null)
      // What is missing or damaged is for the audit to tell.
      if (kept !== null && createHash('sha256').update(kept).digest('hex') === hash)
        await store.put(hash, kept)
    }
}

/** Which of these hashes have no whole file beside the backup. */
export async function missingBeside(backup: string, hashes: Iterable<string>): Promise<string[]> {
  const missing: string[] = []
  for (const hash of hashes) {
    const found = await hashOf(createReadStream(pathIn(dirname(backup), hash))).catch(() => null)
    if (found !== hash) missing.push(hash)
  }
  return missing
}

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
