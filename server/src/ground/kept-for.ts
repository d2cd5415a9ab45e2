import type { Clock } from './clock.ts'
import { keepLast } from './kept-last.ts'

type Entry<T> = { readonly value: Promise<T>; readonly since: number; until: number; known: T | undefined }
type Found<T> = { readonly value: T; readonly lasts: number }
type Time = Pick<Clock, 'elapsed'>

export type KeptFor<T> = {
  /** All who ask for a key at once share one look; a failure is not kept. */
  get(key: string, look: () => Promise<Found<T>>): Promise<T>
  put(key: string, value: T, lasts: number): void
  drop(key: string): void
  /** Drops entries with such a value that are older than so many milliseconds. @returns whether there was any. */
  dropOlder(isMeant: (value: T) => boolean, age: number): boolean
  peek(key: string): T | undefined
  clear(): void
}

/** Values that are good for a while, `most` of them: strangers may choose the keys. */
export function keepFor<T>(clock: Time, most = 10_000): KeptFor<T> {
  const entries = keepLast<string, Entry<T>>(most)
  return {
    get(key, look) {
      const before = entries.get(key)
      if (before !== undefined && clock.elapsed() < before.until) return before.value
      const entry: Entry<T> = {
        since: clock.elapsed(),
        until: Number.POSITIVE_INFINITY,
        known: before?.known,
        value: look().then(({ value, lasts }) => {
          entry.until = clock.elapsed() + lasts
          entry.known = value
          return value
        }),
      }
      entries.set(key, entry)
      entry.value.catch(() => {
        if (entries.peek(key) === entry) entries.delete(key)
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
    peek: key => entries.peek(key)?.known,
    clear: () => entries.clear(),
  }
}

/** Reads a value again only after `age` milliseconds, however many ask. */
export function keptFor<V>(
  clock: Time,
  age: number,
  most: number,
  read: (key: string) => Promise<V>,
): (key: string) => Promise<V> {
  const kept = keepFor<V>(clock, most)
  return key => kept.get(key, async () => ({ value: await read(key), lasts: age }))
}
