import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { NotFoundError } from '../../ground/errors.ts'

export type FoundRow = QuestRow & { readonly comment_count: number }

export function selectQuests(db: Db) {
  return db
    .selectFrom('quests')
    .leftJoin('comment_threads as t', 't.quest_id', 'quests.id')
    .selectAll('quests')
    .select(({ fn }) => fn.coalesce('t.comments', sql.lit(0)).as('comment_count'))
}

/**
 * Locked until the transaction ends, in order: two that lock the same quests take turns. Without `wait`, quests that
 * another transaction has locked are left out.
 */
export async function lockQuests(trx: Db, ids: readonly string[], wait: boolean): Promise<FoundRow[]> {
  let query = selectQuests(trx).where(isAmong(trx, 'quests.id', ids))
  if (engineOf(trx) === 'postgres') {
    query = query.orderBy('quests.id').forUpdate('quests')
    if (!wait) query = query.skipLocked()
  }
  return query.execute()
}

/** One quest, locked until the transaction ends. @throws NotFoundError */
export async function lockQuest(trx: Db, id: string): Promise<FoundRow> {
  const [row] = await lockQuests(trx, [id], true)
  if (row === undefined) throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
  return row
}

export async function findQuests(trx: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('quests')
    .select('id')
    .where(isAmong(trx, 'id', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
