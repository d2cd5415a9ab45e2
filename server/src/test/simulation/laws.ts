import { toLedger } from '../../ledger/amounts.ts'
import type { QuestEvent, WorkEvent } from '../../lifecycle/events.ts'
import { hasLeft, isLive, type Live, type Quest } from '../../lifecycle/quest.ts'
import type { Rules } from '../../lifecycle/rules.ts'
import { countFree, statusOf } from '../../lifecycle/status.ts'
import type { Village } from './village.ts'

/** What may never happen, said once more in the plainest way, apart from the rules that are to hold it. */
export function requireLawful(quest: Quest, event: QuestEvent, rules: Rules): void {
  if (!('farmer' in event)) return
  const fault = faultOf(quest, event, rules)
  if (fault === null) return
  const work = JSON.stringify(quest.work.get(event.farmer))
  throw new Error(`${event.kind} of ${event.farmer} in ${quest.id}, ${fault}: ${work}`)
}

function faultOf(quest: Quest, event: WorkEvent, { now }: Rules): string | null {
  const work = quest.work.get(event.farmer)
  const isLedger = quest.deposit === null
  switch (event.kind) {
    case 'accepted':
      if (work !== undefined && !hasLeft(work)) return 'who has a place'
      if (countFree(quest) <= 0) return 'without a place'
      if (quest.giver === event.farmer) return 'who is its giver'
      return quest.deposit !== null && quest.deposit.status !== 'funded' ? 'without funds' : null
    case 'released':
    case 'refunded':
      if (work === undefined || !isLive(work)) return 'who has no work'
      return isLedger ? endFault(work, event, now) : null
    case 'disputed':
      if (work?.status !== 'in-review') return 'not in review'
      return isLedger && event.by === 'giver' && work.endsAt <= now ? 'late' : null
    case 'expired':
      return work?.status !== 'accepted' || work.expiresAt > now ? 'early' : null
    default:
      return null
  }
}

function endFault(
  work: Live,
  { kind, because }: Extract<WorkEvent, { kind: 'released' | 'refunded' }>,
  now: number,
): string | null {
  if (kind === 'refunded' && work.status !== 'disputed') return 'undisputed'
  if (because === 'undecided') return work.status !== 'disputed' || work.dispute.endsAt > now ? 'early' : null
  if (because !== 'window-over') return null
  if (work.status !== 'in-review' || work.endsAt > now) return 'early'
  const check = work.evidence.merge?.check ?? 'clear'
  return check === 'clear' ? null : 'not looked at again'
}

/** What holds of a quest after each event. */
export function requireSoundQuest({ books, now }: Village, quest: Quest): void {
  const { tally, work, places, returned } = quest
  const counted = { accepted: 0, 'in-review': 0, disputed: 0, released: 0, refunded: 0 }
  for (const part of work.values()) if (!hasLeft(part)) counted[part.status]++
  for (const status of Object.keys(counted) as (keyof typeof counted)[])
    if (counted[status] !== tally[status]) throw new Error(`${quest.id} counts ${status} wrong`)
  const free = countFree(quest)
  if (free < 0 || returned > free)
    throw new Error(`${quest.id} has ${free} places free, and ${returned} returned`)
  const held = books.held.get(quest.id)
  const left = places - tally.released - tally.refunded - returned
  if (held !== undefined && held !== toLedger(quest.amount) * BigInt(left))
    throw new Error(`${quest.id} holds ${held} for ${left} places`)
  const status = statusOf(quest, now)
  if (quest.deposit === null && (status === 'completed' || status === 'cancelled') && left !== 0)
    throw new Error(`${quest.id} is ${status} and holds ${left} places`)
}
