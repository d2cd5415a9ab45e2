import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { encrypt } from './encryption.ts'
import { keptIn } from './names.ts'

/** Keeps one of people's files beside the backups, in clear by a link if that is the same disk. Returns whether it was there. */
export async function keepFile(
  from: string,
  to: string,
  recipients: readonly string[],
  signal?: AbortSignal,
): Promise<boolean> {
  if (!(await isThere(from))) return false
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  if (recipients.length > 0 || !(await isLinked(from, to))) await copy(from, to, recipients, signal)
  return true
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

async function copy(from: string, to: string, recipients: readonly string[], signal?: AbortSignal) {
  // Another process may keep the same one.
  const draft = `${to}.${randomBytes(4).toString('hex')}.partial`
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(createReadStream(from), plain => encrypt(plain, recipients), file, {
      ...(signal && { signal }),
    })
    await rename(draft, to)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const noteIn = (folder: string) => join(keptIn(folder), '.recipients')
const textOf = (recipients: readonly string[]) => `${recipients.toSorted().join('\n')}\n`

export async function isKeptFor(folder: string, recipients: readonly string[]): Promise<boolean> {
  return (await readFile(noteIn(folder), 'utf8').catch(() => '')) === textOf(recipients)
}

export async function noteKeptFor(folder: string, recipients: readonly string[]): Promise<void> {
  await mkdir(keptIn(folder), { recursive: true, mode: 0o700 })
  await writeFile(noteIn(folder), textOf(recipients), { mode: 0o600 })
}

export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
