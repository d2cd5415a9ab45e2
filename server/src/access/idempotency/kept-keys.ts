import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { readTogether } from '@furrow/storage/read-together.ts'
import type { IdempotencyKeyTable } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import { type Selectable, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { oneFor } from '../../ground/one-for.ts'

export type KeyUse = {
  readonly address: Address
  readonly key: string
  readonly fingerprint: string
}

export type Done = Pick<IdempotencyKeyTable, 'made' | 'at'>

export const keptFor = day

/**
 * A slower equal request is refused by the database. The key comes last: PostgreSQL then takes it first, and a request
 * that waits for the faster one holds nothing yet that others wait for.
 */
export function writeKey(writes: Writes, use: KeyUse | null, done: Done): void {
  if (use !== null) writes.useKey({ ...use, ...done })
}

/** Does the work, and keeps its key, if any, in the same transaction; null means that nothing was done. */
export async function withKey<T>(
  db: Db,
  use: KeyUse | null,
  done: Done,
  act: (db: Db) => Promise<T | null>,
): Promise<T | null> {
  if (use === null) return act(db)
  return transaction(db, async trx => {
    const value = await act(trx)
    if (value !== null) await writeTogether(trx, writes => writeKey(writes, use, done))
    return value
  })
}

type KeptRow = Selectable<IdempotencyKeyTable>

export const idOf = ({ address, key }: Pick<KeyUse, 'address' | 'key'>) => `${address} ${key}`

const readerOf = oneFor((db: Db) =>
  readTogether(async (uses: readonly KeyUse[]) => {
    const keys = uses.map(({ address, key }) => ({ address, key }))
    const { rows } = await sql<KeptRow>`
      select i.* from ${jsonRows(db, 'k', ['address', 'key'], keys)}
      ${joinEach(db, 'idempotency_keys', 'i', sql`i.address = k.address and i.key = k.key`)}`.execute(db)
    const found = new Map(rows.map(row => [idOf(row), row]))
    return new Map(
      uses.flatMap(use => {
        const row = found.get(idOf(use))
        return row === undefined ? [] : [[use, row] as const]
      }),
    )
  }),
)

/** The effect under the key within its day. An older key is deleted to make room. */
export async function findKept({ clock, db }: Context, use: KeyUse): Promise<KeptRow | null> {
  const row = await readerOf(db)(use)
  if (row === undefined) return null
  if (row.at > clock.now() - keptFor) return row
  await db
    .deleteFrom('idempotency_keys')
    .where('address', '=', row.address)
    .where('key', '=', row.key)
    .where('at', '=', row.at)
    .execute()
  return null
}
