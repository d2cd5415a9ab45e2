import { day, minute } from '../../ground/clock.ts'
import type { OutboxRow } from './items.ts'

/** The same as in the trigger that puts letters into the outbox. */
const afterMidnight = 10 * minute

export function dueOf(waits: boolean, now: number): Pick<OutboxRow, 'digest' | 'due_at'> {
  const today = Math.floor(now / day)
  return waits ? { digest: today, due_at: (today + 1) * day + afterMidnight } : { digest: null, due_at: now }
}
