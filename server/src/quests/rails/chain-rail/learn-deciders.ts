import { hasThird } from '@furrow/sdk/escrow-version'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { sql } from 'kysely'
import type { Escrow, Head } from '../../../ground/clients/escrow.ts'
import type { DepositRoles } from '../../../ground/clients/read-roles.ts'
import type { Context } from '../../../ground/context.ts'

const atOnce = 100

/** Deposits in the third version keep the deciders and the payer of their funding, whoever is named later: they are read once. */
export async function learnDeciders({ db, log }: Context, escrow: Escrow, { final }: Head): Promise<void> {
  const { version } = await escrow.readDeployed()
  if (!hasThird(version) || final < 0n) return
  const unknown = await db
    .selectFrom('escrows')
    .select(['quest_id', 'escrow'])
    .where('contract', '=', escrow.id)
    .where('version', '>', sql.lit(2 as const))
    .where('arbiter', 'is', null)
    .where('status', '=', 'funded')
    .limit(atOnce)
    .execute()
  if (unknown.length === 0) return
  const deposits = unknown.map(row => row.escrow as `0x${string}`)
  const found = await escrow.readDecidersOf(deposits, final)
  if (found === null) {
    log.error({ contract: escrow.id }, 'two RPCs disagree about who decides deposits: they are asked again')
    return
  }
  const rows = unknown.map(({ quest_id }, index) => ({ quest_id, ...(found[index] as DepositRoles) }))
  await writeTogether(db, writes => writes.set('escrows', ['quest_id'], ...rows))
}
