import type { MergeHint, Verification } from '@furrow/sdk/contract'
import { checksum } from '../address.ts'
import { change } from '../change/change.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { AssignmentRow } from '../db/tables.ts'
import { isUniqueViolation } from '../db/transaction.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import { readCaller } from './caller.ts'
import { believeHint } from './development.ts'
import { askForFacts } from './facts.ts'
import { type Hint, readHint } from './hint.ts'
import { keepHint } from './kept-hints.ts'
import { findLinked, findProved, type LinkedQuest } from './linked.ts'
import { findProof, type Proof } from './proof.ts'

/**
 * Takes the hint that a pull request was merged, and starts the review window of the work that it proves: from the hint to
 * the facts at the code host, from there to whose work they prove, and with that to the quest. The same pull request
 * proves one piece of work, once; the same hint again gets the same answer. `bearer` is what the caller brought, if
 * anything. A hint that the host could not answer is kept, and tried again.
 * @throws NotFoundError where no open quest is linked to the repository; BadRequestError or ForbiddenError with the
 * reason where the pull request proves nothing; UnavailableError where the host cannot be asked.
 */
export async function verifyMerge(
  context: Context,
  given: MergeHint,
  bearer: string | null = null,
): Promise<Verification> {
  const hint = readHint(given, context.config.codehost?.url ?? null)
  // The database first: a stranger cannot spend the host's quota.
  const proved = await findProved(context.db, hint)
  if (proved !== null) return showVerification(proved)
  const quests = await findLinked(context.db, hint)
  if (quests.length === 0) throw new NotFoundError('No open quest is linked to this repository.')

  try {
    return await record(context, hint, await prove(context, quests, hint, bearer))
  } catch (error) {
    // An equal hint may have been faster.
    const proved = await findProved(context.db, hint)
    if (proved !== null) return showVerification(proved)
    if (context.codehost !== null) await keepHint(context, hint, error)
    throw error
  }
}

async function prove(
  context: Context,
  quests: readonly LinkedQuest[],
  hint: Hint,
  bearer: string | null,
): Promise<Proof> {
  const { codehost } = context
  if (codehost === null) return believeHint(context, quests, hint)
  const caller = await readCaller(context, codehost, bearer)
  return findProof(context, codehost, quests, await askForFacts(codehost, hint, caller))
}

async function record(
  context: Context,
  hint: Hint,
  { questId, farmer, facts }: Proof,
): Promise<Verification> {
  const { db } = context
  const { repoKey, pr: pullRequest } = hint
  const repositoryId = facts?.repositoryId ?? null
  const before = await findProved(db, hint, repositoryId)
  if (before !== null) return showVerification(before)
  await change(context, questId, { kind: 'prove', by: null, farmer, repoKey, pullRequest, facts }).catch(
    error => {
      // It proved other work between the look and the act: on another quest, whose lock is another one.
      if (!isUniqueViolation(error)) throw error
    },
  )
  const after = await findProved(db, hint, repositoryId)
  if (after === null) throw new BadRequestError('This pull request proves other work already.')
  return showVerification(after)
}

function showVerification(row: AssignmentRow): Verification {
  return {
    questId: row.quest_id,
    farmer: checksum(row.farmer),
    // Work that was proved is not given up.
    status: row.status as Verification['status'],
    reviewEndsAt: instant(Number(row.review_ends_at)),
  }
}
