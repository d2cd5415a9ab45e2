import { mostParts } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { Outcome } from '@furrow/storage/queue.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { BadRequestError, ChangedError, ForbiddenError, NotFoundError } from '../../ground/errors.ts'
import { lockQuests } from './lock.ts'

/** The plan that new parts go on with, and the place of its last part; null for none. */
export type Continued = {
  readonly plan: string
  readonly last: number
  readonly begins: boolean
  readonly before: QuestRow
} | null

type Following = {
  readonly parts: readonly [{ readonly row: Pick<QuestRow, 'giver'> }, ...unknown[]]
  readonly after?: string | undefined
}
type Planned<P> = { readonly posting: P; readonly continued: Continued }

/** Locks the quests that new ones follow, so a second follower sees the first; a batch's are judged in turn. */
export async function takePlans<P extends Following>(
  trx: Db,
  postings: readonly P[],
): Promise<Outcome<Planned<P>>[]> {
  const ids = new Set(postings.flatMap(({ after }) => after ?? []))
  if (ids.size === 0) return postings.map(posting => ({ value: { posting, continued: null } }))
  const named = new Map((await lockQuests(trx, [...ids], true)).map(row => [row.id, row]))
  const followed = new Set<string>()
  const outcomes: Outcome<Planned<P>>[] = []
  for (const posting of postings) {
    const outcome = await continuePlan(trx, posting, named, followed)
    if ('value' in outcome && posting.after !== undefined) followed.add(posting.after)
    outcomes.push('error' in outcome ? outcome : { value: { posting, continued: outcome.value } })
  }
  return outcomes
}

async function continuePlan(
  trx: Db,
  { parts, after }: Following,
  named: ReadonlyMap<string, QuestRow>,
  followed: ReadonlySet<string>,
): Promise<Outcome<Continued>> {
  if (after === undefined) return { value: null }
  const before = named.get(after)
  if (before === undefined)
    return {
      error: new NotFoundError('There is no such quest to follow.', { code: 'quest-not-found' }),
    }
  if (before.giver !== parts[0].row.giver)
    return {
      error: new ForbiddenError('Only its giver goes on with a quest in a plan.', { code: 'giver-only' }),
    }
  const [plan, last] = [before.plan ?? before.id, before.plan_place ?? 1]
  if (last + parts.length > mostParts)
    return {
      error: new BadRequestError(`A plan has ${mostParts} parts at most.`, { code: 'plan-full' }),
    }
  const next = await trx
    .selectFrom('quests')
    .select('id')
    .where('plan', '=', plan)
    .where('plan_place', '=', last + 1)
    .executeTakeFirst()
  if (next !== undefined || followed.has(after))
    return {
      error: new ChangedError('Another quest follows this one already: name the last part of the plan.', {
        code: 'plan-has-next',
      }),
    }
  return { value: { plan, last, begins: before.plan === null, before } }
}
