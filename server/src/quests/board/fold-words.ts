import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { sql } from 'kysely'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { rewriteFoundBy } from '../change/found-by.ts'
import { lockQuests } from '../change/lock.ts'
import { toTerms } from '../change/rows.ts'
import { foundBy } from './edit.ts'

const most = 20

/** Search words from before words were compared without accents, and those that the version before writes meanwhile. */
export const foldWords: Duty = {
  name: 'fold the words of quests',
  every: everyMinute,
  isPatient: true,
  round: ({ db }) => transaction(db, foldSome),
}

async function foldSome(trx: Db): Promise<number> {
  const isForeign =
    engineOf(trx) === 'postgres' ? sql<boolean>`words ~ '[^ -~]'` : sql<boolean>`words glob '*[^ -~]*'`
  const stale = await trx
    .selectFrom('quest_texts')
    .select(['quest_id', 'words'])
    .where('folded', '=', sql.lit(0 as const))
    .where(isForeign)
    .orderBy('quest_id')
    .limit(most)
    .execute()
  const ids = stale.map(({ quest_id }) => quest_id)
  const rows = await lockQuests(trx, ids, false)
  await writeTogether(trx, async writes => {
    for (const row of rows) await rewriteFoundBy(trx, writes, row, foundBy(toTerms(row)))
  })
  return rows.length
}
