import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { readSize } from '@furrow/storage/load-rows.ts'
import { readSnapshot } from '@furrow/storage/snapshot.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import { hour, instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { RefusedError } from '../../ground/errors.ts'
import { dump, type Say } from './dump.ts'
import { encrypt } from './encryption.ts'
import { keepFiles } from './files.ts'
import { nameOf } from './names.ts'

export type Made = {
  readonly file: string
  readonly at: string
  readonly bytes: number
  readonly missingFiles: number
}

/**
 * One file of the database at one moment, and beside it its files' bytes, encrypted for any recipients. The name holds
 * a whole backup or none. @throws RefusedError if there is too little space, or nothing to back up.
 */
export async function writeBackup(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  folder: string,
  { say = () => {}, signal }: { say?: Say; signal?: AbortSignal } = {},
): Promise<Made> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const at = clock.now()
  await sweep(folder, at)
  const { recipients } = config.backup
  const name = nameOf(at, recipients.length > 0)
  // Another process may write one at the same moment.
  const draft = join(folder, `.${name}.${randomBytes(4).toString('hex')}${partial}`)
  let missingFiles = 0
  try {
    const store = fileStoreOf(config)
    const filesKept = store.folder === null ? 'bucket' : 'beside'
    await readSnapshot(db, config.dataDir, async snapshot => {
      await requireSpace(folder, await readSize(snapshot))
      const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
      const lines = Readable.from(dump(snapshot, at, filesKept, say))
      await pipeline(lines, createGzip(), packed => encrypt(packed, recipients), file, {
        ...(signal && { signal }),
      })
      missingFiles = await keepFiles(snapshot, store, { folder, at, recipients, signal })
    })
    await rename(draft, join(folder, name))
  } catch (error) {
    await rm(draft, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new RefusedError(`There is no space left in ${folder}: nothing was kept.`)
    throw error
  }
  await syncFolder(folder)
  const { size } = await stat(join(folder, name))
  return { file: join(folder, name), at: instant(at), bytes: size, missingFiles }
}

const partial = '.partial'

/** Removes backups whose process was killed: one that is being written is younger. */
async function sweep(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.furrow-') || !name.endsWith(partial)) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs > hour) await rm(join(folder, name), { force: true })
  }
}

const reserve = 16 * 1_048_576

/** A backup has no indexes and is compressed: half of the database's size is more than enough. */
async function requireSpace(folder: string, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [free, needed] = [bavail * bsize, size / 2 + reserve]
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`
  if (free < needed)
    throw new RefusedError(
      `${folder} has ${inMegabytes(free)} free, and the backup may need ${inMegabytes(needed)}: make room, or name another folder.`,
    )
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
