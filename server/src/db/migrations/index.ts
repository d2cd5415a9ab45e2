import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { RefusedError } from '../../errors.ts'
import type { Database } from '../database.ts'
import type { Db } from '../db.ts'
import { isBusy } from '../outage.ts'
import { readSchemaName } from '../schema-name.ts'
import { first } from './001-first.ts'
import { codehost } from './002-codehost.ts'
import { escrow } from './003-escrow.ts'
import { names } from './004-names.ts'
import { heart, type Settings } from './005-heart.ts'
import { quotas } from './006-quotas.ts'
import { letter } from './007-letter.ts'
import { due } from './008-due.ts'
import { search } from './009-search.ts'
import { idempotency } from './010-idempotency.ts'
import { obligations } from './010-obligations.ts'
import { sorts } from './010-sorts.ts'

/** In order, forward only; a migration that has run anywhere is never edited. */
const migrations = {
  '001-first': first,
  '002-codehost': codehost,
  '003-escrow': escrow,
  '004-names': names,
  '005-heart': heart,
  '006-quotas': quotas,
  '007-letter': letter,
  '008-due': due,
  '009-search': search,
  '010-idempotency': idempotency,
  '010-obligations': obligations,
  '010-sorts': sorts,
}

/** The names of all migrations, oldest first: a database's schema is named by its newest one. */
export const schemas: readonly string[] = Object.keys(migrations)

/**
 * Brings the database to the newest schema, or forward to that one; processes that start together take turns.
 * @throws RefusedError for a database that a newer version was used with: what it wrote may mean something else.
 */
export async function migrate({ db, engine }: Database, settings: Settings, schema?: string): Promise<void> {
  const present = await readSchemaName(db)
  if (present !== null && !schemas.includes(present))
    throw new RefusedError(
      `This database is of a newer version (${present}) than this one. Start that version; or, to go back for good, restore a backup from before into an empty database (docs/backup.md).`,
    )
  const provided = Object.entries(migrations).map(
    ([name, up]) => [name, { up: up(engine, settings) }] as const,
  )
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(provided) },
    ...(engine === 'postgres' && { migrationTableSchema: await readSchema(db) }),
  })
  const go = () => (schema === undefined ? migrator.migrateToLatest() : migrator.migrateTo(schema))
  for (let attempt = 1; ; attempt++) {
    const { error } = await go().catch(error => ({ error }))
    if (error === undefined) return
    if (attempt === attempts || !meetsAnother(error)) throw error
    await sleep(50 * attempt)
  }
}

const attempts = 10

/**
 * Two first starts at once: PostgreSQL lets only one of them make the migrator's own tables, and fails the other. On SQLite
 * one has the database until it is done.
 */
function meetsAnother(error: unknown): boolean {
  return (
    isBusy(error) || ['42P06', '42P07', '42710', '23505'].includes((error as { code?: string }).code ?? '')
  )
}

/** Named, or the migrator would take the tables of another deployment in the same database for its own. */
async function readSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
