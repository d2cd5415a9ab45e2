import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Works that a proposal would have the community's treasury pay: frozen with the ballot, and a row each to find them by. */
export const paidByProposals = (engine: Engine) => async (db: Kysely<unknown>) => {
  const letters = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const text = sql`${letters} not null`
  await db.schema.alterTable('ballots').addColumn('pay', letters).execute()
  await db.schema
    .createTable('proposal_works')
    .addColumn('proposal_id', text)
    .addColumn('quest_id', text)
    .addColumn('farmer', text)
    .addColumn('chain_id', sql`bigint not null`)
    .addColumn('payer', text)
    .addColumn('token', text)
    .addColumn('amount', text)
    .addColumn('also_paid', letters)
    .addPrimaryKeyConstraint('proposal_works_key', ['proposal_id', 'quest_id', 'farmer'] as never[])
    .execute()
  await sql`create index proposal_works_by_work on proposal_works (quest_id, farmer)`.execute(db)
  await sql`create index proposal_works_paid_too on proposal_works (farmer, also_paid) where also_paid is not null`.execute(
    db,
  )
  for (const statement of follow[engine]) await sql.raw(statement).execute(db)
}

/** An erasure by the version before renames the work alone, and deletes the ballot alone: the rest follows here. */
const rename = `
  update ballots set pay = replace(pay, old.farmer, new.farmer), erased = 1 where proposal_id in (
    select proposal_id from proposal_works where quest_id = new.quest_id and farmer = old.farmer);
  update proposal_works set farmer = new.farmer where quest_id = new.quest_id and farmer = old.farmer;`
const remove = `delete from proposal_works where proposal_id = old.proposal_id;`

const follow: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    `create trigger assignments_in_proposals after update of farmer on assignments when old.farmer <> new.farmer
      begin ${rename} end`,
    `create trigger ballots_with_works after delete on ballots when old.pay is not null begin ${remove} end`,
  ],
  postgres: [
    `create or replace function rename_in_proposals() returns trigger language plpgsql as $$
      begin ${rename} return null; end $$`,
    `create trigger assignments_in_proposals after update of farmer on assignments for each row
      when (old.farmer <> new.farmer) execute function rename_in_proposals()`,
    `create or replace function remove_proposal_works() returns trigger language plpgsql as $$
      begin ${remove} return null; end $$`,
    `create trigger ballots_with_works after delete on ballots for each row
      when (old.pay is not null) execute function remove_proposal_works()`,
  ],
}
