import type { DeskPlace } from '@furrow/sdk'

const columns: readonly (readonly [
  name: string,
  of: (place: DeskPlace) => string | number | null | undefined,
])[] = [
  ['farmer', ({ address }) => address],
  ['status', ({ status }) => status],
  ['acceptedAt', ({ acceptedAt }) => acceptedAt],
  ['expiresAt', ({ expiresAt }) => expiresAt],
  ['reviewEndsAt', ({ reviewEndsAt }) => reviewEndsAt],
  ['disputeEndsAt', ({ disputeEndsAt }) => disputeEndsAt],
  ['url', ({ submission }) => submission?.url],
  ['note', ({ submission }) => submission?.note],
  ['pullRequest', ({ pullRequest }) => pullRequest],
  ['releasedAt', ({ releasedAt }) => releasedAt],
  ['amount', ({ paid }) => paid],
  ['payment', ({ payment }) => payment?.status],
  ['label', ({ label }) => label],
  ['privateNote', ({ note }) => note],
]

/** A table for spreadsheets. They take a cell that begins like a formula for one, so it gets a quote before it. */
export function deskCsv(places: readonly DeskPlace[]): string {
  const lines = [columns.map(([name]) => name), ...places.map(place => columns.map(([, of]) => of(place)))]
  return lines.map(line => `${line.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
