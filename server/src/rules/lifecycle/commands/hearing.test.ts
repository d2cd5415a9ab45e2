import { describe, test } from 'vitest'
import { books, forbidden, given, invalid, loud, quiet } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import { arbiter, farmer, giver, other, posted, type Step, ways } from '../../../../test/told-quest.ts'

const undisputed = ['accepted', 'in-review', 'released', 'refunded'] as const
const answer: Step = [4, { kind: 'answer', by: farmer, url: null, note: 'It hung before the storm.' }]
const show = (by = giver): Step => [
  4,
  { kind: 'add-evidence', by, farmer, url: 'https://example.org/gate', note: null },
]
const shown = (role: 'giver' | 'farmer', number: number) =>
  ({ kind: 'evidence-added', farmer, role, number, url: 'https://example.org/gate', note: null }) as const
const evidence = (count: object) => ({ work: { [farmer]: { dispute: { evidence: count } } } })

describe('answer', () => {
  test('reaches the giver, and the wallet that decides', () => {
    given(posted, ...ways.disputed)
      .when(answer)
      .then([{ kind: 'answered', farmer, url: null, note: 'It hung before the storm.' }], {
        becomes: {
          work: { [farmer]: { dispute: { answer: { url: null, note: 'It hung before the storm.' } } } },
        },
        notices: [quiet('dispute', 'Answered', giver, arbiter)],
      })
  })

  test('is given once', () => {
    given(posted, ...ways.disputed, answer)
      .when(answer)
      .then(invalid('You have answered already; what else there is to show can be added as evidence.'))
  })

  test.each(undisputed)('is not for work that is %s', status => {
    given(posted, ...ways[status])
      .when(answer)
      .then(invalid(`Only disputed work can be answered; this is ${status}.`))
  })
})

describe('add-evidence', () => {
  test('is told to the other side when it is the first piece of its side', () => {
    given(posted, ...ways.disputed)
      .when(show())
      .then([shown('giver', 1)], {
        becomes: evidence({ giver: 1 }),
        notices: [quiet('dispute', 'Evidence', farmer)],
      })
    given(posted, ...ways.disputed, show())
      .when(show())
      .then([shown('giver', 2)], { becomes: evidence({ giver: 2 }) })
    given(posted, ...ways.disputed, show(), show())
      .when(show(farmer))
      .then([shown('farmer', 3)], {
        becomes: evidence({ farmer: 1 }),
        notices: [quiet('dispute', 'Evidence', giver)],
      })
  })

  test('is possible ten times for each side', () => {
    const nine = Array.from({ length: 9 }, () => show(farmer))
    given(posted, ...ways.disputed, ...nine)
      .when(show(farmer))
      .then([shown('farmer', 10)])
    given(posted, ...ways.disputed, ...nine, show(farmer))
      .when(show(farmer))
      .then(invalid('You have added 10 pieces of evidence, which is the most.'))
    given(posted, ...ways.disputed, ...nine, show(farmer))
      .when(show())
      .then([shown('giver', 11)])
  })

  test.each([other, arbiter])('is not for %s, who is no party', by => {
    given(posted, ...ways.disputed)
      .when(show(by))
      .then(forbidden('Only the two parties of a dispute may add evidence.'))
  })

  test.each(undisputed)('is not for work that is %s', status => {
    given(posted, ...ways[status])
      .when(show())
      .then(invalid(`Only disputed work can be shown evidence for; this is ${status}.`))
  })
})

describe('concede', () => {
  const concede: Step = [4, { kind: 'concede', by: farmer }]

  test('refunds the giver, and nobody lost', () => {
    given(posted, ...ways.disputed)
      .when(concede)
      .then([{ kind: 'refunded', farmer, because: 'conceded', refunded: '10' }], {
        becomes: {
          tally: { disputed: 0, refunded: 1 },
          sums: { refunded: 10n * 10n ** 18n },
          work: {
            [farmer]: {
              ...{ status: 'refunded', endedAt: null, decidedFor: null, paid: null, worth: null },
              ...{ unpaid: null, reclaimedAt: null, of: null, part: null },
              ending: { because: 'conceded', reason: null, share: null },
            },
          },
        },
        postings: [books(`refund:quest-1:${farmer}`, '10', 'held', ['refunded', giver])],
        notices: [loud('payment', 'Refunded', giver)],
        deeds: [{ kind: 'refunded', giver }],
      })
  })

  test.each(undisputed)('is not for work that is %s', status => {
    given(posted, ...ways[status])
      .when(concede)
      .then(invalid(`Only disputed work can be conceded; this is ${status}.`))
  })
})

covers(['commands/hearing.ts'], ['answered', 'evidence-added', 'refunded'])
