import { test } from 'vitest'
import { books, given } from '../../../../test/given.ts'
import { covers } from '../../../../test/played.ts'
import { funded, giver, posted } from '../../../../test/told-quest.ts'

test('a quest that is posted is promised in the ledger, or waits there for its deposit', () => {
  const deeds = [{ kind: 'posted', giver }] as const
  given(posted)
    .whenHappens({ kind: 'posted' }, giver)
    .then([{ kind: 'posted' }], {
      postings: [books('promise:quest-1', '20', 'promised', ['held', giver])],
      deeds,
    })
  given(funded({ status: 'unfunded' }))
    .whenHappens({ kind: 'posted' }, giver)
    .then([{ kind: 'posted' }], { deeds })
})

covers([], ['posted'])
