import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { QuestFilter } from './filters.ts'
import { findQuests } from './list.ts'

/** Strangers choose the filters, so the newest of a very long list stand for all of it. */
const most = { pages: 5, inPage: 1_000 }

const columns = [
  'id',
  'category',
  'token',
  'skills',
  'amount',
  'max_farmers',
  'taken',
  'status',
  'admission',
  'deadline',
] as const

export type Counted = Pick<QuestRow, (typeof columns)[number]>

/** All quests that fit, or the newest 5,000 of them, where `complete` is false. */
export async function readFitting(
  db: Db,
  filter: Omit<QuestFilter, 'cursor' | 'limit' | 'sort'>,
): Promise<{ readonly quests: readonly Counted[]; readonly complete: boolean }> {
  const quests: Counted[] = []
  let cursor: string | null = null
  for (let page = 0; page < most.pages; page++) {
    const { heads, next } = await findQuests(db, {
      ...filter,
      limit: String(most.inPage),
      ...(cursor !== null && { cursor }),
    })
    const ids = heads.map(({ id }) => id)
    if (ids.length > 0) quests.push(...(await readRows(db, ids)))
    if (next === null) return { quests, complete: true }
    cursor = next
  }
  return { quests, complete: false }
}

function readRows(db: Db, ids: readonly string[]): Promise<Counted[]> {
  return db
    .selectFrom('quests')
    .select(columns)
    .where(isAmong(db, 'id', ids))
    .execute()
}
