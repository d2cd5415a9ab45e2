import type { Clock } from './clock.ts'

type Entry<T> = { readonly value: Promise<T>; since: number; until: number; known?: T }
type Found<T> = { readonly value: T; readonly lasts: number }

export type KeptFor<T> = {
  /** All who ask for a key at once share one look; a failure is not kept. */
  get(key: string, look: () => Promise<Found<T>>): Promise<T>
  put(key: string, value: T, lasts: number): void
  drop(key: string): void
  /** Drops entries whose value is known, is this one, and is older than so many milliseconds. @returns whether there was any. */
  dropOlder(isMeant: (value: T) => boolean, age: number): boolean
  /** The value, if it is known; it may be too old. */
  peek(key: string): T | undefined
  clear(): void
}

const most = 10_000

/** Values that are good for a while. With too many of them, it begins anew. */
export function keepFor<T>(clock: Pick<Clock, 'elapsed'>): KeptFor<T> {
  const entries = new Map<string, Entry<T>>()
  return {
    get(key, look) {
      const known = entries.get(key)
      if (known !== undefined && clock.elapsed() < known.until) return known.value
      if (entries.size >= most) entries.clear()
      const entry: Entry<T> = {
        since: clock.elapsed(),
        until: Number.POSITIVE_INFINITY,
        value: look().then(({ value, lasts }) => {
          entry.until = clock.elapsed() + lasts
          entry.known = value
          return value
        }),
      }
      entries.set(key, entry)
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return entry.value
    },
    put(key, known, lasts) {
      const since = clock.elapsed()
      entries.set(key, { value: Promise.resolve(known), known, since, until: since + lasts })
    },
    drop: key => entries.delete(key),
    dropOlder(isMeant, age) {
      let dropped = false
      for (const [key, { known, since }] of entries)
        if (known !== undefined && isMeant(known) && clock.elapsed() - since > age)
          dropped = entries.delete(key)
      return dropped
    },
    peek: key => entries.get(key)?.known,
    clear: () => entries.clear(),
  }
}
