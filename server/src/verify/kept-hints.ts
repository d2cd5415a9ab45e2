import { day, hour, minute } from '../clock.ts'
import type { Context } from '../context.ts'
import type { MergeHintTable } from '../db/tables.ts'
import { UnavailableError } from '../errors.ts'
import type { Hint } from './hint.ts'
import { UnknownAuthorError } from './work-of.ts'

/** More of one repository are not kept: whoever sends them sends made-up numbers. */
const maxKept = 100
const maxAge = 7 * day
const longestPause = 6 * hour

/**
 * Keeps a hint that failed for a reason that may pass: the host did not answer, or the author has not linked his account
 * yet. Any other failure is final, and nothing is kept.
 */
export async function keepHint(
  { db, clock }: Context,
  { repoKey, repository, pr }: Hint,
  failure: unknown,
): Promise<void> {
  const author_id = failure instanceof UnknownAuthorError ? failure.authorId : null
  if (author_id === null && !(failure instanceof UnavailableError)) return
  const now = clock.now()
  const { kept } = await db
    .selectFrom('merge_hints')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('repo_key', '=', repoKey)
    .executeTakeFirstOrThrow()
  if (Number(kept) >= maxKept) return
  const row = {
    repo_key: repoKey,
    repository,
    pull_request: pr,
    author_id,
    first_at: now,
    tries: 0,
    signed: 0,
    teller: '',
  }
  await db
    .insertInto('merge_hints')
    .values({ ...row, next_at: now + pauseOfHint(row) })
    .onConflict(conflict => conflict.columns(['repo_key', 'pull_request']).doUpdateSet({ author_id }))
    .execute()
}

/** Until the next try, twice as long each time. A host comes back by itself; an author who links his account says so. */
export function pauseOfHint({ author_id, tries }: Pick<MergeHintTable, 'author_id' | 'tries'>): number {
  const first = author_id === null ? minute : hour
  return Math.min(longestPause, first * 2 ** Math.min(tries, 12))
}

export function isTooOld({ first_at }: Pick<MergeHintTable, 'first_at'>, now: number): boolean {
  return now - first_at >= maxAge
}
