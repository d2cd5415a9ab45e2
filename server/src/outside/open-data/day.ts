import { day, instant, minute } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { startOfDay } from '../../ground/start-of-day.ts'

/** An event has the time at which it was decided: its commit, and its seal, may come a little later. */
export const settled = 10 * minute

const file = /^events-(\d{4}-\d{2}-\d{2})\.ndjson\.gz$/

export function dayOf(name: string): string | null {
  return file.exec(name)?.[1] ?? null
}

/** The start of a day that is over. @throws NotFoundError for any other text. */
export function readDay({ clock }: Pick<Context, 'clock'>, text: string): number {
  const from = startOfDay(text)
  if (from === null) throw new NotFoundError(`There is no such day: ${text}.`)
  if (from + day + settled > clock.now())
    throw new NotFoundError('The events of a day are there ten minutes after its end (UTC).', {
      code: 'day-not-over',
    })
  return from
}

export function newestDayFile({ clock }: Pick<Context, 'clock'>): string {
  return `/data/events-${instant(clock.now() - settled - day).slice(0, 10)}.ndjson.gz`
}
