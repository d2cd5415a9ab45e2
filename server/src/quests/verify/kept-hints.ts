import type { Db } from '@furrow/storage/db.ts'
import type { MergeHintTable } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { day, hour, minute, second } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { UnavailableError } from '../../ground/errors.ts'
import type { Hint } from './hint.ts'
import { HostBusyError } from './host-budget.ts'
import { ProofRefusal, type Refused } from './proof-refusal.ts'
import type { Teller } from './teller.ts'
import { UnknownAuthorError } from './work-of.ts'

/** More hints of one repository are not kept without a signature: so many are made up. */
const maxKept = 100
const maxAge = 7 * day
const longestPause = 6 * hour

/** A host tells of a merge before all of it knows: its own word is looked up once more, a minute later. */
const soonKnown: readonly Refused[] = ['merge-needed', 'closes-no-issue']

/** Only for a reason that may pass: no answer, no quota, or an author who has not linked their account yet. */
export async function keepHint(
  { db, clock }: Context,
  { repoKey, repository, pr }: Hint,
  failure: unknown,
  { digest: teller, signed }: Teller,
): Promise<void> {
  const author_id = failure instanceof UnknownAuthorError ? failure.authorId : null
  const isBusy = failure instanceof HostBusyError
  const isEarly = signed && failure instanceof ProofRefusal && soonKnown.includes(failure.fault)
  if (author_id === null && !isBusy && !isEarly && !(failure instanceof UnavailableError)) return
  const now = clock.now()
  const pause = isBusy ? failure.retryAfter * second : pauseOfHint({ author_id, tries: 0 })
  const hint = { repo_key: repoKey, repository, pull_request: pr, author_id }
  const row = { ...hint, first_at: now, tries: 0, next_at: now + pause, signed: signed ? 1 : 0, teller }
  await transaction(db, async trx => {
    const { numInsertedOrUpdatedRows: inserted = 0n } = await trx
      .insertInto('merge_hints')
      .values(row)
      .onConflict(conflict => conflict.columns(['repo_key', 'pull_request']).doNothing())
      .executeTakeFirst()
    if (inserted > 0n) await makeRoom(trx, repoKey)
    else if (!isBusy)
      await trx
        .updateTable('merge_hints')
        .set({ author_id, ...(signed && { signed: 1 }) })
        .where('repo_key', '=', repoKey)
        .where('pull_request', '=', pr)
        .execute()
  })
}

/** A network that makes up numbers by the hundred pushes out its own, and not the one hint of another. Signed ones stay. */
async function makeRoom(trx: Db, repoKey: string): Promise<void> {
  const kept = await trx
    .selectFrom('merge_hints')
    .select(['pull_request', 'teller'])
    .where('repo_key', '=', repoKey)
    .where('signed', '=', 0)
    .orderBy('first_at')
    .orderBy('pull_request')
    .execute()
  if (kept.length <= maxKept) return
  const [most] = [...Map.groupBy(kept, ({ teller }) => teller).values()].toSorted(
    (a, b) => b.length - a.length,
  )
  const gone = most?.slice(0, kept.length - maxKept).map(({ pull_request }) => pull_request) ?? []
  await trx
    .deleteFrom('merge_hints')
    .where('repo_key', '=', repoKey)
    .where('pull_request', 'in', gone)
    .execute()
}

/** Until the next try, twice as long each time. A host comes back by itself; authors who link their account say so. */
export function pauseOfHint({ author_id, tries }: Pick<MergeHintTable, 'author_id' | 'tries'>): number {
  const first = author_id === null ? minute : hour
  return Math.min(longestPause, first * 2 ** Math.min(tries, 12))
}

export function isTooOld({ first_at }: Pick<MergeHintTable, 'first_at'>, now: number): boolean {
  return now - first_at >= maxAge
}
