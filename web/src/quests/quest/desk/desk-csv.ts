import type { DeskPlace } from '@furrow/sdk'
import { withoutFormulas } from '@furrow/sdk/csv'

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
  // As other books name it (CAIP-10), on the chain of a payment.
  ['account', ({ address, payment }) => payment?.chainId && `eip155:${payment.chainId}:${address}`],
]

/** A table for spreadsheets, which compute nothing of it. */
export function deskCsv(places: readonly DeskPlace[]): string {
  const lines = [columns.map(([name]) => name), ...places.map(place => columns.map(([, of]) => of(place)))]
  return lines.map(line => `${line.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number | null | undefined): string {
  const safe = withoutFormulas(String(value ?? ''))
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
