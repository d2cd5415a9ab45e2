import type { Address } from '../../ground/address.ts'
import type { QuestEvent } from './events.ts'
import { type Asked, liveWork, type Quest } from './quest.ts'

/** What the contract is asked for. */
export type Call =
  /** `round`: how often the contract gave the work back before. */
  | { readonly call: Asked; readonly farmer: Address; readonly round: number }
  | { readonly call: 'close'; readonly farmer: null }

/** What the contract is asked for because of the event, and what it need not be asked for any more. */
export function callsOf(
  quest: Quest,
  event: QuestEvent,
): { readonly owed: Call[]; readonly dropped: Call[] } {
  return quest.deposit === null
    ? { owed: [], dropped: [] }
    : { owed: owedFor(quest, event), dropped: droppedFor(quest, event) }
}

function owedFor(quest: Quest, event: QuestEvent): Call[] {
  switch (event.kind) {
    case 'submitted':
      return [{ call: 'propose', farmer: event.farmer, round: roundOf(quest, event.farmer) }]
    case 'merged':
      return [{ call: 'verify', farmer: event.farmer, round: roundOf(quest, event.farmer) }]
    case 'proposed-again':
      return [{ call: 'verify', farmer: event.farmer, round: roundOf(quest, event.farmer) + 1 }]
    case 'payment-asked':
      return [{ call: event.call, farmer: event.farmer, round: 0 }]
    case 'misfunded':
    case 'closing':
      return [{ call: 'close', farmer: null }]
    default:
      return []
  }
}

/** What the contract would refuse for ever. */
function droppedFor(quest: Quest, event: QuestEvent): Call[] {
  const isGone = event.kind === 'refunded' && event.because === 'funds-gone'
  if (!isGone && event.kind !== 'returned' && event.kind !== 'proposed-again') return []
  const { farmer } = event
  return (['propose', 'verify'] as const).map(call => ({ call, farmer, round: roundOf(quest, farmer) }))
}

/** Work that was returned is proposed anew, which is another call. */
function roundOf(quest: Quest, farmer: Address): number {
  return liveWork(quest, farmer)?.round ?? 0
}
