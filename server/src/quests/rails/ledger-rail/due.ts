import { sql } from 'kysely'
import type { Duty } from '../../../ground/duty.ts'
import { isPayingStopped } from '../../../rules/ledger/paying-stopped.ts'
import { changeDue } from '../../change/due.ts'
import { findWork } from '../../change/find-work.ts'
import { isAsLogged } from '../../change/review-ends.ts'

/** Never early, never disputed work, and none that was altered. */
export const payInLedger: Duty = {
  name: 'pay what is due in the ledger',
  soonest: (
    { db },
    until,
  ) => sql`(select review_ends_at from assignments inner join quests on quests.id = assignments.quest_id
    where assignments.rail = 'ledger' and assignments.status = 'in-review' and review_ends_at <= ${until}
      and ${isAsLogged(db)} and (merge_check is null or merge_check = 'clear') order by review_ends_at limit 1)`,
  async round(context) {
    if (await isPayingStopped(context, payInLedger.name)) return 0
    const now = context.clock.now()
    const find = findWork(
      farmer => ({ kind: 'window-over', by: null, farmer }),
      query =>
        query
          .where('assignments.rail', '=', 'ledger')
          .where('assignments.status', '=', sql.lit('in-review' as const))
          .where('assignments.review_ends_at', '<=', now)
          .where(isAsLogged(context.db))
          .where(({ eb, or }) =>
            or([eb('assignments.merge_check', 'is', null), eb('assignments.merge_check', '=', 'clear')]),
          )
          .orderBy('assignments.review_ends_at'),
    )
    return changeDue(context, find)
  },
}
