import type { FarmerSort } from '@furrow/sdk/contract'
import { ratingKey } from '@furrow/storage/sort-keys.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { readCursor, wrongCursor } from '../../ground/http/queries.ts'
import { seasonAt } from '../../rules/points/season.ts'

export type Place = { readonly isRanked: boolean; readonly value: number; readonly address: Address }

export type Order = {
  readonly table: RawBuilder<unknown>
  readonly value: RawBuilder<number>
  readonly fits: RawBuilder<SqlBool>
}

/** All who are listed, by age. The conditions are literals, as in the index. */
export const byAge: Order = {
  table: sql`profiles`,
  value: sql`created_at`,
  fits: sql`listed = 1`,
}

/** null for the order by age. */
export function orderOf({ clock, config }: Context, sort: FarmerSort): Order | null {
  switch (sort) {
    case 'newest':
      return null
    case 'completed':
      return { table: sql`address_counts`, value: sql`completed`, fits: sql`completed > 0` }
    case 'rating':
      return { table: sql`address_counts`, value: ratingKey, fits: sql`farmer_ratings > 0` }
    case 'score': {
      const season = seasonAt(config, clock.now())
      const fits = sql<SqlBool>`season = ${season} and role = 'farmer' and points > 0`
      return { table: sql`season_scores`, value: sql`points`, fits }
    }
  }
}

/** null without one. */
export function valueFor({ table, value, fits }: Order, address: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select ${value} from ${table} as ranked where ranked.address = ${address} and ${fits})`
}

export function comparePlaces(a: Place, b: Place): number {
  if (a.isRanked !== b.isRanked) return a.isRanked ? -1 : 1
  if (a.value !== b.value) return b.value - a.value
  return a.address > b.address ? -1 : 1
}

export function cursorOf({ isRanked, value, address }: Place): string {
  return `${isRanked ? 'r' : 'n'}${value}-${address}`
}

/** @throws BadRequestError for an invalid cursor, or one of another order. */
export function readPlace(cursor: string, order: Order | null): Place {
  const { kind, value, address } = readCursor<'kind' | 'value' | 'address'>(
    cursor,
    /^(?<kind>[rn])(?<value>\d{1,15})-(?<address>0x[0-9a-f]{40})$/,
  )
  if (kind === 'r' && order === null) throw wrongCursor()
  return { isRanked: kind === 'r', value: Number(value), address: address as Address }
}
