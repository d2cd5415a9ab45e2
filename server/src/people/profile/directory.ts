import type { ProfileCard, ProfilesQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Address, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { readFarmers } from './cards.ts'
import {
  byAge,
  comparePlaces,
  cursorOf,
  type Order,
  orderOf,
  type Place,
  readPlace,
  valueFor,
} from './directory-orders.ts'

const most = { listed: 100, walked: 2_000 }
/** A skill of at most so many farmers is read as a whole and sorted; for others the order is walked. */
const few = 1_000

export type Directory = { readonly farmers: ProfileCard[]; readonly next: string | null }

type Asked = { readonly skill: string | null; readonly order: Order | null; readonly after: Place | null }

/** A page ends at its limit, or after a long walk. @throws BadRequestError for an invalid limit or cursor. */
export async function listFarmers(
  context: Context,
  { cursor, limit: given, skill, sort = 'score' }: ProfilesQuery,
): Promise<Directory> {
  const limit = readLimit(given, { most: most.listed, otherwise: 50 })
  const order = orderOf(context, sort)
  const asked: Asked = {
    skill: skill === undefined ? null : skill.toLowerCase(),
    order,
    after: cursor === undefined ? null : readPlace(cursor, order),
  }
  const { places, last } = await findPlaces(context.db, asked, limit + 1)
  const page = places.slice(0, limit)
  const end = places.length > limit ? page.at(-1) : last
  const farmers = await readFarmers(
    context,
    page.map(({ address }) => address),
  )
  return { farmers, next: end ? cursorOf(end) : null }
}

type Found = { readonly places: readonly Place[]; readonly last: Place | null }

async function findPlaces(db: Db, asked: Asked, size: number): Promise<Found> {
  if (asked.skill === null || !(await isRare(db, asked.skill))) return walk(db, asked, size)
  const all = await readAll(db, asked, asked.skill)
  const { after } = asked
  return {
    places: all.filter(place => after === null || comparePlaces(after, place) < 0).slice(0, size),
    last: null,
  }
}

async function isRare(db: Db, skill: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from profile_skills where skill = ${skill} limit ${sql.lit(few + 1)}) as found`.execute(db)
  return (rows[0]?.count ?? 0) <= few
}

async function readAll(db: Db, { order }: Asked, skill: string): Promise<Place[]> {
  const value = order === null ? sql`null` : valueFor(order, sql`p.address`)
  const { rows } = await sql<{ address: Address; created_at: number; value: number | null }>`
    select p.address, p.created_at, ${value} as value from (
      select address from profile_skills where skill = ${skill} order by address limit ${sql.lit(few)}) as k
    join profiles p on p.address = k.address where p.listed = 1 and p.hidden_at is null`.execute(db)
  return rows
    .map(({ address, created_at, value }) => ({
      isRanked: value !== null,
      value: value ?? created_at,
      address,
    }))
    .toSorted(comparePlaces)
}

async function walk(db: Db, asked: Asked, size: number): Promise<Found> {
  const places: Place[] = []
  let { after } = asked
  let walked = 0
  for (let part = 2 * size; ; part = Math.min(4 * part, few, most.walked - walked)) {
    const some = await readPart(db, asked.order, after, part)
    places.push(...(await keepListed(db, asked, some)))
    walked += some.length
    const last = some.at(-1) ?? null
    // The ranked ones end where fewer come than were asked for; then come the others.
    const isOver = some.length < part && (asked.order === null || after?.isRanked === false)
    if (isOver) return { places, last: null }
    if (places.length >= size) return { places, last }
    after = some.length < part ? afterRanked : last
    if (walked >= most.walked) return { places, last: after }
  }
}

const afterRanked: Place = {
  isRanked: false,
  value: 999_999_999_999_999,
  address: toAddress(`0x${'f'.repeat(40)}`),
}

async function readPart(db: Db, order: Order | null, after: Place | null, size: number): Promise<Place[]> {
  const isRanked = order !== null && after?.isRanked !== false
  const { table, value, fits } = isRanked ? order : byAge
  const isNext =
    after === null || after.isRanked !== isRanked
      ? sql<SqlBool>`true`
      : sql<SqlBool>`(${value}, address) < (${after.value}, ${after.address})`
  const { rows } = await sql<{ address: Address; value: number }>`
    select address, ${value} as value from ${table} where ${fits} and ${isNext}
    order by ${value} desc, address desc limit ${size}`.execute(db)
  return rows.map(row => ({ ...row, isRanked }))
}

async function keepListed(db: Db, { order, skill }: Asked, some: readonly Place[]): Promise<Place[]> {
  if (some.length === 0) return []
  const conditions: RawBuilder<SqlBool>[] = [sql`p.listed = 1 and p.hidden_at is null`, saysSomething]
  // One value each: PostgreSQL would rather read the whole of an `exists` and join.
  if (skill !== null)
    conditions.push(
      sql`(select 1 from profile_skills s where s.skill = ${skill} and s.address = p.address) = 1`,
    )
  if (order !== null && some[0]?.isRanked === false)
    conditions.push(sql`${valueFor(order, sql`p.address`)} is null`)
  const asked = some.map(({ address }) => ({ address }))
  const { rows } = await sql<{ address: Address }>`
    select p.address from ${jsonRows(db, 'k', ['address'], asked)}
    ${joinEach(db, 'profiles', 'p', sql`p.address = k.address`)}
    where ${sql.join(conditions, sql` and `)}`.execute(db)
  const kept = new Set(rows.map(({ address }) => address))
  return some.filter(({ address }) => kept.has(address))
}

/** Everybody who signed in has a profile; farmers say what they can do, or have done it. */
const saysSomething = sql<SqlBool>`(p.skills <> '[]' or p.bio <> '' or p.guild is not null or p.codehost_id is not null
  or (select c.completed from address_counts c where c.address = p.address) > 0)`
