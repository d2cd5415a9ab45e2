import { checksum } from '../../ground/address.ts'
import type { QuestEvent } from './events.ts'
import { loud, quiet, type Said } from './notice.ts'
import { isEnded, type Quest } from './quest.ts'

type OfCredit = Extract<QuestEvent, { kind: 'credit-kept' | 'credit-taken' }>

/** What the two are told of money that is decided, and that its receiver did not take. */
export function creditNoticesOf(quest: Quest, event: OfCredit): Said[] {
  const { farmer, side } = event
  const { giver, token } = quest
  const whose = side === 'farmer' ? checksum(farmer) : 'the giver'
  if (event.kind === 'credit-taken') {
    const body =
      side === event.by
        ? `What waited in the escrow contract for ${whose} was taken.`
        : `What had waited in the escrow contract for ${whose} for a year went back to who paid it in. The work stays released, and nothing was paid for it.`
    return [quiet([giver, farmer], 'Taken from the contract', body)]
  }
  const way =
    side === 'farmer'
      ? 'Anybody may have the contract send it once more, and the farmer alone may take it to another address: releaseTo(escrow, receiver)'
      : 'Anybody may have the contract send it once more, and who paid in alone may take it to another address: takeBackTo(escrow, farmer, receiver)'
  const body = `${decisionOf(quest, event)} ${event.amount} ${token} for ${whose} wait in the escrow contract, since that wallet did not take them. ${way}, on the quest's page or at /exit/.`
  return [loud([giver, farmer], 'Decided, and waiting for its receiver', body)]
}

function decisionOf({ work }: Quest, { farmer }: OfCredit): string {
  const part = work.get(farmer)
  if (part === undefined || !isEnded(part)) return 'It is decided.'
  if (part.ending?.because === 'split') return 'The dispute was decided by giving each side a part.'
  if (part.ending?.because === 'conceded') return 'The farmer conceded.'
  return `The dispute was decided for the ${part.status === 'released' ? 'farmer' : 'giver'}.`
}
