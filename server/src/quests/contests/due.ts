import { lockFree } from '@furrow/storage/locked.ts'
import { sql } from 'kysely'
import type { Duty } from '../../ground/duty.ts'
import { isPayingStopped } from '../../rules/ledger/paying-stopped.ts'
import { changeDue } from '../change/due.ts'

/** Contests that a silence decides: of the giver, of the entrants, or of the arbiter. */
export const decideContests: Duty = {
  name: 'decide contests',
  soonest: (_, until) => sql`(select min(contest_due) from quests where contest_due <= ${until})`,
  async round(context) {
    if (await isPayingStopped(context, decideContests.name)) return 0
    const now = context.clock.now()
    return changeDue(context, async (db, { limit, offset }) => {
      const due = db.selectFrom('quests').select('id').where('contest_due', '<=', now).orderBy('contest_due')
      const rows = await lockFree(db, due.limit(limit).offset(offset), 'quests').execute()
      return rows.map(({ id }) => ({ questId: id, command: { kind: 'decide-contest', by: null } }))
    })
  },
}
