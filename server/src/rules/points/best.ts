import type { Db } from '@furrow/storage/db.ts'
import { jsonList, readList } from '@furrow/storage/json-rows.ts'
import type { Role } from '@furrow/storage/tables.ts'
import { type Expression, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { BoardFilter } from './filtered-scores.ts'

export type Best = readonly [address: Address, points: number]

export function selectBest(db: Db, season: number, role: Role, limit: number): Promise<Best[]> {
  const best = db
    .selectFrom('season_scores')
    .select(['address', 'points'])
    .where('season', '=', season)
    .where('role', '=', role)
    .orderBy('points', 'desc')
    .orderBy('address', 'desc')
    .limit(limit)
  return readBest(db, best)
}

export function selectBestOf(
  db: Db,
  season: number,
  role: Role,
  { skill, token }: BoardFilter,
  limit: number,
): Promise<Best[]> {
  const best = db
    .selectFrom('filtered_scores')
    .select(['address', 'points'])
    .where('season', '=', season)
    .where('role', '=', role)
    .where('skill', '=', skill)
    .where('token', '=', token)
    .orderBy('points', 'desc')
    .orderBy('address', 'desc')
    .limit(limit)
  return readBest(db, best)
}

/** Reads one value: a thousand rows by themselves take twice as long. */
async function readBest(db: Db, best: Expression<{ address: Address; points: number }>): Promise<Best[]> {
  const { rows } = await sql<{ list: string | null }>`
    select ${jsonList(db, ['address', 'points'])} as list from ${best} as r`.execute(db)
  const list = readList<Best>(rows[0]?.list ?? null)
  return list.sort(([a, fewer], [b, more]) => more - fewer || (a < b ? 1 : -1))
}
