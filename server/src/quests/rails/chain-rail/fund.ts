import type { Db } from '@furrow/storage/db.ts'
import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../../ground/address.ts'
import { DisagreementError } from '../../../ground/clients/agreement.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { DepositState } from '../../../ground/clients/escrow-states.ts'
import type { Context } from '../../../ground/context.ts'
import { BadRequestError, ForbiddenError, UnavailableError } from '../../../ground/errors.ts'
import { change } from '../../change/change.ts'
import { unservedSentence } from './unserved.ts'

/**
 * A deposit that is too new changes nothing yet.
 * @throws ForbiddenError for anyone but the giver; BadRequestError where there is no such deposit, or a wrong one;
 *   UnavailableError where the chain cannot be asked.
 */
export async function fundQuest(context: Context, caller: Address, quest: QuestRow): Promise<void> {
  if (quest.giver !== caller)
    throw new ForbiddenError("Only the quest's giver may do this.", { code: 'giver-only' })
  const row = await findEscrow(context.db, quest.id)
  const escrow = context.escrows.byId(row.contract)
  if (escrow === null) throw new BadRequestError(unservedSentence, { code: 'funds-unserved' })
  if (row.problem !== null) throw new BadRequestError(row.problem, { code: 'deposit-wrong' })
  if (row.status === 'funded') return
  const deposit = await findDeposit(escrow, row)
  if (deposit === null) return
  const { token, amountEach, slots } = deposit
  await change(context, quest.id, { kind: 'take-deposit', by: caller, token, amountEach, slots })
  const { problem } = await findEscrow(context.db, quest.id)
  if (problem !== null) throw new BadRequestError(problem, { code: 'deposit-wrong' })
}

/** null for a deposit that may still go away again. */
async function findDeposit(escrow: Escrow, row: EscrowRow): Promise<DepositState['deposit']> {
  const key = row.escrow as `0x${string}`
  const unreachable = (error: unknown) => {
    throw new UnavailableError('The chain cannot be asked right now.', {
      code: 'chain-unavailable',
      cause: error,
    })
  }
  const head = await escrow.readHead().catch(unreachable)
  if ((await escrow.readDeposit(key, head.number).catch(unreachable)) === null)
    throw new BadRequestError('There is no deposit for this quest on chain yet.', { code: 'no-deposit' })
  const { final } = head
  if (final < 0n) return null
  const [state] = await escrow.readStates([{ escrow: key, farmers: [] }], final).catch(unreachable)
  if (state?.agreed === false) unreachable(new DisagreementError('two RPCs disagree about a deposit'))
  return state?.deposit ?? null
}

async function findEscrow(db: Db, questId: string): Promise<EscrowRow> {
  return db.selectFrom('escrows').selectAll().where('quest_id', '=', questId).executeTakeFirstOrThrow()
}
