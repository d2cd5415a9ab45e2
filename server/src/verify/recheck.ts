import { type Address, checksum } from '../address.ts'
import type { CodeHost } from '../clients/codehost/codehost.ts'
import { hour, minute } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { MergeRow, QuestRow, Rail } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { UnavailableError } from '../errors.ts'
import { sendNotice } from '../mail/notices.ts'
import { startDispute } from '../payouts/payouts.ts'
import { findAssignment } from '../quests/places.ts'
import { lockQuest, settleQuest } from '../quests/quests.ts'

const batch = 10
const longestPause = 10 * minute

type Verdict = { readonly kind: 'stands' | 'unknown' } | { readonly kind: 'broken'; readonly reason: string }

/**
 * Looks again at the merges whose work is about to be paid. What stands is cleared for payment; what does not is held
 * as disputed; where the host cannot be asked, payment waits, for as long as a dispute may last at most, and is then
 * disputed too. The host is asked outside the transaction that acts on its answer.
 *
 * On chain only the giver can dispute, and only inside the window: there it is looked at before the window ends, giver and
 * farmer are told what broke, and the service does not ask the contract to pay for as long as a dispute may last.
 */
export async function recheckMerges(context: Context, now = context.clock.now()): Promise<number> {
  const { codehost, config, escrow } = context
  const due = await findDue(context, 'ledger', now, now)
  if (escrow !== null)
    due.push(...(await findDue(context, 'chain', now, now + leadOf(config.reviewWindowMs))))
  const done = await Promise.all(
    due.map(async merge => {
      try {
        return await act(
          context,
          merge,
          codehost === null ? { kind: 'unknown' } : await judge(codehost, merge),
        )
      } catch (error) {
        context.log.error({ err: error, quest: merge.quest_id }, 'a merge could not be checked again')
        return false
      }
    }),
  )
  return done.filter(Boolean).length
}

async function findDue({ db }: Context, rail: Rail, now: number, endsBy: number): Promise<MergeRow[]> {
  return db
    .selectFrom('assignments')
    .innerJoin('merges', join =>
      join
        .onRef('merges.quest_id', '=', 'assignments.quest_id')
        .onRef('merges.farmer', '=', 'assignments.farmer'),
    )
    .selectAll('merges')
    .where('assignments.merge_check', 'in', ['pending', 'unreachable', 'broken'])
    .where('assignments.status', '=', 'in-review')
    .where('assignments.review_ends_at', '<=', endsBy)
    .where('assignments.rail', '=', rail)
    .where('merges.check_at', '<=', now)
    .orderBy('assignments.review_ends_at')
    .orderBy('assignments.quest_id')
    .limit(batch)
    .execute()
}

async function judge(host: CodeHost, merge: MergeRow): Promise<Verdict> {
  try {
    const reason = await findFault(host, merge)
    return reason === null ? { kind: 'stands' } : { kind: 'broken', reason }
  } catch (error) {
    if (error instanceof UnavailableError) return { kind: 'unknown' }
    throw error
  }
}

/** Why a merge proves nothing any more; null where it still does. What the host does not tell counts for nothing. */
async function findFault(host: CodeHost, merge: MergeRow): Promise<string | null> {
  const number = merge.pull_request
  const pull = await host.readPullRequest(merge.repository, number)
  if (pull === null)
    return merge.readable === 1
      ? `Pull request ${number} of ${merge.repository} is gone, or may not be read any more.`
      : null
  if (pull.repository.id !== merge.repository_id)
    return `${merge.repository} is another repository than the one where the work was merged.`
  if (!pull.merged || pull.id !== merge.pull_request_id || pull.author?.id !== merge.author_id)
    return `Pull request ${number} is not what it was when it proved the work.`
  if (merge.merge_sha !== null && pull.mergeSha !== null && pull.mergeSha !== merge.merge_sha)
    return `Pull request ${number} has another merge commit than when it proved the work.`
  if (merge.issue_number !== null) {
    const issue = await host.readIssue(pull.repository.name, Number(merge.issue_number))
    if (issue?.reopened || (issue?.open && merge.issue_closed === 1))
      return `Issue ${merge.issue_number} was opened again after pull request ${number} closed it.`
  }
  if (await host.isUndone(pull)) return `The merge of pull request ${number} was reverted.`
  return null
}

async function act(context: Context, merge: MergeRow, verdict: Verdict): Promise<boolean> {
  const { clock, config, db } = context
  const { quest_id, farmer } = merge
  return transaction(db, async trx => {
    const now = clock.now()
    const quest = await lockQuest(trx, quest_id, now)
    const row = await findAssignment(trx, quest_id, farmer)
    if (row?.status !== 'in-review' || row.merge_check === 'clear') return false
    const waited = now - Number(row.review_ends_at)
    const outcome = waited < config.disputeMs ? verdict : outcomeAtLast(quest, verdict)
    if (outcome.kind === 'broken' && quest.rail === 'ledger')
      await startDispute(trx, context, quest, row, outcome.reason, now + config.disputeMs)
    if (outcome.kind === 'broken' && quest.rail === 'chain' && row.merge_check !== 'broken')
      await warnOnChain(trx, context, quest, farmer, outcome.reason)
    const broken = quest.rail === 'chain' ? 'broken' : 'pending'
    const check = { stands: 'clear', unknown: 'unreachable', broken } as const
    await trx
      .updateTable('assignments')
      .set({ merge_check: check[outcome.kind] })
      .where('quest_id', '=', quest_id)
      .where('farmer', '=', farmer)
      .execute()
    if (outcome.kind === 'unknown' || (outcome.kind === 'broken' && quest.rail === 'chain'))
      await trx
        .updateTable('merges')
        .set({
          tries: merge.tries + 1,
          check_at: now + Math.min(longestPause, (minute / 4) * 2 ** Math.min(merge.tries, 10)),
        })
        .where('quest_id', '=', quest_id)
        .where('farmer', '=', farmer)
        .execute()
    await settleQuest(trx, context, quest)
    return outcome.kind === 'stands' || (outcome.kind === 'broken' && quest.rail === 'ledger')
  })
}

/** Nobody waits for ever: as an undecided dispute over a merge ends, the work is paid. */
function outcomeAtLast({ rail }: QuestRow, verdict: Verdict): Verdict {
  if (rail === 'chain') return { kind: 'stands' }
  if (verdict.kind !== 'unknown') return verdict
  return { kind: 'broken', reason: 'The code host could not be asked whether the merge still stands.' }
}

/** So long before the window ends that the giver can still dispute on chain. */
function leadOf(reviewWindowMs: number): number {
  return Math.min(6 * hour, reviewWindowMs / 4)
}

async function warnOnChain(
  trx: Db,
  context: Context,
  quest: QuestRow,
  farmer: Address,
  reason: string,
): Promise<void> {
  await sendNotice(trx, context, {
    to: [quest.giver, farmer],
    type: 'dispute',
    what: 'In doubt',
    quest,
    body: `${reason} The service does not ask the contract to pay ${checksum(farmer)} now. Only the giver can dispute, with a wallet, before the review window ends.`,
  })
}
