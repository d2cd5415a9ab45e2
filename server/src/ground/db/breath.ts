import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds. */
const longestTurn = 8

/**
 * SQLite answers at once, and who asks it again and again would never give the event loop back: nobody else would be read from
 * his socket until he is done. To be asked before each statement; a promise is one to wait for, then the statement follows.
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
