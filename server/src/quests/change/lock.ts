import { sql } from 'kysely'
import type { Db } from '../../ground/db/db.ts'
import { engineOf } from '../../ground/db/engine.ts'
import { isAmong } from '../../ground/db/json-rows.ts'
import type { QuestRow } from '../../ground/db/tables.ts'

/** A quest's row, and how many comments it has, which are counted beside it. */
export type FoundRow = QuestRow & { readonly comment_count: number }

/** The rows of quests, each with the count of its comments. */
export function selectQuests(db: Db) {
  return db
    .selectFrom('quests')
    .leftJoin('comment_threads as t', 't.quest_id', 'quests.id')
    .selectAll('quests')
    .select(({ fn }) => fn.coalesce('t.comments', sql.lit(0)).as('comment_count'))
}

/**
 * The quests, for this transaction alone until it ends: everything that happens to one quest happens in turn. `wait` says
 * whether to wait for who has one of them now, or to do without those. On SQLite a transaction has the whole database.
 */
export async function lockQuests(trx: Db, ids: readonly string[], wait: boolean): Promise<FoundRow[]> {
  let query = selectQuests(trx).where(isAmong(trx, 'quests.id', ids))
  if (engineOf(trx) === 'postgres') {
    query = query.orderBy('quests.id').forUpdate('quests')
    if (!wait) query = query.skipLocked()
  }
  return query.execute()
}

/** Those of the quests that exist. */
export async function findQuests(trx: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('quests')
    .select('id')
    .where(isAmong(trx, 'id', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
