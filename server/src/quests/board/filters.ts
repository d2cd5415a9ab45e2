import { type QuestQuery, type QuestStatus, questStatuses } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toAddress } from '../../ground/address.ts'
import { hidden } from '../change/few-farmers.ts'
import {
  type IdList,
  indexedList,
  type ListedTable,
  type Reach,
  type Start,
  sample,
  testList,
} from './id-list.ts'
import { payerTests } from './payer-filters.ts'
import { rangesOf } from './search-words.ts'
import { type TermFilter, termTests } from './term-filters.ts'
import { readSpans, wordList } from './word-list.ts'

export type QuestFilter = Omit<QuestQuery, 'id' | 'deadline'> & Pick<TermFilter, 'deadline'>

/** null where nothing can fit: no quest has an unknown status. */
export async function listsOf(db: Db, query: QuestFilter, start: Start): Promise<IdList[] | null> {
  const lists: IdList[] = []
  const add = (table: ListedTable, columns: Readonly<Record<string, string>>, also?: RawBuilder<SqlBool>) =>
    lists.push(indexedList(db, { table, columns, start, also }))

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
  const spans = ranges.length === 0 ? [] : await readSpans(db, start)
  return [
    ...lists,
    ...ranges.map(range => wordList(db, range, start, spans)),
    ...[...payerTests(query), ...termTests(query)].map(test => testList(db, start, test)),
  ]
}

const isShown = sql<SqlBool>`assignments.status not in (${sql.join(hidden.map(status => sql.lit(status)))})`

export function findStatus(text: string): QuestStatus | null {
  return questStatuses.find(known => known === text.toLowerCase().replaceAll('_', '-')) ?? null
}

/** The list whose first entries lead furthest, or the shortest one that ends within a sample. */
export async function findSparsest(
  lists: readonly IdList[],
  { first }: Start,
): Promise<{ list: IdList; isShort: boolean; isEmpty: boolean } | null> {
  const measured = await Promise.all(lists.map(async list => ({ list, ...(await list.reach()) })))
  const isShort = ({ count }: Reach) => count < sample
  const [sparsest] = measured.toSorted((a, b) => {
    if (isShort(a) || isShort(b)) return a.count - b.count
    return (first === 'newest' ? a.last < b.last : a.last > b.last) ? -1 : 1
  })
  if (sparsest === undefined) return null
  return { list: sparsest.list, isShort: isShort(sparsest), isEmpty: sparsest.count === 0 }
}
