import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  mostTrustBytes,
  mostTrustLines,
  parseTrustdown,
  type TrustLine,
  verdictsOf,
  writeTrustdown,
} from './trustdown.ts'

const github = new Set(['github'])
const parse = (text: string) => parseTrustdown(text) as readonly TrustLine[]

const name = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,20}$/)
const words = fc.stringMatching(/^[!-~](?:[ -~]{0,30}[!-~])?$/)
const anyLine: fc.Arbitrary<TrustLine> = fc.oneof(
  fc.record({
    kind: fc.constant('entry' as const),
    denounced: fc.boolean(),
    platform: fc.option(name),
    login: fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,20}(?:\[bot\])?$/),
    details: fc.option(words),
  }),
  fc.constant({ kind: 'blank' as const }),
  words.map(text => ({ kind: 'comment' as const, text: `#${text}` })),
)
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.array(fc.constantFrom('-', '#', ':', ' ', '\t', '\r', '\n', 'a', '@', '\uFEFF', '\u2028'), {
    maxLength: 60,
  }),
)

describe('a trust list', () => {
  test('says whom it vouches for, and whom it denounces', () => {
    const text = [
      '# Who may work here',
      'github:Alice',
      'carol met at a fair',
      '-github:bob  asked for money twice',
      'gitlab:dave',
      '',
      '  erin  ',
      '-Carol',
      'dependabot[bot]',
      '@frank',
      'two:parts:here',
    ].join('\r\n')
    const lines = parse(text)
    expect(verdictsOf(lines, github)).toEqual([
      { login: 'alice', denounced: false },
      { login: 'carol', denounced: false },
      { login: 'bob', denounced: true },
      { login: 'erin', denounced: false },
      { login: 'dependabot[bot]', denounced: false },
    ])
    expect(lines.filter(({ kind }) => kind === 'unread')).toEqual([
      { kind: 'unread', text: '@frank' },
      { kind: 'unread', text: 'two:parts:here' },
    ])
    expect(lines[3]).toMatchObject({ details: 'asked for money twice' })
    expect(writeTrustdown(lines).split('\n').slice(0, 5)).toEqual([
      '# Who may work here',
      'github:Alice',
      'carol met at a fair',
      '-github:bob asked for money twice',
      'gitlab:dave',
    ])
  })

  test('is read as the documents have it', () => {
    const document = readFileSync(new URL('../../../docs/givers.md', import.meta.url), 'utf8')
    const [, text = ''] = /^```text\n(# Whom I know.*?)^```$/ms.exec(document) ?? []
    expect(verdictsOf(parse(text), github)).toEqual([
      { login: 'alice', denounced: false },
      { login: 'carol', denounced: false },
      { login: 'bob', denounced: true },
    ])
  })

  test('is written as it is read', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 50 }), lines => {
        expect(parse(writeTrustdown(lines))).toEqual(lines)
      }),
    )
  })

  test('never throws, and reads its own writing of any text alike', () => {
    fc.assert(
      fc.property(
        anyText.map(text => (typeof text === 'string' ? text : text.join(''))),
        text => {
          const lines = parse(text)
          expect(parse(writeTrustdown(lines))).toEqual(lines)
          expect(verdictsOf(lines, github).length).toBeLessThanOrEqual(lines.length)
        },
      ),
    )
  })

  test('has so many lines and bytes, and takes time in proportion to them', () => {
    expect(parse('a\n'.repeat(mostTrustLines))).toHaveLength(mostTrustLines)
    expect(parseTrustdown('a\n'.repeat(mostTrustLines + 1))).toBeNull()
    expect(parseTrustdown('#'.repeat(mostTrustBytes))).not.toBeNull()
    expect(parseTrustdown('#'.repeat(mostTrustBytes + 1))).toBeNull()
    expect(parseTrustdown(`#${'ä'.repeat(mostTrustBytes / 2)}`)).toBeNull()
    for (const worst of [
      'a'.repeat(mostTrustBytes),
      `a${' '.repeat(mostTrustBytes - 2)}b`,
      '-'.repeat(60_000),
    ]) {
      const began = performance.now()
      parse(worst)
      expect(performance.now() - began).toBeLessThan(200)
    }
  })

  test('gives the first line about somebody, whatever its letter case', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 50 }), lines => {
        const logins = verdictsOf(lines, github).map(({ login }) => login)
        expect(new Set(logins).size).toBe(logins.length)
        for (const { login, denounced } of verdictsOf(lines, github)) {
          const first = lines.find(
            line =>
              line.kind === 'entry' &&
              line.login.toLowerCase() === login &&
              (line.platform === null || line.platform === 'github'),
          )
          expect(first).toMatchObject({ denounced })
        }
      }),
    )
  })
})
