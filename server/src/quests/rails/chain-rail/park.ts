import type { Escrow } from '../../../ground/clients/escrow.ts'
import { minute } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import type { ChainEvent } from '../../../rules/lifecycle/chain-event.ts'
import { toText } from './parked-text.ts'

export async function park(
  { clock, db, log }: Context,
  { id }: Escrow,
  deposit: string,
  event: ChainEvent,
  error: unknown,
): Promise<void> {
  const { hash, logIndex, block, kind } = event
  log.error(
    { err: error, event: kind, hash, deposit },
    'an event of the escrow cannot be applied, and is parked',
  )
  await db
    .insertInto('escrow_parked')
    .values({
      hash,
      log_index: logIndex,
      contract: id,
      escrow: deposit,
      block,
      event: toText(event),
      reason: String(error),
      tries: 0,
      next_at: clock.now() + minute,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
