import type { Address } from '../../../ground/address.ts'
import { custodyOf } from '../custody.ts'
import { refund, release, split } from '../endings.ts'
import type { Verdict } from '../quest.ts'
import { liveWork, type Quest } from '../quest.ts'
import { Refusal } from '../refusal.ts'
import type { TenThousandths } from '../ten-thousandths.ts'
import type { Unsigned } from './command.ts'
import { command } from './command.ts'
import { requireGiver, requirePart } from './requirements.ts'

export type OpenDispute = {
  readonly kind: 'dispute'
  readonly by: Address
  readonly farmer: Address
  readonly reason: string
}

export type Outcome =
  | { readonly outcome: 'pay' | 'refund' }
  | { readonly outcome: 'split'; readonly share: TenThousandths }

/** The giver holds a payment, within the review window, for the platform to decide. */
export const openDispute = command<OpenDispute>({
  reads: 'named',
  begins: false,
  scopes: ['give'],
  decide(quest, { by, farmer, reason }, rules) {
    requireGiver(quest, by)
    custodyOf(quest).requireService('the giver', 'dispute(escrow, farmer)')
    const work = requirePart(quest, farmer)
    if (work.status !== 'in-review')
      throw new Refusal('not-in-review', `Only work in review can be disputed; this is ${work.status}.`)
    if (rules.now >= work.endsAt) throw new Refusal('review-over', 'The review window is over.')
    return [{ kind: 'disputed', farmer, by: 'giver', reason, disputeEndsAt: rules.now + rules.disputeMs }]
  },
})

export type Resolve = {
  readonly kind: 'resolve'
  readonly by: Address
  readonly farmer: Address
  readonly reason: string | null
} & Outcome

/** The platform wallet decides a dispute for one side, or gives each a part. */
export const resolve = command<Resolve>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, command, { arbiter }) {
    const { by, farmer, outcome, reason } = command
    if (by !== arbiter) throw new Refusal('arbiter-only', 'Only the platform wallet may resolve a dispute.')
    if (outcome === 'split') custodyOf(quest).requireSplit()
    custodyOf(quest).requireService('the arbiter', 'resolve(escrow, farmer, pay)')
    const { status } = requirePart(quest, farmer)
    if (status !== 'disputed')
      throw new Refusal('not-disputed', `Only disputed work can be resolved; this is ${status}.`)
    return [{ ...endedBy(quest, command), ...(reason !== null && { reason }) }]
  },
})

function endedBy(quest: Quest, command: Resolve) {
  const { farmer } = command
  if (command.outcome === 'split') return split(quest, farmer, command.share)
  return command.outcome === 'pay' ? release(quest, farmer, 'resolved') : refund(quest, farmer, 'resolved')
}

/** `verdict` is the code host's current answer on a disputed merge; null where there is nothing to ask. */
export type EndDispute = Unsigned & { readonly kind: 'end-dispute'; readonly verdict: Verdict | null }

export const endDispute = command<EndDispute>({
  reads: 'named',
  begins: false,
  scopes: [],
  decide(quest, { farmer, verdict }, rules) {
    const work = liveWork(quest, farmer)
    if (work?.status !== 'disputed' || work.dispute.endsAt > rules.now) return []
    return custodyOf(quest).endDispute(work, verdict, rules)
  },
})
