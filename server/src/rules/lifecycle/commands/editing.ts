import type { Address } from '../../../ground/address.ts'
import { toLedger } from '../../ledger/amounts.ts'
import type { DepositPlan } from '../events/quest-events.ts'
import type { Quest } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import { rewardTextOf } from '../reward-text.ts'
import { countTaken, statusOf } from '../status.ts'
import { differing, type Terms, termKeys, termNames } from '../terms.ts'
import { command } from './command.ts'
import { requireNoContest } from './contests.ts'
import { requireGiver } from './requirements.ts'

/** When the quest was last updated, as its reader saw it; and, once looked up, the number of edits in that state. */
export type TermsAsRead = { readonly updatedAt: number; readonly revision: number | null }

/** Earlier terms are kept for ever. */
const mostRevisions = 100

export type Edit = {
  readonly kind: 'edit'
  readonly by: Address
  readonly expected: number
  readonly terms: Terms
  /** The new deposit; null where that is not on chain, or stays the same. */
  readonly deposit: DepositPlan | null
}

/** Terms change while nobody relies on them, then only for the better. @throws Refusal where the giver read others. */
export const edit = command<Edit>({
  reads: 'every',
  needs: ['backers'],
  begins: true,
  scopes: ['give'],
  decide(quest, { by, expected, terms, deposit }, rules, { backers }) {
    requireGiver(quest, by)
    requireNoContest(
      quest,
      'The terms of a contest stay as they were posted: answer questions in the comments, or cancel it before anybody has entered.',
    )
    requireUnchanged(quest, expected)
    const after = differing(terms, quest)
    if (Object.keys(after).length === 0) return []
    const status = statusOf(quest, rules.now)
    if (quest.closed !== null || status === 'completed' || status === 'cancelled')
      throw new Refusal('quest-over', 'This quest is over, and cannot be changed any more.')
    if (quest.revision >= mostRevisions)
      throw new Refusal('revisions-used-up', `A quest can be changed at most ${mostRevisions} times.`)
    if (typeof after.deadline === 'number' && after.deadline <= rules.now)
      throw new Refusal('deadline-past', 'deadline must be in the future.')
    requireForBackers(quest, after)
    if (!isUnreliedOn(quest)) for (const key of termKeys) if (key in after) requireBetter(quest, terms, key)
    const plan = changesFunds(after) && quest.deposit !== null ? requirePlan(quest, deposit) : null
    return [{ kind: 'edited', before: differing(quest, terms), after, deposit: plan, backers }]
  },
})

export function requireUnchanged({ updatedAt }: Pick<Quest, 'updatedAt'>, expected: number): void {
  if (updatedAt !== expected)
    throw new Refusal(
      'quest-changed',
      'This quest has changed since you read it; look at it as it is now, and try again.',
    )
}

/** Farmers agree to the terms alone: others may have taken places since. @throws Refusal where the terms may have changed. */
export function requireTermsAsRead({ updatedAt, revision }: Quest, read: TermsAsRead | null): void {
  if (read === null || revision === 0 || revision === read.revision) return
  requireUnchanged({ updatedAt }, read.updatedAt)
}

function isUnreliedOn(quest: Quest): boolean {
  return countTaken(quest.tally) === 0 && quest.waiting === 0
}

export function changesFunds(changes: Partial<Terms>): boolean {
  return 'amount' in changes || 'token' in changes || 'places' in changes
}

/** Backers promised an amount of one token for each of these places. @throws Refusal */
function requireForBackers({ backers }: Quest, after: Partial<Terms>): void {
  if (backers.count > 0 && ('token' in after || 'places' in after))
    throw new Refusal(
      'quest-backed',
      'Others add to the reward of this quest, for each of its places and in its token: both stay as they are. While nobody has a place, you may end what they add.',
    )
}

/** @throws Refusal for a change that is no advantage for farmers who accepted the quest as it is. */
function requireBetter(now: Terms, next: Terms, key: keyof Terms): void {
  const fault = faultOf(now, next, key)
  if (fault !== null)
    throw new Refusal('terms-worsened', `Farmers rely on this quest: ${termNames[key]} ${fault}.`)
}

function faultOf(now: Terms, next: Terms, key: keyof Terms): string | null {
  switch (key) {
    case 'description':
      return next.description.startsWith(now.description) ? null : 'can only be added to'
    case 'amount':
      return toLedger(next.amount) > toLedger(now.amount) ? null : 'can only be raised'
    case 'places':
      return next.places > now.places ? null : 'can only be raised'
    case 'deadline': {
      const isLater = now.deadline !== null && (next.deadline === null || next.deadline > now.deadline)
      return isLater ? null : 'can only be made later, or taken away'
    }
    case 'questions':
      // They are put to those who apply from now on; an answer keeps its question.
      return null
    case 'reward':
      return next.reward === rewardTextOf(now, next) ? null : 'follows from rewardAmount'
    default:
      return 'cannot change any more'
  }
}

/** On chain, the contract holds reward and places as they were paid in, and cannot change them. */
function requirePlan({ deposit }: Quest, plan: Edit['deposit']): NonNullable<Edit['deposit']> {
  if (deposit?.status === 'unfunded' && deposit.problem === null && !deposit.closing && plan !== null)
    return plan
  throw new Refusal(
    'funds-fixed',
    'The funds of this quest are on chain: its reward and its places are what was paid in, and the contract cannot change them.',
  )
}
