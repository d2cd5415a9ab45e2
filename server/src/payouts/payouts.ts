import { checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { AssignmentRow, QuestRow } from '../db/tables.ts'
import { queueCall } from '../escrow/outbox.ts'
import { scoreRelease } from '../leaderboard/score.ts'
import { sendNotice } from '../mail/notices.ts'
import { awardForRelease } from '../profile/badges.ts'
import { refundPlaces } from '../quests/quests.ts'
import { liveStatuses } from '../quests/status.ts'
import { toUnits } from './amounts.ts'
import { book } from './ledger.ts'

/** What shows that the work was done. */
export type Proof =
  | { readonly kind: 'merge'; readonly repoKey: string; readonly pullRequest: number }
  | { readonly kind: 'submission'; readonly url: string | null; readonly note: string | null }

/**
 * Starts the review window of accepted work, in a transaction that has locked the quest. Its end is written here,
 * once, and nothing moves it.
 */
export async function startReview(
  trx: Db,
  context: Context,
  quest: QuestRow,
  assignment: AssignmentRow,
  proof: Proof,
): Promise<number> {
  const now = context.clock.now()
  // On chain the contract runs the window, from when the work is proposed to it; until then this is an estimate.
  const reviewEndsAt = now + context.config.reviewWindowMs
  await trx
    .updateTable('assignments')
    .set({
      status: 'in-review',
      proof: proof.kind,
      review_started_at: now,
      review_ends_at: reviewEndsAt,
      ...(proof.kind === 'merge'
        ? { repo_key: proof.repoKey, pull_request: proof.pullRequest }
        : { submission_url: proof.url, submission_note: proof.note }),
    })
    .where('quest_id', '=', quest.id)
    .where('farmer', '=', assignment.farmer)
    .where('status', '=', 'accepted')
    .execute()
  if (quest.rail === 'chain')
    await queueCall(trx, context, {
      kind: 'propose',
      questId: quest.id,
      farmer: assignment.farmer,
      verified: proof.kind === 'merge',
    })
  const who = checksum(assignment.farmer)
  const done =
    proof.kind === 'merge'
      ? `Pull request ${proof.pullRequest} by ${who} was merged.`
      : `${who} handed in the work.`
  await sendNotice(trx, context, {
    to: [quest.giver, assignment.farmer],
    type: 'quest',
    what: 'In review',
    quest,
    body: `${done} Unless the giver disputes, ${rewardOf(quest)} will be released at ${instant(reviewEndsAt)}.`,
  })
  return reviewEndsAt
}

/** Holds a payment for the platform to decide, in a transaction that has locked the quest. */
export async function startDispute(
  trx: Db,
  context: Context,
  quest: QuestRow,
  assignment: AssignmentRow,
  reason: string,
  disputeEndsAt: number,
): Promise<void> {
  await trx
    .updateTable('assignments')
    .set({ status: 'disputed', dispute_reason: reason, dispute_ends_at: disputeEndsAt })
    .where('quest_id', '=', quest.id)
    .where('farmer', '=', assignment.farmer)
    .execute()
  const byDefault = assignment.proof === 'merge' ? 'the work is paid' : 'the giver is refunded'
  await sendNotice(trx, context, {
    to: [quest.giver, assignment.farmer],
    type: 'dispute',
    what: 'Disputed',
    quest,
    body: `The work of ${checksum(assignment.farmer)} is disputed; ${rewardOf(quest)} is held. If nobody decides before ${instant(disputeEndsAt)}, ${byDefault}.\n\nReason: ${reason}`,
  })
}

/** Why work is paid, as the notice tells it. */
export type ReleaseReason = 'window-over' | 'approved' | 'resolved' | 'dispute-over'

const releaseReasons: Readonly<Record<ReleaseReason, string>> = {
  'window-over': 'The review window is over.',
  approved: 'The giver approved the work.',
  resolved: 'The dispute was decided for the farmer.',
  'dispute-over': 'Nobody decided the dispute in time, and a merged pull request proves the work.',
}

/**
 * Pays for a piece of work, once: the state, the books, the scores, the badges and the notices change together, in a
 * transaction that has locked the quest. The caller settles the quest afterwards.
 */
export async function releasePayout(
  trx: Db,
  context: Context,
  quest: QuestRow,
  { farmer }: Pick<AssignmentRow, 'farmer'>,
  reason: ReleaseReason,
): Promise<void> {
  const now = context.clock.now()
  const disputed = reason === 'resolved' || reason === 'dispute-over'
  const { numUpdatedRows } = await trx
    .updateTable('assignments')
    .set({ status: 'released', released_at: now, ...(disputed && { dispute_outcome: 'pay' }) })
    .where('quest_id', '=', quest.id)
    .where('farmer', '=', farmer)
    .where('status', 'in', liveStatuses)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Error(`nothing to release for ${farmer} in ${quest.id}`)

  await book(trx, {
    id: `release:${quest.id}:${farmer}`,
    questId: quest.id,
    token: quest.token,
    at: now,
    from: { account: 'held', party: quest.giver },
    to: { account: 'released', party: farmer },
    units: toUnits(quest.amount),
  })
  await scoreRelease(trx, context, { questId: quest.id, farmer, giver: quest.giver })
  await awardForRelease(trx, { farmer, giver: quest.giver }, now)
  await sendNotice(trx, context, {
    to: [quest.giver, farmer],
    type: disputed ? 'dispute' : 'quest',
    what: 'Released',
    quest,
    body: `${rewardOf(quest)} went to ${checksum(farmer)}. ${releaseReasons[reason]}`,
  })
}

/** Gives the giver back what disputed work would have earned; the caller settles the quest afterwards. */
export async function refundPayout(
  trx: Db,
  context: Context,
  quest: QuestRow,
  { farmer }: Pick<AssignmentRow, 'farmer'>,
  reason: string,
): Promise<void> {
  const now = context.clock.now()
  const { numUpdatedRows } = await trx
    .updateTable('assignments')
    .set({ status: 'refunded', dispute_outcome: 'refund' })
    .where('quest_id', '=', quest.id)
    .where('farmer', '=', farmer)
    .where('status', '=', 'disputed')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new Error(`nothing to refund for ${farmer} in ${quest.id}`)

  await refundPlaces(trx, quest, 1, `refund:${quest.id}:${farmer}`, now)
  await sendNotice(trx, context, {
    to: [quest.giver, farmer],
    type: 'dispute',
    what: 'Refunded',
    quest,
    body: `${rewardOf(quest)} for the work of ${checksum(farmer)} went back to the giver. ${reason}`,
  })
}

export function rewardOf({ amount, token }: Pick<QuestRow, 'amount' | 'token'>): string {
  return `${amount} ${token}`
}
