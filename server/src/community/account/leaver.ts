import type { Tables } from '@furrow/storage/tables.ts'
import type { Transaction } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'
import { seasonAt } from '../../rules/points/season.ts'

export type Leaver = {
  readonly trx: Transaction<Tables>
  readonly address: Address
  readonly pseudonym: Address
  readonly at: number
}

const atOnce = 50

export function* slicesOf<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let from = 0; from < all.length; from += atOnce) yield all.slice(from, from + atOnce)
}

export async function untilNone(act: () => Promise<number>): Promise<void> {
  while ((await act()) > 0);
}

export type Seasons = Pick<Config, 'seasonStart' | 'seasonMs'>

export function seasonsUntil(config: Seasons, at: number): number[] {
  return Array.from({ length: seasonAt(config, at) }, (_, index) => index + 1)
}
