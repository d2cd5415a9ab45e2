import { hasLeft, type ProposalPayout } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach } from '@furrow/storage/json-rows.ts'
import type { BallotRow, ProposalWorkRow } from '@furrow/storage/vote-tables.ts'
import { sql } from 'kysely'
import { checksum } from '../../ground/address.ts'
import { hour } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { readState } from '../../quests/change/place-state.ts'
import { mandateOf } from '../../quests/change/work-rows.ts'
import { isUnpaid } from '../../quests/payouts/due.ts'
import { payOf } from './pay-works.ts'

export type WorkNow = ProposalWorkRow & {
  readonly title: string | null
  readonly is_due: number
  readonly is_there: number
  readonly is_said: number
  readonly payment: 'confirming' | 'paid' | null
  readonly payment_ref: string | null
  readonly state: string | null
}

/** The works of a proposal as they are now, in the order of the proposal; null where it pays none. */
export async function showPayout(
  { clock, db }: Pick<Context, 'clock' | 'db'>,
  ballot: BallotRow,
): Promise<ProposalPayout | null> {
  if (ballot.pay === null) return null
  const rows = await readWorks(db, ballot)
  return {
    isPassed: isPassed(ballot, clock.now()),
    works: rows.map(row => ({
      questId: row.quest_id,
      title: row.title ?? '',
      farmer: checksum(row.farmer),
      amount: row.amount,
      state: stateOf(row),
      txHash: hashOf(row.payment_ref),
      alsoPaid: hashOf(row.also_paid),
    })),
  }
}

export function isPassed(
  { pay, winner, closed_at, veto_hours, action_state }: BallotRow,
  now: number,
): boolean {
  if (pay === null || winner !== 0 || closed_at === null || action_state === 'vetoed') return false
  return closed_at + veto_hours * hour <= now
}

/** In the order of the proposal. */
export async function readWorks(db: Db, ballot: BallotRow): Promise<WorkNow[]> {
  const { rows } = await sql<WorkNow>`
    select p.*, q.title, case when w.farmer is null then 0 else 1 end as is_there, w.payment, w.payment_ref, w.state,
      case when w.received_at is not null then 1 else 0 end as is_said,
      case when q.hidden_at is null and exists (select 1 from assignments o
        where o.quest_id = p.quest_id and o.farmer = p.farmer and ${isUnpaid}) then 1 else 0 end as is_due
    from proposal_works p
    ${joinEach(db, 'assignments', 'w', sql`w.quest_id = p.quest_id and w.farmer = p.farmer`, 'left join')}
    ${joinEach(db, 'quests', 'q', sql`q.id = p.quest_id`, 'left join')}
    where p.proposal_id = ${ballot.proposal_id}`.execute(db)
  const order = new Map(
    payOf(ballot)?.works.map(({ questId, farmer }, index) => [`${questId} ${farmer}`, index]),
  )
  const placeOf = ({ quest_id, farmer }: WorkNow) => order.get(`${quest_id} ${farmer}`) ?? 0
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}

export function stateOf(row: WorkNow): ProposalPayout['works'][number]['state'] {
  if (hasLeft(row.farmer) || row.is_there === 0) return 'left'
  if (row.payment === 'paid')
    return mandateOf(row, readState(row.state)) === row.proposal_id ? 'paid' : 'paid-otherwise'
  if (row.is_said === 1) return 'paid-otherwise'
  return row.is_due === 1 ? 'due' : 'confirming'
}

function hashOf(reference: string | null): string | null {
  return reference?.split(':')[1] ?? null
}
