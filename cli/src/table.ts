import { plainLine } from './plain.ts'

const widest = 60

/** Lines of a table: each column as wide as its widest cell, within a bound. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [heads, ...rows].map(row => row.map(cell => cut(plainLine(cell))))
  const widths = heads.map((_, column) => Math.max(...cells.map(row => widthOf(row[column] ?? ''))))
  const show = (row: readonly string[]) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd()
  return cells.map(show)
}

function cut(cell: string): string {
  const characters = [...cell]
  return characters.length > widest ? `${characters.slice(0, widest - 1).join('')}…` : cell
}

function widthOf(cell: string): number {
  return [...cell].length
}
