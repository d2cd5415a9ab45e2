import type { QuestStatus } from '@furrow/sdk/contract'
import { isUndecided } from './contest.ts'
import { liveStatuses, type Quest, type Tally } from './quest.ts'

export function countLive(tally: Tally): number {
  return liveStatuses.reduce((sum, status) => sum + tally[status], 0)
}

export function countTaken(tally: Tally): number {
  return countLive(tally) + tally.released + tally.refunded
}

/** Places that nobody has, or had to its end. */
export function countFree({ places, tally }: Pick<Quest, 'places' | 'tally'>): number {
  return places - countTaken(tally)
}

/** Whether farmers may still join, now or when the giver takes some again; places aside. */
export function takesFarmers({ closed, deadline }: Pick<Quest, 'closed' | 'deadline'>, now: number): boolean {
  return closed === null && (deadline === null || now < deadline)
}

/** An undecided contest is not over: its entries wait for the prizes. */
export function isOver(
  quest: Pick<Quest, 'closed' | 'contest' | 'deadline' | 'tally'>,
  now: number,
): boolean {
  if (isUndecided(quest)) return false
  return countLive(quest.tally) === 0 && !takesFarmers(quest, now)
}

export function statusOf(
  quest: Pick<Quest, 'places' | 'tally' | 'closed' | 'contest' | 'deadline' | 'paused'>,
  now: number,
): QuestStatus {
  const { tally, closed } = quest
  if (countFree(quest) > 0 && takesFarmers(quest, now)) return quest.paused ? 'in-progress' : 'open'
  if (quest.contest !== null && isUndecided(quest))
    return quest.contest.disputeEndsAt === null && tally.disputed === 0 ? 'in-review' : 'disputed'
  if (tally.disputed > 0) return 'disputed'
  if (tally.accepted > 0) return 'in-progress'
  if (tally['in-review'] > 0) return 'in-review'
  return closed ?? (tally.released > 0 ? 'completed' : 'cancelled')
}
