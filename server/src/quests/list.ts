import { type QuestQuery, type QuestStatus, questStatuses } from '@furrow/sdk/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toAddress } from '../address.ts'
import type { Db } from '../db/db.ts'
import { isAmong } from '../db/json-rows.ts'
import type { QuestRow } from '../db/tables.ts'
import { readLimit } from '../http/queries.ts'
import { type IdList, indexedList, type ListedTable, sample } from './id-list.ts'
import { rangesOf } from './search-words.ts'
import { hidden } from './show.ts'
import { readSpans, wordList } from './word-list.ts'

const newest = 1_000
/** Where so many quests of the sparsest list do not fill a page, it ends before its limit, and leads on. */
const mostWalked = 2_000

/** What there is to a quest in a list, before it is read as a whole. */
export type Head = Pick<QuestRow, 'id' | 'events' | 'rail' | 'taken'>

export type QuestFilter = Omit<QuestQuery, 'id'>

/** Some quests, and the cursor of those after them. */
export type HeadPage = { readonly heads: Head[]; readonly next: string | null }

/**
 * The quests that fit all of the filters, newest first: a page of them, at most `limit`.
 * @throws BadRequestError for a filter that means nothing.
 */
export async function findQuests(db: Db, query: QuestFilter): Promise<HeadPage> {
  const limit = readLimit(query.limit, { most: newest })
  const lists = await listsOf(db, query)
  // No quest has a status that is none.
  if (lists === null) return { heads: [], next: null }
  const [first, ...others] = lists
  if (first === undefined) return pageOf(await readHeads(db, beforeCursor(query), limit + 1), limit)
  const sparsest = others.length === 0 ? first : await findSparsest(lists)
  if (sparsest === null) return { heads: [], next: null }
  const rest = lists.filter(list => list !== sparsest)
  return walk(db, sparsest, rest, limit)
}

async function listsOf(db: Db, query: QuestFilter): Promise<IdList[] | null> {
  const before = query.cursor ?? null
  const lists: IdList[] = []
  const add = (table: ListedTable, columns: Readonly<Record<string, string>>, also?: RawBuilder<SqlBool>) =>
    lists.push(indexedList(db, { table, columns, before, also }))

  const status = query.status === undefined ? null : findStatus(query.status)
  if (status === null && query.status !== undefined) return null
  const giver = query.giver === undefined ? null : toAddress(query.giver)
  if (giver !== null) add('quests', { giver, ...(status !== null && { status }) })
  else if (status !== null) add('quests', { status })
  if (query.category !== undefined) add('quests', { category: query.category })
  if (query.token !== undefined) add('quests', { token: query.token })
  if (query.skill !== undefined) add('quest_skills', { skill: query.skill.toLowerCase() })
  if (query.farmer !== undefined) add('assignments', { farmer: toAddress(query.farmer) }, isShown)

  const ranges = rangesOf(query.q ?? '')
  const spans = ranges.length === 0 ? [] : await readSpans(db, before)
  return [...lists, ...ranges.map(range => wordList(db, range, before, spans))]
}

function beforeCursor({ cursor }: QuestFilter): RawBuilder<SqlBool>[] {
  return cursor === undefined ? [] : [sql`id < ${cursor}`]
}

const isShown = sql<SqlBool>`assignments.status not in (${sql.join(hidden.map(status => sql.lit(status)))})`

/** The list whose newest entries lead furthest back, or which has no more than those; null where one has none at all. */
async function findSparsest(lists: readonly IdList[]): Promise<IdList | null> {
  const measured = await Promise.all(lists.map(async list => ({ list, ...(await list.reach()) })))
  const isWhole = ({ count }: { count: number }) => count < sample
  const [sparsest] = measured.toSorted((a, b) => {
    if (isWhole(a) || isWhole(b)) return a.count - b.count
    return a.last < b.last ? -1 : 1
  })
  return sparsest === undefined || sparsest.count === 0 ? null : sparsest.list
}

/** Goes along a list until its quests that are in all of the others fill a page. */
async function walk(db: Db, along: IdList, others: readonly IdList[], limit: number): Promise<HeadPage> {
  const heads: Head[] = []
  let walked = 0
  for await (const ids of along.walk(others.length === 0 ? limit + 1 : 2 * (limit + 1))) {
    const among = [isAmong(db, 'id', ids), ...others.map(({ holds }) => holds)]
    if (ids.length > 0) heads.push(...(await readHeads(db, among, limit + 1 - heads.length)))
    if (heads.length > limit) break
    walked += ids.length
    if (walked >= mostWalked) return { heads, next: ids.at(-1) ?? null }
  }
  return pageOf(heads, limit)
}

async function readHeads(db: Db, fits: readonly RawBuilder<SqlBool>[], most: number): Promise<Head[]> {
  return db
    .selectFrom('quests')
    .select(['id', 'events', 'rail', 'taken'])
    .where(({ and }) => and([...fits]))
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

function pageOf(heads: readonly Head[], limit: number): HeadPage {
  const page = heads.slice(0, limit)
  return { heads: page, next: heads.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** In any letter case, with underscores for hyphens where somebody likes. */
export function findStatus(text: string): QuestStatus | null {
  return questStatuses.find(known => known === text.toLowerCase().replaceAll('_', '-')) ?? null
}
