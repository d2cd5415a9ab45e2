import { wholeShare } from '@furrow/sdk/amount'
import type { Address } from '../../ground/address.ts'
import { isReclaim } from './credits.ts'
import type { QuestEvent } from './events.ts'
import type { Quest } from './quest.ts'
import { isTakenBack, makesCount, type PaymentEvent } from './shown-payments.ts'
import { isProof, standingMerge } from './worth.ts'

/** What counts for a person's profile, score and reputation. */
export type Deed =
  | { readonly kind: 'posted'; readonly giver: Address }
  /** `again` where the farmer had a place in this quest before, and gave it up. */
  | { readonly kind: 'accepted'; readonly farmer: Address; readonly again: boolean }
  /** The farmer gave his place back. */
  | { readonly kind: 'withdrawn'; readonly farmer: Address }
  /** The farmer's place has no work any more: it was returned. */
  | { readonly kind: 'held'; readonly farmer: Address }
  /** The farmer's place has work now, or is no longer his. */
  | { readonly kind: 'unheld'; readonly farmer: Address }
  | Released
  | Settled
  | { readonly kind: 'refunded'; readonly giver: Address }
  | { readonly kind: 'dispute-lost'; readonly loser: Address; readonly as: 'giver' | 'farmer' }
  | Reviewed

/** When it was done, and in which quest. */
export type DeedDone<D extends Deed = Deed> = {
  readonly at: number
  readonly questId: string
  /** Of the quest: what boards are filtered by; the skills as JSON. */
  readonly about: { readonly skills: string; readonly token: string }
  readonly deed: D
}

export type Released = {
  readonly kind: 'released'
  readonly farmer: Address
  readonly giver: Address
  readonly token: string
  /** What was paid. */
  readonly amount: string
  /** How much of what the place cost that is, in ten-thousandths. */
  readonly share: number
  /** Whether it counts for points. */
  readonly counts: boolean
  /** Whether nothing proves it, and it counts all the same. */
  readonly recorded: boolean
  /** Of a merge that proves it, whose and where. */
  readonly source: string | null
}

/** The payment of released work counts; or counts no more. */
export type Settled = Omit<Released, 'kind' | 'counts' | 'recorded' | 'source'> & {
  /** When it came to count for points by that; null where it counted without, or does not. */
  readonly countedAt: number | null
} & (
    | { readonly kind: 'settled' }
    /** Who paid in took back what the contract had kept for the farmer for a year. */
    | { readonly kind: 'reclaimed' }
    /** `because`: what happened to the payment. */
    | { readonly kind: 'unsettled'; readonly because: QuestEvent['kind'] }
  )

export type Reviewed = {
  readonly kind: 'reviewed'
  readonly reviewer: Address
  readonly reviewee: Address
  readonly role: 'farmer' | 'giver'
  readonly rating: number
  readonly comment: string
  /** Whether it is of work that counts for points. */
  readonly counts: boolean
}

export function deedsOf(before: Quest, event: QuestEvent, at: number): Deed[] {
  const { giver, token } = before
  switch (event.kind) {
    case 'posted':
      return [{ kind: 'posted', giver }]
    case 'accepted':
      return [{ kind: 'accepted', farmer: event.farmer, again: before.work.has(event.farmer) }]
    case 'withdrawn':
      return [
        { kind: 'unheld', farmer: event.farmer },
        { kind: 'withdrawn', farmer: event.farmer },
      ]
    case 'expired':
    case 'removed':
    case 'place-cancelled':
    case 'submitted':
      return [{ kind: 'unheld', farmer: event.farmer }]
    case 'returned':
      return [{ kind: 'held', farmer: event.farmer }]
    case 'merged':
      return unheld(before, event.farmer)
    case 'released':
      return [
        ...unheld(before, event.farmer),
        {
          kind: 'released',
          farmer: event.farmer,
          giver,
          token,
          amount: event.paid,
          ...worthOf(before, event),
          share: event.share ?? wholeShare,
        },
        ...lost(before, event),
      ]
    case 'refunded':
      return [...unheld(before, event.farmer), { kind: 'refunded', giver }, ...lost(before, event)]
    case 'credit-taken':
      return takenBack(before, event)
    case 'payment-shown':
    case 'payment-found':
    case 'payment-settled':
    case 'payment-denied':
    case 'payment-reorganised':
    case 'payment-refused':
      return settled(before, event, at)
    case 'reviewed': {
      const farmer = event.role === 'farmer' ? event.reviewee : event.reviewer
      const work = before.work.get(farmer)
      return [{ ...event, counts: work?.status === 'released' && work.worth?.counts === true }]
    }
    default:
      return []
  }
}

function worthOf(
  { work }: Quest,
  { farmer, backing, counts = true }: Extract<QuestEvent, { kind: 'released' }>,
): Pick<Released, 'counts' | 'recorded' | 'source'> {
  const source = backing === 'merge' ? (standingMerge(work.get(farmer))?.source ?? null) : null
  return { counts, recorded: backing !== undefined && !isProof(backing), source }
}

function settled(quest: Quest, event: PaymentEvent & { farmer: Address }, at: number): Deed[] {
  const { giver, token, amount, work } = quest
  const { farmer } = event
  const part = work.get(farmer)
  if (part?.status !== 'released' || part.worth === null) return []
  const about = { farmer, giver, token, amount: part.paid ?? amount, share: part.ending?.share ?? wholeShare }
  if (event.kind === 'payment-settled')
    return [{ kind: 'settled', ...about, countedAt: makesCount(part.worth) ? at : null }]
  return isTakenBack(event, part.worth)
    ? [{ kind: 'unsettled', ...about, countedAt: part.worth.countedAt, because: event.kind }]
    : []
}

/** What counted since its release counts no more, and neither does what came of it. */
function takenBack(quest: Quest, event: Extract<QuestEvent, { kind: 'credit-taken' }>): Deed[] {
  const { giver, token, work } = quest
  const part = work.get(event.farmer)
  if (!isReclaim(part, event)) return []
  const { endedAt, ending, paid, worth } = part
  return [
    {
      kind: 'reclaimed',
      farmer: event.farmer,
      giver,
      token,
      amount: paid ?? '0',
      share: ending?.share ?? wholeShare,
      countedAt: worth?.counts ? (worth.countedAt ?? endedAt) : null,
    },
  ]
}

function unheld({ work }: Quest, farmer: Address): Deed[] {
  return work.get(farmer)?.status === 'accepted' ? [{ kind: 'unheld', farmer }] : []
}

/**
 * Who lost a dispute that was decided. A giver loses only what he began himself; a farmer also where his merge was taken
 * back. Where only the code host could not be asked, nobody doubted anything.
 */
function lost({ giver, work }: Quest, event: Extract<QuestEvent, { kind: 'released' | 'refunded' }>): Deed[] {
  const before = work.get(event.farmer)
  const decided = event.because === 'resolved' || event.because === 'undecided'
  if (before?.status !== 'disputed' || !decided) return []
  const { by } = before.dispute
  if (event.kind === 'released')
    return by === 'giver' ? [{ kind: 'dispute-lost', loser: giver, as: 'giver' }] : []
  return by === 'outage' ? [] : [{ kind: 'dispute-lost', loser: event.farmer, as: 'farmer' }]
}
