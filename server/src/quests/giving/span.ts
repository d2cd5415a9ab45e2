import type { GivingQuery } from '@furrow/sdk/contract'
import { day } from '../../ground/clock.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { readStartOfDay } from '../../ground/start-of-day.ts'

/** In milliseconds since 1970, without the end. */
export type Span = { readonly from: number; readonly until: number }

const usualDays = 90
const mostDays = 3 * 366

/** @throws BadRequestError for a date outside the calendar, an end before the beginning, or too long a span. */
export function readSpan({ from, to }: GivingQuery, now: number): Span {
  const last = to === undefined ? Math.floor(now / day) * day : readStartOfDay('to', to)
  const until = last + day
  const first = from === undefined ? until - usualDays * day : readStartOfDay('from', from)
  if (until <= first) throw new BadRequestError('to must not be before from.')
  if (until - first > mostDays * day)
    throw new BadRequestError(`There are at most ${mostDays} days from from to to.`)
  return { from: first, until }
}

/** The Mondays (UTC) of the weeks that the span touches. */
export function weeksOf({ from, until }: Span): number[] {
  const weeks: number[] = []
  for (let at = weekOf(from); at < until; at += 7 * day) weeks.push(at)
  return weeks
}

/** The Monday of the week: 1970 began on a Thursday. */
export function weekOf(at: number): number {
  const days = Math.floor(at / day)
  return (days - ((((days + 3) % 7) + 7) % 7)) * day
}
