import type { Address } from '../../../ground/address.ts'
import { custodyOf } from '../custody.ts'
import { Refusal } from '../refusal.ts'
import { command } from './command.ts'
import { prizesAreFixed, requireNoContest } from './contests.ts'
import { requireGiver, requirePart } from './requirements.ts'

/** After two returns, a giver who wants more pays, or lets somebody else judge. */
const mostReturns = 2

export type ReturnWork = {
  readonly kind: 'return'
  readonly by: Address
  readonly farmer: Address
  readonly note: string
}

/** The farmer gets as long as for a new place, so that a giver who uses nearly the whole window takes none of their time. */
export const returnWork = command<ReturnWork>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer, note }, rules) {
    requireGiver(quest, by)
    const work = requirePart(quest, farmer)
    if (work.status !== 'in-review')
      throw new Refusal('not-in-review', `Only work in review can be returned; this is ${work.status}.`)
    if (work.evidence.merge !== null)
      throw new Refusal(
        'merge-not-returnable',
        'A merged pull request cannot be returned; approve or dispute it.',
      )
    requireNoContest(quest, prizesAreFixed)
    custodyOf(quest).requireReturnable(work)
    if (rules.now >= work.endsAt) throw new Refusal('review-over', 'The review window is over.')
    if ((work.returned?.times ?? 0) >= mostReturns)
      throw new Refusal(
        'returns-used-up',
        `This work was returned ${mostReturns} times, which is the most; approve or dispute it.`,
      )
    return [{ kind: 'returned', farmer, note, expiresAt: rules.now + rules.acceptMs }]
  },
})
