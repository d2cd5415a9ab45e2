import type { MergeHint, Verification } from '@furrow/sdk/contract'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import { isUniqueViolation } from '@furrow/storage/transaction.ts'
import { checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError } from '../../ground/errors.ts'
import { change } from '../change/change.ts'
import { readCaller } from './caller.ts'
import { believeHint } from './development.ts'
import { askForFacts } from './facts.ts'
import { type Hint, readHint } from './hint.ts'
import { keepHint } from './kept-hints.ts'
import { findLinked, findProved, linkedTo } from './linked.ts'
import { lookUp } from './look-up.ts'
import { findProof, type Proof } from './proof.ts'
import type { Teller } from './teller.ts'

/**
 * A hint leads to the facts at the code host, to the farmer whose work they prove, and to the quest's review window. A
 * pull request proves one work, once; the same hint has the same answer. `bearer` is the caller's token. A hint without
 * the host's answer is kept, and tried again.
 * @throws NotFoundError without an open quest there; BadRequestError or ForbiddenError with the reason where it proves
 * nothing; UnavailableError or TooManyRequestsError where the host cannot be asked.
 */
export async function verifyMerge(
  context: Context,
  given: MergeHint,
  teller: Teller,
  bearer: string | null = null,
): Promise<Verification> {
  const { codehost, db } = context
  const hint = readHint(given, context.config.codehost?.url ?? null)
  // The database first, so that strangers cannot spend the host's quota.
  const proved = await findProved(db, hint)
  if (proved !== null) return showVerification(proved)
  const quests = await findLinked(db, hint)
  if (quests.length === 0) throw nothingLinked()
  try {
    if (codehost === null) return await record(context, hint, await believeHint(context, quests, hint))
    const caller = await readCaller(context, codehost, bearer)
    return await lookUp(context, codehost, { hint, quests, teller, caller }, async () => {
      const facts = await askForFacts(codehost, hint, caller)
      const linked = linkedTo(quests, facts.pull.repository.id)
      if (linked.length === 0) throw nothingLinked()
      return record(context, hint, await findProof(context, codehost, linked, facts))
    })
  } catch (error) {
    const proved = await findProved(db, hint)
    if (proved !== null) return showVerification(proved)
    if (codehost !== null) await keepHint(context, hint, error, teller)
    throw error
  }
}

const nothingLinked = () =>
  new NotFoundError('No open quest is linked to this repository.', { code: 'no-linked-quest' })

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
      // It proved other work between the look and the act, on another quest with another lock.
      if (!isUniqueViolation(error)) throw error
    },
  )
  const after = await findProved(db, hint, repositoryId)
  if (after === null)
    throw new BadRequestError('This pull request proves other work already.', { code: 'proved-already' })
  return showVerification(after)
}

function showVerification(row: AssignmentRow): Verification {
  return {
    questId: row.quest_id,
    farmer: checksum(row.farmer),
    // Proved work is not given up.
    status: row.status as Verification['status'],
    reviewEndsAt: instant(Number(row.review_ends_at)),
  }
}
