import { join } from 'node:path'
import { instant } from '../../ground/clock.ts'

const form = /^furrow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z[.]ndjson[.]gz(?:[.]age)?$/

/** The ending of what is encrypted, after that of what it is. */
const encrypted = '.age'

/** Of the backup that was made then. */
export function nameOf(at: number, isEncrypted = false): string {
  return `furrow-${instant(at).replace(/[:.]/g, '-')}.ndjson.gz${isEncrypted ? encrypted : ''}`
}

/** When the backup of that name was made; null for what is none. */
export function timeOf(name: string): number | null {
  const [, date, hours, minutes, seconds, rest] = form.exec(name) ?? []
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${rest}Z`)
  return Number.isNaN(at) ? null : at
}

/** The file of the secrets that goes with a backup. */
export function secretBeside(backup: string): string {
  return backup.replace(/[.]ndjson[.]gz(?:[.]age)?$/, '.secret.json')
}

/** People's files are beside the backups, and for all of them: what has a hash for its name is the same in each. */
export function keptIn(folder: string): string {
  return join(folder, 'files')
}

export function keptAt(folder: string, hash: string, isEncrypted = false): string {
  return join(keptIn(folder), hash.slice(0, 2), `${hash}${isEncrypted ? encrypted : ''}`)
}
