import { LRUCache } from 'lru-cache'

/**
 * Keeps the entries that were used last, `most` of them. With a `max` of its own the cache would take the memory for all of
 * them when it is made.
 */
export function keepLast<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
}
