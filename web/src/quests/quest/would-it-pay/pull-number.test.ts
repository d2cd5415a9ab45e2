import { expect, test } from 'vitest'
import { readPullNumber } from './pull-number.ts'

test.each([
  ['12', 12],
  [' #12 ', 12],
  ['!12', 12],
  ['https://github.com/farm/gate/pull/12', 12],
  ['https://github.com/farm/gate/pull/12/files#diff-1', 12],
  ['https://gitlab.com/farm/gate/-/merge_requests/12', 12],
  ['https://codeberg.org/farm/gate/pulls/12', 12],
  ['', null],
  ['0', null],
  ['twelve', null],
  ['https://github.com/farm/gate/issues/12', null],
  ['12345678901', null],
])('%j', (text, number) => {
  expect(readPullNumber(text)).toBe(number)
})
