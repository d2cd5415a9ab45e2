import type { Leaderboard } from '@furrow/sdk/contract'
import { sql } from 'kysely'
import { checksum } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { awardBadges } from '../profile/badges.ts'
import { rankOf, showPoints } from './score.ts'
import { seasonAt, showSeason } from './season.ts'

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

async function selectBest(db: Db, season: number, role: Role, limit: number) {
  return db
    .selectFrom('season_scores')
    .select(['address', 'points'])
    .where('season', '=', season)
    .where('role', '=', role)
    .orderBy('points', 'desc')
    .orderBy('address', 'desc')
    .limit(limit)
    .execute()
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

const awardedKey = 'seasons-awarded'

/** Awards the three best farmers of every season that has ended since this was last done. */
export async function awardSeasons({ db, clock, config }: Context): Promise<void> {
  const current = seasonAt(config, clock.now())
  const row = await db.selectFrom('meta').select('value').where('key', '=', awardedKey).executeTakeFirst()
  const done = Number(row?.value ?? 0)
  if (done >= current - 1) return
  await transaction(db, async trx => {
    // Older seasons than the last three are either done or were before this service.
    for (let season = Math.max(done + 1, current - 3); season < current; season++)
      for (const { address } of await selectBest(trx, season, 'farmer', 3))
        await awardBadges(trx, address, ['season-top-three'], clock.now())
    const value = String(current - 1)
    await trx
      .insertInto('meta')
      .values({ key: awardedKey, value })
      .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
      .execute()
  })
}
