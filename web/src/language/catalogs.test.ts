import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { expect, test } from 'vitest'
import { languages } from './languages.ts'

const web = join(import.meta.dirname, '../..')
const [catalog] = await getCatalogs(getConfig({ cwd: web }))
const said = (await catalog?.collect()) ?? {}
const others = Object.keys(languages).filter(language => language !== 'en')

test('each message of the code has its words in every language, with what belongs into it, and none is left over', async () => {
  expect(Object.keys(said).length).toBeGreaterThan(500)
  for (const language of others) {
    const read = (await catalog?.read(language)) ?? {}
    expect(Object.keys(read).toSorted()).toEqual(Object.keys(said).toSorted())
    const wrong = Object.entries(read).flatMap(([id, { translation = '' }]) => {
      const message = said[id]?.message ?? ''
      return translation !== '' && fits(message, translation) ? [] : [message]
    })
    expect(wrong).toEqual([])
  }
})

test('a file of translations names no one and no place', () => {
  for (const language of others) {
    const file = readFileSync(join(import.meta.dirname, `${language}.po`), 'utf8')
    expect(file).not.toMatch(/Last-Translator|\/(home|root|work)\//)
  }
})

test('in French no line begins with a double mark: the space before it does not break', async () => {
  const read = (await catalog?.read('fr')) ?? {}
  const breaking = Object.values(read).filter(({ translation = '' }) => / [:;?!»]|« /.test(translation))
  expect(breaking.map(({ translation }) => translation)).toEqual([])
})

/** A pair of double marks and what stands between them, as each language writes it. */
const quotations: Readonly<Record<string, RegExp>> = {
  de: /„[^„“”«»"]+“/g,
  es: /«(?!\s)[^„“”«»"]+(?<!\s)»/g,
  fr: /«\u202f[^„“”«»"]+\u202f»/g,
}

test.each(others)('in %s names stand between its own double marks', async language => {
  const read = (await catalog?.read(language)) ?? {}
  const foreign = Object.values(read).filter(({ translation = '' }) =>
    /[„“”«»"]/.test(translation.replaceAll(quotations[language] ?? /(?!)/g, '')),
  )
  expect(foreign.map(({ translation }) => translation)).toEqual([])
})

/** Familiar forms of address, and words for which the language has its own term here. */
const foreignTo: Readonly<Record<string, RegExp>> = {
  de: /(?<!\p{L})(du|dir|dich|dein\p{L}*)(?!\p{L})/iu,
  es: /(?<!\p{L})(tú|tus?|tuy[ao]s?|billeteras?|carteras?|quests?|merges?)(?!\p{L}| request)/iu,
  fr: /(?<!\p{L})(tu|toi|tes|ton|quests?|wallets?)(?!\p{L})/iu,
}

test.each(others)('in %s people are addressed formally, by the terms of the language', async language => {
  const read = (await catalog?.read(language)) ?? {}
  const texts = Object.values(read).map(({ translation = '' }) => translation)
  expect(texts.filter(text => foreignTo[language]?.test(text))).toEqual([])
})

test('no double mark stands in the code without a message, which each language writes with its own', () => {
  const files = readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' })
  const bare = files
    .filter(file => /(?<!\.test)\.tsx?$/.test(file))
    .filter(file => {
      const code = readFileSync(join(web, 'src', file), 'utf8').replaceAll(/\/\*.*?\*\/|comment: '.*?'/gs, '')
      const messages = Object.values(said).flatMap(({ message = '', origin = [] }) =>
        origin.filter(([path]) => path === join('src', file)).map(() => message),
      )
      return marksIn(code) !== marksIn(messages.join())
    })
  expect(bare).toEqual([])
})

function marksIn(text: string): number {
  return text.match(/[“”]/g)?.length ?? 0
}

/** Whether the translation has the message's values and elements and no others; a plural's count may be left out. */
function fits(message: string, translation: string): boolean {
  const [wanted, given] = [holesOf(message), holesOf(translation)]
  return (
    [...given].every(hole => wanted.has(hole)) &&
    [...wanted].every(hole => given.has(hole) || message.includes(`${hole}, plural`))
  )
}

/** The values and elements of a message: `{name`, `{count` of `{count, plural, ...}`, and `<0>`. */
function holesOf(message: string): Set<string> {
  return new Set(message.match(/(?<!(?:zero|one|two|few|many|other|=\d+) )\{\w+(?=[,}])|<\/?\d+\/?>/g))
}
