import { type SqlBool, sql } from 'kysely'
import { type Duty, everyMinute } from '../../../ground/duty.ts'
import { changeDue } from '../../change/due.ts'
import { findWork } from '../../change/find-work.ts'
import { isWaitingForWord } from './owed.ts'

/** A letter to the giver, one, three and seven days after a release that is still owed. */
export const remindPayers: Duty = {
  name: 'remind givers of what they owe',
  every: everyMinute,
  round(context) {
    const now = context.clock.now()
    const find = findWork(
      farmer => ({ kind: 'remind-payment', by: null, farmer }),
      query =>
        query
          // Written as in the index.
          .where(
            sql<SqlBool>`assignments.status = 'released' and assignments.payment is null
              and assignments.received_at is null and assignments.remind_at is not null`,
          )
          .where('assignments.remind_at', '<=', now)
          .where(sql<SqlBool>`not ${isWaitingForWord}`)
          .orderBy('assignments.remind_at'),
    )
    return changeDue(context, find)
  },
}
