import type { Db } from '@furrow/storage/db.ts'
import { lockFree } from '@furrow/storage/locked.ts'
import { sql } from 'kysely'
import { type Duty, nowIfAny } from '../../ground/duty.ts'
import type { FindDue } from '../change/due.ts'
import { changeDue } from '../change/due.ts'

export const expireApplications: Duty = {
  name: 'end applications that nobody answered',
  soonest: (_, until) => sql`(select expires_at from applications
    where applications.status = 'pending' and expires_at <= ${until} order by expires_at limit 1)`,
  round(context) {
    const now = context.clock.now()
    const find = endEach(db =>
      waiting(db).where('applications.expires_at', '<=', now).orderBy('applications.expires_at'),
    )
    return changeDue(context, find)
  },
}

/** A few at a time: a quest may have a thousand. */
export const closeApplications: Duty = {
  name: 'end applications that nobody can be admitted for',
  soonest: ({ clock }) => nowIfAny(sql`quests where ${hasNoPlace(clock.now())}`),
  round: context =>
    changeDue(
      context,
      endEach(db => waiting(db).where(hasNoPlace(context.clock.now()))),
    ),
}

/** Not where the giver only takes no farmers for now: they may admit somebody who waits. */
function hasNoPlace(now: number) {
  const isPaused = sql`quests.paused = 1 and quests.taken < quests.max_farmers and quests.closed is null
    and (quests.deadline is null or quests.deadline > ${now})`
  return sql<boolean>`quests.waiting > 0 and quests.status <> 'open' and not (${isPaused})`
}

/** Written as in the indexes. */
function waiting(db: Db) {
  return db
    .selectFrom('applications')
    .innerJoin('quests', 'quests.id', 'applications.quest_id')
    .select(['applications.quest_id', 'applications.farmer'])
    .where(sql<boolean>`applications.status = 'pending'`)
}

function endEach(narrow: (db: Db) => ReturnType<typeof waiting>): FindDue {
  return async (db, { limit, offset }) => {
    const due = narrow(db).orderBy('applications.quest_id').orderBy('applications.farmer')
    const rows = await lockFree(db, due.limit(limit).offset(offset), 'quests').execute()
    return rows.map(({ quest_id: questId, farmer }) => ({
      questId,
      command: { kind: 'end-application', by: null, farmer },
    }))
  }
}
