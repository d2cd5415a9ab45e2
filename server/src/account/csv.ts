/**
 * What a spreadsheet would take for a formula, also behind spaces, and in the wide letters that it reads as the same (OWASP, CSV
 * injection).
 */
const formula = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u

/** A line of values; whoever wrote a text decides nothing but the text of its own cell. */
export function toLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = formula.test(value) ? `'${value}` : value
  return `"${safe.replaceAll('"', '""')}"`
}
