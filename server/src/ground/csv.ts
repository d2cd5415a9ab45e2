import { withoutFormulas } from '@furrow/sdk/csv'

/** A line of values; the author of a text controls nothing but its own cell. */
export function toLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  return `"${withoutFormulas(value).replaceAll('"', '""')}"`
}
