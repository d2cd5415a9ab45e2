import type { DatabaseSync } from 'node:sqlite'
import { toUnits } from '@furrow/sdk/amount'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'

/** The ledger's, and those of every amount stored as decimals. */
const decimals = 18

/** The exact sum over a group of rows of whole units of 10^-18, as text. */
export function sumUnits(db: Db, units: Expression<unknown>): RawBuilder<string> {
  return engineOf(db) === 'postgres'
    ? sql`cast(coalesce(sum(cast(${units} as numeric)), 0) as text)`
    : sql`sum_units(${units})`
}

/** A decimal amount times a count, in those units, as text. */
export function unitsOf(
  db: Db,
  amount: Expression<unknown>,
  count: Expression<unknown> = sql`1`,
): RawBuilder<string> {
  return engineOf(db) === 'postgres'
    ? sql`cast(trunc(cast(${amount} as numeric) * 1000000000000000000 * (${count})) as text)`
    : sql`units_of(${amount}, ${count})`
}

/** The difference of two amounts in whole units, as text; a missing one is 0. */
export function lessUnits(db: Db, units: Expression<unknown>, less: Expression<unknown>): RawBuilder<string> {
  return engineOf(db) === 'postgres'
    ? sql`cast(cast(coalesce(${units}, '0') as numeric) - cast(coalesce(${less}, '0') as numeric) as text)`
    : sql`less_units(${units}, ${less})`
}

/** Amounts exceed SQLite's numbers. PostgreSQL gets `add_units` by a migration. */
export function teachUnits(database: DatabaseSync): void {
  const deterministic = true
  database.function('add_units', { deterministic }, (a, b) =>
    String(BigInt(a as string) + BigInt(b as string)),
  )
  database.function('less_units', { deterministic }, (a, b) =>
    String(BigInt((a ?? 0) as string) - BigInt((b ?? 0) as string)),
  )
  database.function('units_of', { deterministic }, (amount, count) =>
    String((toUnits(amount as string, decimals) ?? 0n) * BigInt(count as number)),
  )
  database.aggregate('sum_units', {
    start: '0',
    step: (sum, units) => String(BigInt(sum as string) + BigInt((units ?? 0) as string)),
  })
}
