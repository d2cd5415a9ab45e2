import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The fields of a place that nobody looks up, by their names in its state. No release had these columns. */
const moved = {
  extensions: sql`nullif(extensions, 0)`,
  approvalEndsAt: sql`approval_ends_at`,
  minedAt: sql`payment_mined_at`,
  confirmedBy: sql`payment_confirmed_by`,
  deniedAt: sql`payment_denied_at`,
  saidTransaction: sql`said_transaction`,
}

/**
 * One value for the fields of a place that are only read with it, so that a new one needs no column. Columns that only
 * came after the snapshot of the line are moved into it.
 */
export const placeState = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('assignments').addColumn('state', text).execute()

  const fields = sql.join(Object.entries(moved).flatMap(([name, value]) => [sql.lit(name), value]))
  const isAgent = sql`agent = 1`
  const object =
    engine === 'postgres'
      ? sql`json_strip_nulls(json_build_object('agent', case when ${isAgent} then true end, ${fields}))::text`
      : sql`json_patch('{}', json_object('agent', case when ${isAgent} then json('true') end, ${fields}))`
  const used = sql.join([isAgent, ...Object.values(moved).map(value => sql`${value} is not null`)], sql` or `)
  await sql`update assignments set state = ${object} where ${used}`.execute(db)

  const columns = ['agent', 'extensions', 'approval_ends_at', 'payment_mined_at', 'payment_confirmed_by']
  for (const column of [...columns, 'payment_denied_at', 'said_transaction'])
    await db.schema.alterTable('assignments').dropColumn(column).execute()
}
