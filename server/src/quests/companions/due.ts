import { splitAmount } from '@furrow/sdk/amount'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { lockFree } from '@furrow/storage/locked.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import { type SqlBool, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { day } from '../../ground/clock.ts'
import type { MainEnd, MemberPart } from '../../rules/lifecycle/companion.ts'
import type { Ending, Evidence } from '../../rules/lifecycle/quest.ts'
import type { FindDue } from '../change/due.ts'
import { loadNamed } from '../change/named-rows.ts'
import { readState } from '../change/place-state.ts'
import { toEvidence } from '../change/work-rows.ts'

/** A place of a companion that is there, or was: one that was given up is free. */
const companions = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('quests as c')
    .innerJoin('quests as m', 'm.id', 'c.companion_of')
    .where(isAmong(db, 'c.companion_of', ids))
    .where('c.closed', 'is', null)

/**
 * Places of the quests that were released, and whose companions have not followed. Work that was paid for without ever being handed
 * in binds the giver alone, whose word it is; and backers owe themselves nothing.
 */
export const findEnded =
  (ids: readonly string[]): FindDue =>
  async (db, { limit, offset }) => {
    const due = companions(db, ids)
      .innerJoin('assignments as a', 'a.quest_id', 'c.companion_of')
      .leftJoin('assignments as f', join =>
        join.onRef('f.quest_id', '=', 'c.id').onRef('f.farmer', '=', 'a.farmer'),
      )
      .where('a.team_of', 'is', null)
      .whereRef('a.farmer', '<>', 'c.giver')
      .where(isMissing)
      .select([
        'c.id',
        'c.companion_of',
        'a.farmer',
        'a.status',
        'a.accepted_at',
        'a.ended_because',
        'a.decision_share',
      ])
      .select(['m.backers', 'm.backed', 'm.token', 'm.rail'])
      .select(first.as('first'))
      .orderBy('c.id')
      .orderBy('a.farmer')
      .limit(limit)
      .offset(offset)
    const rows = await lockFree(db, due as never, 'c' as never).execute()
    return toFollow(db, rows as unknown as Ended[])
  }

/**
 * Released since the backer added to it, and handed in, while the companion has a place left; the log has the order, and the
 * times only spare a look at it. Or the place is disputed, and the quest gave its money back.
 */
const isMissing = sql<SqlBool>`(
  (a.status = 'released' and a.proof is not null and a.released_at >= c.created_at - ${sql.lit(day)}
    and (f.farmer is null or f.status in ('withdrawn', 'expired', 'cancelled')) and c.taken < c.max_farmers
    and exists (select 1 from quest_events e where e.quest_id = m.id and e.number > c.companion_from
      and e.kind = 'released' and e.farmer = a.farmer))
  or (f.status = 'disputed' and a.status = 'refunded' and c.rail = 'ledger'))`

/** The one companion whose release tells the farmer of all of them: none that objects, since its end may be another. */
const first = sql<string>`(select min(o.id) from quests o where o.companion_of = m.id and o.closed is null
  and o.giver <> a.farmer and not exists (select 1 from assignments x
    where x.quest_id = o.id and x.farmer = a.farmer and x.disputed_at is not null))`

type Ended = {
  readonly id: string
  readonly companion_of: string
  readonly farmer: Address
  readonly status: 'released' | 'refunded'
  readonly accepted_at: number
  readonly ended_because: Ending['because'] | null
  readonly decision_share: number | null
  readonly backers: number | null
  readonly backed: string | null
  readonly token: string
  readonly first: string
  readonly rail: QuestRow['rail']
}

async function toFollow(db: Db, rows: readonly Ended[]) {
  const [members, evidence] = await Promise.all([readMembers(db, rows), readEvidence(db, rows)])
  return rows.map(row => ({
    questId: row.id,
    command: {
      kind: 'follow',
      by: null,
      farmer: row.farmer,
      end: endOf(row, {
        members: members.get(`${row.companion_of} ${row.farmer}`) ?? [],
        evidence: evidence.get(`${row.companion_of} ${row.farmer}`) ?? nothing,
      }),
    } as const,
  }))
}

const nothing: Evidence = { submission: null, merge: null }

type Read = { readonly members: readonly MemberPart[]; readonly evidence: Evidence }

