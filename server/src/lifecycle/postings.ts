import type { Address } from '../address.ts'
import { toLedger } from '../ledger/amounts.ts'
import type { Posting } from '../ledger/posting.ts'
import type { QuestEvent } from './events.ts'
import type { Quest } from './quest.ts'

/** The books: a promise for every place, and what became of each. */
export function postingsOf(quest: Quest, event: QuestEvent): Posting[] {
  const { id, giver, places } = quest
  switch (event.kind) {
    case 'posted':
      return quest.deposit === null ? [move(quest, `promise:${id}`, places, 'promised', 'held', giver)] : []
    case 'funded':
      return [move(quest, `promise:${id}`, places, 'promised', 'held', giver)]
    case 'released':
      return [move(quest, `release:${id}:${event.farmer}`, 1, 'held', 'released', event.farmer)]
    case 'refunded':
      return [move(quest, `refund:${id}:${event.farmer}`, 1, 'held', 'refunded', giver)]
    case 'places-returned':
      return [move(quest, `close:${id}`, event.places, 'held', 'refunded', giver)]
    default:
      return []
  }
}

function move(
  { id: questId, giver, token, amount }: Quest,
  id: string,
  places: number,
  from: Posting['from']['account'],
  to: Posting['to']['account'],
  party: Address,
): Posting {
  return {
    id,
    questId,
    token,
    from: { account: from, party: giver },
    to: { account: to, party },
    units: toLedger(amount) * BigInt(places),
  }
}
