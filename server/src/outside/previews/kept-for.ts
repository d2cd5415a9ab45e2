import { LRUCache } from 'lru-cache'
import type { Context } from '../../ground/context.ts'

/**
 * Reads a value again only after `age` milliseconds, however many ask, and once for all who ask meanwhile. It keeps at most
 * `most` values, since strangers choose the keys.
 */
export function keptFor<V>(
  { clock }: Pick<Context, 'clock'>,
  age: number,
  most: number,
  read: (key: string) => Promise<V>,
): (key: string) => Promise<V> {
  const kept = new LRUCache<string, { readonly value: Promise<V>; readonly until: number }>({ max: most })
  return key => {
    const now = clock.elapsed()
    const known = kept.get(key)
    if (known !== undefined && now < known.until) return known.value
    const value = read(key)
    kept.set(key, { value, until: now + age })
    value.catch(() => kept.delete(key))
    return value
  }
}
