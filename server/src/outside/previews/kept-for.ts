import { LRUCache } from 'lru-cache'
import type { Context } from '../../ground/context.ts'

/**
 * What is read again only after a while, however many ask, and once for all who ask meanwhile. At most so many of them: strangers
 * choose the keys.
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
    // What could not be read is not kept.
    value.catch(() => kept.delete(key))
    return value
  }
}
