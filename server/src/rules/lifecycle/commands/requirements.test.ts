import { describe, test } from 'vitest'
import { forbidden, given, invalid } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import { farmer, giver, other, posted, ways } from '../../../../test/told-quest.ts'
import type { Command } from './all.ts'

const nothing = { url: null, note: null }
const tx = { chainId: 1, hash: '0x1' }

/** Commands of the giver alone, each with somebody else who tries. */
const giversOnly: readonly Command[] = [
  { kind: 'admit', by: farmer, farmer },
  { kind: 'decline', by: farmer, farmer, reason: null },
  { kind: 'remove', by: other, farmer, reason: null },
  { kind: 'approve', by: farmer, farmer },
  { kind: 'return', by: other, farmer, note: 'a hinge' },
  { kind: 'dispute', by: other, farmer, reason: 'no' },
  { kind: 'complete', by: farmer },
  { kind: 'cancel', by: farmer },
  { kind: 'set-status', by: farmer, status: 'in-progress' },
  { kind: 'edit', by: farmer, expected: 0, terms: posted, deposit: null },
  { kind: 'show-payment', by: farmer, farmer, part: 0, ...tx },
]

/** Commands that need a farmer with a place. */
const needPlace: readonly Command[] = [
  { kind: 'withdraw', by: farmer },
  { kind: 'keep', by: farmer },
  { kind: 'remove', by: giver, farmer, reason: null },
  { kind: 'submit', by: farmer, url: null, note: 'done' },
  { kind: 'approve', by: giver, farmer },
  { kind: 'return', by: giver, farmer, note: 'a hinge' },
  { kind: 'dispute', by: giver, farmer, reason: 'no' },
  { kind: 'answer', by: farmer, url: null, note: 'It closes.' },
  { kind: 'add-evidence', by: giver, farmer, url: null, note: 'See.' },
  { kind: 'concede', by: farmer },
  { kind: 'show-payment', by: giver, farmer, part: 0, ...tx },
  { kind: 'confirm-payment', by: farmer, farmer },
  { kind: 'not-received', by: farmer },
]

const shows = {
  submit: [{ kind: 'submit', by: farmer, ...nothing }, 'Say where the work is: url, note, or both.'],
  answer: [{ kind: 'answer', by: farmer, ...nothing }, 'Say what you answer: note, url, or both.'],
  'add-evidence': [
    { kind: 'add-evidence', by: giver, farmer, ...nothing },
    'Say what the evidence is: note, url, or both.',
  ],
} as const

describe('what several rules require', () => {
  test.each(giversOnly)('$kind is for the giver', command => {
    for (const way of Object.values(ways))
      given(posted, ...way)
        .when([4, command])
        .then(forbidden("Only the quest's giver may do this."))
  })

  test.each(needPlace)('$kind needs a place', command => {
    for (const way of [[], ways.withdrawn, ways.expired, ways.cancelled, ways.removed])
      given(posted, ...way)
        .when([4, command])
        .then(invalid(`${farmer} has no place in this quest.`))
  })

  test.each(Object.values(shows))('%o needs something to be looked at or read', (command, sentence) => {
    given(posted, ...ways.disputed)
      .when([3, command])
      .then(invalid(sentence))
    for (const url of ['javascript:alert(1)', 'example.org', ' https://example.org', 'ftp://example.org'])
      given(posted, ...ways.disputed)
        .when([3, { ...command, url }])
        .then(invalid('url must begin with https:// or http://.'))
  })
})

covers(['commands/requirements.ts'])
