import { sql } from 'kysely'
import type { Db } from '../db.ts'
import { engineOf } from '../engine.ts'

/** The names of all migrations that the database has, in order; none where it is new. */
export async function readMigrations(db: Db): Promise<string[]> {
  const table = sql.id(await readOwnSchema(db), 'kysely_migration')
  try {
    const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db)
    return rows.map(({ name }) => name).toSorted()
  } catch (error) {
    if (isMissingTable(error)) return []
    throw error
  }
}

/** Qualifies table names: those of another deployment in the same database would be taken for its own. */
export async function readOwnSchema(db: Db): Promise<string> {
  if (engineOf(db) === 'sqlite') return 'main'
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}

function isMissingTable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '42P01' || (message ?? '').includes('no such table')
}
