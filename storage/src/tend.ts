import { sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'

/** The reason why nothing can be written; null where writes work. The test write is rolled back. */
export async function canWrite(db: Db): Promise<string | null> {
  try {
    await db.transaction().execute(async trx => {
      await trx.insertInto('meta').values({ key: 'doctor', value: '' }).execute()
      throw new UndoneError()
    })
    return null
  } catch (error) {
    return error instanceof UndoneError ? null : (error as Error).message
  }
}

class UndoneError extends Error {}

export async function readSafety(db: Db): Promise<string[]> {
  if (engineOf(db) === 'sqlite') return []
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off'`.execute(db)
  return rows.map(({ name }) => `${name} is off: what was answered may be lost when the server dies.`)
}

/** The server's clock; null on SQLite, which has only this machine's. */
export async function readTime(db: Db): Promise<number | null> {
  if (engineOf(db) === 'sqlite') return null
  const { rows } = await sql<{ ms: number }>`
    select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms`.execute(db)
  return Number(rows[0]?.ms)
}
