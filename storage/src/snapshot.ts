import { sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'

/** It writes nothing and runs once, so rows may leave as they arrive; SQLite's stream ends before the next question. */
export async function readSnapshot<T>(
  db: Db,
  dataDir: string,
  read: (snapshot: Db) => Promise<T>,
): Promise<T> {
  if (engineOf(db) === 'sqlite') {
    const snapshot = await openSqliteSnapshot(dataDir)
    return read(snapshot).finally(() => snapshot.destroy())
  }
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      // It holds no lock that anybody waits for, and a disk may be slow.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
      await sql`set local statement_timeout = 0`.execute(trx)
      return read(trx)
    })
}
