import { hasLeft } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import type { Address } from '../../../ground/address.ts'
import type { Context } from '../../../ground/context.ts'
import { type Duty, everyMinute } from '../../../ground/duty.ts'
import { tryChange } from '../../change/change.ts'
import { loadNamed } from '../../change/named-rows.ts'

const atOnce = 10

/** Payments from before wallet and time were checked; where those are not known, they keep what they gave. */
export const weighPayments: Duty = {
  name: 'weigh payments that a version before settled',
  every: everyMinute,
  isPatient: true,
  async round(context) {
    const due = await findUnweighed(context.db)
    for (const { paid_at: paidAt, payer, ...row } of due) {
      if (payer !== null && paidAt !== null) await weigh(context, { ...row, payer, paidAt })
      await context.db
        .updateTable('payments')
        .set({ weighed: 1 })
        .where('quest_id', '=', row.quest_id)
        .where('farmer', '=', row.farmer)
        .execute()
    }
    return due.length
  },
}

async function findUnweighed(db: Db) {
  const some = await db
    .selectFrom('payments')
    .select(['quest_id', 'farmer', 'chain_id', 'hash', 'payer'])
    // A literal, so that the index of the few that are left is taken.
    .where('weighed', '=', sql.lit(0))
    .where('status', '=', sql.lit('paid' as const))
    .orderBy('quest_id')
    .orderBy('farmer')
    .limit(sql.lit(atOnce))
    .execute()
  if (some.length === 0) return []
  const places = await loadNamed(db, 'assignments', some)
  return places.flatMap(({ quest_id, farmer, giver, paid_at }) =>
    some
      .filter(payment => payment.quest_id === quest_id && payment.farmer === farmer)
      .map(payment => ({ ...payment, giver, paid_at })),
  )
}

type Settled = {
  readonly quest_id: string
  readonly farmer: Address
  readonly giver: Address
  readonly chain_id: number
  readonly hash: string
  readonly payer: Address
  readonly paidAt: number
}

/** Nobody can say any more which wallets a giver had who left. */
async function weigh(context: Context, settled: Settled): Promise<void> {
  const { quest_id, farmer, giver, chain_id: chainId, hash, payer, paidAt } = settled
  if (hasLeft(giver)) return
  await tryChange(context, quest_id, {
    kind: 'settle-payment',
    by: null,
    farmer,
    chainId,
    hash,
    paidAt,
    payer,
  })
}
