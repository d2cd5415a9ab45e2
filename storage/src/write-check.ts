import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import { lackedRoom, lacksRoom, noteFailure } from './room.ts'

/** An answer holds for this long, so that frequent callers make no more work. */
const freshFor = 1_000
/** More than a page of SQLite's, so that it needs room; after a failure, more than the free space within the files. */
const size = { asEver: 32 * 1_024, afterFailure: 2 ** 20 }

/** The last write found no room: that is an outage, though nothing failed just now. */
class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
  readonly code = '53100'

  constructor() {
    super('what was written last found no room, or a disk that fails')
  }
}

/** Whether the database takes writes: commits one. Concurrent callers share the answer. */
export function createWriteCheck(db: Db): () => Promise<void> {
  let check: Promise<void> | null = null
  let freshUntil = 0
  return async () => {
    if (check === null || performance.now() >= freshUntil) {
      freshUntil = Number.POSITIVE_INFINITY
      check = write(db).finally(() => {
        freshUntil = performance.now() + freshFor
      })
    }
    await check
    if (lacksRoom(db)) throw new NoRoomError()
  }
}

/** A row of its own, deleted in the same commit: nobody waits for it. */
async function write(db: Db): Promise<void> {
  const key = `ready:${randomUUID()}`
  const isSuspect = lackedRoom(db)
  try {
    await db.transaction().execute(async trx => {
      const value = incompressible(isSuspect ? size.afterFailure : size.asEver)
      await trx.insertInto('meta').values({ key, value }).execute()
      await trx.deleteFrom('meta').where('key', '=', key).execute()
    })
    if (isSuspect && engineOf(db) === 'postgres') await takeNewRoom(db)
  } catch (error) {
    noteFailure(db, error)
    throw error
  }
}

/** PostgreSQL reuses the space of earlier rows for a while: a new table has none of that. */
async function takeNewRoom(db: Db): Promise<void> {
  const undone = new Error('undone')
  const work = db.transaction().execute(async trx => {
    const table = sql.id(`ready_${randomUUID()}`)
    await sql`create table ${table} (value text)`.execute(trx)
    await sql`insert into ${table} values (${incompressible(size.afterFailure)})`.execute(trx)
    throw undone
  })
  await work.catch(error => {
    if (error !== undone) throw error
  })
}

function incompressible(length: number): string {
  return randomBytes((length * 3) / 4).toString('base64')
}
