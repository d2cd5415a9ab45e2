/**
 * Where a spreadsheet would begin a formula: at the beginning of a cell, and after whatever separates cells for somebody else, since
 * with `;` our quotes close elsewhere; also behind spaces and quotes, and in the wide letters that it reads as the same (OWASP,
 * CSV injection).
 */
const sign = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]'
const formulas = new RegExp(
  `^(?=[\\s"]*${sign}|[\\t\\r\\n])|(?<=[,;|\\t\\r\\n])(?=(?:[^\\S\\t\\r\\n]|")*${sign})`,
  'gu',
)

/** A line of values; whoever wrote a text decides nothing but the text of its own cell. */
export function toLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(toCell).join(',')}\r\n`
}

function toCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  return `"${value.replace(formulas, "'").replaceAll('"', '""')}"`
}
