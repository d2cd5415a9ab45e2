import type { AssignmentStatus, QuestStatus } from '@furrow/sdk/contract'
import type { QuestRow } from '../db/tables.ts'

/** How many of a quest's assignments stand in each state. */
export type Counts = Readonly<Partial<Record<AssignmentStatus, number>>>

/** The states in which somebody still waits for something. */
export const liveStatuses = ['accepted', 'in-review', 'disputed'] as const satisfies AssignmentStatus[]

export function countLive(counts: Counts): number {
  return liveStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
}

/** Whether farmers may still join, places aside. */
export function takesFarmers(quest: Pick<QuestRow, 'closed' | 'deadline'>, now: number): boolean {
  return quest.closed === null && (quest.deadline === null || now < quest.deadline)
}

/**
 * A quest's status, from how it was closed and its assignments. `free` is the number of places that nobody has and
 * that were not refunded.
 */
export function statusOf(
  quest: Pick<QuestRow, 'closed' | 'deadline'>,
  counts: Counts,
  free: number,
  now: number,
): QuestStatus {
  if (free > 0 && takesFarmers(quest, now)) return 'open'
  if (counts.disputed) return 'disputed'
  if (counts.accepted) return 'in-progress'
  if (counts['in-review']) return 'in-review'
  return quest.closed ?? (counts.released ? 'completed' : 'cancelled')
}
