import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds. */
const longestTurn = 8

/**
 * SQLite answers at once, so a caller that asks again and again would never give the event loop back, and no other socket
 * would be read until it is done. Call it before each statement; where it returns a promise, wait for that first.
 */
export function createBreath(): () => Promise<void> | null {
  let began: number | null = null
  const end = () => {
    began = null
  }
  return () => {
    const now = performance.now()
    if (began === null) {
      began = now
      setImmediate(end)
    }
    return now - began < longestTurn ? null : nextTurn()
  }
}
