import type { Db } from './db.ts'
import { readMigrations } from './migrations/executed.ts'

export async function readSchemaName(db: Db): Promise<string | null> {
  return (await readMigrations(db)).at(-1) ?? null
}
