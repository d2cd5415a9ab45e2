import { createQueue } from './queue.ts'

const most = 64

/**
 * A reader of what is found by a key; undefined where there is nothing. What is asked for at the same moment is read at
 * once, and each key once.
 */
export function readTogether<K, V>(
  read: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  return createQueue(
    'reads',
    async (keys: readonly K[]) => {
      const found = await read([...new Set(keys)])
      return keys.map(key => ({ value: found.get(key) }))
    },
    most,
  )
}
