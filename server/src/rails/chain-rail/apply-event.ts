import { change } from '../../change/change.ts'
import type { Escrow } from '../../clients/escrow.ts'
import type { Context } from '../../context.ts'
import type { ChainEvent } from '../../lifecycle/chain-event.ts'

/** Anyone may fund anything; only what belongs to a quest of this service counts. */
export async function applyEvent(
  context: Context,
  { id }: Pick<Escrow, 'id'>,
  deposit: string,
  event: ChainEvent,
): Promise<void> {
  const row = await context.db
    .selectFrom('escrows')
    .select('quest_id')
    .where('escrow', '=', deposit)
    .where('contract', '=', id)
    .executeTakeFirst()
  if (row !== undefined) await change(context, row.quest_id, { kind: 'mirror', by: null, event })
}
