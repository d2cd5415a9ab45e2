import type { Address } from '../address.ts'
import type { QuestEvent } from './events.ts'
import type { Quest } from './quest.ts'

/** What counts for a person's profile, score and reputation. */
export type Deed =
  | { readonly kind: 'posted'; readonly giver: Address }
  /** `again` where the farmer had a place in this quest before, and gave it up. */
  | { readonly kind: 'accepted'; readonly farmer: Address; readonly again: boolean }
  /** The farmer gave his place back. */
  | { readonly kind: 'withdrawn'; readonly farmer: Address }
  /** The farmer's place has work now, or is no longer his. */
  | { readonly kind: 'unheld'; readonly farmer: Address }
  | Released
  | { readonly kind: 'refunded'; readonly giver: Address }
  | { readonly kind: 'dispute-lost'; readonly loser: Address; readonly as: 'giver' | 'farmer' }
  | Reviewed

/** When it was done, and in which quest. */
export type DeedDone<D extends Deed = Deed> = {
  readonly at: number
  readonly questId: string
  readonly deed: D
}

export type Released = {
  readonly kind: 'released'
  readonly farmer: Address
  readonly giver: Address
  readonly token: string
  readonly amount: string
}

export type Reviewed = {
  readonly kind: 'reviewed'
  readonly reviewer: Address
  readonly reviewee: Address
  readonly role: 'farmer' | 'giver'
  readonly rating: number
  readonly comment: string
}

export function deedsOf(before: Quest, event: QuestEvent): Deed[] {
  const { giver, token, amount } = before
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
    case 'place-cancelled':
    case 'submitted':
      return [{ kind: 'unheld', farmer: event.farmer }]
    case 'merged':
      return unheld(before, event.farmer)
    case 'released':
      return [
        ...unheld(before, event.farmer),
        { kind: 'released', farmer: event.farmer, giver, token, amount },
        ...lost(before, event),
      ]
    case 'refunded':
      return [...unheld(before, event.farmer), { kind: 'refunded', giver }, ...lost(before, event)]
    case 'reviewed':
      return [event]
    default:
      return []
  }
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
