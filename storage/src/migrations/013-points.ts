import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Engine } from '../engine.ts'
import type { Settings } from './005-heart.ts'

/** All earlier releases count as before: the defaults say so, also for releases by the version before. */
export const points =
  (engine: Engine, { seasonStart, seasonMs }: Settings) =>
  async (db: Kysely<unknown>) => {
    const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
    await weighWork(db, text)
    await keepPayments(db, text)
    await keepPairs(db, text)
    await keepBoards(db, text, { seasonStart, seasonMs })
  }

async function weighWork(db: Kysely<unknown>, text: RawBuilder<unknown>): Promise<void> {
  const add = (table: string, column: string, type: RawBuilder<unknown>) =>
    db.schema
      .alterTable(table)
      .addColumn(column, type as RawBuilder<string>)
      .execute()
  const count = sql`integer not null default 0`
  await add('assignments', 'backing', sql`${text} not null default 'before'`)
  await add('assignments', 'counted', sql`integer not null default 1`)
  await add('assignments', 'counted_at', sql`bigint`)
  await add('assignments', 'merge_source', text)
  await add('assignments', 'payment', text)
  await add('assignments', 'payment_ref', text)
  await add('assignments', 'paid_at', sql`bigint`)
  await add('reviews', 'counted', sql`integer not null default 1`)
  // Counts the uncounted work, so that everything the version before writes counts.
  await add('address_counts', 'unproved', count)
  await add('address_counts', 'unproved_paid', count)
  await add('address_counts', 'settled', count)
  await add('address_amounts', 'unproved', sql`${text} not null default '0'`)
  await add('work_pairs', 'unproved', count)
  await sql`create index work_pairs_that_count on work_pairs (farmer) where releases > unproved`.execute(db)
  await sql`create unique index assignments_by_payment on assignments (payment_ref, farmer)
    where payment_ref is not null`.execute(db)
}

async function keepPayments(db: Kysely<unknown>, text: RawBuilder<unknown>): Promise<void> {
  const string = sql`${text} not null`
  const time = sql`bigint not null`
  await db.schema
    .createTable('payments')
    .addColumn('quest_id', string)
    .addColumn('farmer', string)
    .addColumn('chain_id', time)
    .addColumn('hash', string)
    .addColumn('status', string)
    .addColumn('payer', text as RawBuilder<string>)
    .addColumn('problem', text as RawBuilder<string>)
    .addColumn('since', time)
    .addColumn('tries', sql`integer not null`)
    .addColumn('check_at', time)
    .addPrimaryKeyConstraint('payments_key', ['quest_id', 'farmer'] as never[])
    .execute()
  await db.schema.createIndex('payments_by_check').on('payments').columns(['check_at']).execute()
}

async function keepPairs(db: Kysely<unknown>, text: RawBuilder<unknown>): Promise<void> {
  const string = sql`${text} not null`
  const integer = sql`integer not null`
  await db.schema
    .createTable('season_sources')
    .addColumn('season', integer)
    .addColumn('source', string)
    .addColumn('releases', integer)
    .addPrimaryKeyConstraint('season_sources_key', ['season', 'source'] as never[])
    .execute()
  await db.schema
    .createTable('season_reviews')
    .addColumn('season', integer)
    .addColumn('reviewer', string)
    .addColumn('reviewee', string)
    .addColumn('reviews', integer)
    .addPrimaryKeyConstraint('season_reviews_key', ['season', 'reviewer', 'reviewee'] as never[])
    .execute()
}

/** An empty skill or token matches any. */
async function keepBoards(
  db: Kysely<unknown>,
  text: RawBuilder<unknown>,
  { seasonStart, seasonMs }: Pick<Settings, 'seasonStart' | 'seasonMs'>,
): Promise<void> {
  const string = sql`${text} not null`
  await db.schema
    .createTable('filtered_scores')
    .addColumn('season', sql`integer not null`)
    .addColumn('role', string)
    .addColumn('skill', string)
    .addColumn('token', string)
    .addColumn('address', string)
    .addColumn('points', sql`bigint not null`)
    .addPrimaryKeyConstraint('filtered_scores_key', [
      'season',
      'role',
      'skill',
      'token',
      'address',
    ] as never[])
    .execute()
  const [start, length] = [sql.lit(seasonStart), sql.lit(seasonMs)]
  // Integer division; points from before the first season belong to it.
  const season = sql`case when e.at < ${start} then 1 else cast((e.at - ${start}) / ${length} as integer) + 1 end`
  const token = sql`upper(q.token)`
  await sql`
    insert into filtered_scores (season, role, skill, token, address, points)
    select ${season}, e.role, '', ${token}, e.address, sum(e.points)
      from score_events e join quests q on q.id = e.quest_id group by 1, 2, 4, 5`.execute(db)
  for (const one of [sql`''`, token])
    await sql`
      insert into filtered_scores (season, role, skill, token, address, points)
      select ${season}, e.role, s.skill, ${one}, e.address, sum(e.points)
        from score_events e join quests q on q.id = e.quest_id join quest_skills s on s.quest_id = e.quest_id
        group by 1, 2, 3, 4, 5`.execute(db)
  await sql`create index filtered_scores_by_points
    on filtered_scores (season, role, skill, token, points, address)`.execute(db)
}
