import type { Address } from '../address.ts'
import type { QuestEvent } from './events.ts'
import type { Asked, Quest } from './quest.ts'

/** What the contract is asked for. */
export type Call =
  | { readonly call: Asked; readonly farmer: Address }
  | { readonly call: 'close'; readonly farmer: null }

/** What the contract is asked for because of the event, and what it need not be asked for any more. */
export function callsOf(
  quest: Quest,
  event: QuestEvent,
): { readonly owed: Call[]; readonly dropped: Call[] } {
  return quest.deposit === null
    ? { owed: [], dropped: [] }
    : { owed: owedFor(event), dropped: droppedFor(event) }
}

function owedFor(event: QuestEvent): Call[] {
  switch (event.kind) {
    case 'submitted':
      return [{ call: 'propose', farmer: event.farmer }]
    case 'merged':
      return [{ call: 'verify', farmer: event.farmer }]
    case 'payment-asked':
      return [{ call: event.call, farmer: event.farmer }]
    case 'misfunded':
    case 'closing':
      return [{ call: 'close', farmer: null }]
    default:
      return []
  }
}

/** What the contract would refuse for ever. */
function droppedFor(event: QuestEvent): Call[] {
  if (event.kind !== 'refunded' || event.because !== 'funds-gone') return []
  return (['propose', 'verify'] as const).map(call => ({ call, farmer: event.farmer }))
}
