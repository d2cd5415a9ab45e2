import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { readLiveKeys } from './api-keys.ts'
import { readEnded } from './generations.ts'
import type { AccessClaims } from './tokens.ts'

export type Held =
  | ({ readonly kind: 'session' } & AccessClaims)
  | { readonly kind: 'key'; readonly address: Address; readonly id: string }

/** Filters the expired, ended or revoked ones, with one query for each kind. */
export async function findEnded<T extends Held>(context: Context, all: readonly T[]): Promise<readonly T[]> {
  const keys = all.flatMap(held => (held.kind === 'key' ? held.id : []))
  const [isOver, live] = await Promise.all([
    all.length > keys.length ? readEnded(context) : null,
    keys.length > 0 ? readLiveKeys(context, [...new Set(keys)]) : null,
  ])
  const now = context.clock.now()
  return all.filter(held =>
    held.kind === 'key' ? live?.has(held.id) === false : held.expiresAt <= now || isOver?.(held) === true,
  )
}
