import type { Db } from '@furrow/storage/db.ts'
import { type RawBuilder, sql } from 'kysely'

export const kinds = [
  'references',
  'ledger',
  'reviews',
  'scores',
  'counters',
  'mail',
  'files',
  'chain',
] as const
export type Kind = (typeof kinds)[number]

export type Law = {
  readonly kind: Kind
  readonly says: string
  /** Rows with `what` is meant, and perhaps what was `expected` and `found`. */
  find(db: Db): RawBuilder<Found>
}

export type Found = {
  readonly what: string
  readonly expected?: string | null
  readonly found?: string | null
}

/** Differences between two counts of the same things, each a query for `what` and its sum `n`; a missing one counts 0. */
export function differ(counted: RawBuilder<unknown>, kept: RawBuilder<unknown>): RawBuilder<Found> {
  return sql`
    select what, coalesce(max(expected), '0') as expected, coalesce(max(found), '0') as found from (
      select what, cast(n as text) as expected, cast(null as text) as found from (${counted}) as counted
      union all
      select what, cast(null as text) as expected, cast(n as text) as found from (${kept}) as kept
    ) as both_sides
    group by what having coalesce(max(expected), '0') <> coalesce(max(found), '0')`
}

export const raw = (text: string) => sql.raw<unknown>(text)

export type Violation = {
  readonly kind: Kind
  readonly says: string
  readonly count: number
  readonly first: readonly Found[]
}
