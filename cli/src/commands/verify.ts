import type { Furrow } from '@furrow/sdk'
import type { Command } from '../command.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { plainLine } from '../plain.ts'

type Preview = Awaited<ReturnType<Furrow['previewProof']>>

export const verify: Command = {
  name: 'verify',
  words: ['<repo>', '<pr>'],
  about: 'Whether a merge of this pull request would be paid, before the merge',
  options: {},
  async run(context) {
    const [repo = '', number = ''] = context.words
    if (!/^[1-9]\d{0,9}$/.test(number)) throw new UsageError('<pr> is the number of a pull request.')
    const preview = await context.client().previewProof({ repo, pr: Number(number) })
    context.show(preview, () => describe(preview))
    return preview.wouldPay ? exitCodes.done : exitCodes['would-not-pay']
  },
}

function describe({ wouldPay, quest, farmer, account, reasons }: Preview): string[] {
  const facts: [string, string | null][] = [
    ['Would pay', wouldPay ? 'yes' : 'no'],
    ['Quest', quest],
    ['Farmer', farmer],
    ['Account', account],
  ]
  const rows: [string, string][] = [
    ...facts.map(([name, value]): [string, string] => [name, value ?? '-']),
    // Sentences are whole here: a row of a table would cut them.
    ...reasons.flatMap(({ code, text, fix }): [string, string][] => [
      [code, text],
      ['', fix],
    ]),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${plainLine(value)}`)
}
