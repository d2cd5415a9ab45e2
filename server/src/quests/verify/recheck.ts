import { toLog } from '@furrow/storage/outage.ts'
import type { MergeRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { tryChange } from '../change/change.ts'
import { askLater } from './back-off.ts'
import { judgeMerge } from './judge.ts'

const atOnce = 10

/** The host is asked outside the transaction that acts on its answer. */
export const recheckMerges: Duty = {
  name: 'look again at merges before their payment',
  soonest: (_, until) => sql`(select check_at from merges
    inner join assignments on assignments.quest_id = merges.quest_id and assignments.farmer = merges.farmer
    where check_at <= ${until} and assignments.status = 'in-review' order by check_at limit 1)`,
  async round(context) {
    const now = context.clock.now()
    const done = await Promise.all((await findDue(context, now)).map(merge => recheck(context, merge, now)))
    return done.filter(Boolean).length
  },
}

async function findDue({ db }: Context, now: number): Promise<MergeRow[]> {
  return db
    .selectFrom('merges')
    .innerJoin('assignments', join =>
      join
        .onRef('assignments.quest_id', '=', 'merges.quest_id')
        .onRef('assignments.farmer', '=', 'merges.farmer'),
    )
    .selectAll('merges')
    .where('merges.check_at', '<=', now)
    .where('assignments.status', '=', sql.lit('in-review' as const))
    .orderBy('merges.check_at')
    .limit(atOnce)
    .execute()
}

/** @returns whether the check is settled: the merge stands, or its work is held. */
async function recheck(context: Context, merge: MergeRow, now: number): Promise<boolean> {
  const { quest_id, farmer } = merge
  try {
    const verdict = await judgeMerge(context.codehost, merge)
    const { changed } = await tryChange(context, quest_id, { kind: 'recheck', by: null, farmer, verdict })
    await askLater(context.db, merge, now)
    return changed && verdict.kind !== 'unknown'
  } catch (error) {
    context.log.error({ ...toLog(error), quest: quest_id }, 'a merge could not be checked again')
    return false
  }
}
