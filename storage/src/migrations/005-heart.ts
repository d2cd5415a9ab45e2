import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { fillAmounts } from './005-amounts.ts'
import { fillTimelines } from './005-timelines.ts'
import { appendOnly } from './append-only.ts'

export type Settings = {
  readonly disputeMs: number
  readonly platformWallet: string | null
  readonly seasonStart: number
  readonly seasonMs: number
}

const shards = 32

/** Adds the event log, stored counters, and sums over shards instead of one row that every writer waited for. */
export const heart =
  (engine: Engine, { disputeMs }: Settings) =>
  async (db: Kysely<unknown>) => {
    await indexEnds(db)
    await spreadCounters(db, engine)
    await countPlaces(db)
    await tellDisputes(db, engine)
    await timeRechecks(db)
    await createTables(db, engine)
    await countPeople(db)
    await fillAmounts(db)
    await sql`drop table ledger_balances`.execute(db)
    await db.schema.alterTable('escrows').dropColumn('refunded_places').execute()
    await fillTimelines(db, engine, disputeMs)
    await appendOnly(db, engine, 'quest_events')
  }

/** Places end whether or not their farmers were warned. */
async function indexEnds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('assignments_by_end')
    .on('assignments')
    .columns(['status', 'expires_at'])
    .execute()
}

async function spreadCounters(db: Kysely<unknown>, engine: Engine): Promise<void> {
  for (let id = 2; id <= shards; id++)
    await sql`insert into revisions (id, quests, leaderboard, community_dao) values (${sql.lit(id)}, 0, 0, 0)`.execute(
      db,
    )
  if (engine === 'sqlite') return
  // Leaves room on the page for the next version of each row, since these are written all the time.
  await sql`alter table revisions set (fillfactor = 20)`.execute(db)
  await sql
    .raw(
      `create function add_units(a text, b text) returns text language sql immutable
       return (a::numeric + b::numeric)::text`,
    )
    .execute(db)
}

async function countPlaces(db: Kysely<unknown>): Promise<void> {
  for (const column of ['accepted', 'in_review', 'disputed', 'returned', 'events'])
    await db.schema.alterTable('quests').addColumn(column, sql`integer not null default 0`).execute()
  const count = (status: string) =>
    sql`(select count(*) from assignments where quest_id = quests.id and status = ${sql.lit(status)})`
  await sql`
    update quests set accepted = ${count('accepted')}, in_review = ${count('in-review')},
      disputed = ${count('disputed')}, returned = refunded - ${count('refunded')}`.execute(db)
}

/** Until now only a dispute's reason told who began it. */
async function tellDisputes(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await db.schema.alterTable('assignments').addColumn('disputed_by', text).execute()
  const outage = 'The code host could not be asked whether the merge still stands.'
  const hostSays = [
    'Pull request % is gone, or may not be read any more.',
    '% is another repository than the one where the work was merged.',
    'Pull request % is not what it was when it proved the work.',
    'Pull request % has another merge commit than when it proved the work.',
    'Issue % was opened again after pull request % closed it.',
    'The merge of pull request % was reverted.',
  ]
  const isHosts = sql.join(
    hostSays.map(pattern => sql`dispute_reason like ${sql.lit(pattern)}`),
    sql` or `,
  )
  const hasFacts = sql`exists (select 1 from merges
    where merges.quest_id = assignments.quest_id and merges.farmer = assignments.farmer)`
  await sql`
    update assignments set disputed_by = case
      when dispute_reason = ${sql.lit(outage)} and ${hasFacts} then 'outage'
      when (${isHosts}) and ${hasFacts} then 'code-host'
      else 'giver' end
    where dispute_ends_at is not null`.execute(db)
  await sql`
    update assignments set merge_check = 'broken'
    where disputed_by = 'code-host' and status = 'disputed'`.execute(db)
}

const never = Number.MAX_SAFE_INTEGER
/** The time before the window's end that the giver needs to dispute on chain. */
const lead = 6 * 60 * 60 * 1_000

/** The next check of a merge used to follow from its work; now its time is stored and indexed. */
async function timeRechecks(db: Kysely<unknown>): Promise<void> {
  const work = (column: string) =>
    sql.raw(
      `(select ${column} from assignments a where a.quest_id = merges.quest_id and a.farmer = merges.farmer)`,
    )
  const [status, check, rail] = [work('a.status'), work('a.merge_check'), work('a.rail')]
  const isOpen = sql`${status} = 'in-review' and ${check} <> 'clear'`
  await sql`
    update merges set check_at = case
      when ${isOpen} and check_at > ${work('a.review_ends_at')} then check_at
      when ${isOpen} and ${rail} = 'chain' then ${work('a.review_ends_at')} - ${sql.lit(lead)}
      when ${isOpen} then ${work('a.review_ends_at')}
      when ${status} = 'disputed' and ${rail} = 'ledger' then ${work('a.dispute_ends_at')}
      else ${sql.lit(never)} end`.execute(db)
  await db.schema.createIndex('merges_by_check').on('merges').columns(['check_at']).execute()
  await db.schema.dropIndex('assignments_by_merge_check').execute()
}

