import type { Leaderboard } from '@furrow/sdk/contract'
import { sql } from 'kysely'
import { checksum } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { Role } from '../db/tables.ts'
import { selectBest } from './best.ts'
import { rankOf, showPoints } from './points.ts'
import { showSeason } from './season.ts'

const shown = 1_000

/** The best farmers, givers and guilds of a season. */
export async function readLeaderboard({ db, config }: Context, season: number): Promise<Leaderboard> {
  return {
    farmers: await readBest(db, season, 'farmer'),
    givers: await readBest(db, season, 'giver'),
    guilds: await readGuilds(db, season),
    season: showSeason(config, season),
  }
}

async function readBest(db: Db, season: number, role: Role): Promise<Leaderboard['farmers']> {
  const rows = await selectBest(db, season, role, shown)
  return rows.map(({ address, points }) => {
    const score = showPoints(points)
    return { address: checksum(address), rank: rankOf(score), score }
  })
}

/** A guild's score is its members' scores as farmers. */
async function readGuilds(db: Db, season: number): Promise<Leaderboard['guilds']> {
  const rows = await db
    .selectFrom('profiles')
    .leftJoin('season_scores', join =>
      join
        .onRef('season_scores.address', '=', 'profiles.address')
        .on('season', '=', season)
        .on('role', '=', 'farmer'),
    )
    .select(({ fn }) => [
      'guild',
      sql<string | number>`coalesce(sum(season_scores.points), 0)`.as('points'),
      fn.countAll<number>().as('members'),
    ])
    .where('guild', 'is not', null)
    .groupBy('guild')
    .orderBy('points', 'desc')
    .orderBy('guild')
    .limit(shown)
    .execute()
  return rows.map(row => ({
    name: row.guild ?? '',
    score: showPoints(Number(row.points)),
    members: row.members,
  }))
}
