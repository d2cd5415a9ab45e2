import { type RawBuilder, sql } from 'kysely'
import type { AssignmentRow } from './tables.ts'

/** It holds nothing for the farmer, and no payer took it back; what it holds for the giver is the rest of a split. */
export function isPaidOnChain({
  rail,
  unpaid,
  reclaimed_at,
}: Pick<AssignmentRow, 'rail' | 'unpaid' | 'reclaimed_at'>): boolean {
  return rail === 'chain' && (unpaid === null || unpaid === 'giver') && reclaimed_at === null
}

/** The same in SQL, for a row of `assignments` under that alias. */
export function paidOnChain(work: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${work}.${column}`)
  return sql`(${of('rail')} = 'chain' and coalesce(${of('unpaid')}, 'giver') = 'giver' and ${of('reclaimed_at')} is null)`
}
