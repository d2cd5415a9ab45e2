import { expect, test } from 'vitest'
import { readPercent } from './percent.ts'

test.each([
  ['0', 0],
  ['100', 10_000],
  ['33.33', 3_333],
  ['33,3', 3_330],
  [' 7 ', 700],
  ['0.07', 7],
  ['100.01', null],
  ['33.333', null],
  ['-1', null],
  ['1e1', null],
  ['', null],
])('%j is %j ten-thousandths', (text, share) => {
  expect(readPercent(text)).toBe(share)
})
