import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { AssignmentRow, QuestRow } from '../db/tables.ts'
import { BadRequestError } from '../errors.ts'
import { queueCall } from '../escrow/outbox.ts'
import { startReview } from '../payouts/payouts.ts'
import type { Merge } from './confirm.ts'

type Named = { readonly repoKey: string; readonly pullRequest: number }

/**
 * A merge starts the window of accepted work; work that was handed in already keeps the window that it has. In a
 * transaction that has locked the quest.
 */
export async function prove(
  trx: Db,
  context: Context,
  quest: QuestRow,
  assignment: AssignmentRow,
  named: Named,
  merge: Merge | null,
): Promise<void> {
  if (assignment.status === 'accepted')
    await startReview(trx, context, quest, assignment, { kind: 'merge', ...named })
  else await proveHandedIn(trx, context, quest, assignment, named)
  if (merge !== null) await keepFacts(trx, context, assignment, merge)
}

async function proveHandedIn(
  trx: Db,
  context: Context,
  quest: QuestRow,
  assignment: AssignmentRow,
  { repoKey, pullRequest }: Named,
): Promise<void> {
  if (assignment.status !== 'in-review' && assignment.status !== 'disputed')
    throw new BadRequestError(`This work is ${assignment.status} already.`)
  if (assignment.pull_request !== null)
    throw new BadRequestError(`Pull request ${assignment.pull_request} proves this work already.`)
  await trx
    .updateTable('assignments')
    .set({ proof: 'merge', repo_key: repoKey, pull_request: pullRequest })
    .where('quest_id', '=', quest.id)
    .where('farmer', '=', assignment.farmer)
    .execute()
  if (quest.rail === 'chain')
    await queueCall(trx, context, {
      kind: 'propose',
      questId: quest.id,
      farmer: assignment.farmer,
      verified: true,
    })
}

/** What was true when the work was proved, to be compared when it is paid. */
async function keepFacts(
  trx: Db,
  { clock }: Context,
  { quest_id, farmer }: AssignmentRow,
  merge: Merge,
): Promise<void> {
  const { pull, mergedAt, authorId, issueNumber } = merge
  await trx
    .insertInto('merges')
    .values({
      quest_id,
      farmer,
      repository_id: pull.repository.id,
      repository: pull.repository.name,
      pull_request: pull.number,
      pull_request_id: pull.id,
      author_id: authorId,
      merged_by_id: pull.mergedBy?.id ?? null,
      merged_at: mergedAt,
      merge_sha: pull.mergeSha,
      base_branch: pull.baseBranch,
      text_hash: createHash('sha256').update(`${pull.title}\n${pull.body}`).digest('hex'),
      issue_number: issueNumber,
      issue_closed: merge.issueClosed ? 1 : 0,
      readable: merge.readable ? 1 : 0,
      seen_at: clock.now(),
      tries: 0,
      check_at: 0,
    })
    .execute()
  await trx
    .updateTable('assignments')
    .set({ merge_check: 'pending' })
    .where('quest_id', '=', quest_id)
    .where('farmer', '=', farmer)
    .execute()
}
