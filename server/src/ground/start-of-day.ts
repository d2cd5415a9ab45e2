import { instant } from './clock.ts'
import { BadRequestError } from './errors.ts'

/** The start of a day (UTC) that is written as `2026-01-31`; null where the calendar has no such day. */
export function startOfDay(text: string): number | null {
  const at = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(at) || !instant(at).startsWith(`${text}T`) ? null : at
}

/** The same for a parameter of a request. @throws BadRequestError */
export function readStartOfDay(name: string, text: string): number {
  const at = startOfDay(text)
  if (at === null) throw new BadRequestError(`${name} is no day: ${text}.`)
  return at
}
