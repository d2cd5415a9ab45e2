import type { Address } from '../../ground/address.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { custodyOf } from './custody.ts'
import { release } from './endings.ts'
import type { QuestEvent } from './events/all.ts'
import { isLive, type Live, type Quest } from './quest.ts'
import { requireGiver } from './requirements.ts'
import type { Rules } from './rules.ts'
import { countFree, isOver, statusOf } from './status.ts'

/** The giver closes his quest as completed: everyone who has a place is paid, and free places go back to him. */
export function complete(quest: Quest, by: Address, { now }: Rules): QuestEvent[] {
  requireGiver(quest, by)
  if (isClosedAs(quest, 'completed', now)) return []
  const live = liveParts(quest)
  if (live.length > 0) custodyOf(quest).requireService('the giver', 'approve(escrow, farmer)')
  return [...live.map(part => releaseOf(quest, part)), { kind: 'closed', as: 'completed' }]
}

/** Of a farmer who handed nothing in here, the giver alone says that the work is done. */
function releaseOf(quest: Quest, { farmer, status }: Live): QuestEvent {
  const released = release(quest, farmer, 'approved')
  return status === 'accepted' ? { ...released, backing: 'idle' } : released
}

/**
 * The giver cancels his quest: not while any work is under review, never around a payment that is due, and not around work
 * that he returned, whose farmer would have done it for nothing.
 */
export function cancel(quest: Quest, by: Address, { now }: Rules): QuestEvent[] {
  requireGiver(quest, by)
  if (isClosedAs(quest, 'cancelled', now)) return []
  const live = liveParts(quest)
  if (live.some(({ status }) => status !== 'accepted'))
    throw new BadRequestError('This quest has work in review; approve or dispute it instead of cancelling.')
  if (live.some(({ returned }) => returned !== null))
    throw new BadRequestError(
      'This quest has work that was returned; it can be cancelled once that was handed in and decided, or given up.',
    )
  return [
    ...live.map(({ farmer }) => ({ kind: 'place-cancelled', farmer }) as const),
    { kind: 'closed', as: 'cancelled' },
  ]
}

/** A quest whose deadline has passed takes nobody any more. */
export function passDeadline(quest: Quest, { now }: Rules): QuestEvent[] {
  const { closed, deadline } = quest
  return closed === null && deadline !== null && deadline <= now ? [{ kind: 'deadline-passed' }] : []
}

/** What follows from whatever happened: once nothing is under way and nobody can join, free places are given back. */
export function conclude(quest: Quest, { now }: Rules): QuestEvent[] {
  const free = countFree(quest)
  return isOver(quest, now) && free > 0 ? custodyOf(quest).returnPlaces(free) : []
}

function isClosedAs(quest: Quest, closed: 'completed' | 'cancelled', now: number): boolean {
  const status = statusOf(quest, now)
  if (status === closed) return true
  if (status === 'completed' || status === 'cancelled')
    throw new BadRequestError(`This quest is ${status} already.`)
  return false
}

function liveParts({ work }: Quest): Live[] {
  return [...work.values()].filter(isLive)
}
