import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const secondContract = (_: Engine) => async (db: Kysely<unknown>) => {
  await db.schema.alterTable('escrows').addColumn('version', sql`integer not null default 1`).execute()
  await db.schema.alterTable('escrows').addColumn('notice_ends_at', sql`bigint`).execute()
  await db.schema.alterTable('assignments').addColumn('round', sql`integer not null default 0`).execute()
}
