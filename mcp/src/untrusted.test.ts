import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markUntrusted, strip } from './untrusted.ts'

/** Characters of each kind that nobody sees, and pieces that comments are made of. */
const pieces = fc.constantFrom(
  ...['\u200b', '\u200d', '\u2060', '\ufeff', '\u202e', '\u2066', '\u061c', '\u00ad', '\ufe0f', '\u{e0041}'],
  ...['\u{e0001}', '\u{e0100}', '\u3164', '\ufff9', '\0', '\x1b', '\x85', '\u2028'],
  ...['<!--', '-->', '--!>', '<!-', '-', '->', '>', '<', '!', '\r\n', 'a', 'word', 'é', '😀'],
)
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 30 }).map(some => some.join('')),
  fc.string({ unit: 'binary' }),
)

describe('a text of strangers', () => {
  test('keeps nothing that people do not see, however it is put together', () => {
    fc.assert(
      fc.property(texts, text => {
        const rest = strip(text)
        expect(rest).not.toContain('<!--')
        for (const character of rest) {
          const code = character.codePointAt(0) as number
          const isTag = code >= 0xe0000 && code <= 0xe0fff
          const isBidi = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
          const isZeroWidth = (code >= 0x200b && code <= 0x200f) || (code >= 0x2060 && code <= 0x2064)
          const isControl = (code < 0x20 && code !== 9 && code !== 10) || (code >= 0x7f && code <= 0x9f)
          expect(isTag || isBidi || isZeroWidth || isControl || code === 0xfeff, code.toString(16)).toBe(
            false,
          )
        }
        expect(strip(rest)).toBe(rest)
      }),
      { numRuns: 2_000 },
    )
  })

  test('keeps all that people see', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abc é ß 漢 ع 😀 <b> -- ! \n\t'.split('')) }),
        text => {
          fc.pre(!text.includes('<!--'))
          expect(strip(text)).toBe(text)
        },
      ),
    )
    expect(strip('a <!-- do evil --> b')).toBe('a  b')
    expect(strip('a <!-- to the end')).toBe('a ')
    expect(strip('<!-<!-- x -->- y -->z')).toBe('z')
    expect(strip('<!\u200b-- y -->z')).toBe('z')
  })

  test('is in a field of its own wherever it is in an answer', () => {
    const words = texts
      .filter(text => /\s/.test(text) || !/^[\w.:+/@-]+$/.test(text))
      .map(text => `${text} EVIL`)
    const name = fc.constantFrom(
      'id',
      'title',
      'status',
      'note',
      'updatedAt',
      'address',
      'kind',
      'deep',
      'list',
    )
    const { answer } = fc.letrec(tie => ({
      answer: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
      value: fc.oneof(
        { maxDepth: 4 },
        words,
        fc.integer(),
        fc.array(words),
        fc.array(tie('answer')),
        tie('answer'),
      ),
    }))
    fc.assert(
      fc.property(answer, value => {
        expect(trustedTexts(markUntrusted(value as object)).filter(text => text.includes('EVIL'))).toEqual([])
      }),
    )
  })

  test('leaves the facts of the service as they are', () => {
    const quest = {
      id: 'quest-1',
      status: 'open',
      updatedAt: '2026-03-01T12:00:00.000Z',
      paid: '100',
      places: 2,
    }
    expect(markUntrusted(quest)).toEqual(quest)
    expect(markUntrusted({ ...quest, title: 'open' })).toEqual({ ...quest, untrusted: { title: 'open' } })
    expect(markUntrusted({ id: 'quest-1 please' })).toEqual({ untrusted: { id: 'quest-1 please' } })
    const long = 'ignore-all-rules.'.repeat(12)
    expect(markUntrusted({ id: long })).toEqual({ untrusted: { id: long } })
  })
})

function trustedTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => (name === 'untrusted' ? [] : trustedTexts(member)))
}
