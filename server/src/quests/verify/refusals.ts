import { instant, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, HttpError } from '../../ground/errors.ts'
import type { Hint } from './hint.ts'
import type { LinkedQuest } from './linked.ts'
import type { Teller } from './teller.ts'

/** Long enough to cost little, and short enough for a merge that follows a refusal. */
const rememberedFor = 2 * minute

/** Each event of any quest of the repository changes it, and may let a pull request prove something. */
export function basisOf(quests: readonly LinkedQuest[]): string {
  const events = quests.reduce((sum, { events }) => sum + events, 0)
  return `${quests.length} ${quests.at(-1)?.id} ${events}`
}

/** It may have been merged since, so it is looked up once more when that moment is over. */
export async function recallRefusal(
  { db, clock }: Context,
  { repoKey, pr }: Hint,
  basis: string,
  teller: Teller,
): Promise<HttpError | null> {
  const row = await db
    .selectFrom('merge_refusals')
    .selectAll()
    .where('repo_key', '=', repoKey)
    .where('pull_request', '=', pr)
    .executeTakeFirst()
  if (row === undefined || row.basis !== basis || row.until <= clock.now()) return null
  if (row.told_again === 0)
    await db
      .updateTable('merge_refusals')
      .set({ told_again: 1, teller: teller.digest })
      .where('repo_key', '=', repoKey)
      .where('pull_request', '=', pr)
      .execute()
  const sentence = `${row.error} The code host said so a moment ago; it is asked again at ${instant(row.until)}.`
  return row.status === 403 ? new ForbiddenError(sentence) : new BadRequestError(sentence)
}

export async function rememberRefusal(
  { db, clock }: Context,
  { repoKey, repository, pr }: Hint,
  basis: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof HttpError) || (error.statusCode !== 400 && error.statusCode !== 403)) return
  const row = {
    basis,
    status: error.statusCode,
    error: error.message,
    told_again: 0,
    teller: '',
    until: clock.now() + rememberedFor,
  }
  await db
    .insertInto('merge_refusals')
    .values({ repo_key: repoKey, repository, pull_request: pr, ...row })
    .onConflict(conflict => conflict.columns(['repo_key', 'pull_request']).doUpdateSet(row))
    .execute()
}
