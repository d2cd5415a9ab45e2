import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Stored sums for the boards: ratings per reviewer and reviewee, their means, and the points of guilds. */
export async function addCounters(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const string = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  const count = sql`integer not null default 0`
  const sum = sql`bigint not null default 0`
  await db.schema
    .createTable('review_pairs')
    .addColumn('reviewee', string)
    .addColumn('reviewer', string)
    .addColumn('ratings', count)
    .addColumn('stars', count)
    .addPrimaryKeyConstraint('review_pairs_key', ['reviewee', 'reviewer'] as never[])
    .execute()
  await sql`
    insert into review_pairs (reviewee, reviewer, ratings, stars)
    select reviewee, reviewer, count(*), sum(rating) from reviews group by reviewee, reviewer`.execute(db)
  await db.schema.alterTable('address_counts').addColumn('reviewers', count).execute()
  await db.schema.alterTable('address_counts').addColumn('reviewer_means', sum).execute()
  // Integer division rounds down.
  await sql`
    update address_counts set reviewers = m.reviewers, reviewer_means = m.means
    from (select reviewee, count(*) as reviewers, sum(cast(1000000 as bigint) * stars / ratings) as means
      from review_pairs group by reviewee) as m
    where m.reviewee = address_counts.address`.execute(db)

  await db.schema
    .createTable('guilds')
    .addColumn('guild', string)
    .addColumn('members', count)
    .addPrimaryKeyConstraint('guilds_key', ['guild'] as never[])
    .execute()
  await sql`create index guilds_with_members on guilds (guild) where members > 0`.execute(db)
  await db.schema
    .createTable('guild_scores')
    .addColumn('season', sql`integer not null`)
    .addColumn('guild', string)
    .addColumn('points', sum)
    .addPrimaryKeyConstraint('guild_scores_key', ['season', 'guild'] as never[])
    .execute()
  await sql`create index guild_scores_by_points on guild_scores (season, points desc, guild)`.execute(db)
  await sql`
    insert into guilds (guild, members)
    select guild, count(*) from profiles where guild is not null group by guild`.execute(db)
  await sql`
    insert into guild_scores (season, guild, points)
    select s.season, p.guild, sum(s.points) from season_scores s join profiles p on p.address = s.address
    where s.role = 'farmer' and p.guild is not null group by s.season, p.guild`.execute(db)
}
