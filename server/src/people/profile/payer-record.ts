import type { GiverRecord } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows, readList } from '@furrow/storage/json-rows.ts'
import { readTogether } from '@furrow/storage/read-together.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import { hour, instantOrNull } from '../../ground/clock.ts'
import { keepLast } from '../../ground/kept-last.ts'
import { oneFor } from '../../ground/one-for.ts'
import {
  between,
  medianDaysToPay,
  medianOf,
  type Release,
  releasesColumn,
  settledRate,
  shareOf,
} from './record.ts'

/** Fewer decided pieces of work make no rate. */
export const fewestDecided = 3
const mostKept = 20_000

/** The facts by which a giver is known as a payer; `version` says whether any of them changed. */
export type Payer = {
  readonly version: string
  readonly settled: number
  readonly record: Omit<GiverRecord, 'maintains'>
}

type Counts = {
  /** 1 from the first quest on, whose time is in the record. */
  posted: number
  paid: number
  refunded: number
  lost_as_giver: number
  settled: number
  disputed: number
  unpaid: number
}
type Found = { since: number | null; paid_to: number; releases: string | null }

const keptOf = oneFor((_: Db) => keepLast<Address, Payer>(mostKept))

/** All else of a record changes only with one of its counts: a query for these tells which ones to make anew. */
export async function readPayers(
  db: Db,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, Payer>> {
  const asked = [...new Set(addresses)]
  const payers = new Map<Address, Payer>()
  if (asked.length === 0) return payers
  const kept = keptOf(db)
  const stale = new Map<Address, Counts>()
  for (const { of, ...counts } of await readCounts(db, asked)) {
    const known = kept.get(of)
    if (known?.version === versionOf(counts)) payers.set(of, known)
    else stale.set(of, counts)
  }
  if (stale.size === 0) return payers
  for (const { of, ...found } of await readFound(db, [...stale.keys()])) {
    const counts = stale.get(of) as Counts
    const payer = toPayer(counts, found)
    kept.set(of, payer)
    payers.set(of, payer)
  }
  return payers
}

/**
 * As above, of givers whose records a transaction may have changed, sent at once with whatever else it sends. Those whose
 * record is unchanged, and not kept, are left out. `keep` is to be called once it is committed.
 */
export async function readPayersWithin(
  trx: Db,
  { db, changed, others }: { db: Db; changed: readonly Address[]; others: readonly Address[] },
): Promise<{ readonly payers: ReadonlyMap<Address, Payer>; readonly keep: () => void }> {
  const [counted, found] = await Promise.all([
    readCounts(trx, [...changed, ...others]),
    changed.length === 0 ? [] : readFound(trx, changed),
  ])
  const foundOf = new Map(found.map(({ of, ...more }) => [of, more]))
  const kept = keptOf(db)
  const payers = new Map<Address, Payer>()
  for (const { of, ...counts } of counted) {
    const known = kept.get(of)
    const more = foundOf.get(of)
    if (more !== undefined) payers.set(of, toPayer(counts, more))
    else if (known?.version === versionOf(counts)) payers.set(of, known)
  }
  return {
    payers,
    keep() {
      for (const [address, payer] of payers) kept.set(address, payer)
    },
  }
}

const readerOf = oneFor((db: Db) => readTogether((asked: readonly Address[]) => readPayers(db, asked)))
const seenOf = oneFor((_: Db) => keepLast<Address, { revision: number; payer: Payer }>(mostKept))

/** Givers asked for at the same moment are read in one query. */
export async function readPayer(db: Db, address: Address): Promise<Payer> {
  return (await readerOf(db)(address)) as Payer
}

export async function payerAt(db: Db, address: Address, revision: number): Promise<Payer> {
  const seen = seenOf(db).get(address)
  if (seen?.revision === revision) return seen.payer
  const payer = await readPayer(db, address)
  seenOf(db).set(address, { revision, payer })
  return payer
}

function versionOf(counts: Counts): string {
  const { posted, paid, refunded, lost_as_giver, settled, disputed, unpaid } = counts
  return [posted, paid, refunded, lost_as_giver, settled, disputed, unpaid].join(' ')
}

async function readCounts(db: Db, addresses: readonly Address[]): Promise<(Counts & { of: Address })[]> {
  const asked = addresses.map(address => ({ address }))
  const { rows } = await sql<Counts & { of: Address }>`
    select k.address as "of", case when coalesce(c.posted, 0) > 0 then 1 else 0 end as posted,
      coalesce(c.paid, 0) as paid, coalesce(c.refunded, 0) as refunded,
      coalesce(c.lost_as_giver, 0) as lost_as_giver, coalesce(c.settled, 0) as settled,
      (select count(*) from assignments a where a.giver = k.address and a.status = 'disputed') as disputed,
      (select count(*) from assignments a
        where a.giver = k.address and a.unpaid is not null and a.unpaid <> 'giver') as unpaid
    from ${jsonRows(db, 'k', ['address'], asked)}
    ${joinEach(db, 'address_counts', 'c', sql`c.address = k.address`, 'left join')}`.execute(db)
  return rows
}

async function readFound(db: Db, addresses: readonly Address[]): Promise<(Found & { of: Address })[]> {
  const asked = addresses.map(address => ({ address }))
  const { rows } = await sql<Found & { of: Address }>`
    select k.address as "of", ${releasesColumn(db)},
      (select q.created_at from quests q where q.giver = k.address order by q.id limit 1) as since,
      (select count(*) from work_pairs p where p.giver = k.address and p.releases > 0) as paid_to
    from ${jsonRows(db, 'k', ['address'], asked)}`.execute(db)
  return rows
}

function toPayer(counts: Counts, found: Found): Payer {
  return { version: versionOf(counts), settled: counts.settled, record: toRecord(counts, found) }
}

function toRecord(counts: Counts, { since, paid_to, releases: list }: Found): Payer['record'] {
  const releases = readList<Release>(list)
  const { paid, refunded, lost_as_giver, disputed } = counts
  const decided = paid + refunded
  const isEnough = decided >= fewestDecided
  return {
    since: instantOrNull(since),
    decided,
    paid,
    paidRate: isEnough ? shareOf(paid, decided) : null,
    paidTo: paid_to,
    settledRate: isEnough ? settledRate(releases) : null,
    medianReviewHours: medianOf(releases.map(([start, end]) => between(start, end, hour))),
    medianDaysToPay: medianDaysToPay(releases),
    disputesLost: lost_as_giver,
    openDisputes: disputed,
  }
}
