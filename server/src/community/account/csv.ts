/**
 * Where a spreadsheet would begin a formula: at the start of a cell, and after whatever separates cells in other
 * settings, since with `;` our quotes close elsewhere; also behind spaces and quotes, and in the wide letters that it
 * reads as the same (OWASP, CSV injection).
 */
const sign = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]'
const formulas = new RegExp(
  `^(?=[\\s"]*${sign}|[\\t\\r\\n])|(?<=[,;|\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|")*${sign})`,
  'gu',
)

/** A line of values; the author of a text controls nothing but its own cell. */
export function toLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  return `"${value.replace(formulas, "'").replaceAll('"', '""')}"`
}
