import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DepartureMarkTable } from '@furrow/storage/leaving-tables.ts'
import type { Address } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'
import type { Secrets } from '../../ground/config/secrets.ts'

/** A departure, keyed: only somebody with the secret and an address to try can tell whose it is. */
export type Mark = DepartureMarkTable

const ending = '.json'

export function createMark({ signing }: Secrets, address: Address, at: number): Mark {
  const [secret] = signing
  return {
    // Begins with the time, so that the file names show which are over.
    id: `${at}-${randomBytes(8).toString('hex')}`,
    at,
    secret: nameOf(secret),
    mark: markOf(secret, address),
  }
}

/** No token is signed in such words. */
export function markOf(secret: string, address: Address): string {
  return createHmac('sha256', secret).update(`departure:${address}`).digest('hex')
}

/** Tells secrets apart, and reveals nothing else about them. */
export function nameOf(secret: string): string {
  return createHmac('sha256', secret).update('departures').digest('hex').slice(0, 16)
}

/** Beside the backups, which they are needed for: copies of those elsewhere include them. */
export function departuresIn(backups: string): string {
  return join(backups, 'departures')
}

/** null for a service that keeps nothing. */
export function departuresOf({ backup }: Pick<Config, 'backup'>): string | null {
  return backup.folder.startsWith(':memory:') ? null : departuresIn(backup.folder)
}

/** Writes the missing ones, a file each: any number of processes may share the folder. */
export async function keepMarks(folder: string | null, marks: readonly Mark[]): Promise<void> {
  if (folder === null || marks.length === 0) return
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const there = new Set(await readdir(folder))
  const missing = marks.filter(({ id }) => !there.has(`${id}${ending}`))
  for (const mark of missing) await write(join(folder, `${mark.id}${ending}`), mark)
  if (missing.length > 0) await syncFolder(folder)
}

async function write(file: string, mark: Mark): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(draft, `${JSON.stringify(mark)}\n`, { flag: 'wx', mode: 0o600, flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** The marks of all these folders, each once; null where none of the folders exists. */
export async function readMarks(folders: readonly string[]): Promise<readonly Mark[] | null> {
  const found = new Map<string, Mark>()
  let isThere = false
  for (const folder of folders) {
    const names = await readdir(folder).catch(nothingThere)
    if (names !== null) isThere = true
    for (const name of (names ?? []).filter(name => name.endsWith(ending))) {
      const mark = JSON.parse(await readFile(join(folder, name), 'utf8')) as Mark
      found.set(mark.id, mark)
    }
  }
  return isThere ? [...found.values()] : null
}

export async function dropMarks(folder: string | null, since: number): Promise<void> {
  const names = folder === null ? null : await readdir(folder).catch(nothingThere)
  for (const name of names ?? [])
    if (Number.parseInt(name, 10) < since) await rm(join(folder ?? '', name), { force: true })
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
