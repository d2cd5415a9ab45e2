import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, rangesOf, wordsOf } from './search-words.ts'

describe('the words of a text', () => {
  test('are the same in slices as in one piece, for what people write', () => {
    const word = fc.string({ unit: fc.constantFrom(...'aÄß中한ｱﾞ１é\u0301_'), minLength: 1, maxLength: 30 })
    const between = fc.constantFrom(' ', '\n', ', ', '。', '-')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, between), { maxLength: 250 }), parts => {
        const text = parts.flat().join('')
        const whole = fold(text).match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []
        expect(wordsOf(text)).toEqual([...new Set(whole)])
      }),
    )
  })

  test('have no more than 30 marks on a letter', () => {
    const [word = ''] = wordsOf(`a${'\u0323\u0301'.repeat(10_000)}`)
    expect([...word.normalize('NFD')].length).toBeLessThanOrEqual(40)
  })
})

describe('what a search asks for', () => {
  const isFound = (query: string, text: string) =>
    rangesOf(query).every(({ from, to }) => wordsOf(text).some(word => word >= from && word < to))

  test.each([
    ['gate', 'Fix the gates', true],
    ['fix gat', 'Fix the gates', true],
    ['GA', 'Fix the gates', true],
    ['g', 'Fix the gates', true],
    ['a gate', 'Fix the gates', false],
    ['a gate', 'Fix a gate', true],
    ['c programming', 'Programming in C', true],
    ['c programming', 'Programming in Cobol', false],
    ['修 gate', 'gate 修理', true],
    ['barn gate', 'Fix the gates', false],
    ['ubersetz', 'Übersetzung der Texte', true],
    ['Übersetz', 'UBERSETZUNG', true],
    ['Zurich', 'In Zürich', true],
    ['resume', 'Résumé', true],
    ['strasse lodz oresund', 'Straße, Łódź, Øresund', true],
    ['हिन्दी', 'हिन्दी', true],
    ['हनद', 'हिन्दी', false],
    ['한국', '한국어', true],
  ])('%j in %j: %j', (query, text, found) => expect(isFound(query, text)).toBe(found))

  test('is at most eight words, the longest, so that a whole title still finds its quest', () => {
    const title = 'Repair the lower fence of the eastern field before the first of the autumn storms'
    expect(rangesOf(title)).toHaveLength(8)
    expect(isFound(title, title)).toBe(true)
    expect(rangesOf('a b c d e f g h i j k l m')).toHaveLength(8)
  })
})
