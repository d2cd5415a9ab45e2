import { type QuestQuery, type QuestStatus, questStatuses } from '@furrow/sdk/contract'
import { toAddress } from '../address.ts'
import type { Db } from '../db/db.ts'
import type { QuestRow } from '../db/tables.ts'
import { readLimit } from '../http/queries.ts'
import { rangesOf } from './search-words.ts'

const newest = 1_000

/** What there is to a quest in a list, before it is read as a whole. */
export type Head = Pick<QuestRow, 'id' | 'events' | 'rail' | 'taken'>

export type QuestFilter = Omit<QuestQuery, 'id'>

/**
 * The quests that fit all of the filters, newest first: at most `limit`, and whether there are more.
 * @throws BadRequestError for a filter that means nothing.
 */
export async function findQuests(db: Db, query: QuestFilter): Promise<{ heads: Head[]; more: boolean }> {
  const limit = readLimit(query.limit, { most: newest })
  let rows = db.selectFrom('quests').select(['id', 'events', 'rail', 'taken'])
  if (query.status !== undefined) {
    const status = findStatus(query.status)
    // No quest has a status that is none.
    if (status === null) return { heads: [], more: false }
    rows = rows.where('status', '=', status)
  }
  if (query.category !== undefined) rows = rows.where('category', '=', query.category)
  if (query.token !== undefined) rows = rows.where('token', '=', query.token)
  if (query.giver !== undefined) rows = rows.where('giver', '=', toAddress(query.giver))
  if (query.cursor !== undefined) rows = rows.where('id', '<', query.cursor)
  if (query.skill !== undefined) {
    const skill = query.skill.toLowerCase()
    rows = rows.where('id', 'in', db.selectFrom('quest_skills').select('quest_id').where('skill', '=', skill))
  }
  if (query.farmer !== undefined) {
    const taken = db
      .selectFrom('assignments')
      .select('quest_id')
      .where('farmer', '=', toAddress(query.farmer))
      .where('status', 'not in', ['withdrawn', 'expired', 'cancelled'])
    rows = rows.where('id', 'in', taken)
  }
  for (const { from, to } of rangesOf(query.q ?? '')) {
    const found = db
      .selectFrom('quest_words')
      .select('quest_id')
      .where('word', '>=', from)
      .where('word', '<', to)
    rows = rows.where('id', 'in', found)
  }

  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return { heads: found.slice(0, limit), more: found.length > limit }
}

/** In any letter case, with underscores for hyphens where somebody likes. */
export function findStatus(text: string): QuestStatus | null {
  return questStatuses.find(known => known === text.toLowerCase().replaceAll('_', '-')) ?? null
}
