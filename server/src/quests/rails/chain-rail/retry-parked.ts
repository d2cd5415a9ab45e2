import type { Escrow } from '../../../ground/clients/escrow.ts'
import { hour, minute } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import { applyEvent } from './apply-event.ts'
import { fromText } from './parked-text.ts'

const longestPause = 6 * hour
const atOnce = 20

/** Oldest first: later events may have brought what they needed. */
export async function retryParked(context: Context, contract: Escrow): Promise<void> {
  const { clock, db, log } = context
  const due = await db
    .selectFrom('escrow_parked')
    .selectAll()
    .where('contract', '=', contract.id)
    .where('next_at', '<=', clock.now())
    .orderBy('next_at')
    .orderBy('block')
    .orderBy('log_index')
    .limit(atOnce)
    .execute()
  for (const { hash, log_index, escrow, event, tries } of due) {
    try {
      await applyEvent(context, contract, escrow, fromText(event))
      await db
        .deleteFrom('escrow_parked')
        .where('hash', '=', hash)
        .where('log_index', '=', log_index)
        .execute()
      log.info({ hash, log_index }, 'a parked event of the escrow was applied')
    } catch (error) {
      const pause = Math.min(longestPause, minute * 2 ** Math.min(tries + 1, 10))
      await db
        .updateTable('escrow_parked')
        .set({ tries: tries + 1, next_at: clock.now() + pause, reason: String(error) })
        .where('hash', '=', hash)
        .where('log_index', '=', log_index)
        .execute()
    }
  }
}
