import { expect, test } from 'vitest'
import { act, farmer, giver, posted, rulesAt, type Step } from '../../../test/told-quest.ts'
import { day } from '../../ground/clock.ts'
import { decide } from './decide.ts'
import type { Work } from './quest.ts'

const accept: Step = [0, { kind: 'accept', by: farmer, note: null }]
const submit: Step = [1, { kind: 'submit', by: farmer, url: null, note: 'done' }]
const dispute: Step = [2, { kind: 'dispute', by: giver, farmer, reason: 'It still hangs.' }]
const remove = (at: number): Step => [at, { kind: 'remove', by: giver, farmer, reason: null }]
const answer: Step = [20 * day, { kind: 'answer', by: farmer, url: null, note: 'It hung before the storm.' }]

/** The steps to each state of a farmer's part. */
const ways: { readonly [S in Work['status']]: readonly Step[] } = {
  accepted: [accept],
  'in-review': [accept, submit],
  disputed: [accept, submit, dispute],
  released: [accept, submit, [2, { kind: 'approve', by: giver, farmer }]],
  refunded: [accept, submit, dispute, [3, { kind: 'concede', by: farmer }]],
  withdrawn: [accept, [1, { kind: 'withdraw', by: farmer }]],
  expired: [accept, [14 * day, { kind: 'expire', by: null, farmer }]],
  cancelled: [accept, [1, { kind: 'cancel', by: giver }]],
  removed: [accept, remove(3 * day)],
}

test.each(Object.entries(ways))(
  'a farmer whose work is %s can answer exactly if it is disputed',
  (status, way) => {
    const quest = way.reduce(act, posted)
    expect(quest.work.get(farmer)?.status).toBe(status)
    if (status === 'disputed')
      expect(act(quest, answer).work.get(farmer)).toMatchObject({
        status,
        dispute: { answer: { url: null } },
      })
    else expect(() => act(quest, answer)).toThrow(/Only disputed work can be answered|has no place/)
  },
)

test.each(Object.entries(ways))(
  'the two sides of work that is %s can review each other exactly if it was released',
  (status, way) => {
    const quest = way.reduce(act, posted)
    for (const [by, reviewee, role] of [
      [giver, farmer, 'farmer'],
      [farmer, giver, 'giver'],
    ] as const) {
      const review = () =>
        decide(quest, { kind: 'review', by, reviewee, rating: 4, comment: '' }, rulesAt(20 * day))
      if (status === 'released')
        expect(review()).toMatchObject([{ event: { kind: 'reviewed', reviewer: by, reviewee, role } }])
      else expect(review).toThrow('Reviews are for the parties of work that was released.')
    }
  },
)

test.each(Object.entries(ways))(
  'a giver can free the place of a farmer whose work is %s exactly if there is none yet',
  (status, way) => {
    const quest = way.reduce(act, posted)
    if (status === 'accepted') expect(act(quest, remove(4 * day)).work.get(farmer)?.status).toBe('removed')
    else expect(() => act(quest, remove(4 * day))).toThrow(/Only a place without work|has no place/)
  },
)
