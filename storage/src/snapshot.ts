import { sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import { openSqliteSnapshot } from './sqlite-snapshot.ts'

/**
 * Reads the database as of one moment, however long that takes. On SQLite a stream has to end before the next question. It
 * writes nothing and runs once, so rows may be written to a file, or compared with the outside, as they arrive.
 */
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
