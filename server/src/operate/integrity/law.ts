import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../ground/db/db.ts'

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

/** Something that must hold after any history, as a query for what breaks it. */
export type Law = {
  readonly kind: Kind
  /** What is wrong where it finds something. */
  readonly says: string
  /** Rows with `what` is meant, and perhaps what was `expected` and `found`. */
  find(db: Db): RawBuilder<Found>
}

export type Found = {
  readonly what: string
  readonly expected?: string | null
  readonly found?: string | null
}

/** Where two counts of the same things differ: both are queries for `what` and its sum `n`. What is not there counts 0. */
export function differ(counted: RawBuilder<unknown>, kept: RawBuilder<unknown>): RawBuilder<Found> {
  return sql`
    select what, coalesce(max(expected), '0') as expected, coalesce(max(found), '0') as found from (
      select what, cast(n as text) as expected, cast(null as text) as found from (${counted}) as counted
      union all
      select what, cast(null as text) as expected, cast(n as text) as found from (${kept}) as kept
    ) as both_sides
    group by what having coalesce(max(expected), '0') <> coalesce(max(found), '0')`
}

/** For what the laws say of columns whose names are known here. */
export const raw = (text: string) => sql.raw<unknown>(text)

/** A law that does not hold, how often, and the first cases. */
export type Violation = {
  readonly kind: Kind
  readonly says: string
  readonly count: number
  readonly first: readonly Found[]
}
