import type { Db } from '@furrow/storage/db.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { liveStatuses } from '../../rules/lifecycle/quest.ts'
import { changeWithin } from '../change/change.ts'

/** Work that was accepted before any account was proven is proved by this one from now on. */
export async function pinWork(trx: Db, context: Context, farmer: Address, account: string): Promise<void> {
  const rows = await trx
    .selectFrom('assignments')
    .select('quest_id')
    .where('farmer', '=', farmer)
    .where('status', 'in', liveStatuses)
    .where('codehost_id', 'is', null)
    .execute()
  if (rows.length === 0) return
  await changeWithin(
    trx,
    context,
    rows.map(({ quest_id }) => ({ questId: quest_id, command: { kind: 'pin', by: null, farmer, account } })),
  )
}
