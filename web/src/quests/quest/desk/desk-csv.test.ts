import type { DeskPlace } from '@furrow/sdk'
import { expect, test } from 'vitest'
import { deskCsv } from './desk-csv.ts'

test('nothing that anybody wrote begins a formula, in whatever way a spreadsheet cuts the cells', () => {
  const notes = ['=1+1', ' "@x', '＝1', 'so far; =1', 'line\n+1']
  for (const note of notes) {
    const line = deskCsv([{ address: '0x1', status: 'accepted', label: note, note } as DeskPlace])
    for (const start of line.split(/[,;\n]/).slice(1)) expect(start).not.toMatch(/^[\s"]*[=+@＝]/)
  }
})

test('a cell with commas, quotes or lines is quoted, and one that begins like a formula is none', () => {
  const place = {
    address: '0x1',
    status: 'in-review',
    submission: { url: '', note: '=1+1' },
    label: '"good", so far',
    note: null,
  } as DeskPlace
  const [head, line] = deskCsv([place]).split('\r\n')
  expect(head).toMatch(/^farmer,status,/)
  expect(line).toBe('0x1,in-review,,,,,,\'=1+1,,,,,"""good"", so far",,')
})
