import { sql } from 'kysely'
import type { Db } from './db.ts'

/** The newest migration that ran on the database; null where none did. */
export async function readSchemaName(db: Db): Promise<string | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return null
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return (
    rows
      .map(({ name }) => name)
      .toSorted()
      .at(-1) ?? null
  )
}
