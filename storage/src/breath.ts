import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds. */
const longestTurn = 8

/** SQLite answers at once, and repeated questions would block the event loop: await this before each statement. */
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
