import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { oneFor } from '../../../ground/one-for.ts'

const lastOf = oneFor((_: Escrow) => ({ of: null as string | null, former: [] as readonly string[] }))

/** Keys beside the current one with calls to the contract that are not known to be over. */
export async function readFormerKeys(db: Db, escrow: Escrow): Promise<readonly string[]> {
  const last = lastOf(escrow)
  const { operatorId } = escrow
  if (last.of === operatorId && last.former.length === 0) return []
  const others = await db
    .selectFrom('escrow_operators')
    .select('operator')
    .where('operator', '!=', operatorId)
    .execute()
  const former: string[] = []
  for (const { operator } of others) if (await hasSent(db, escrow, operator)) former.push(operator)
  Object.assign(last, { of: operatorId, former })
  return former
}

async function hasSent(db: Db, escrow: Escrow, operator: string): Promise<boolean> {
  const call = await db
    .selectFrom('escrow_calls')
    .innerJoin('escrow_nonces', 'escrow_nonces.nonce', 'escrow_calls.nonce')
    .select('escrow_calls.id')
    .where('escrow_calls.contract', '=', escrow.id)
    .where('escrow_calls.state', '=', sql.lit('sent' as const))
    .where('escrow_nonces.operator', '=', operator)
    .where(sql<boolean>`escrow_nonces.call_id = coalesce(escrow_calls.batch, escrow_calls.id)`)
    .limit(1)
    .executeTakeFirst()
  return call !== undefined
}
