import type { Giving, GivingFigures } from '@furrow/sdk/contract'
import { toLine } from '../../ground/csv.ts'

type Cell = string | number | null

/** One figure a line, so that further ones change no column; `repository` is `*` for all together. */
export function givingCsv({ repositories, total }: Giving): string {
  const lines: Cell[][] = [['repository', 'figure', 'token', 'value', 'count']]
  for (const { repository, ...figures } of [{ repository: '*', ...total }, ...repositories])
    for (const line of linesOf(figures)) lines.push([repository, ...line])
  return lines.map(toLine).join('')
}

function* linesOf({ disputes, mergedCosts, times, ...counts }: GivingFigures): Iterable<Cell[]> {
  for (const [name, count] of Object.entries(counts)) yield [name, null, count, null]
  const { count, ...decided } = disputes
  yield ['disputes', null, count, null]
  for (const [how, number] of Object.entries(decided)) yield [`disputes ${how}`, null, number, null]
  for (const [name, { count, medianHours }] of Object.entries(times))
    yield [`median hours ${name}`, null, medianHours, count]
  for (const { count, median, sum, token } of mergedCosts) {
    yield ['cost of merged work, sum', token, sum, count]
    yield ['cost of merged work, median', token, median, count]
  }
}
