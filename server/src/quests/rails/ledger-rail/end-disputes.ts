import { toLog } from '@furrow/storage/outage.ts'
import type { MergeRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { day } from '../../../ground/clock.ts'
import type { Context } from '../../../ground/context.ts'
import type { Duty } from '../../../ground/duty.ts'
import { isPayingStopped } from '../../../rules/ledger/paying-stopped.ts'
import { tryChange } from '../../change/change.ts'
import { changeDue } from '../../change/due.ts'
import { findWork } from '../../change/find-work.ts'
import { askLater } from '../../verify/back-off.ts'
import { judgeMerge } from '../../verify/judge.ts'

const atOnce = 10
/** How long the end of a dispute waits for a code host that cannot be asked. */
const patience = day

export const endDisputes: Duty = {
  name: 'end disputes that nobody decided',
  soonest: (_, until) => sql`(select min(dispute_ends_at) from assignments
    where rail = 'ledger' and status = 'disputed' and dispute_ends_at <= ${until})`,
  async round(context) {
    if (await isPayingStopped(context, endDisputes.name)) return 0
    const now = context.clock.now()
    // Literals, so that a plan that is made once knows how few they are.
    const find = findWork(
      farmer => ({ kind: 'end-dispute', by: null, farmer, verdict: null }),
      query =>
        query
          .where('assignments.rail', '=', sql.lit('ledger' as const))
          .where('assignments.status', '=', sql.lit('disputed' as const))
          .where('assignments.dispute_ends_at', '<=', now)
          .where('assignments.merge_check', 'is', null)
          .orderBy('assignments.dispute_ends_at'),
    )
    return (await changeDue(context, find)) + (await endOverMerges(context, now))
  },
}

/** The code host is asked about the merge once more, at the end. */
async function endOverMerges(context: Context, now: number): Promise<number> {
  const due = await context.db
    .selectFrom('merges')
    .innerJoin('assignments', join =>
      join
        .onRef('assignments.quest_id', '=', 'merges.quest_id')
        .onRef('assignments.farmer', '=', 'merges.farmer'),
    )
    .selectAll('merges')
    .select('assignments.dispute_ends_at')
    .where('merges.check_at', '<=', now)
    .where('assignments.rail', '=', 'ledger')
    .where('assignments.status', '=', sql.lit('disputed' as const))
    .where('assignments.dispute_ends_at', '<=', now)
    .orderBy('merges.check_at')
    .limit(atOnce)
    .execute()
  const done = await Promise.all(due.map(row => end(context, row, Number(row.dispute_ends_at), now)))
  return done.filter(Boolean).length
}

async function end(context: Context, merge: MergeRow, endsAt: number, now: number): Promise<boolean> {
  const { quest_id: questId, farmer } = merge
  try {
    const verdict = await judgeMerge(context.codehost, merge)
    if (verdict.kind === 'unknown' && context.codehost !== null && now < endsAt + patience) {
      await askLater(context.db, merge, now)
      return false
    }
    return (await tryChange(context, questId, { kind: 'end-dispute', by: null, farmer, verdict })).changed
  } catch (error) {
    context.log.error(
      { ...toLog(error), quest: questId },
      'a dispute could not be ended and will be tried again',
    )
    return false
  }
}
