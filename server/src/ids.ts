import { randomBytes } from 'node:crypto'

let lastAt = 0
let sequence = 0

/**
 * `<kind>-<timestamp>-<suffix>`: sorts by age as text, also within one millisecond of one process; the suffix
 * ends in 128 random bits, so that nobody guesses another's id and two processes never meet.
 */
export function createId(kind: string, at: number): string {
  sequence = at === lastAt ? sequence + 1 : 0
  lastAt = at
  const order = sequence.toString(16).padStart(4, '0')
  return `${kind}-${at.toString().padStart(13, '0')}-${order}${randomBytes(16).toString('hex')}`
}
