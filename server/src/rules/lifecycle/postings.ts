import type { Address } from '../../ground/address.ts'
import { toLedger } from '../ledger/amounts.ts'
import type { Posting } from '../ledger/posting.ts'
import { isReclaim } from './credits.ts'
import type { Edited, QuestEvent, WorkEvent } from './events.ts'
import type { Quest } from './quest.ts'
import { openUnits } from './sums.ts'

/** The books: a promise for every place, and what became of each. */
export function postingsOf(quest: Quest, event: QuestEvent): Posting[] {
  const { id, giver, amount } = quest
  switch (event.kind) {
    case 'posted':
      return quest.deposit === null
        ? [move(quest, `promise:${id}`, quest.sums.promised, 'promised', 'held', giver)]
        : []
    case 'funded':
      return [move(quest, `promise:${id}`, quest.sums.promised, 'promised', 'held', giver)]
    case 'released':
      return [
        move(quest, `release:${id}:${event.farmer}`, toLedger(event.paid), 'held', 'released', event.farmer),
        ...refunds(quest, event),
      ]
    case 'refunded':
      return refunds(quest, event)
    case 'credit-taken':
      return takenBack(quest, event)
    case 'places-returned':
      return [move(quest, `close:${id}`, toLedger(amount) * BigInt(event.places), 'held', 'refunded', giver)]
    case 'edited':
      return quest.deposit === null ? editOf(quest, event) : []
    default:
      return []
  }
}

/** What is held for the open places becomes what they cost since: more is promised, or less. */
function editOf(quest: Quest, event: Edited): Posting[] {
  const { id: questId, giver: party } = quest
  const after = { ...quest, ...event.after }
  const isSameToken = after.token === quest.token
  const [before, next] = [openUnits(quest), openUnits(after)]
  const number = quest.revision + 1
  const promised = { account: 'promised', party } as const
  const held = { account: 'held', party } as const
  const more = isSameToken ? next - before : next
  const less = isSameToken ? before - next : before
  const raise = { id: `raise:${questId}:${number}`, questId, token: after.token, from: promised, to: held }
  const lower = { id: `lower:${questId}:${number}`, questId, token: quest.token, from: held, to: promised }
  return [
    ...(less > 0n ? [{ ...lower, units: less }] : []),
    ...(more > 0n ? [{ ...raise, units: more }] : []),
  ]
}

/** A payment of the whole is not also a refund of nothing. */
function refunds(
  quest: Quest,
  { kind, farmer, refunded }: Extract<WorkEvent, { kind: 'released' | 'refunded' }>,
): Posting[] {
  const units = toLedger(refunded)
  if (kind === 'released' && units === 0n) return []
  return [move(quest, `refund:${quest.id}:${farmer}`, units, 'held', 'refunded', quest.giver)]
}

/** What was released, and left in the contract for a year, is the giver's again: nothing that was booked is altered. */
function takenBack(quest: Quest, event: Extract<WorkEvent, { kind: 'credit-taken' }>): Posting[] {
  const { id: questId, giver, token } = quest
  const { farmer } = event
  const work = quest.work.get(farmer)
  if (!isReclaim(work, event)) return []
  const from = { account: 'released', party: farmer } as const
  const to = { account: 'refunded', party: giver } as const
  return [{ id: `reclaim:${questId}:${farmer}`, questId, token, from, to, units: toLedger(work.paid ?? '0') }]
}

function move(
  { id: questId, giver, token }: Quest,
  id: string,
  units: bigint,
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
    units,
  }
}
