import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const reconciled = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('escrows').addColumn('contradiction', text).execute()
  await sql`create index quests_on_chain on quests (id)
    where rail = 'chain' and status in ('open', 'in-progress', 'in-review', 'disputed')`.execute(db)
  await sql`create index escrows_contradicted on escrows (contract) where contradiction is not null`.execute(
    db,
  )
}
