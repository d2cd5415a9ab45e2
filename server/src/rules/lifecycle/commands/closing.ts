import type { Address } from '../../../ground/address.ts'
import { custodyOf } from '../custody.ts'
import { release } from '../endings.ts'
import type { QuestEvent } from '../events/all.ts'
import { isLive, type Live, type Quest } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { Rules } from '../rules.ts'
import { countFree, isOver, statusOf } from '../status.ts'
import { command } from './command.ts'
import { requireNoContest } from './contests.ts'
import { requireGiver } from './requirements.ts'

type Complete = { readonly kind: 'complete'; readonly by: Address }

/** Every farmer with a place is paid, and free places go back to the giver. */
export const complete = command<Complete>({
  reads: 'every',
  begins: false,
  scopes: ['give'],
  decide(quest, { by }, { now }) {
    requireGiver(quest, by)
    if (isClosedAs(quest, 'completed', now)) return []
    requireNoContest(
      quest,
      'A contest is completed by its ranking: rank the entries (action rank) once entriesUntil has passed.',
    )
    const live = liveParts(quest)
    if (live.length > 0) custodyOf(quest).requireService('the giver', 'approve(escrow, farmer)')
    return [...live.map(part => releaseOf(quest, part)), { kind: 'closed', as: 'completed' }]
  },
})

/** For a farmer who handed nothing in here, the giver alone says that the work is done. */
function releaseOf(quest: Quest, { farmer, status }: Live): QuestEvent {
  const released = release(quest, farmer, 'approved')
  return status === 'accepted' ? { ...released, backing: 'idle' } : released
}

type Cancel = { readonly kind: 'cancel'; readonly by: Address }

/** The giver cancels: never with work in review or a payment due, nor around returned work, done for nothing then. */
export const cancel = command<Cancel>({
  reads: 'every',
  begins: false,
  scopes: ['give'],
  decide(quest, { by }, { now }) {
    requireGiver(quest, by)
    if (isClosedAs(quest, 'cancelled', now)) return []
    if (quest.contest !== null && quest.contest.entries > 0)
      throw new Refusal(
        'is-contest',
        'Somebody has entered this contest: it cannot be cancelled any more. Rank the entries, and return the prizes that none deserves, each with a reason.',
      )
    const live = liveParts(quest)
    if (live.some(({ status }) => status !== 'accepted'))
      throw new Refusal(
        'work-in-review',
        'This quest has work in review; approve or dispute it instead of cancelling.',
      )
    if (live.some(({ returned }) => returned !== null))
      throw new Refusal(
        'work-returned',
        'This quest has work that was returned; it can be cancelled once that was handed in and decided, or given up.',
      )
    return [
      ...live.map(({ farmer }) => ({ kind: 'place-cancelled', farmer }) as const),
      { kind: 'closed', as: 'cancelled' },
    ]
  },
})

type PassDeadline = { readonly kind: 'deadline'; readonly by: null }

export const passDeadline = command<PassDeadline>({
  reads: 'none',
  begins: false,
  scopes: [],
  decide(quest, _, { now }) {
    const { closed, deadline } = quest
    return closed === null && deadline !== null && deadline <= now ? [{ kind: 'deadline-passed' }] : []
  },
})

/** Follows every decision: once nothing is under way and nobody can join, free places are given back. */
export function conclude(quest: Quest, { now }: Rules): QuestEvent[] {
  const free = countFree(quest)
  return isOver(quest, now) && free > 0 ? custodyOf(quest).returnPlaces(free) : []
}

function isClosedAs(quest: Quest, closed: 'completed' | 'cancelled', now: number): boolean {
  const status = statusOf(quest, now)
  if (status === closed) return true
  if (status === 'completed' || status === 'cancelled')
    throw new Refusal('quest-over', `This quest is ${status} already.`)
  return false
}

function liveParts({ work }: Quest): Live[] {
  return [...work.values()].filter(isLive)
}
