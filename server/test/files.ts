import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { takeSharedDatabase } from './harness.ts'

/** A database and a folder for files that several services can share. */
export async function createFilesEnv(): Promise<Record<string, string> & { DATA_DIR: string }> {
  return { ...(await createFilesFolder()), ...(await takeSharedDatabase()) }
}

/** A folder for files alone. */
export async function createFilesFolder(): Promise<{ DATA_DIR: string }> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'furrow-files-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  return { DATA_DIR }
}

/** The names in the folder of the files: the hashes, and half-written files. */
export async function namesIn(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return entries.flatMap(entry => (entry.isFile() ? [entry.name] : [])).toSorted()
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64')

/** One pixel each, as small as they come. */
export const png = fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)
export const gif = fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')
export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
export const text = Buffer.from('Der Zaun ist zu. 🌾\n')

export const blob = (bytes: Uint8Array, type = '') => new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
