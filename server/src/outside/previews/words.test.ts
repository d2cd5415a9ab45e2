import { expect, test } from 'vitest'
import { excerptOf } from './words.ts'

test.each([
  ['- [x] a wave\n- [ ] no wave at night', 'a wave no wave at night'],
  ['## Wanted\n\n1. **Bread**, `rye`\n> and [soup](https://example.org)', 'Wanted Bread, rye and soup'],
  ['a [x] in a line', 'a [x] in a line'],
])('the beginning of %j is read without its marks', (markdown, words) => {
  expect(excerptOf(markdown, 100)).toBe(words)
})
