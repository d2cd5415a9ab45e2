import type { Leaderboard } from '@furrow/sdk/contract'
import { checksum } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { Role } from '../db/tables.ts'
import { selectBest } from './best.ts'
import { readBestGuilds } from './guilds.ts'
import { rankOf, showPoints } from './points.ts'
import { showSeason } from './season.ts'

const shown = 1_000

/** The best farmers, givers and guilds of a season. */
export async function readLeaderboard({ db, config }: Context, season: number): Promise<Leaderboard> {
  return {
    farmers: await readBest(db, season, 'farmer'),
    givers: await readBest(db, season, 'giver'),
    guilds: await readBestGuilds(db, season, shown),
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
