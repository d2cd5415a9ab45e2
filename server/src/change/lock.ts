import type { Db } from '../db/db.ts'
import { engineOf } from '../db/engine.ts'
import { isAmong } from '../db/json-rows.ts'
import type { QuestRow } from '../db/tables.ts'

/**
 * The quests, for this transaction alone until it ends: everything that happens to one quest happens in turn. `wait` says
 * whether to wait for who has one of them now, or to do without those. On SQLite a transaction has the whole database.
 */
export async function lockQuests(trx: Db, ids: readonly string[], wait: boolean): Promise<QuestRow[]> {
  let query = trx
    .selectFrom('quests')
    .selectAll()
    .where(isAmong(trx, 'id', ids))
  if (engineOf(trx) === 'postgres') {
    query = query.orderBy('id').forUpdate()
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
