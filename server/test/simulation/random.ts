/** Chances that a seed decides: the same seed tells the same story again. */
export type Random = {
  /** 0 to `below` - 1. */
  int(below: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
}

/** Mulberry32: small, fast, and good enough to tell stories. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    int: below => Math.floor(next() * below),
    chance: probability => next() < probability,
    pick: items => items[Math.floor(next() * items.length)] as never,
  }
}
