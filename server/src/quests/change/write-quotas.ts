import type { QuestRow } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import { writeReturns, writeSpends } from '../../access/quotas/spend.ts'
import type { Context } from '../../ground/context.ts'
import { statusOf } from '../../rules/lifecycle/status.ts'
import type { LoadedQuest } from './loaded-quest.ts'

/** Quests that are over leave their giver's quota; applications, and places that were given back, count for the day. */
export function writeQuotas(
  writes: Writes,
  context: Pick<Context, 'config' | 'clock'>,
  loadedQuests: readonly LoadedQuest[],
): void {
  const now = context.clock.now()
  const ended = loadedQuests.filter(({ row, quest }) => !isOver(row.status) && isOver(statusOf(quest, now)))
  writeReturns(
    writes,
    'live-quests',
    ended.map(({ row }) => row.giver),
  )
  const spends = loadedQuests.flatMap(({ happened }) =>
    happened.flatMap(({ event }): Spend[] => {
      if (event.kind === 'withdrawn') return [{ address: event.farmer, kind: 'withdrawals' }]
      return event.kind === 'applied' ? [{ address: event.farmer, kind: 'applications' }] : []
    }),
  )
  writeSpends(writes, context, spends)
}

function isOver(status: QuestRow['status']): boolean {
  return status === 'completed' || status === 'cancelled'
}
