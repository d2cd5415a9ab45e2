import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const votes = (engine: Engine) => async (db: Kysely<unknown>) => {
  const letters = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const text = sql`${letters} not null`
  const [number, maybe] = [sql`bigint not null`, sql`bigint`]
  await db.schema
    .createTable('ballots')
    .addColumn('proposal_id', text)
    .addColumn('starts_at', number)
    .addColumn('ends_at', number)
    .addColumn('choices', text)
    .addColumn('quorum', number)
    .addColumn('tally', text)
    .addColumn('weights', text)
    .addColumn('title_weights', text)
    .addColumn('veto_hours', number)
    .addColumn('action', letters)
    .addColumn('action_address', letters)
    .addColumn('terms', text)
    .addColumn('erased', sql`bigint not null default 0`)
    .addColumn('due_at', number)
    .addColumn('opened_at', maybe)
    .addColumn('members', maybe)
    .addColumn('total_weight', maybe)
    .addColumn('closed_at', maybe)
    .addColumn('result', letters)
    .addColumn('outcome', letters)
    .addColumn('winner', maybe)
    .addColumn('action_state', letters)
    .addColumn('action_due_at', maybe)
    .addColumn('action_at', maybe)
    .addColumn('action_reason', letters)
    .addPrimaryKeyConstraint('ballots_key', ['proposal_id'] as never[])
    .execute()
  await sql`create index ballots_by_due on ballots (due_at)`.execute(db)
  await sql`create index ballots_running on ballots (proposal_id) where closed_at is null`.execute(db)
  await sql`create index ballots_by_action on ballots (action_address) where action_address is not null`.execute(
    db,
  )
  await db.schema
    .createTable('ballot_members')
    .addColumn('proposal_id', text)
    .addColumn('address', text)
    .addColumn('title', text)
    .addColumn('weight', number)
    .addColumn('delegate', letters)
    .addColumn('delegation_id', letters)
    .addPrimaryKeyConstraint('ballot_members_key', ['proposal_id', 'address'] as never[])
    .execute()
  await sql`create index ballot_members_by_address on ballot_members (address)`.execute(db)
  await sql`create index ballot_members_by_delegate on ballot_members (delegate, proposal_id) where delegate is not null`.execute(
    db,
  )
  await db.schema
    .createTable('votes')
    .addColumn('proposal_id', text)
    .addColumn('voter', text)
    .addColumn('choice', number)
    .addColumn('number', number)
    .addColumn('signature', letters)
    .addColumn('chain_id', maybe)
    .addColumn('at', number)
    .addPrimaryKeyConstraint('votes_key', ['proposal_id', 'voter'] as never[])
    .execute()
  await sql`create index votes_by_voter on votes (voter)`.execute(db)
  await db.schema
    .createTable('delegations')
    .addColumn('id', text)
    .addColumn('delegator', text)
    .addColumn('delegate', text)
    .addColumn('season', number)
    .addColumn('number', number)
    .addColumn('signature', letters)
    .addColumn('chain_id', maybe)
    .addColumn('at', number)
    .addColumn('ended_at', maybe)
    .addPrimaryKeyConstraint('delegations_key', ['id'] as never[])
    .execute()
  await sql`create unique index delegations_by_delegator on delegations (delegator, season, number)`.execute(
    db,
  )
  await sql`create index delegations_by_delegate on delegations (delegate, season)`.execute(db)
  await sql`alter table dao add column settings ${letters}`.execute(db)
  await sql`alter table dao add column treasury_chain bigint`.execute(db)
  await sql`alter table dao add column treasury_address ${letters}`.execute(db)
  await db.schema
    .createTable('treasury_balances')
    .addColumn('chain_id', number)
    .addColumn('token', text)
    .addColumn('address', text)
    .addColumn('units', text)
    .addColumn('decimals', number)
    .addColumn('read_at', number)
    .addPrimaryKeyConstraint('treasury_balances_key', ['chain_id', 'token'] as never[])
    .execute()
  // Tells this community's signatures from another's.
  const salt = `0x${randomBytes(32).toString('hex')}`
  await sql`insert into meta (key, value) values ('signing-salt', ${sql.lit(salt)})`.execute(db)
}
