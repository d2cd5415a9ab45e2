import { createHash } from 'node:crypto'
import type { Db } from '@furrow/storage/db.ts'
import { namedFiles } from '@furrow/storage/named-files.ts'
import type { FileStore } from '../../ground/clients/file-store/store.ts'
import { HttpError } from '../../ground/errors.ts'
import type { Violation } from './law.ts'

type Named = { readonly hash: string; readonly bytes: number }

const shown = 5

export async function auditFiles(db: Db, store: FileStore): Promise<Violation[]> {
  const first: { what: string }[] = []
  let count = 0
  try {
    for await (const rows of namedFiles(db))
      for (const row of rows) {
        if (await isWhole(store, row)) continue
        count++
        if (first.length < shown) first.push({ what: row.hash })
      }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return [{ kind: 'files', says: 'the files could not be asked for', count: 1, first: [] }]
  }
  return count === 0
    ? []
    : [{ kind: 'files', says: 'the bytes of a file are missing or damaged', count, first }]
}

async function isWhole(store: FileStore, { hash, bytes }: Named): Promise<boolean> {
  if ((await store.sizeOf(hash)) !== bytes) return false
  // Other stores checksum their contents themselves; fetching all of it would cost more than it is worth.
  if (store.folder === null) return true
  const sum = createHash('sha256')
  for await (const chunk of (await store.open(hash)) ?? []) sum.update(chunk)
  return sum.digest('hex') === hash
}
