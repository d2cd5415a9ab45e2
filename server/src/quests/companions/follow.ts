import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import { minute, never } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import type { Duty } from '../../ground/duty.ts'
import { isPayingStopped } from '../../rules/ledger/paying-stopped.ts'
import { changeDue } from '../change/due.ts'
import { countFunded, uncountTaken } from './count.ts'
import { findEnded, findOver, findReturned } from './due.ts'

/** Quests with backers that a round looks after: each of them may have forty. */
const atOnce = 20

const finds = [findEnded, findReturned, findOver]

/**
 * Companions follow their quest: a trigger says that something happened there, whichever version did it, and any process
 * does what is missing. A companion's place ends once, whoever looks; the quest itself waits for none of it.
 */
export const followQuests: Duty = {
  name: 'let backers’ parts follow their quests',
  soonest: (_, until) => sql`(select min(follow_at) from backed_quests where follow_at <= ${until})`,
  async round(context) {
    if (await isPayingStopped(context, followQuests.name)) return 0
    const due = await findDue(context)
    if (due.length === 0) return 0
    const ids = due.map(({ quest_id }) => quest_id)
    let done = (await countFunded(context, ids)) + (await uncountTaken(context, ids))
    for (const find of finds) done += await changeDue(context, find(ids))
    await rest(context, due)
    return done
  },
}

type Due = { readonly quest_id: string; readonly changes: number }

async function findDue({ clock, db }: Context): Promise<Due[]> {
  return db
    .selectFrom('backed_quests')
    .select(['quest_id', 'changes'])
    .where('follow_at', '<=', clock.now())
    .orderBy('follow_at')
    .orderBy('quest_id')
    .limit(sql.lit(atOnce))
    .execute()
}

/** Until something happens again; what could not be done is looked at again in a minute. */
async function rest({ clock, db }: Context, due: readonly Due[]): Promise<void> {
  const ids = due.map(({ quest_id }) => quest_id)
  const left = await findLeft(db, ids)
  const later = clock.now() + minute
  for (const { changes, quest_id } of due)
    await db
      .updateTable('backed_quests')
      .set({ follow_at: left.has(quest_id) ? later : never })
      .where('quest_id', '=', quest_id)
      // Something that happened meanwhile is not slept over.
      .where('changes', '=', changes)
      .execute()
}

async function findLeft(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const left = new Set<string>()
  for (const find of finds) {
    // Mostly nothing is left, which one look at all of them says.
    if (!(await findsAny(db, find, ids))) continue
    for (const id of ids) if (!left.has(id) && (await findsAny(db, find, [id]))) left.add(id)
  }
  return left
}

async function findsAny(db: Db, find: (typeof finds)[number], ids: readonly string[]): Promise<boolean> {
  return (await find(ids)(db, { limit: 1, offset: 0 })).length > 0
}
