import { join } from 'node:path'
import { instant } from '../../ground/clock.ts'

const form = /^furrow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z[.]ndjson[.]gz(?:[.]age)?$/

const encrypted = '.age'

export function nameOf(at: number, isEncrypted = false): string {
  return `furrow-${instant(at).replace(/[:.]/g, '-')}.ndjson.gz${isEncrypted ? encrypted : ''}`
}

/** null if the name is not a backup's. */
export function timeOf(name: string): number | null {
  const [, date, hours, minutes, seconds, rest] = form.exec(name) ?? []
  const at = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${rest}Z`)
  return Number.isNaN(at) ? null : at
}

export function secretBeside(backup: string): string {
  return backup.replace(/[.]ndjson[.]gz(?:[.]age)?$/, '.secret.json')
}

/** All backups share the files beside them: a hash names the same bytes in each. */
export function keptIn(folder: string): string {
  return join(folder, 'files')
}

export function keptAt(folder: string, hash: string, isEncrypted = false): string {
  return join(keptIn(folder), hash.slice(0, 2), `${hash}${isEncrypted ? encrypted : ''}`)
}
