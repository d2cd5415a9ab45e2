import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { refusals as de } from './refusals/de.ts'
import { refusals as es } from './refusals/es.ts'
import { refusals as fr } from './refusals/fr.ts'

// The type `RefusalWords` asks for every code of the service: one without its sentence does not compile.
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = { de, es, fr }

test('every language but English, which is the service’s own, has its words for refusals', () => {
  expect(['en', ...Object.keys(words)].toSorted()).toEqual(Object.keys(languages).toSorted())
})

test.each(Object.entries(words))('refusals in %s are whole sentences of their own', (language, sentences) => {
  for (const [code, sentence] of Object.entries(sentences)) {
    expect(sentence, code).toMatch(/^(\p{Lu}.*[.:] \{said\}|\p{Lu}[^{}]*\.|[^{}]*: 40\.|\{said\})$/u)
    // French sets a narrow space before these, and the other two none.
    if (language === 'fr') expect(sentence, code).not.toMatch(/[^\s\u00a0\u202f][;?!]/)
    else expect(sentence, code).not.toMatch(/\s[;?!]/)
  }
})

test('the service’s own sentence stands beside the same refusals in every language', () => {
  const said = ({ ...sentences }: Readonly<Record<string, string>>) =>
    Object.keys(sentences).filter(code => sentences[code]?.includes('{said}'))
  for (const sentences of Object.values(words)) expect(said(sentences)).toEqual(said(de))
})
