import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HttpError } from '../../errors.ts'
import type { FileStore, Folder } from './store.ts'

const shardOf = (hash: string) => hash.slice(0, 2)
const nameOf = (shard: number) => shard.toString(16).padStart(2, '0')

/** The database may be on the same disk, and must not find it full because strangers sent files. */
const reserve = 500_000_000

/** One file for each hash, in 256 folders. It is written aside, and gets its name when all of it is on disk. */
export function createFolder(path: string): FileStore & { readonly folder: Folder } {
  const drafts = join(path, 'drafts')
  const pathOf = (hash: string) => join(path, shardOf(hash), hash)
  const sizeOf = async (hash: string) => (await statOf(pathOf(hash)))?.size ?? null

  async function put(hash: string, bytes: Buffer): Promise<void> {
    if ((await sizeOf(hash)) === bytes.length) return
    const target = dirname(pathOf(hash))
    for (const folder of [drafts, target]) await mkdir(folder, { recursive: true, mode: 0o700 })
    await requireSpace(path)
    const draft = join(drafts, `${hash}.${randomBytes(6).toString('hex')}`)
    try {
      await writeFile(draft, bytes, { flag: 'wx', mode: 0o600, flush: true })
      await rename(draft, pathOf(hash))
    } catch (error) {
      await rm(draft, { force: true })
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? full(error) : error
    }
    // Puts the name on disk too, and that of its folder.
    for (const folder of [target, path]) await syncFolder(folder)
  }

  return {
    put,
    sizeOf,
    async open(hash) {
      const handle = await open(pathOf(hash), 'r').catch(nothingThere)
      return handle === null ? null : handle.createReadStream()
    },
    remove: hash => rm(pathOf(hash), { force: true }),
    folder: {
      path,
      pathOf,
      list: async shard => (await readdir(join(path, nameOf(shard))).catch(nothingThere)) ?? [],
      timeOf: async hash => (await statOf(pathOf(hash)))?.mtimeMs ?? null,
      async sweepDrafts(before) {
        for (const name of (await readdir(drafts).catch(nothingThere)) ?? []) {
          const at = (await statOf(join(drafts, name)))?.mtimeMs
          if (at !== undefined && at < before) await rm(join(drafts, name), { force: true })
        }
      },
    },
  }
}

async function requireSpace(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < reserve) throw full()
}

function full(cause?: unknown): HttpError {
  return new HttpError('no-room', 'There is no room for more files right now.', { cause })
}

function statOf(path: string) {
  return stat(path).catch(nothingThere)
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
