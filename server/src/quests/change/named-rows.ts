import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { type Selectable, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'

export async function loadNamed<Table extends 'assignments' | 'applications'>(
  trx: Db,
  table: Table,
  named: readonly { quest_id: string; farmer: Address }[],
): Promise<Selectable<Tables[Table]>[]> {
  const { rows } = await sql<Selectable<Tables[Table]>>`
    select distinct a.* from ${jsonRows(trx, 'k', ['quest_id', 'farmer'], named)}
    ${joinEach(trx, table, 'a', sql`a.quest_id = k.quest_id and a.farmer = k.farmer`)}`.execute(trx)
  return rows
}
