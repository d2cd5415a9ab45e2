import type { Db } from '@furrow/storage/db.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { changeWithin } from '../change/change.ts'
import type { Request } from '../change/load.ts'
import type { FoundRow } from '../change/lock.ts'

/** One command in a transaction of the caller's. @throws HttpError where the rules refuse it, which undoes the transaction. */
export async function changeOne(trx: Db, context: Context, request: Request): Promise<FoundRow> {
  const [outcome] = await changeWithin(trx, context, [request])
  if (outcome === undefined || 'error' in outcome) throw outcome?.error
  return outcome.value.row
}

/** The companion by which this backer adds to a quest now; null for none. */
export async function findCompanion(db: Db, questId: string, backer: Address): Promise<QuestRow | null> {
  const row = await db
    .selectFrom('quests')
    .selectAll()
    .where('companion_of', '=', questId)
    .where('giver', '=', backer)
    .where('closed', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
