import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { sql } from 'kysely'
import { type Duty, everyMinute } from '../../ground/duty.ts'

/**
 * Removes erased data from the bytes of the database. SQLite overwrites it, but the file beside the database keeps the
 * old pages until all of it was written back, which waits for current readers. PostgreSQL's rows are cleaned up by its
 * own vacuum.
 */
export const wipeErased: Duty = {
  name: 'wipe what people who left have erased',
  every: everyMinute,
  round: ({ db }) => wipe(db),
}

export async function wipe(db: Db): Promise<number> {
  const due = await db.selectFrom('departures').select('pseudonym').where('wiped', '=', 0).execute()
  if (due.length === 0) return 0
  if (engineOf(db) === 'sqlite') {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy !== 0) return 0
  }
  const names = due.map(({ pseudonym }) => pseudonym)
  await db.updateTable('departures').set({ wiped: 1 }).where('pseudonym', 'in', names).execute()
  return due.length
}
