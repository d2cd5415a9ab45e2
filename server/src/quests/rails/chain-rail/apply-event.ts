import type { Escrow } from '../../../ground/clients/escrow.ts'
import type { Context } from '../../../ground/context.ts'
import type { ChainEvent } from '../../../rules/lifecycle/chain-event.ts'
import { change } from '../../change/change.ts'
import { lastFinal } from './last-final.ts'
import { readPlaceOf } from './payees.ts'

/** Anyone may fund anything; deposits of other services are ignored. @throws Error for events that cannot be believed. */
export async function applyEvent(
  context: Context,
  escrow: Escrow,
  deposit: string,
  event: ChainEvent,
): Promise<void> {
  const { id } = escrow
  const row = await context.db
    .selectFrom('escrows')
    .select('quest_id')
    .where('escrow', '=', deposit)
    .where('contract', '=', id)
    .executeTakeFirst()
  if (row === undefined) return
  if (event.kind === 'fund') await requireDeposit(escrow, deposit, event)
  const own = await ofPlace(context, row.quest_id, event)
  await change(context, row.quest_id, { kind: 'mirror', by: null, event: own })
}

/** To the contract the account of a team, or of prizes, is a farmer. */
async function ofPlace({ db }: Context, questId: string, event: ChainEvent): Promise<ChainEvent> {
  if (!('farmer' in event) || event.farmer === null) return event
  return { ...event, farmer: await readPlaceOf(db, questId, event.farmer) }
}

/** A log is the word of one node: work is done for a deposit only where the contract and a second node have it too. */
async function requireDeposit(
  escrow: Escrow,
  deposit: string,
  { token, amountEach, slots }: Extract<ChainEvent, { kind: 'fund' }>,
): Promise<void> {
  const block = lastFinal(escrow).block ?? (await escrow.readHead()).final
  const [state] = await escrow.readStates([{ escrow: deposit as `0x${string}`, farmers: [] }], block)
  const has = state?.deposit ?? null
  if (state?.agreed === false) throw new Error('two RPCs disagree about a deposit that a log tells of')
  if (has === null || has.token !== token || has.amountEach !== amountEach || has.slots !== slots)
    throw new Error('the contract does not have the deposit that a log tells of')
}
