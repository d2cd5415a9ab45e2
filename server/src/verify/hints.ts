import { day, hour, minute } from '../clock.ts'
import type { Context } from '../context.ts'
import { HttpError, UnavailableError } from '../errors.ts'
import { UnknownAuthorError } from './find-work.ts'

/** More of one repository are not kept: whoever sends them sends made-up numbers. */
const maxKept = 100
const maxAge = 7 * day
const batch = 10

/**
 * Keeps a hint that failed for a reason that may pass: the host did not answer, or the author has not linked his
 * account yet. Any other failure is final, and nothing is kept.
 */
export async function keepHint(
  { db, clock }: Context,
  hint: { repoKey: string; repository: string; pr: number },
  failure: unknown,
): Promise<void> {
  const authorId = failure instanceof UnknownAuthorError ? failure.authorId : null
  if (authorId === null && !(failure instanceof UnavailableError)) return
  const now = clock.now()
  const { kept } = await db
    .selectFrom('merge_hints')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('repo_key', '=', hint.repoKey)
    .executeTakeFirstOrThrow()
  if (Number(kept) >= maxKept) return
  await db
    .insertInto('merge_hints')
    .values({
      repo_key: hint.repoKey,
      repository: hint.repository,
      pull_request: hint.pr,
      author_id: authorId,
      first_at: now,
      tries: 0,
      next_at: now + (authorId === null ? minute : 6 * hour),
    })
    .onConflict(conflict =>
      conflict.columns(['repo_key', 'pull_request']).doUpdateSet({ author_id: authorId }),
    )
    .execute()
}

/** Tries the kept hints again whose time has come, and says how many are done with. */
export async function retryHints(
  context: Context,
  verify: (context: Context, hint: { repo: string; pr: number }) => Promise<unknown>,
): Promise<number> {
  const { db, clock, codehost } = context
  if (codehost === null) return 0
  const now = clock.now()
  const due = await db
    .selectFrom('merge_hints')
    .selectAll()
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(batch)
    .execute()
  const done = await Promise.all(
    due.map(async ({ repo_key, repository, pull_request, tries, next_at, first_at }) => {
      const that = { repo_key, pull_request }
      // Whoever moves it on has it.
      const { numUpdatedRows } = await db
        .updateTable('merge_hints')
        .set({ tries: tries + 1, next_at: now + Math.min(6 * hour, minute * 2 ** Math.min(tries, 12)) })
        .where(({ and, eb }) => and({ ...that, tries }).and(eb('next_at', '=', next_at)))
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      const mayPass =
        now - first_at < maxAge &&
        (await failsForNow(context, verify, { repo: repository, pr: pull_request }))
      if (mayPass) return false
      await db
        .deleteFrom('merge_hints')
        .where(({ and }) => and(that))
        .execute()
      return true
    }),
  )
  return done.filter(Boolean).length
}

async function failsForNow(
  context: Context,
  verify: (context: Context, hint: { repo: string; pr: number }) => Promise<unknown>,
  hint: { repo: string; pr: number },
): Promise<boolean> {
  try {
    await verify(context, hint)
    return false
  } catch (error) {
    if (error instanceof UnknownAuthorError || error instanceof UnavailableError) return true
    if (error instanceof HttpError) return false
    context.log.error({ err: error, pr: hint.pr }, 'a kept hint could not be tried and will be tried again')
    return true
  }
}
