import { and, bits, or, same } from './logic.ts'
import { make } from './make.ts'
import { known, one, type Word, zero } from './words.ts'

export type Deposit = Readonly<
  Record<'first' | 'giver' | 'isSponsored' | 'amountEach' | 'token' | 'slots' | 'free' | 'held', Word>
>
export type Payment = Readonly<Record<'word' | 'state' | 'share' | 'farmerOwed' | 'giverOwed', Word>>

export const states = {
  none: 0,
  proposed: 1,
  disputed: 2,
  released: 3,
  split: 5,
  unpaid: 6,
  ruled: 7,
} as const
export const whole = known(10_000)

/** A deposit and a payment at one time. */
export type Seen = { readonly deposit: Deposit; readonly payment: Payment | null }

/** DepositWords, written a second time. */
export function depositIn(first: Word, second: Word, tokens: readonly Word[]): Deposit {
  const isWide = bits(first, 255, 1)
  const either = (wide: Word, narrow: Word) => make('ite', isWide, wide, narrow)
  const number = bits(first, 234, 2)
  const usual = tokens.reduce(
    (other, token, index) => make('ite', same(number, known(index + 1)), token, other),
    zero,
  )
  return {
    first,
    giver: bits(first, 0, 160),
    isSponsored: either(bits(second, 249, 1), bits(first, 254, 1)),
    amountEach: either(bits(first, 160, 95), bits(first, 160, 74)),
    token: either(bits(second, 0, 160), usual),
    slots: either(bits(second, 160, 16), bits(first, 236, 5)),
    free: either(bits(second, 176, 16), bits(first, 241, 5)),
    held: either(bits(second, 192, 16), bits(first, 246, 5)),
  }
}

export function paymentIn(word: Word): Payment {
  return {
    word,
    state: bits(word, 0, 8),
    share: bits(word, 136, 16),
    farmerOwed: bits(word, 168, 8),
    giverOwed: bits(word, 176, 8),
  }
}

export function isSameDeposit(was: Deposit, is: Deposit): Word {
  const names = ['giver', 'token', 'amountEach', 'slots'] as const
  return and(...names.map(name => same(was[name], is[name])))
}

const isOne = (payment: Payment, ...of: readonly number[]) =>
  or(...of.map(state => same(payment.state, known(state))))

export function isOpen(payment: Payment): Word {
  return isOne(payment, states.proposed, states.disputed, states.unpaid, states.ruled)
}

export function open(payment: Payment | null): Word {
  return payment === null ? zero : make('ite', isOpen(payment), one, zero)
}

export function isOver(payment: Payment): Word {
  return isOne(payment, 3, 4, 5)
}

/** The money of a place that has left while the rest waits for its receiver. */
export function goneBefore({ amountEach }: Deposit, payment: Payment | null): Word {
  if (payment === null) return zero
  const { farmerOwed, giverOwed, share } = payment
  const toFarmer = make('div', make('mul', amountEach, share), whole)
  const toGiver = make('sub', amountEach, toFarmer)
  const waits = make('add', make('ite', farmerOwed, toFarmer, zero), make('ite', giverOwed, toGiver, zero))
  return make('ite', isOne(payment, states.unpaid), make('sub', amountEach, waits), zero)
}
