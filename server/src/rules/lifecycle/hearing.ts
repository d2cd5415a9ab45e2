import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import type { AddEvidence, Answer, Concede } from './commands.ts'
import { custodyOf } from './custody.ts'
import { refund } from './endings.ts'
import type { QuestEvent } from './events/all.ts'
import type { Disputed, Quest } from './quest.ts'
import { requirePart, requireShown } from './requirements.ts'

/** How many pieces of evidence each side may add. */
const mostEvidence = 10

/** The farmer says what he has to say to the dispute, once. */
export function answer(quest: Quest, { by: farmer, url, note }: Answer): QuestEvent[] {
  requireShown({ url, note }, 'Say what you answer: note, url, or both.')
  const { dispute } = requireDisputed(quest, farmer, 'answered')
  if (dispute.answer !== null)
    throw new BadRequestError(
      'You have answered already; what else there is to show can be added as evidence.',
    )
  return [{ kind: 'answered', farmer, url, note }]
}

/** Either side shows something to whoever decides, while that is open. */
export function addEvidence(quest: Quest, { by, farmer, url, note }: AddEvidence): QuestEvent[] {
  const role = by === quest.giver ? 'giver' : 'farmer'
  if (role === 'farmer' && by !== farmer)
    throw new ForbiddenError('Only the two parties of a dispute may add evidence.')
  requireShown({ url, note }, 'Say what the evidence is: note, url, or both.')
  const { evidence } = requireDisputed(quest, farmer, 'shown evidence for').dispute
  if (evidence[role] >= mostEvidence)
    throw new BadRequestError(`You have added ${mostEvidence} pieces of evidence, which is the most.`)
  const number = evidence.giver + evidence.farmer + 1
  return [{ kind: 'evidence-added', farmer, role, number, url, note }]
}

/** The farmer lets the giver have it. Nobody decided, and nobody lost. */
export function concede(quest: Quest, { by: farmer }: Concede): QuestEvent[] {
  requireDisputed(quest, farmer, 'conceded')
  custodyOf(quest).requireConcession()
  return [refund(quest, farmer, 'conceded')]
}

function requireDisputed(quest: Quest, farmer: Disputed['farmer'], done: string): Disputed {
  const work = requirePart(quest, farmer)
  if (work.status === 'disputed') return work
  throw new BadRequestError(`Only disputed work can be ${done}; this is ${work.status}.`)
}
