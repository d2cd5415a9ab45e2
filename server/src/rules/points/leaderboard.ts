import type { Leaderboard } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { Role } from '@furrow/storage/tables.ts'
import { checksum } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { selectBest, selectBestOf } from './best.ts'
import type { BoardFilter } from './filtered-scores.ts'
import { readBestGuilds } from './guilds.ts'
import { rankOf, showPoints } from './points.ts'
import { seasonAt, showSeason } from './season.ts'

const shown = 1_000

export async function readLeaderboard(
  { clock, config, db }: Context,
  season: number,
  filter: BoardFilter,
): Promise<Leaderboard> {
  const isFiltered = filter.skill !== '' || filter.token !== ''
  const [farmers, givers, guilds] = await Promise.all([
    readBest(db, season, 'farmer', isFiltered ? filter : null),
    readBest(db, season, 'giver', isFiltered ? filter : null),
    isFiltered ? [] : readBestGuilds(db, season, shown),
  ])
  return {
    farmers,
    givers,
    guilds,
    season: showSeason(config, season),
    currentSeason: seasonAt(config, clock.now()),
    pointsFor: config.pointsFor,
  }
}

async function readBest(
  db: Db,
  season: number,
  role: Role,
  filter: BoardFilter | null,
): Promise<Leaderboard['farmers']> {
  const rows = await (filter === null
    ? selectBest(db, season, role, shown)
    : selectBestOf(db, season, role, filter, shown))
  return rows.map(([address, points]) => {
    const score = showPoints(points)
    return { address: checksum(address), rank: rankOf(score), score }
  })
}
