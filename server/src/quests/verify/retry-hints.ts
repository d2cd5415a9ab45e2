import { toLog } from '@furrow/storage/outage.ts'
import type { MergeHintTable } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { HttpError, UnavailableError } from '../../ground/errors.ts'
import { HostBusyError } from './host-budget.ts'
import { isTooOld, pauseOfHint } from './kept-hints.ts'
import { verifyMerge } from './verify.ts'
import { UnknownAuthorError } from './work-of.ts'

const atOnce = 10

export const retryHints: Duty = {
  name: 'try kept hints again',
  soonest: ({ codehost }, until) =>
    codehost === null ? null : sql`(select min(next_at) from merge_hints where next_at <= ${until})`,
  async round(context) {
    const { db, clock, codehost } = context
    if (codehost === null) return 0
    const now = clock.now()
    const due = await db
      .selectFrom('merge_hints')
      .selectAll()
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(atOnce)
      .execute()
    const done = await Promise.all(due.map(hint => retry(context, hint, now)))
    return done.filter(Boolean).length
  },
}

/** @returns whether the hint is done with: it proved something, or never will. */
async function retry(context: Context, hint: MergeHintTable, now: number): Promise<boolean> {
  const { repo_key, pull_request, tries, next_at } = hint
  const { numUpdatedRows } = await context.db
    .updateTable('merge_hints')
    .set({ tries: tries + 1, next_at: now + pauseOfHint({ ...hint, tries: tries + 1 }) })
    .where('repo_key', '=', repo_key)
    .where('pull_request', '=', pull_request)
    .where('tries', '=', tries)
    .where('next_at', '=', next_at)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  if (!isTooOld(hint, now) && (await failsForNow(context, hint, now))) return false
  await context.db
    .deleteFrom('merge_hints')
    .where('repo_key', '=', repo_key)
    .where('pull_request', '=', pull_request)
    .execute()
  return true
}

async function failsForNow(context: Context, hint: MergeHintTable, now: number): Promise<boolean> {
  const { repository, pull_request: pr } = hint
  const teller = { network: null, digest: hint.teller, signed: hint.signed === 1 }
  try {
    await verifyMerge(context, { repo: repository, pr }, teller)
    return false
  } catch (error) {
    if (error instanceof HostBusyError) {
      await putOff(context, hint, now + error.retryAfter * second)
      return true
    }
    if (error instanceof UnknownAuthorError || error instanceof UnavailableError) return true
    if (error instanceof HttpError) return false
    context.log.error({ ...toLog(error), pr }, 'a kept hint could not be tried and will be tried again')
    return true
  }
}

/** The host was not asked, so that was no try. */
async function putOff({ db }: Context, hint: MergeHintTable, next_at: number): Promise<void> {
  await db
    .updateTable('merge_hints')
    .set({ next_at, tries: hint.tries })
    .where('repo_key', '=', hint.repo_key)
    .where('pull_request', '=', hint.pull_request)
    .execute()
}
