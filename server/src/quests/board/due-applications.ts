import { sql } from 'kysely'
import type { Db } from '../../ground/db/db.ts'
import { lockFree } from '../../ground/db/locked.ts'
import { type Duty, everySecond } from '../../ground/duty.ts'
import type { FindDue } from '../change/due.ts'
import { changeDue } from '../change/due.ts'

/** An application that its giver did not answer in time ends. */
export const expireApplications: Duty = {
  name: 'end applications that nobody answered',
  every: everySecond,
  round(context) {
    const now = context.clock.now()
    const find = endEach(db =>
      waiting(db).where('applications.expires_at', '<=', now).orderBy('applications.expires_at'),
    )
    return changeDue(context, find)
  },
}

/** Applications end where there is no place any more: a few at a time, since a quest may have a thousand. */
export const closeApplications: Duty = {
  name: 'end applications that nobody can be admitted for',
  every: everySecond,
  round: context =>
    changeDue(
      context,
      endEach(db => waiting(db).where(hasNoPlace(context.clock.now()))),
    ),
}

/** Not that a giver takes no farmers for now: he may admit one of those who wait. */
function hasNoPlace(now: number) {
  const isPaused = sql`quests.paused = 1 and quests.taken < quests.max_farmers and quests.closed is null
    and (quests.deadline is null or quests.deadline > ${now})`
  return sql<boolean>`quests.waiting > 0 and quests.status <> 'open' and not (${isPaused})`
}

/** In these words, for the indexes. */
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
