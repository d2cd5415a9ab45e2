import { expect, test } from 'vitest'
import { covers, noteRefused } from '../../../test/played.ts'
import { at, farmer, giver, other } from '../../../test/told-quest.ts'
import type { Address } from '../../ground/address.ts'
import { day } from '../../ground/clock.ts'
import { type PromisedThanks, requireActOnThanks, type ThanksAct } from './promised-thanks.ts'
import { Refusal } from './refusal.ts'

const promised: PromisedThanks = { giver, farmer, lapsesAt: at(7 * day), saidAt: null, isPaid: false }
const said = { ...promised, saidAt: at(day) }

function ask(thanks: PromisedThanks, act: ThanksAct, by: Address, passed = day): string {
  try {
    requireActOnThanks(thanks, act, by, at(passed))
    return 'done'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    noteRefused(error)
    return error.code
  }
}

type Case = readonly [PromisedThanks, ThanksAct, Address, outcome: string, passed?: number]

const cases: readonly Case[] = [
  [promised, 'paid', giver, 'done'],
  [promised, 'say-paid', giver, 'done'],
  [said, 'say-paid', giver, 'done'],
  [said, 'paid', giver, 'done'],
  [said, 'withdraw', giver, 'done'],
  [said, 'received', farmer, 'done'],
  [said, 'not-received', farmer, 'done'],
  [promised, 'received', farmer, 'no-payment'],
  [promised, 'paid', farmer, 'giver-only'],
  [promised, 'withdraw', other, 'giver-only'],
  [said, 'received', giver, 'payee-only'],
  [said, 'not-received', other, 'payee-only'],
  [{ ...said, isPaid: true }, 'paid', giver, 'thanks-over'],
  [{ ...said, isPaid: true }, 'withdraw', giver, 'thanks-over'],
  [promised, 'paid', giver, 'done', 7 * day - 1],
  [promised, 'paid', giver, 'thanks-over', 7 * day],
  [said, 'received', farmer, 'thanks-over', 7 * day],
]

test.each(cases.map((one, index) => ({ one, index })))('a promise of thanks: $index', ({ one }) => {
  const [thanks, act, by, outcome, passed] = one
  expect(ask(thanks, act, by, passed)).toBe(outcome)
})

covers(['promised-thanks.ts'])
