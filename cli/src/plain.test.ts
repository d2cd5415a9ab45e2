import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainJson, plainLine, plainText } from './plain.ts'
import { table } from './table.ts'

const pieces = [
  '\x1b[31m',
  '\x1b]8;;http://evil.example\x07',
  '\x1b]0;title\x1b\\',
  '\x9b2J',
  '\x1b',
  '\x07',
  '\x08',
  '\r',
  '\u202e',
  '\u200b',
]
/** Words of strangers, some of them for terminals. */
const text = fc
  .array(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constantFrom(...pieces)))
  .map(parts => parts.join(''))
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2066-\u2069]/

test('no control character of a stranger reaches the terminal, in whatever form', () => {
  fc.assert(
    fc.property(text, text, (one, two) => {
      expect(plainText(one)).not.toMatch(control)
      expect(plainLine(one)).not.toMatch(/[\n]/)
      expect(plainLine(one)).not.toMatch(control)
      expect(plainJson({ [one]: two })).not.toMatch(control)
      expect(table(['A', 'B'], [[one, two]]).join('')).not.toMatch(control)
    }),
    { numRuns: 2_000 },
  )
})

test('JSON keeps every character', () => {
  fc.assert(
    fc.property(text, one => {
      expect(JSON.parse(plainJson([one]))).toEqual([one])
    }),
    { numRuns: 2_000 },
  )
})

test('text without them stays as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~äöüß€日本\n]*$/u), one => {
      expect(plainText(one)).toBe(one)
    }),
  )
})

test('a coloured word is the word', () => {
  expect(plainText('a \x1b[1;31mred\x1b[0m gate')).toBe('a red gate')
})
