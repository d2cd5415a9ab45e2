import type { Context } from '../context.ts'
import type { QuestRow } from '../db/tables.ts'
import type { Writes } from '../db/writes.ts'
import { statusOf } from '../lifecycle/status.ts'
import { writeReturns, writeSpends } from '../quotas/spend.ts'
import type { Page } from './page.ts'

/** A quest that is over counts no longer among its giver's; and places that were given back count for the day. */
export function writeQuotas(
  writes: Writes,
  context: Pick<Context, 'config' | 'clock'>,
  pages: readonly Page[],
): void {
  const now = context.clock.now()
  const ended = pages.filter(({ row, quest }) => !isOver(row.status) && isOver(statusOf(quest, now)))
  writeReturns(
    writes,
    'live-quests',
    ended.map(({ row }) => row.giver),
  )
  const withdrawn = pages.flatMap(({ happened }) =>
    happened.flatMap(({ event }) => (event.kind === 'withdrawn' ? [event.farmer] : [])),
  )
  writeSpends(
    writes,
    context,
    withdrawn.map(address => ({ address, kind: 'withdrawals' })),
  )
}

function isOver(status: QuestRow['status']): boolean {
  return status === 'completed' || status === 'cancelled'
}
