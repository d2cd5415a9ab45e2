import type { Db } from '@furrow/storage/db.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { type FoundRow, lockQuest } from '../change/lock.ts'
import { notABacker } from './object.ts'
import { uncounted } from './uncounted.ts'
import { changeOne, findCompanion } from './within.ts'

type How = { readonly use: KeyUse | null; readonly via: Via }

/**
 * Ends what a backer adds, by them or by the giver of the quest, and gives it back: both quests change in one commit, while
 * the quest is locked, so that nobody takes a place for a sum that is gone.
 * @throws HttpError where somebody has a place, or the rules refuse it otherwise.
 */
export async function stopBacking(
  context: Context,
  by: Address,
  { backer, questId }: { readonly backer: Address; readonly questId: string },
  { use, via }: How,
): Promise<FoundRow> {
  return transaction(context.db, async trx => {
    const main = await lockQuest(trx, questId)
    const companion = await findCompanion(trx, questId, backer)
    if (companion === null) throw notABacker()
    const { amount, id } = companion
    const command = { kind: 'stop-backing', by, backer, amount, via } as const
    const row =
      companion.companion_from === uncounted
        ? requireParty(main, by, backer)
        : await changeOne(trx, context, { questId, command, use })
    await changeOne(trx, context, {
      questId: id,
      command: { kind: 'end-companion', by: null, as: 'cancelled' },
    })
    await noteStopped(trx, context, id)
    return row
  })
}

/** A deposit that is not on chain yet is in no sum: ending it changes nothing of the quest. @throws ForbiddenError */
function requireParty(main: FoundRow, by: Address, backer: Address): FoundRow {
  if (by === backer || by === main.giver) return main
  throw new ForbiddenError('Only the backer or the giver of the quest may do this.', { code: 'not-a-party' })
}

/** It ended before its quest, whose backers are those who add to it to the end. */
async function noteStopped(trx: Db, { clock }: Context, id: string): Promise<void> {
  await trx
    .updateTable('quests')
    .set({ companion_stopped_at: clock.now() })
    .where('id', '=', id)
    .where('closed', 'is not', null)
    .execute()
}
