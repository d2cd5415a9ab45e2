import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const judging = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const time = sql`bigint`
  const count = sql`integer not null default 0`
  const columns = {
    returns: count,
    returned_at: time,
    return_note: text,
    disputed_at: time,
    answer_url: text,
    answer_note: text,
    giver_evidence: count,
    farmer_evidence: count,
    ended_because: text,
    decision_reason: text,
    decision_share: sql`integer`,
  }
  for (const [name, type] of Object.entries(columns))
    await db.schema.alterTable('assignments').addColumn(name, type).execute()

  await db.schema
    .createTable('dispute_evidence')
    .addColumn('quest_id', sql`${text} not null`)
    .addColumn('farmer', sql`${text} not null`)
    .addColumn('number', sql`integer not null`)
    .addColumn('role', sql`${text} not null`)
    .addColumn('url', text)
    .addColumn('note', text)
    .addColumn('at', sql`bigint not null`)
    .addPrimaryKeyConstraint('dispute_evidence_key', ['quest_id', 'farmer', 'number'] as never[])
    .execute()

  // At any time little of the work is disputed.
  for (const party of ['giver', 'farmer'])
    await sql`create index ${sql.ref(`disputes_by_${party}`)} on assignments
      (${sql.ref(party)}, dispute_ends_at, quest_id, farmer) where status = 'disputed'`.execute(db)
}
