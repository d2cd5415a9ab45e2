import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSponsorWords, sponsorLink } from './sponsor-link.ts'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map(all => `0x${[...all].map(byte => byte.toString(16).padStart(2, '0')).join('')}`)

test('a link to pay in for a giver carries their words whole', () => {
  const words = fc.record({
    payer: hex(20),
    deadline: fc.integer({ min: 1, max: 9_999_999_999 }),
    signature: fc.integer({ min: 1, max: 400 }).chain(hex),
  })
  fc.assert(
    fc.property(words, one => {
      const link = sponsorLink('https://furrow.example.org/quests/quest-1', one)
      expect(readSponsorWords(new URL(link).hash)).toEqual(one)
    }),
  )
})

test.each([
  '',
  '#',
  '#comments',
  '#payer=0x12&until=1&signature=0x12',
  `#payer=0x${'1'.repeat(40)}&until=-1&signature=0x12`,
  `#payer=0x${'1'.repeat(40)}&until=1&signature=0x123`,
  `#payer=0x${'1'.repeat(40)}&until=1&signature=0x12&more=1`,
])('no other address of a page is read as one: %s', hash => {
  expect(readSponsorWords(hash)).toBeNull()
})
