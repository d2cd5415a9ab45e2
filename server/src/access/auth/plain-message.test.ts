import { ParsedMessage } from '@signinwithethereum/siwe-parser'
import fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { createWallet } from '../../../test/harness.ts'
import { readPlainMessage } from './plain-message.ts'

const { address } = createWallet().account
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 8, maxLength: 40 })
const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const resource = fc.constantFrom(
  'https://app.example.org/a',
  'urn:furrow:key:ci%20bot',
  'urn:furrow:scope:mail',
  'urn:a:@%ff~b',
)

const fields = fc.record({
  domain: fc.constantFrom<string>('app.example.org', 'localhost:3000', 'x.co', 'A-b.example.org:8443'),
  uri: fc.constantFrom<string>(
    'https://app.example.org',
    'http://localhost:3000/login',
    'https://x.co/a/b~c_d.e',
  ),
  nonce: word,
  chainId: fc.constantFrom(1, 10, 8453, 31_337, 999_999_999_999_999),
  issuedAt: day,
  statement: optional(fc.constantFrom('Sign in.', "It's me (again): yes/no?", 'a')),
  expirationTime: optional(day),
  notBefore: optional(day),
  resources: optional(fc.array(resource, { minLength: 1, maxLength: 16 })),
})

function write({
  statement,
  expirationTime,
  notBefore,
  resources,
  ...rest
}: typeof fields extends fc.Arbitrary<infer T> ? T : never) {
  return createSiweMessage({
    ...rest,
    address,
    version: '1',
    ...(statement !== undefined && { statement }),
    ...(expirationTime !== undefined && { expirationTime }),
    ...(notBefore !== undefined && { notBefore }),
    ...(resources !== undefined && { resources }),
  })
}

function readByGrammar(text: string) {
  try {
    return new ParsedMessage(text)
  } catch {
    return null
  }
}

/** The plain reader must agree with the grammar. */
function expectSame(text: string): boolean {
  const plain = readPlainMessage(text)
  if (plain === null) return false
  const { warnings: _, uriElements: __, ...parsed } = readByGrammar(text) ?? {}
  expect(plain).toEqual(parsed)
  return true
}

describe('the plain reading of a sign-in message', () => {
  test('reads what libraries write, as the grammar reads it', () => {
    fc.assert(
      fc.property(fields, given => {
        expect(expectSame(write(given))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('never reads what the grammar refuses or reads otherwise, however a message was changed', () => {
    const junk = fc.constantFrom(
      '',
      ' ',
      '\n',
      '\n\n',
      '.',
      ':',
      '0',
      'Z',
      '-',
      '/',
      '\r\n',
      'é',
      '\0',
      '%2F',
      '@',
      '#',
      '\n- ',
      'Resources:',
    )
    const change = fc.record({ at: fc.nat({ max: 700 }), drop: fc.nat({ max: 12 }), put: junk })
    fc.assert(
      fc.property(fields, fc.array(change, { minLength: 1, maxLength: 3 }), (given, changes) => {
        const text = changes.reduce(
          (text, { at, drop, put }) => text.slice(0, at) + put + text.slice(at + drop),
          write(given),
        )
        expectSame(text)
      }),
      { numRuns: 3_000 },
    )
  })

  test.each(['2026-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-01T24:00:00Z'])(
    'leaves the date %s to the grammar',
    date => {
      const text = write({
        domain: 'x.co',
        uri: 'https://x.co',
        nonce: 'abcdefgh',
        chainId: 1,
        issuedAt: new Date(0),
        statement: undefined,
        expirationTime: undefined,
        notBefore: undefined,
        resources: undefined,
      }).replace('1970-01-01T00:00:00.000Z', date)
      expect(readPlainMessage(text)).toBeNull()
    },
  )
})
