import { type Quest, type QuestQuery, type QuestStatus, questStatuses } from '@furrow/sdk/contract'
import { toAddress } from '../address.ts'
import type { Db } from '../db/db.ts'
import { BadRequestError } from '../errors.ts'
import { rangesOf } from './search-words.ts'
import { readQuest, showQuests } from './show.ts'

const newest = 1_000

export type QuestPage = { readonly quests: readonly Quest[]; readonly next: string | null }

/**
 * The quests that fit all of the query's filters, newest first: a page of them, at most 1,000.
 * @throws BadRequestError for a filter that means nothing; NotFoundError for an unknown `id`.
 */
export async function listQuests(db: Db, query: QuestQuery): Promise<QuestPage> {
  if (query.id !== undefined) return { quests: [await readQuest(db, query.id)], next: null }
  const limit = query.limit === undefined ? newest : Number(query.limit)
  if (limit < 1 || limit > newest) throw new BadRequestError(`limit must be from 1 to ${newest}.`)

  let rows = db.selectFrom('quests').selectAll('quests')
  if (query.status !== undefined) {
    const status = findStatus(query.status)
    // No quest has a status that is none.
    if (status === null) return { quests: [], next: null }
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
  const page = found.slice(0, limit)
  return { quests: await showQuests(db, page), next: found.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** In any letter case, with underscores for hyphens where somebody likes. */
export function findStatus(text: string): QuestStatus | null {
  return questStatuses.find(known => known === text.toLowerCase().replaceAll('_', '-')) ?? null
}
