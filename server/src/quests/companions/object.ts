import type { Db } from '@furrow/storage/db.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { ForbiddenError } from '../../ground/errors.ts'
import type { HandedIn } from '../../rules/lifecycle/commands/companions.ts'
import type { Via } from '../../rules/lifecycle/commands/sent.ts'
import { type FoundRow, lockQuest } from '../change/lock.ts'
import { readState } from '../change/place-state.ts'
import { teamOf, toEvidence } from '../change/work-rows.ts'
import { changeOne, findCompanion } from './within.ts'

type How = { readonly use: KeyUse | null; readonly via: Via }

/**
 * A backer objects to paying their part alone. The quest is locked meanwhile: what is in review stays so until the objection
 * is written, and no release overtakes it.
 * @throws HttpError where the rules refuse it.
 */
export async function objectToWork(
  context: Context,
  by: Address,
  asked: { readonly questId: string; readonly farmer: Address; readonly reason: string },
  { use, via }: How,
): Promise<FoundRow> {
  const { farmer, questId, reason } = asked
  return transaction(context.db, async trx => {
    const main = await lockQuest(trx, questId)
    const [companion, work] = await Promise.all([
      findCompanion(trx, questId, by),
      readHandedIn(trx, questId, farmer),
    ])
    if (companion === null) throw notABacker()
    const command = { kind: 'object', by, farmer, reason, work, via } as const
    await changeOne(trx, context, { questId: companion.id, command, use })
    return main
  })
}

export function notABacker(): ForbiddenError {
  return new ForbiddenError('You add nothing to the reward of this quest.', { code: 'not-a-backer' })
}

/** null where nothing of this farmer is in review. */
async function readHandedIn(trx: Db, questId: string, farmer: Address): Promise<HandedIn | null> {
  const row = await trx
    .selectFrom('assignments')
    .selectAll()
    .where('quest_id', '=', questId)
    .where('farmer', '=', farmer)
    .executeTakeFirst()
  const isOpen = row?.status === 'in-review' || row?.status === 'disputed'
  if (!isOpen || row.review_started_at === null || row.review_ends_at === null) return null
  return {
    evidence: toEvidence(row),
    acceptedAt: row.accepted_at,
    startedAt: row.review_started_at,
    reviewEndsAt: row.review_ends_at,
    members: teamOf(readState(row.state)).members,
  }
}
