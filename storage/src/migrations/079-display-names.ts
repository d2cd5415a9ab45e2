import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { areNamesUnfolded } from '../sort-keys.ts'

/** Names that people choose, and the folded forms by which they are compared with proved names. */
export const displayNames = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  for (const column of ['display_name', 'display_fold', 'ens_fold', 'login_fold', 'folded_names'])
    await db.schema.alterTable('profiles').addColumn(column, text).execute()
  for (const index of [
    sql`profiles_by_display_fold on profiles (display_fold) where display_fold is not null`,
    sql`profiles_by_ens_fold on profiles (ens_fold) where ens_fold is not null`,
    sql`profiles_by_login_fold on profiles (login_fold) where login_fold is not null`,
    sql`profiles_to_fold on profiles (address) where ${areNamesUnfolded}`,
  ])
    await sql`create index ${index}`.execute(db)
}
