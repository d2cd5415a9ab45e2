import type { Veto } from '@furrow/sdk/contract'
import { countChange } from '@furrow/storage/revisions.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { noteAct } from '../../access/audit-trail/notes.ts'
import type { Address } from '../../ground/address.ts'
import { never } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { findBallot } from './votes.ts'

/**
 * Keeps a decision from being carried out, with a reason by the Genesis Creator. Between a veto and the service about to
 * carry it out, the first one holds.
 * @throws ForbiddenError for anyone else; NotFoundError; BadRequestError where nothing waits.
 */
export async function veto(context: Context, caller: Address, { proposalId, reason }: Veto): Promise<void> {
  const { clock, config, db } = context
  if (caller !== config.genesisCreator)
    throw new ForbiddenError('Only the Genesis Creator may veto.', { code: 'genesis-creator-only' })
  await findBallot(db, proposalId)
  await transaction(db, async trx => {
    const now = clock.now()
    const { numUpdatedRows } = await trx
      .updateTable('ballots')
      .set({ action_state: 'vetoed', action_at: now, action_reason: reason, due_at: never })
      .where('proposal_id', '=', proposalId)
      .where('action_state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n)
      throw new BadRequestError('No action of this proposal waits to be carried out.', {
        code: 'nothing-to-veto',
      })
    await countChange(trx, 'community_dao')
    const details = { proposal: proposalId, veto: reason }
    await noteAct(trx, now, { kind: 'community-dao', actor: caller, details })
  })
}
