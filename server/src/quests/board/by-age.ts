import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import { findSparsest, listsOf, type QuestFilter } from './filters.ts'
import { type Head, type HeadPage, noHeads, pageOf, walk } from './heads.ts'
import { isAfter, type Start, wayOf } from './id-list.ts'

/** The quests that fit all filters, by age: walks the sparsest filter's list, and tests its quests against the others. */
export async function findByAge(
  db: Db,
  query: QuestFilter,
  first: Start['first'],
  limit: number,
): Promise<HeadPage> {
  const start = { first, cursor: query.cursor ?? null }
  const lists = await listsOf(db, query, start)
  if (lists === null) return noHeads
  const [one, ...more] = lists
  if (one === undefined) return pageOf(await readAll(db, start, limit + 1), limit)
  if (lists.every(({ isTest }) => isTest)) return walk(db, { ...one, idOf }, lists, limit)
  if (more.length === 0) return walk(db, { ...one, idOf }, [], limit)
  const sparsest = await findSparsest(lists, start)
  if (sparsest === null || sparsest.isEmpty) return noHeads
  const others = lists.filter(list => list !== sparsest.list)
  return walk(db, { ...sparsest.list, idOf }, others, limit)
}

const idOf = (cursor: string) => cursor

async function readAll(db: Db, start: Start, most: number): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select id, events, rail, taken, erasures, id as cursor from quests
    where ${isAfter(start, sql.ref('id'))} and hidden_at is null
    order by id ${wayOf(start)} limit ${most}`.execute(db)
  return rows
}
