import type { Address } from '../../../ground/address.ts'
import { custodyOf } from '../custody.ts'
import { refund } from '../endings.ts'
import type { Disputed, Quest } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import { command } from './command.ts'
import { prizesAreFixed, requireNoContest } from './contests.ts'
import { requirePart, requireShown } from './requirements.ts'

const mostEvidence = 10

export type Answer = {
  readonly kind: 'answer'
  readonly by: Address
  readonly url: string | null
  readonly note: string | null
}

/** The farmer answers the dispute, once. */
export const answer = command<Answer>({
  reads: 'own',
  begins: false,
  scopes: ['take'],
  decide(quest, { by: farmer, url, note }) {
    requireShown({ url, note }, 'Say what you answer: note, url, or both.')
    const { dispute } = requireDisputed(quest, farmer, 'answered')
    if (dispute.answer !== null)
      throw new Refusal(
        'answered-already',
        'You have answered already; what else there is to show can be added as evidence.',
      )
    return [{ kind: 'answered', farmer, url, note }]
  },
})

export type AddEvidence = {
  readonly kind: 'add-evidence'
  readonly by: Address
  readonly farmer: Address
  readonly url: string | null
  readonly note: string | null
}

/** Either side shows evidence to the judge, while the dispute is open. */
export const addEvidence = command<AddEvidence>({
  reads: 'named',
  begins: false,
  scopes: ['take', 'give'],
  decide(quest, { by, farmer, url, note }) {
    const role = by === quest.giver ? 'giver' : 'farmer'
    if (role === 'farmer' && by !== farmer)
      throw new Refusal('not-a-party', 'Only the two parties of a dispute may add evidence.')
    requireShown({ url, note }, 'Say what the evidence is: note, url, or both.')
    const { evidence } = requireDisputed(quest, farmer, 'shown evidence for').dispute
    if (evidence[role] >= mostEvidence)
      throw new Refusal(
        'evidence-full',
        `You have added ${mostEvidence} pieces of evidence, which is the most.`,
      )
    const number = evidence.giver + evidence.farmer + 1
    return [{ kind: 'evidence-added', farmer, role, number, url, note }]
  },
})

export type Concede = { readonly kind: 'concede'; readonly by: Address }

/** The farmer gives in to the giver. Nobody decided, and nobody lost. */
export const concede = command<Concede>({
  reads: 'own',
  begins: false,
  scopes: ['take'],
  decide(quest, { by: farmer }) {
    const work = requireDisputed(quest, farmer, 'conceded')
    requireNoContest(quest, prizesAreFixed)
    custodyOf(quest).requireConcession(work)
    return [refund(quest, farmer, 'conceded')]
  },
})

function requireDisputed(quest: Quest, farmer: Disputed['farmer'], done: string): Disputed {
  const work = requirePart(quest, farmer)
  if (work.status === 'disputed') return work
  throw new Refusal('not-disputed', `Only disputed work can be ${done}; this is ${work.status}.`)
}
