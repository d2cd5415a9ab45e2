import { hour } from '../../ground/clock.ts'
import type { Quest } from './quest.ts'
import { countFree, countLive, takesFarmers } from './status.ts'

/** So long the farmers who were paid for a part have the next one to themselves. */
export const firstRightMs = 72 * hour

/** As much of the part before as the turn of the next one depends on. */
export type PartBefore = {
  readonly quest: Pick<Quest, 'closed' | 'deadline' | 'hidden' | 'places' | 'tally'>
  /** When the first work in it was released; null where none was. */
  readonly releasedAt: number | null
  readonly hasRight: boolean
}

/** `waiting`: the part before may still be paid. `first`: only those who were paid for it, until then. `open`: all. */
export type Turn = { readonly kind: 'open' | 'waiting' } | { readonly kind: 'first'; readonly until: number }

/**
 * A release decides, which no silence of the giver can hold up: a window, the arbiter or the contract releases without them,
 * while a payment waits for their word. A part that can end without a release, because it is over or a moderator has hidden
 * it with nobody at work, holds nothing up either.
 */
export function turnOf({ quest, releasedAt }: PartBefore, now: number): Turn {
  if (releasedAt !== null) {
    const until = releasedAt + firstRightMs
    return now < until ? { kind: 'first', until } : { kind: 'open' }
  }
  if (countLive(quest.tally) > 0) return { kind: 'waiting' }
  const takesNobody = quest.hidden || countFree(quest) <= 0 || !takesFarmers(quest, now)
  return { kind: takesNobody ? 'open' : 'waiting' }
}
