import { canFail } from './claims.ts'
import { and, atMost, bits, implies, not, or, same } from './logic.ts'
import { codeOf, type Ending } from './machine.ts'
import { make } from './make.ts'
import type { Solver } from './solver.ts'
import { Store } from './store.ts'
import { hash, known, one, type Word, zero } from './words.ts'

/** Where the compiler put what the sums are about. */
export type Layout = {
  readonly firstWords: bigint
  readonly secondWords: bigint
  readonly payments: bigint
  readonly totalHeld: bigint
}

/** The deposit and the payment that a call is about; null where it is about no farmer. */
export type About = { readonly escrow: Word; readonly farmer: Word | null }

type Deposit = Readonly<Record<'first' | 'giver' | 'amountEach' | 'token' | 'slots' | 'free' | 'held', Word>>
type Payment = Readonly<Record<'word' | 'state' | 'share' | 'farmerOwed' | 'giverOwed', Word>>

const states = { none: 0, proposed: 1, disputed: 2, released: 3, split: 5, unpaid: 6, ruled: 7 } as const
const whole = known(10_000)

export class Sums {
  readonly #layout: Layout
  readonly #tokens: readonly Word[]
  readonly #about: About

  constructor(layout: Layout, tokens: readonly Word[], about: About) {
    this.#layout = layout
    this.#tokens = tokens
    this.#about = about
  }

