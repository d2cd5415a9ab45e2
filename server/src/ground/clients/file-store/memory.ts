import { Readable } from 'node:stream'
import type { FileStore } from './store.ts'

/** Goes with a database in memory: both are gone with the process. */
export function createMemory(): FileStore {
  const kept = new Map<string, Buffer>()
  return {
    folder: null,
    async put(hash, bytes) {
      kept.set(hash, bytes)
    },
    async open(hash) {
      const bytes = kept.get(hash)
      return bytes === undefined ? null : Readable.from([bytes])
    },
    async sizeOf(hash) {
      return kept.get(hash)?.length ?? null
    },
    async remove(hash) {
      kept.delete(hash)
    },
  }
}
