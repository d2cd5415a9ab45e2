import type { Address } from '../address.ts'
import type { Db } from '../db/db.ts'
import type { Role } from '../db/tables.ts'
import type { BoardFilter } from './filtered-scores.ts'

/** The addresses with the most points of a season, best first. */
export async function selectBest(
  db: Db,
  season: number,
  role: Role,
  limit: number,
): Promise<{ address: Address; points: number }[]> {
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

/** The same of a board of one skill, one token, or both. */
export async function selectBestOf(
  db: Db,
  season: number,
  role: Role,
  { skill, token }: BoardFilter,
  limit: number,
): Promise<{ address: Address; points: number }[]> {
  return db
    .selectFrom('filtered_scores')
    .select(['address', 'points'])
    .where('season', '=', season)
    .where('role', '=', role)
    .where('skill', '=', skill)
    .where('token', '=', token)
    .orderBy('points', 'desc')
    .orderBy('address', 'desc')
    .limit(limit)
    .execute()
}