function endOf(row: Ended, { members, evidence }: Read): MainEnd {
  const { accepted_at: acceptedAt, decision_share: share, ended_because: because } = row
  if (row.status === 'refunded') return { kind: 'refunded', because: (because ?? 'resolved') as 'resolved' }
  return {
    ...{
      kind: 'released',
      because: (because ?? 'approved') as 'approved',
      share,
      acceptedAt,
      members,
      evidence,
    },
    told: row.id === row.first ? toldOf(row) : null,
  }
}

function toldOf({ backed, backers, decision_share, token }: Ended) {
  if (backers === null || backed === null) return null
  const [amount] = decision_share === null ? [backed] : splitAmount(backed, token, decision_share)
  return { count: backers, amount }
}

async function readEvidence(db: Db, rows: readonly Ended[]): Promise<Map<string, Evidence>> {
  const named = rows.flatMap(({ companion_of, farmer, rail }) =>
    rail === 'chain' ? [{ quest_id: companion_of, farmer }] : [],
  )
  if (named.length === 0) return new Map()
  const found = await loadNamed(db, 'assignments', named)
  return new Map(found.map(row => [`${row.quest_id} ${row.farmer}`, toEvidence(row)]))
}

async function readMembers(db: Db, rows: readonly Ended[]): Promise<Map<string, MemberPart[]>> {
  const ids = [...new Set(rows.map(row => row.companion_of))]
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('assignments')
    .select(['quest_id', 'farmer', 'team_of', 'state'])
    .where(isAmong(db, 'quest_id', ids))
    .where('status', '=', 'released')
    .where('team_of', 'is not', null)
    .orderBy('quest_id')
    .orderBy('farmer')
    .execute()
  const byPlace = Map.groupBy(found, ({ quest_id, team_of }) => `${quest_id} ${team_of}`)
  const partOf = ({ farmer, state }: (typeof found)[number]) => ({
    address: farmer,
    part: readState(state).part ?? 0,
  })
  return new Map([...byPlace].map(([place, some]) => [place, some.map(partOf)]))
}

/** Objections to work that was given back to its farmer, or handed in anew since. */
export const findReturned =
  (ids: readonly string[]): FindDue =>
  async (db, { limit, offset }) => {
    const due = companions(db, ids)
      .innerJoin('assignments as f', 'f.quest_id', 'c.id')
      .innerJoin('assignments as a', join =>
        join.onRef('a.quest_id', '=', 'c.companion_of').onRef('a.farmer', '=', 'f.farmer'),
      )
      .where('f.status', '=', 'disputed')
      .where('c.rail', '=', 'ledger')
      .where(isAnew)
      .select(['c.id', 'f.farmer'])
      .orderBy('c.id')
      .orderBy('f.farmer')
      .limit(limit)
      .offset(offset)
    const rows = (await lockFree(db, due as never, 'c' as never).execute()) as {
      id: string
      farmer: Address
    }[]
    return rows.map(({ id, farmer }) => ({
      questId: id,
      command: { kind: 'drop-objection', by: null, farmer } as const,
    }))
  }

const isAnew = sql<SqlBool>`(a.status in ('accepted', 'withdrawn', 'expired', 'cancelled')
  or (a.status in ('in-review', 'disputed') and a.review_started_at <> f.review_started_at))`

/** A companion that another process held is not closed over a part that it still owes. */
const hasFollowed = sql<SqlBool>`not exists (select 1 from assignments a
  left join assignments f on f.quest_id = c.id and f.farmer = a.farmer
  where a.quest_id = m.id and a.team_of is null and a.farmer <> c.giver and ${isMissing})`

/** Quests that are over, and whose companions still hold what nobody can earn any more. */
export const findOver =
  (ids: readonly string[]): FindDue =>
  async (db, { limit, offset }) => {
    const due = companions(db, ids)
      .where('m.status', 'in', ['completed', 'cancelled'])
      .where('c.status', 'not in', ['completed', 'cancelled'])
      .where(hasFollowed)
      .select(['c.id', 'm.status'])
      .orderBy('c.id')
      .limit(limit)
      .offset(offset)
    const rows = (await lockFree(db, due as never, 'c' as never).execute()) as {
      id: string
      status: 'completed' | 'cancelled'
    }[]
    return rows.map(({ id, status }) => ({
      questId: id,
      command: { kind: 'end-companion', by: null, as: status } as const,
    }))
  }
