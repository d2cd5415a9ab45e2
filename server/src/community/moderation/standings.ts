import type { Db } from '@furrow/storage/db.ts'
import { jsonRows } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'

const mostCounted = 1_000

export type Standing = { readonly upheld: number; readonly dismissed: number; readonly waiting: number }

const nothing: Standing = { upheld: 0, dismissed: 0, waiting: 0 }

export async function readStandings(
  db: Db,
  reporters: readonly Address[],
): Promise<(reporter: Address) => Standing> {
  const asked = [...new Set(reporters)].map(address => ({ address }))
  if (asked.length === 0) return () => nothing
  const { rows } = await sql<Standing & { address: Address }>`
    select k.address, ${count(sql`k.address`, 'upheld')} as upheld,
      ${count(sql`k.address`, 'dismissed')} as dismissed, ${count(sql`k.address`, null)} as waiting
    from ${jsonRows(db, 'k', ['address'], asked)}`.execute(db)
  const known = new Map(rows.map(({ address, ...standing }) => [address, standing]))
  return reporter => known.get(reporter) ?? nothing
}

export function isOftenDismissed({ upheld, dismissed }: Standing): boolean {
  return dismissed >= 3 && dismissed > upheld
}

export async function countOfNetwork(db: Db, network: string): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from (select 1 from reports
    where network = ${network} and outcome is null limit ${sql.lit(mostCounted)}) as found`.execute(db)
  return Number(rows[0]?.waiting ?? 0)
}

export function isTrusted(standing: Standing): boolean {
  return standing.upheld > 0 && !isOftenDismissed(standing)
}

/** Recounts trusted reporters after outcomes of their reports changed. `things` selects kinds and ids. */
export async function rankAnew(trx: Db, things: RawBuilder<unknown>): Promise<void> {
  const of = sql`r.reporter`
  const [upheld, dismissed] = [count(of, 'upheld'), count(of, 'dismissed')]
  await sql`update reported_things set trusted = k.trusted from (
      select found.kind, found.thing, (select count(*) from reports r
        where r.kind = found.kind and r.thing = found.thing and r.outcome is null
        and exists (select 1 from reports h where h.reporter = r.reporter and h.outcome = 'upheld')
        and not (${dismissed} >= 3 and ${dismissed} > ${upheld})) as trusted
      from (select distinct o.kind, o.thing from (${things}) as o) as found) as k
    where reported_things.kind = k.kind and reported_things.thing = k.thing
      and reported_things.place is not null`.execute(trx)
}

function count(reporter: RawBuilder<unknown>, outcome: 'upheld' | 'dismissed' | null): RawBuilder<number> {
  const was = outcome === null ? sql`is null` : sql`= ${sql.lit(outcome)}`
  return sql`(select count(*) from (select 1 from reports c
    where c.reporter = ${reporter} and c.outcome ${was} limit ${sql.lit(mostCounted)}) as found)`
}
