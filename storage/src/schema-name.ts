import type { Db } from './db.ts'
import { readMigrations } from './migrations/executed.ts'

/** The newest migration that ran on the database; null where none did. */
export async function readSchemaName(db: Db): Promise<string | null> {
  return (await readMigrations(db)).at(-1) ?? null
}
