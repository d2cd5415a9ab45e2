import type { Db } from '@furrow/storage/db.ts'
import type { EscrowCallRow } from '@furrow/storage/escrow-tables.ts'
import { sql } from 'kysely'
import type { Address } from '../../../ground/address.ts'
import { type Clock, day } from '../../../ground/clock.ts'

const gwei = 1_000_000_000n

export function dayOf(now: number): number {
  return Math.floor(now / day)
}

/** In gwei, rounded up. To be called in the transaction that ends the call, which it does once. */
export async function countGas(
  trx: Db,
  { clock }: { readonly clock: Clock },
  { contract, quest_id }: Pick<EscrowCallRow, 'contract' | 'quest_id'>,
  cost: bigint,
): Promise<void> {
  const quest = await trx.selectFrom('quests').select('giver').where('id', '=', quest_id).executeTakeFirst()
  if (quest === undefined) return
  await trx
    .insertInto('escrow_gas')
    .values({
      contract,
      day: dayOf(clock.now()),
      giver: quest.giver,
      gwei: Number((cost + gwei - 1n) / gwei),
    })
    .onConflict(conflict =>
      conflict
        .columns(['contract', 'day', 'giver'])
        .doUpdateSet({ gwei: sql`escrow_gas.gwei + excluded.gwei` }),
    )
    .execute()
}

/** In wei, of the contracts together, today. */
export async function readGasOf(
  db: Db,
  clock: Clock,
  contracts: readonly string[],
  giver: Address,
): Promise<bigint> {
  const rows = await db
    .selectFrom('escrow_gas')
    .select('gwei')
    .where('contract', 'in', contracts)
    .where('day', '=', dayOf(clock.now()))
    .where('giver', '=', giver)
    .execute()
  return rows.reduce((sum, row) => sum + BigInt(row.gwei) * gwei, 0n)
}