  /** Every call finds this, since every call leaves it so: the claims below. */
  before(): Word[] {
    const { deposit, payment } = this.#at(slot => Store.before(slot))
    const { first, free, held, slots } = deposit
    const usual = atMost(bits(first, 234, 2), known(this.#tokens.length))
    const isNarrow = same(bits(first, 255, 1), zero)
    const kept = [
      implies(isNarrow, usual),
      atMost(free, held),
      atMost(held, slots),
      implies(same(first, zero), same(held, zero)),
    ]
    if (payment === null) return kept
    return [
      ...kept,
      atMost(payment.state, known(states.ruled)),
      atMost(payment.share, whole),
      implies(isOpen(payment), make('lt', free, held)),
    ]
  }

  /** Each claim that does not hold at the end of this way, by its name. */
  async broken({ path, sent, store }: Ending, solver: Solver, paidIn: Word): Promise<string[]> {
    const read = async (slot: Word) => store.read(slot, path)
    const slots = await this.#slots(read)
    const was = this.#at(slot => Store.before(slot))
    const is = this.#at(slot => slots.get(slot) ?? Store.before(slot))
    const isNew = same(was.deposit.first, zero)
    const claims: Record<string, Word> = {
      'a deposit keeps its giver, token, amount and places': or(
        isNew,
        isSameDeposit(was.deposit, is.deposit),
      ),
      'free places and those at work are those with money': same(
        make('add', make('add', is.deposit.free, open(is.payment)), was.deposit.held),
        make('add', make('add', was.deposit.free, open(was.payment)), is.deposit.held),
      ),
      'no more places are free than have money, nor have money than were paid': and(
        atMost(is.deposit.free, is.deposit.held),
        atMost(is.deposit.held, is.deposit.slots),
      ),
      'what leaves is what is owed less': this.#isSquare(was, is, sent, isNew, paidIn),
    }
    const held = await this.#heldClaim(is.deposit, sent, store, path, isNew, paidIn)
    claims['the contract’s own sum of a token changes as the token does'] = held
    if (was.payment !== null && is.payment !== null)
      claims['what is over changes no more'] = implies(
        isOver(was.payment),
        same(was.payment.word, is.payment.word),
      )
    const failed: string[] = []
    for (const [name, claim] of Object.entries(claims))
      if (await canFail(claim, path, solver)) failed.push(name)
    return failed
  }

  /** Money that leaves is that of the places which leave, without what of them had left before. */
  #isSquare(was: Seen, is: Seen, sent: Ending['sent'], isNew: Word, paidIn: Word): Word {
    const { deposit } = is
    const left = make('sub', was.deposit.held, deposit.held)
    const ofMany = make('ite', same(left, zero), zero, make('mul', deposit.amountEach, left))
    const ofPlaces = make('ite', same(left, one), deposit.amountEach, ofMany)
    const gone = make('sub', goneBefore(deposit, is.payment), goneBefore(deposit, was.payment))
    const out = outOf(deposit.token, sent)
    const old = and(same(out, make('add', ofPlaces, gone)), same(paidIn, zero))
    const opened = same(inOf(deposit.token, sent, paidIn), make('mul', deposit.amountEach, deposit.slots))
    return and(
      implies(not(isNew), old),
      implies(and(isNew, not(same(deposit.first, zero))), and(opened, same(out, zero))),
      implies(and(isNew, same(deposit.first, zero)), same(out, zero)),
    )
  }

  async #heldClaim(
    is: Deposit,
    sent: Ending['sent'],
    store: Store,
    path: readonly Word[],
    isNew: Word,
    paidIn: Word,
  ): Promise<Word> {
    const sum = await store.find(hash([is.token, known(this.#layout.totalHeld)]), path)
    const [before, after] = [Store.before(sum), await store.read(sum, path)]
    const inward = make('ite', isNew, inOf(is.token, sent, paidIn), zero)
    const now = make('add', make('sub', before, outOf(is.token, sent)), inward)
    return implies(not(or(same(is.token, zero), same(is.first, zero))), same(after, now))
  }

  async #slots(read: (slot: Word) => Promise<Word>): Promise<Map<Word, Word>> {
    const found = new Map<Word, Word>()
    const { escrow, farmer } = this.#about
    for (const slot of [this.#firstOf(escrow), this.#secondOf(escrow)]) found.set(slot, await read(slot))
    if (farmer !== null) {
      const slot = this.#paymentOf(escrow, farmer)
      found.set(slot, await read(slot))
    }
    return found
  }

  #at(read: (slot: Word) => Word): Seen {
    const { escrow, farmer } = this.#about
    return {
      deposit: depositIn(read(this.#firstOf(escrow)), read(this.#secondOf(escrow)), this.#tokens),
      payment: farmer === null ? null : paymentIn(read(this.#paymentOf(escrow, farmer))),
    }
  }

  #firstOf(escrow: Word): Word {
    return hash([escrow, known(this.#layout.firstWords)])
  }

  #secondOf(escrow: Word): Word {
    return hash([escrow, known(this.#layout.secondWords)])
  }

  #paymentOf(escrow: Word, farmer: Word): Word {
    return hash([farmer, hash([escrow, known(this.#layout.payments)])])
  }
}

type Seen = { readonly deposit: Deposit; readonly payment: Payment | null }

/** DepositWords, written a second time. */
function depositIn(first: Word, second: Word, tokens: readonly Word[]): Deposit {
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
    amountEach: either(bits(first, 160, 95), bits(first, 160, 74)),
    token: either(bits(second, 0, 160), usual),
    slots: either(bits(second, 160, 16), bits(first, 236, 5)),
    free: either(bits(second, 176, 16), bits(first, 241, 5)),
    held: either(bits(second, 192, 16), bits(first, 246, 5)),
  }
}

function paymentIn(word: Word): Payment {
  return {
    word,
    state: bits(word, 0, 8),
    share: bits(word, 136, 16),
    farmerOwed: bits(word, 168, 8),
    giverOwed: bits(word, 176, 8),
  }
}

function isSameDeposit(was: Deposit, is: Deposit): Word {
  const names = ['giver', 'token', 'amountEach', 'slots'] as const
  return and(...names.map(name => same(was[name], is[name])))
}

const isOne = (payment: Payment, ...of: readonly number[]) =>
  or(...of.map(state => same(payment.state, known(state))))

function isOpen(payment: Payment): Word {
  return isOne(payment, states.proposed, states.disputed, states.unpaid, states.ruled)
}

function open(payment: Payment | null): Word {
  return payment === null ? zero : make('ite', isOpen(payment), one, zero)
}

function isOver(payment: Payment): Word {
  return isOne(payment, 3, 4, 5)
}

/** The money of a place that has left while the rest waits for its receiver. */
function goneBefore({ amountEach }: Deposit, payment: Payment | null): Word {
  if (payment === null) return zero
  const { farmerOwed, giverOwed, share } = payment
  const toFarmer = make('div', make('mul', amountEach, share), whole)
  const toGiver = make('sub', amountEach, toFarmer)
  const waits = make('add', make('ite', farmerOwed, toFarmer, zero), make('ite', giverOwed, toGiver, zero))
  return make('ite', isOne(payment, states.unpaid), make('sub', amountEach, waits), zero)
}

const transfer = 0xa9059cbbn
const transferFrom = 0x23b872ddn

/** A token that answers with another word than one has moved nothing; one that answers nothing has, where there is code. */
function moved(token: Word, sent: Ending['sent'], selector: bigint, at: number): Word {
  return sent
    .filter(({ input }) => input.size > 4 && input.selector() === selector)
    .map(({ answer, input, size, succeeded, to }) => {
      const isSilent = and(same(size, zero), not(same(codeOf(to), zero)))
      const isTrue = and(make('lt', known(31), size), same(answer, one))
      return make('ite', and(succeeded, or(isSilent, isTrue), same(to, token)), input.read(at), zero)
    })
    .reduce((sum, amount) => make('add', sum, amount), zero)
}

function outOf(token: Word, sent: Ending['sent']): Word {
  const coins = sent
    .map(({ succeeded, value }) => make('ite', succeeded, value, zero))
    .reduce((sum, value) => make('add', sum, value), zero)
  return make('ite', same(token, zero), coins, moved(token, sent, transfer, 36))
}

function inOf(token: Word, sent: Ending['sent'], paidIn: Word): Word {
  return make('ite', same(token, zero), paidIn, moved(token, sent, transferFrom, 68))
}
