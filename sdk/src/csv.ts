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

/** A text for a cell of a CSV file, of which a spreadsheet computes nothing: a quote stands before each beginning. */
export function withoutFormulas(text: string): string {
  return text.replace(formulas, "'")
}