async function createTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  const maybeString = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const count = sql`integer not null default 0`
  const time = sql`bigint not null`

  await db.schema
    .createTable('quest_events')
    .addColumn('quest_id', string)
    .addColumn('number', sql`integer not null`)
    .addColumn('at', time)
    .addColumn('kind', string)
    .addColumn('actor', maybeString)
    .addColumn('farmer', maybeString)
    .addColumn('details', string)
    .addPrimaryKeyConstraint('quest_events_key', ['quest_id', 'number'] as never[])
    .execute()

  await db.schema
    .createTable('ledger_sums')
    .addColumn('token', string)
    .addColumn('shard', sql`integer not null`)
    .addColumn('promised', string)
    .addColumn('held', string)
    .addColumn('released', string)
    .addColumn('refunded', string)
    .addColumn('in_review', string)
    .addPrimaryKeyConstraint('ledger_sums_key', ['token', 'shard'] as never[])
    .execute()

  const counts = ['posted', 'accepted', 'held', 'completed', 'givers', 'paid', 'refunded']
  const judged = ['lost_as_giver', 'lost_as_farmer']
  const rated = ['farmer_ratings', 'farmer_stars', 'giver_ratings', 'giver_stars']
  let people = db.schema
    .createTable('address_counts')
    .addColumn('address', string, column => column.primaryKey())
  for (const name of [...counts, ...judged, ...rated]) people = people.addColumn(name, count)
  await people.execute()

  await db.schema
    .createTable('address_amounts')
    .addColumn('address', string)
    .addColumn('role', string)
    .addColumn('token', string)
    .addColumn('units', string)
    .addPrimaryKeyConstraint('address_amounts_key', ['address', 'role', 'token'] as never[])
    .execute()
  await db.schema
    .createTable('work_pairs')
    .addColumn('farmer', string)
    .addColumn('giver', string)
    .addColumn('releases', count)
    .addPrimaryKeyConstraint('work_pairs_key', ['farmer', 'giver'] as never[])
    .execute()

  await db.schema
    .createTable('escrow_parked')
    .addColumn('hash', string)
    .addColumn('log_index', sql`integer not null`)
    .addColumn('contract', string)
    .addColumn('escrow', string)
    .addColumn('block', time)
    .addColumn('event', string)
    .addColumn('reason', string)
    .addColumn('tries', count)
    .addColumn('next_at', time)
    .addPrimaryKeyConstraint('escrow_parked_key', ['hash', 'log_index'] as never[])
    .execute()
  await db.schema
    .createIndex('escrow_parked_by_time')
    .on('escrow_parked')
    .columns(['contract', 'next_at'])
    .execute()
}

async function countPeople(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into work_pairs (farmer, giver, releases)
    select farmer, giver, count(*) from assignments where status = 'released' group by farmer, giver`.execute(
    db,
  )
  const when = (condition: string) => sql.raw(`sum(case when ${condition} then 1 else 0 end)`)
  const lost = (outcome: string, by: string) => when(`dispute_outcome = '${outcome}' and disputed_by ${by}`)
  await sql`
    insert into address_counts (address, posted, accepted, held, completed, givers, paid, refunded,
      lost_as_giver, lost_as_farmer, farmer_ratings, farmer_stars, giver_ratings, giver_stars)
    select address, sum(posted), sum(accepted), sum(held), sum(completed), sum(givers), sum(paid), sum(refunded),
      sum(lost_as_giver), sum(lost_as_farmer),
      sum(farmer_ratings), sum(farmer_stars), sum(giver_ratings), sum(giver_stars)
    from (
      select giver as address, count(*) as posted, 0 as accepted, 0 as held, 0 as completed, 0 as givers,
        0 as paid, 0 as refunded, 0 as lost_as_giver, 0 as lost_as_farmer,
        0 as farmer_ratings, 0 as farmer_stars, 0 as giver_ratings, 0 as giver_stars
      from quests group by giver
      union all
      select farmer, 0, count(*), ${when("status = 'accepted'")}, ${when("status = 'released'")}, 0, 0, 0, 0,
        ${lost('refund', "in ('giver', 'code-host')")}, 0, 0, 0, 0
      from assignments group by farmer
      union all
      select farmer, 0, 0, 0, 0, count(*), 0, 0, 0, 0, 0, 0, 0, 0 from work_pairs group by farmer
      union all
      select giver, 0, 0, 0, 0, 0, ${when("status = 'released'")}, ${when("status = 'refunded'")},
        ${lost('pay', "= 'giver'")}, 0, 0, 0, 0, 0
      from assignments group by giver
      union all
      select reviewee, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ${when("role = 'farmer'")}, ${sql.raw("sum(case when role = 'farmer' then rating else 0 end)")},
        ${when("role = 'giver'")}, ${sql.raw("sum(case when role = 'giver' then rating else 0 end)")}
      from reviews group by reviewee
    ) as counted
    group by address`.execute(db)
}
