import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import type { EndDispute, OpenDispute, Resolve } from './commands.ts'
import { custodyOf } from './custody.ts'
import { refund, release, split } from './endings.ts'
import type { QuestEvent } from './events/all.ts'
import { liveWork, type Quest } from './quest.ts'
import { requireGiver, requirePart } from './requirements.ts'
import type { Rules } from './rules.ts'

/** The giver holds a payment, within the review window, for the platform to decide. */
export function openDispute(quest: Quest, { by, farmer, reason }: OpenDispute, rules: Rules): QuestEvent[] {
  requireGiver(quest, by)
  custodyOf(quest).requireService('the giver', 'dispute(escrow, farmer)')
  const work = requirePart(quest, farmer)
  if (work.status !== 'in-review')
    throw new BadRequestError(`Only work in review can be disputed; this is ${work.status}.`)
  if (rules.now >= work.endsAt) throw new BadRequestError('The review window is over.')
  return [{ kind: 'disputed', farmer, by: 'giver', reason, disputeEndsAt: rules.now + rules.disputeMs }]
}

/** The platform wallet decides a dispute, for the one or the other, or gives each a part. */
export function resolve(quest: Quest, command: Resolve, { arbiter }: Rules): QuestEvent[] {
  const { by, farmer, outcome, reason } = command
  if (by !== arbiter) throw new ForbiddenError('Only the platform wallet may resolve a dispute.')
  if (outcome === 'split') custodyOf(quest).requireSplit()
  custodyOf(quest).requireService('the arbiter', 'resolve(escrow, farmer, pay)')
  const { status } = requirePart(quest, farmer)
  if (status !== 'disputed')
    throw new BadRequestError(`Only disputed work can be resolved; this is ${status}.`)
  return [{ ...endedBy(quest, command), ...(reason !== null && { reason }) }]
}

function endedBy(quest: Quest, command: Resolve) {
  const { farmer } = command
  if (command.outcome === 'split') return split(quest, farmer, command.share)
  return command.outcome === 'pay' ? release(quest, farmer, 'resolved') : refund(quest, farmer, 'resolved')
}

/** A dispute that nobody decided ends by itself. */
export function endDispute(quest: Quest, { farmer, verdict }: EndDispute, rules: Rules): QuestEvent[] {
  const work = liveWork(quest, farmer)
  if (work?.status !== 'disputed' || work.dispute.endsAt > rules.now) return []
  return custodyOf(quest).endDispute(work, verdict, rules)
}
