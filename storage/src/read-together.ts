import { createQueue } from './queue.ts'

const most = 64

/** A batching reader by key; undefined where nothing is found. Concurrent calls share one read, with each key once. */
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
