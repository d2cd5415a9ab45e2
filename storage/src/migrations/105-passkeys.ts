import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The passkey of an account that it alone owns at first: by its name another device finds the public key. */
export const passkeys = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  for (const column of ['passkey_id', 'passkey_key'])
    await db.schema.alterTable('profiles').addColumn(column, text).execute()
  await sql`create unique index profiles_by_passkey on profiles (passkey_id) where passkey_id is not null`.execute(
    db,
  )
}
