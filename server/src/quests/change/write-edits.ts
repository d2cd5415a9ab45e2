import type { EscrowRow } from '@furrow/storage/escrow-tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Edited } from '../../rules/lifecycle/events/quest-events.ts'
import type { Happened, LoadedQuest } from './loaded-quest.ts'

export type PlannedFunds = Pick<EscrowRow, 'token_address' | 'decimals' | 'amount_each' | 'slots'>

export function writeEdits(writes: Writes, loaded: LoadedQuest): void {
  const { row, quest, rows, happened } = loaded
  const edits = happened.filter((one): one is Happened & { event: Edited } => one.event.kind === 'edited')
  for (const [index, { at, event }] of edits.entries())
    writes.insert('quest_revisions', {
      quest_id: row.id,
      number: quest.revision - edits.length + index + 1,
      at,
      before: JSON.stringify({ ...event.before, ...(event.deposit !== null && { deposit: planOf(loaded) }) }),
      after: JSON.stringify(event.after),
    })
  if (quest.amount === row.amount) return
  const written = new Set(happened.flatMap(({ event }) => ('farmer' in event ? [event.farmer] : [])))
  for (const part of rows.values())
    if (!written.has(part.farmer) && part.amount === quest.amount)
      writes.set('assignments', ['quest_id', 'farmer'], {
        quest_id: row.id,
        farmer: part.farmer,
        amount: part.amount,
      })
}

function planOf({ escrow }: LoadedQuest): PlannedFunds | null {
  if (escrow === null) return null
  const { token_address, decimals, amount_each, slots } = escrow
  return { token_address, decimals, amount_each, slots }
}
