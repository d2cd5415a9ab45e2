import type { MergeHint, Verification } from '@furrow/sdk/contract'
import { checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { AssignmentRow } from '../db/tables.ts'
import { isUniqueViolation, transaction } from '../db/transaction.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../errors.ts'
import { readRepoName } from '../quests/codehost-links.ts'
import { findAssignment } from '../quests/places.ts'
import { lockQuest, settleQuest } from '../quests/quests.ts'
import { believe } from './believe.ts'
import { readCallerProof } from './caller-proof.ts'
import { type Confirmed, confirm } from './confirm.ts'
import type { LinkedQuest } from './find-work.ts'
import { keepHint } from './hints.ts'
import { prove } from './prove.ts'

/**
 * Takes the hint that a pull request was merged, and starts the review window of the work that it proves. The same
 * pull request proves one piece of work, once; the same hint again gets the same answer. `bearer` is what the caller
 * brought, if anything. A hint that the host could not answer is kept, and tried again.
 * @throws NotFoundError where no open quest is linked to the repository; BadRequestError or ForbiddenError with the
 * reason where the pull request proves nothing; UnavailableError where the host cannot be asked.
 */
export async function verifyMerge(
  context: Context,
  { repo, pr }: MergeHint,
  bearer: string | null = null,
): Promise<Verification> {
  const repository = readRepoName(repo, 'repo')
  const repoKey = repository.toLowerCase()
  const proven = await findProven(context.db, repoKey, pr)
  if (proven !== undefined) return showVerification(proven)
  const linked = await findLinked(context.db, repoKey)
  if (linked.length === 0) throw new NotFoundError('No open quest is linked to this repository.')

  const confirmed = await ask(context, linked, { repoKey, repository, pr }, bearer)
  return record(context, confirmed, repoKey, pr)
}

async function ask(
  context: Context,
  linked: readonly LinkedQuest[],
  hint: { repoKey: string; repository: string; pr: number },
  bearer: string | null,
): Promise<Confirmed> {
  const { codehost } = context
  if (codehost === null) {
    const ids = linked.map(({ id }) => id)
    return believe(context, ids, hint.repoKey, hint.pr)
  }
  const proof = await readCallerProof(context, codehost, bearer)
  return confirm(context, codehost, linked, hint.repository, hint.pr, proof).catch(async error => {
    // In the meantime, an equal hint may have been faster.
    const proven = await findProven(context.db, hint.repoKey, hint.pr)
    if (proven !== undefined) return { questId: proven.quest_id, farmer: proven.farmer, merge: null }
    await keepHint(context, hint, error)
    throw error
  })
}

async function record(
  context: Context,
  { questId, farmer, merge }: Confirmed,
  repoKey: string,
  pr: number,
): Promise<Verification> {
  const { db, clock } = context
  const repositoryId = merge?.pull.repository.id
  return transaction(db, async trx => {
    const quest = await lockQuest(trx, questId, clock.now())
    const again = await findProven(trx, repoKey, pr, repositoryId)
    if (again !== undefined) return showVerification(again)
    const assignment = await findAssignment(trx, questId, farmer)
    if (assignment === undefined || (merge !== null && assignment.codehost_id !== merge.authorId))
      throw new ForbiddenError('Its author has not accepted this quest.')
    await prove(trx, context, quest, assignment, { repoKey, pullRequest: pr }, merge)
    await settleQuest(trx, context, quest)
    return showVerification((await findAssignment(trx, questId, farmer)) as AssignmentRow)
  }).catch(async error => {
    // It proved other work between the look and the act: on another quest, whose lock is another one.
    if (!isUniqueViolation(error)) throw error
    const other = await findProven(db, repoKey, pr, repositoryId)
    if (other === undefined) throw new BadRequestError('This pull request proves other work already.')
    return showVerification(other)
  })
}

async function findLinked(db: Db, repoKey: string): Promise<LinkedQuest[]> {
  const rows = await db
    .selectFrom('quests')
    .select(['id', 'giver', 'issue_number'])
    .where('repo_key', '=', repoKey)
    .where('status', 'not in', ['completed', 'cancelled'])
    .orderBy('id')
    .execute()
  return rows.map(({ id, giver, issue_number }) => ({
    id,
    giver,
    issueNumber: issue_number === null ? null : Number(issue_number),
  }))
}

/** By its name; or by the repository's id, since a repository that was renamed has two names. */
async function findProven(
  db: Db,
  repoKey: string,
  pullRequest: number,
  repositoryId?: string,
): Promise<AssignmentRow | undefined> {
  const named = await db
    .selectFrom('assignments')
    .selectAll()
    .where('repo_key', '=', repoKey)
    .where('pull_request', '=', pullRequest)
    .executeTakeFirst()
  if (named !== undefined || repositoryId === undefined) return named
  const merge = await db
    .selectFrom('merges')
    .select(['quest_id', 'farmer'])
    .where('repository_id', '=', repositoryId)
    .where('pull_request', '=', pullRequest)
    .executeTakeFirst()
  return merge && findAssignment(db, merge.quest_id, merge.farmer)
}

function showVerification(row: AssignmentRow): Verification {
  return {
    questId: row.quest_id,
    farmer: checksum(row.farmer),
    status: row.status,
    reviewEndsAt: instant(Number(row.review_ends_at)),
  }
}
