import { instant } from '../clock.ts'

const form = /^furrow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z[.]ndjson[.]gz$/

/** Of the backup that was made then. */
export function nameOf(at: number): string {
  return `furrow-${instant(at).replace(/[:.]/g, '-')}.ndjson.gz`
}

/** When the backup of that name was made; null for what is none. */
export function timeOf(name: string): number | null {
  const [, date, hours, minutes, seconds, rest] = form.exec(name) ?? []
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${rest}Z`)
  return Number.isNaN(at) ? null : at
}
