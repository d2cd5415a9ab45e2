import { LRUCache } from 'lru-cache'

/** It sets no `max`, for which the cache would take the memory of all entries when it is made. */
export function keepLast<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
}
