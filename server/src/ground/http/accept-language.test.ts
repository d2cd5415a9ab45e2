import { expect, test } from 'vitest'
import { languageAsked } from './accept-language.ts'

test.each([
  ['de', 'de'],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
  ['pt-BR, es;q=0.6, en;q=0.9', 'en'],
  ['ES', 'es'],
  ['de;q=0, en;q=0.1', 'en'],
  ['de;q=x, ja', 'de'],
  ['ja, *;q=0.5', undefined],
  ['', undefined],
  [undefined, undefined],
  [`${'de-x,'.repeat(10_000)}en`, 'de'],
])('%j asks for %j', (header, language) => {
  expect(languageAsked(header)).toBe(language)
})
