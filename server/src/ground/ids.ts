import { drawBytes } from './random.ts'

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
  return `${idAt(kind, at)}-${order}${drawBytes(16).toString('hex')}`
}

/** Sorts before every id of that kind that is made from then on, and after all others. */
export function idAt(kind: string, at: number): string {
  return `${kind}-${Math.max(0, at).toString().padStart(13, '0')}`
}

const prefix = 'quest-'
const dayDigits = 5

/** The day of a quest: the first digits of the time in its id, of 10^8 milliseconds, about 28 hours. Days sort as the ids do. */
export function dayOf(questId: string): string {
  return questId.slice(prefix.length, prefix.length + dayDigits)
}

export function daysBack(from: string, to: string): string[] {
  const [newest, oldest] = [Number(dayOf(from)), Number(dayOf(to))]
  const length = Math.max(0, newest - oldest + 1)
  return Array.from({ length }, (_, index) => String(newest - index).padStart(dayDigits, '0'))
}

/** Sorts before every id of that day. */
export function startOf(day: string): string {
  return `${prefix}${day}`
}

export function endOf(day: string): string {
  return `${startOf(day)}~`
}
