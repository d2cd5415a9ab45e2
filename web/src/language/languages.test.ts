import { expect, test } from 'vitest'
import { languageOf, localeOf } from './languages.ts'

test('the first of the reader’s languages that there is, else English', () => {
  expect(languageOf(['pt-BR', 'es-MX', 'en'])).toBe('es')
  expect(languageOf(['DE'])).toBe('de')
  expect(languageOf(['constructor', 'xx'])).toBe('en')
  expect(languageOf([])).toBe('en')
})

test('numbers and dates are written as in the reader’s country, where their language is shown', () => {
  expect(localeOf('de', ['en-GB', 'de-CH'])).toBe('de-CH')
  expect(localeOf('fr', ['en-GB'])).toBe('fr')
})
