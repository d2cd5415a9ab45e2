import type { FileRow } from '@furrow/storage/file-tables.ts'
import { isUniqueViolation } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import { commitAfter } from '../../access/commit.ts'
import { findKept, type KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import { fileStoreOf } from '../../ground/clients/file-store/file-store.ts'
import { hour } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'
import { findSame } from './rows.ts'

const attempts = 3
/** Much longer than it takes to store the bytes and commit the row. */
const reservedFor = hour

export function spendsOf({ owner, bytes }: Pick<FileRow, 'owner' | 'bytes'>): readonly Spend[] {
  return [
    { address: owner, kind: 'files' },
    { address: owner, kind: 'file-bytes', amount: bytes },
  ]
}

/**
 * A removal of the bytes is written before they are stored, and the commit takes it back: another process sweeps what a
 * killed one leaves. @throws TooManyRequestsError; HttpError without room, or where the store is out of reach.
 */
export async function keepFile(
  context: Context,
  row: FileRow,
  bytes: Buffer,
  use: KeyUse | null,
): Promise<FileRow> {
  const store = fileStoreOf(context.config)
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await reserve(context, row.hash)
    await store.put(row.hash, bytes)
    try {
      if (await keepRow(context, row, use)) return row
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      const same = await findSame(context.db, row)
      if (same !== null) return same
      // A request with the same key was faster, or their owner deleted the equal file meanwhile.
      if (use !== null && (await findKept(context, use)) !== null) throw error
    }
  }
  throw new UnavailableError('The same file is sent and deleted again and again; try again in a moment.', {
    code: 'busy',
  })
}

async function reserve({ clock, db }: Context, hash: string): Promise<void> {
  const now = clock.now()
  const reserved = await db
    .insertInto('file_removals')
    .values({ hash, at: now + reservedFor })
    .onConflict(conflict =>
      conflict
        .column('hash')
        .doUpdateSet({ at: now + reservedFor })
        .where('file_removals.taken_until', '<=', now),
    )
    .returning('hash')
    .executeTakeFirst()
  if (reserved === undefined)
    throw new UnavailableError('An earlier copy of this file is just being removed; try again in a moment.', {
      code: 'busy',
    })
}

/** False where somebody else kept the same bytes meanwhile, and may have deleted them again. */
function keepRow(context: Context, row: FileRow, use: KeyUse | null): Promise<boolean> {
  const now = context.clock.now()
  const terms = { key: { use, made: row.id, at: row.created_at }, spends: spendsOf(row) }
  return commitAfter(context, terms, async (trx, commit) => {
    // Locks the row that removing these bytes, or deleting their last file, takes first: now those wait.
    const held = await trx
      .updateTable('file_removals')
      .set({ at: sql`at` })
      .where('hash', '=', row.hash)
      .where('taken_until', '<=', now)
      .returning('hash')
      .executeTakeFirst()
    if (held === undefined) return false
    await commit(writes => writes.insert('files', row))
    await trx.deleteFrom('file_removals').where('hash', '=', row.hash).execute()
    return true
  })
}
