import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readClosingKeywords } from './closing-keywords.ts'

const read = (text: string) => [...readClosingKeywords(text, 'Farm/Gate', 'https://git.example.org')]
const keyword = fc
  .constantFrom('close', 'closes', 'closed', 'fix', 'fixes', 'fixed', 'resolve', 'resolves', 'resolved')
  .chain(word => fc.constantFrom(word, word.toUpperCase(), `${word[0]?.toUpperCase()}${word.slice(1)}`))
const reference = (number: number) =>
  fc.constantFrom(`#${number}`, `farm/gate#${number}`, `https://git.example.org/Farm/gate/issues/${number}`)
const number = fc.integer({ min: 1, max: 1e9 })

describe('the words that close an issue', () => {
  test('are read in every form', () => {
    fc.assert(
      fc.property(
        number.chain(n => fc.tuple(fc.constant(n), keyword, fc.constantFrom(' ', ': ', ':'), reference(n))),
        ([n, word, between, named]) => {
          expect(read(`This ${word}${between}${named}.`)).toEqual([n])
        },
      ),
    )
  })

  test('say nothing in code, comments and quotes', () => {
    fc.assert(
      fc.property(keyword, number, (word, n) => {
        const said = `${word} #${n}`
        for (const text of [
          `\`${said}\``,
          `\`\`a \` ${said}\`\``,
          `\`\`\`sh\n${said}\n\`\`\``,
          `~~~\n${said}\n`,
          `<!-- ${said} -->`,
          `<!-- ${said}`,
          `> ${said}`,
          `\`\`\`\`\n\`\`\`\n${said}`,
        ])
          expect(read(text), text).toEqual([])
      }),
    )
  })

  test.each([
    'Closes 7',
    'discloses #7',
    'Closes #7a',
    'Closes #0',
    'Closes other/gate#7',
    'Closes https://git.example.org/other/gate/issues/7',
    'Closes https://gitXexample.org/farm/gate/issues/7',
    'see #7',
    'Closes the gate #7',
  ])('are not in %j', text => expect(read(text)).toEqual([]))

  test('are read after code that ended', () => {
    expect(read('`code` closes #7')).toEqual([7])
    expect(read('```\ncode\n```\ncloses #7')).toEqual([7])
    expect(read('```a``` b\ncloses #7')).toEqual([7])
    expect(read('one ` tick, closes #7')).toEqual([7])
  })

  test('take a reference each', () =>
    expect(read('Closes #1, fixes #2, and #3\r\nresolves: farm/gate#4')).toEqual([1, 2, 4]))

  test('are looked for in no time, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('`', '~~~', '\n', '<!--', '-->', '> ', 'closes ', '#7', 'a/', ' '), {
          maxLength: 400,
        }),
        parts => {
          for (const found of read(parts.join(''))) expect(found).toBe(7)
        },
      ),
    )
    expect(read('`'.repeat(20_000) + 'a/'.repeat(20_000))).toEqual([])
  })
})
