import { type Selectable, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Db } from '../../ground/db/db.ts'
import { joinEach, jsonRows } from '../../ground/db/json-rows.ts'
import type { Tables } from '../../ground/db/tables.ts'

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
