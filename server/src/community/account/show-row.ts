import { checksum, toAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'

type Row = Readonly<Record<string, unknown>>

/** A row of the database in the form of the API: its own column names, times as ISO 8601, addresses by EIP-55. */
export function showRow(row: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [nameOf(column), showValue(column, value)]),
  )
}

function nameOf(column: string): string {
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

const json = new Set(['skills', 'quest', 'details', 'before', 'after', 'questions', 'asked', 'answers'])

function showValue(column: string, value: unknown): unknown {
  if (typeof value === 'number' && /^at$|(_a|[a-z]A)t$/.test(column))
    return value > 0 && value < 1e14 ? instant(value) : null
  if (typeof value !== 'string') return value
  if (/^0x[0-9a-f]{40}$/.test(value)) return checksum(toAddress(value))
  // A place's state is an object; calls and messages have a state too, which is a word.
  if (column === 'state' && value.startsWith('{')) return showRow(JSON.parse(value))
  return json.has(column) ? JSON.parse(value) : value
}
