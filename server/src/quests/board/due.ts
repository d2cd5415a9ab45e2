import { lockFree } from '@furrow/storage/locked.ts'
import { keyOfDeadline, sortKeys } from '@furrow/storage/sort-keys.ts'
import { type SqlBool, sql } from 'kysely'
import type { Duty } from '../../ground/duty.ts'
import { isPayingStopped } from '../../rules/ledger/paying-stopped.ts'
import { warnIdleAhead } from '../../rules/lifecycle/commands/idle.ts'
import { warnAhead } from '../../rules/lifecycle/commands/places.ts'
import { changeDue } from '../change/due.ts'
import { findWork } from '../change/find-work.ts'

export const warnOfExpiry: Duty = {
  name: 'warn of places that end soon',
  soonest: ({ config }, until) => sql`(select expires_at - ${warnAhead(config)} from assignments
    where status = 'accepted' and warned = 0 and expires_at <= ${until + warnAhead(config)} order by expires_at limit 1)`,
  round(context) {
    const now = context.clock.now()
    const soon = now + warnAhead(context.config)
    const find = findWork(
      farmer => ({ kind: 'warn', by: null, farmer }),
      query =>
        query
          // Written as in the index.
          .where('assignments.status', '=', sql.lit('accepted' as const))
          .where('assignments.warned', '=', sql.lit(0))
          .where('assignments.expires_at', '<=', soon)
          .orderBy('assignments.expires_at'),
    )
    return changeDue(context, find)
  },
}

export const endExpired: Duty = {
  name: 'end places without work',
  soonest: (_, until) => sql`(select min(expires_at) from assignments
    where status = 'accepted' and expires_at <= ${until})`,
  round(context) {
    const now = context.clock.now()
    const find = findWork(
      farmer => ({ kind: 'expire', by: null, farmer }),
      query =>
        query
          // Written as in the index. A farmer who could not be warned in time is not warned late.
          .where('assignments.status', '=', sql.lit('accepted' as const))
          .where('assignments.expires_at', '<=', now)
          .orderBy('assignments.expires_at'),
    )
    return changeDue(context, find)
  },
}

export const warnOfIdleness: Duty = {
  name: 'warn of places that can be freed soon',
  soonest: ({ config }, until) => sql`(select idle_at - ${warnIdleAhead(config)} from assignments
    where assignments.status = 'accepted' and assignments.idle_warned = 0
      and idle_at <= ${until + warnIdleAhead(config)} order by idle_at limit 1)`,
  round(context) {
    const soon = context.clock.now() + warnIdleAhead(context.config)
    const find = findWork(
      farmer => ({ kind: 'warn-idle', by: null, farmer }),
      query =>
        query
          // Written as in the index.
          .where(sql<SqlBool>`assignments.status = 'accepted' and assignments.idle_warned = 0`)
          .where('assignments.idle_at', '<=', soon)
          .orderBy('assignments.idle_at'),
    )
    return changeDue(context, find)
  },
}

export const passDeadlines: Duty = {
  name: 'close quests past their deadline',
  soonest: (_, until) => sql`(select min(at) from (
    select * from (select deadline as at from quests where paused = 1 and deadline <= ${until} order by deadline limit 1) as p
    union all
    select * from (select deadline as at from quests where status = 'open' and ${sortKeys.deadline} >= ${keyOfDeadline(until)}
      order by ${sortKeys.deadline} desc limit 1) as o) as due)`,
  async round(context) {
    if (await isPayingStopped(context, passDeadlines.name)) return 0
    const now = context.clock.now()
    const paused = await changeDue(context, async (db, { limit, offset }) => {
      const due = db
        .selectFrom('quests')
        .select('id')
        // Written as in the index.
        .where('paused', '=', sql.lit(1))
        .where('deadline', '<=', now)
        .orderBy('deadline')
      const rows = await lockFree(db, due.limit(limit).offset(offset), 'quests').execute()
      return rows.map(({ id }) => ({ questId: id, command: { kind: 'deadline', by: null } }))
    })
    const open = await changeDue(context, async (db, { limit, offset }) => {
      const due = db
        .selectFrom('quests')
        .select('id')
        .where('status', '=', 'open')
        .where(sql<SqlBool>`${sortKeys.deadline} >= ${keyOfDeadline(now)}`)
        .orderBy(sortKeys.deadline, 'desc')
      const rows = await lockFree(db, due.limit(limit).offset(offset), 'quests').execute()
      return rows.map(({ id }) => ({ questId: id, command: { kind: 'deadline', by: null } }))
    })
    return paused + open
  },
}
