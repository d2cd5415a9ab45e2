import type { Db } from '@furrow/storage/db.ts'
import { joinEach } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PartBefore } from '../../rules/lifecycle/plan.ts'

export type BeforeRow = {
  before_id: string | null
  before_closed: PartBefore['quest']['closed']
  before_deadline: number | null
  before_hidden_at: number | null
  before_places: number
  before_accepted: number
  before_in_review: number
  before_disputed: number
  before_released: number
  before_refunded: number
  before_released_at: number | null
  before_has_right: number
}

const released = sql`r.quest_id = b.id and r.status = 'released' and r.team_of is null`

/** They tell of the part before the quest `q`, for the farmer `k.address`: most quests are in no plan, and are asked for none of it. */
export const beforeColumns = sql`b.id as before_id, b.closed as before_closed, b.deadline as before_deadline,
  b.hidden_at as before_hidden_at, b.max_farmers as before_places, b.accepted as before_accepted,
  b.in_review as before_in_review, b.disputed as before_disputed, b.released as before_released,
  b.refunded - b.returned as before_refunded,
  case when b.id is null then null else (select min(r.released_at) from assignments r where ${released}) end
    as before_released_at,
  case when b.id is not null and exists (select 1 from assignments r where ${released} and r.farmer = k.address)
    then 1 else 0 end as before_has_right`

export function joinBefore(db: Db): RawBuilder<unknown> {
  return joinEach(
    db,
    'quests',
    'b',
    sql`b.plan = q.plan and b.plan_place = q.plan_place - 1 and b.plan is not null`,
    'left join',
  )
}

export function toPartBefore(row: BeforeRow): PartBefore | null {
  if (row.before_id === null) return null
  return {
    quest: {
      closed: row.before_closed,
      deadline: row.before_deadline,
      hidden: row.before_hidden_at !== null,
      places: row.before_places,
      tally: {
        accepted: row.before_accepted,
        'in-review': row.before_in_review,
        disputed: row.before_disputed,
        released: row.before_released,
        refunded: row.before_refunded,
      },
    },
    releasedAt: row.before_released_at,
    hasRight: row.before_has_right === 1,
  }
}
