import type { MergeHint, Verification } from '@furrow/sdk/contract'
import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { AssignmentRow, QuestRow } from '../db/tables.ts'
import { transaction } from '../db/transaction.ts'
import { BadRequestError, ForbiddenError, NotFoundError, UnavailableError } from '../errors.ts'
import { queueCall } from '../escrow/outbox.ts'
import { startReview } from '../payouts/payouts.ts'
import { readRepo } from '../quests/codehost-links.ts'
import { findAssignment } from '../quests/places.ts'
import { lockQuest, settleQuest } from '../quests/quests.ts'
import { liveStatuses } from '../quests/status.ts'

/**
 * Takes the hint that a pull request was merged, and starts the review window of the work that it proves. The same
 * pull request proves one piece of work, once; the same hint again gets the same answer.
 * @throws NotFoundError where no open quest is linked to the repository; BadRequestError or ForbiddenError with the
 * reason where the pull request proves nothing.
 */
export async function verifyMerge(context: Context, { repo, pr }: MergeHint): Promise<Verification> {
  const repoKey = readRepo(repo, 'repo')
  const proven = await findProven(context.db, repoKey, pr)
  if (proven !== undefined) return showVerification(proven)

  const linked = await context.db
    .selectFrom('quests')
    .select('id')
    .where('repo_key', '=', repoKey)
    .where('status', 'not in', ['completed', 'cancelled'])
    .execute()
  if (linked.length === 0) throw new NotFoundError('No open quest is linked to this repository.')
  const questIds = linked.map(({ id }) => id)
  const { questId, farmer } = await believe(context, questIds, repoKey, pr)

  return transaction(context.db, async trx => {
    const quest = await lockQuest(trx, questId, context.clock.now())
    const again = await findProven(trx, repoKey, pr)
    if (again !== undefined) return showVerification(again)
    const assignment = await findAssignment(trx, questId, farmer)
    if (assignment === undefined) throw new ForbiddenError('Its author has not accepted this quest.')
    await prove(trx, context, quest, assignment, repoKey, pr)
    await settleQuest(trx, context, quest)
    return showVerification((await findAssignment(trx, questId, farmer)) as AssignmentRow)
  })
}

/**
 * The development code host: there is nobody to ask, so the hint is believed, and the work is that of the only farmer
 * who is at it; or it was proved by this very pull request in the meantime.
 */
async function believe(
  { config, db }: Context,
  questIds: readonly string[],
  repoKey: string,
  pr: number,
): Promise<{ questId: string; farmer: Address }> {
  if (config.production)
    throw new UnavailableError('No code host is configured that could confirm the merge.')
  const atWork = await db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer', 'repo_key', 'pull_request'])
    .where('quest_id', 'in', questIds)
    .where('status', 'in', liveStatuses)
    .execute()
  const proven = atWork.find(row => row.repo_key === repoKey && row.pull_request === pr)
  const unproven = atWork.filter(row => row.pull_request === null)
  const work = proven ?? unproven[0]
  if (work === undefined)
    throw new ForbiddenError('Nobody has accepted the quest that this pull request is for.')
  if (proven === undefined && unproven.length > 1)
    throw new BadRequestError('More than one farmer is at work; only a code host can tell whose this is.')
  return { questId: work.quest_id, farmer: work.farmer }
}

/** A merge starts the window of accepted work; work that was handed in already keeps the window that it has. */
async function prove(
  trx: Db,
  context: Context,
  quest: QuestRow,
  assignment: AssignmentRow,
  repoKey: string,
  pullRequest: number,
): Promise<void> {
  if (assignment.status === 'accepted') {
    await startReview(trx, context, quest, assignment, { kind: 'merge', repoKey, pullRequest })
    return
  }
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

async function findProven(db: Db, repoKey: string, pullRequest: number): Promise<AssignmentRow | undefined> {
  return db
    .selectFrom('assignments')
    .selectAll()
    .where('repo_key', '=', repoKey)
    .where('pull_request', '=', pullRequest)
    .executeTakeFirst()
}

function showVerification(row: AssignmentRow): Verification {
  return {
    questId: row.quest_id,
    farmer: checksum(row.farmer),
    status: row.status,
    reviewEndsAt: instant(Number(row.review_ends_at)),
  }
}
