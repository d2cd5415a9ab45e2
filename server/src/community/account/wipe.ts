import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { sql } from 'kysely'
import { type Duty, everyMinute } from '../../ground/duty.ts'

/** SQLite's WAL keeps old pages until all is written back, which waits for readers. PostgreSQL vacuums by itself. */
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
