import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import type { AssignmentRow, PaymentRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'

export type FarmerRow = AssignmentRow & ShownTransaction

/** The transaction that the giver showed as the payment of a piece of work, joined to its row; null without one. */
export type ShownTransaction = {
  readonly shown_chain_id: number | null
  readonly shown_hash: string | null
  readonly shown_payer: Address | null
  readonly shown_problem: PaymentRow['problem']
}

export const hidden = ['withdrawn', 'expired', 'cancelled'] as const

const few = 3

/** Whether all farmers of a quest are read at once, with those of other quests. */
export function hasFew({ taken }: { readonly taken: number }): boolean {
  return taken <= few
}

export async function readFewFarmers(
  db: Db,
  questIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FarmerRow[]>> {
  const asked = questIds.map(quest_id => ({ quest_id }))
  const { rows } = await sql<FarmerRow>`
    select w.*, p.chain_id as shown_chain_id, p.hash as shown_hash, p.payer as shown_payer,
      p.problem as shown_problem
    from ${jsonRows(db, 'k', ['quest_id'], asked)}
    ${joinEach(db, 'assignments', 'w', sql`w.quest_id = k.quest_id`)}
    ${joinEach(db, 'payments', 'p', sql`p.quest_id = w.quest_id and p.farmer = w.farmer`, 'left join')}
    where w.status not in (${sql.join(hidden.map(status => sql.lit(status)))})
    order by w.accepted_at, w.farmer`.execute(db)
  return Map.groupBy(rows, ({ quest_id }) => quest_id)
}
