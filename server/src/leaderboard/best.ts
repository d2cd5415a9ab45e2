import type { Address } from '../address.ts'
import type { Db } from '../db/db.ts'
import type { Role } from '../db/tables.ts'

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
