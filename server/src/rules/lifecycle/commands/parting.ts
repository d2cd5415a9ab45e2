import { splitAmount, wholeShare } from '@furrow/sdk/amount'
import type { Address } from '../../../ground/address.ts'
import { custodyOf } from '../custody.ts'
import { agreed } from '../endings.ts'
import type { Disputed, InReview, Quest, Side } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { TenThousandths } from '../ten-thousandths.ts'
import { command } from './command.ts'
import { requirePart } from './requirements.ts'

/** Both sides together, for the same handed-in work: each proposal is a letter to the other. */
const mostProposals = 10

type ProposePart = {
  readonly kind: 'propose-part'
  readonly by: Address
  readonly farmer: Address
  readonly share: TenThousandths
  readonly note: string | null
}

/**
 * Giver or farmer proposes that the farmer gets a part of the reward and the giver the rest. It takes the place of an earlier
 * proposal, of either side, and moves no time: where the other side is silent, the work ends as it would have.
 */
export const proposePart = command<ProposePart>({
  reads: 'named',
  begins: false,
  scopes: ['take', 'give'],
  decide(quest, { by, farmer, share, note }) {
    const side = requireSide(quest, by, farmer)
    const work = requireHandedIn(quest, farmer)
    custodyOf(quest).requireAgreement()
    const [paid, refunded] = splitAmount(quest.amount, quest.token, share)
    if (share <= 0 || share >= wholeShare || paid === '0' || refunded === '0')
      throw new Refusal(
        'share-not-a-part',
        'A part is more than nothing and less than the whole reward: to pay all of it, approve the work.',
      )
    const proposals = (work.offer?.proposals ?? 0) + 1
    if (proposals > mostProposals)
      throw new Refusal(
        'proposals-used-up',
        `Parts of this work were proposed ${mostProposals} times, which is the most: agree to the last one, or let the work end as it would without.`,
      )
    return [{ kind: 'part-proposed', farmer, by: side, share, paid, refunded, note, proposals }]
  },
})

type Agree = {
  readonly kind: 'agree'
  readonly by: Address
  readonly farmer: Address
  /** As it was proposed, in ten-thousandths: a newer proposal is not agreed to unseen. */
  readonly share: number
}

/** The other side agrees: the farmer gets the part and the giver the rest at once. Nobody decided, and nobody lost a dispute. */
export const agree = command<Agree>({
  reads: 'named',
  begins: false,
  scopes: ['take', 'give'],
  decide(quest, { by, farmer, share }) {
    const side = requireSide(quest, by, farmer)
    const { offer } = requireHandedIn(quest, farmer)
    if (offer === null)
      throw new Refusal('nothing-proposed', 'No part of the reward is proposed for this work.')
    if (offer.by === side)
      throw new Refusal('own-proposal', 'You proposed this part yourself: the other side agrees to it.')
    if (offer.share !== share)
      throw new Refusal('quest-changed', 'Another part was proposed meanwhile: read the quest again.')
    return [agreed(quest, farmer, share)]
  },
})

function requireSide(quest: Quest, by: Address, farmer: Address): Side {
  if (by === quest.giver) return 'giver'
  if (by === farmer) return 'farmer'
  throw new Refusal('not-a-party', 'Only the giver and the farmer of this work may do this.')
}

function requireHandedIn(quest: Quest, farmer: Address): InReview | Disputed {
  const work = requirePart(quest, farmer)
  if (work.status === 'in-review' || work.status === 'disputed') return work
  throw new Refusal(
    'not-in-review',
    `Only work in review or in dispute can be divided; this is ${work.status}.`,
  )
}
