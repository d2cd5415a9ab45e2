import { canFail } from './claims.ts'
import {
  type Deposit,
  depositIn,
  goneBefore,
  isOpen,
  isOver,
  isSameDeposit,
  open,
  paymentIn,
  type Seen,
  states,
  whole,
} from './deposits.ts'
import { and, atMost, bits, implies, not, or, same } from './logic.ts'
import type { Ending } from './machine.ts'
import { make } from './make.ts'
import { areAllowed, inOf, outOf, type Parties } from './moves.ts'
import type { Solver } from './solver.ts'
import { Store } from './store.ts'
import { hash, isKnown, known, one, type Word, zero } from './words.ts'

/** Where the compiler put what the sums are about. */
export type Layout = {
  readonly firstWords: bigint
  readonly secondWords: bigint
  readonly payments: bigint
  readonly totalHeld: bigint
  readonly sponsors: bigint
}

/** The deposit and the payment that a call is about; null where it is about no farmer, or names no receiver. */
export type About = {
  readonly escrow: Word
  readonly farmer: Word | null
  readonly receiver: Word | null
  readonly caller: Word
  readonly address: Word
}

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
    const kept = [
      ...this.#written({ deposit, payment }),
      atMost(free, held),
      atMost(held, slots),
      implies(same(first, zero), same(held, zero)),
    ]
    if (payment === null) return kept
    return [...kept, implies(isOpen(payment), make('lt', free, held))]
  }

  /** The words mean something: a usual token that there is, a state that there is, and a part of the whole. */
  #written({ deposit: { first }, payment }: Seen): Word[] {
    const usual = atMost(bits(first, 234, 2), known(this.#tokens.length))
    const token = implies(same(bits(first, 255, 1), zero), usual)
    if (payment === null) return [token]
    return [token, atMost(payment.state, known(states.ruled)), atMost(payment.share, whole)]
  }

  /**
   * Each claim that does not hold at the end of this way, by its name. What is paid in for one of several deposits is merely
   * counted, and comes at the end for all.
   */
  async broken(
    { path, sent, store }: Pick<Ending, 'path' | 'sent' | 'store'>,
    solver: Solver,
    paidIn: Word,
    counted: Word | null = null,
  ): Promise<string[]> {
    const read = async (slot: Word) => store.read(slot, path)
    const slots = await this.#slots(read)
    const was = this.#at(slot => Store.before(slot))
    const is = this.#at(slot => slots.get(slot) ?? Store.before(slot))
    const isNew = same(was.deposit.first, zero)
    const claims: Record<string, Word> = {
      'what is written has a meaning': and(...this.#written(is)),
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
      'what leaves is what is owed less': this.#isSquare(was, is, sent, isNew, paidIn, counted),
    }
    const inward = counted === null ? inOf(is.deposit.token, sent, paidIn) : zero
    const held = await this.#heldClaim(is.deposit, sent, store, path, make('ite', isNew, inward, zero))
    claims['the contract’s own sum of a token changes as the token does'] = held
    claims['no other deposit, payment or sum of a token changes'] = await this.#isElsewhere(is, store, path)
    claims['money goes to its farmer or back to who paid it in, in its own token alone'] = areAllowed(
      sent,
      this.#parties(was, is),
    )
    if (was.payment !== null && is.payment !== null)
      claims['what is over changes no more'] = implies(
        isOver(was.payment),
        same(was.payment.word, is.payment.word),
      )
    return failing(claims, path, solver)
  }

  /** Where a list is done: what was counted for all comes in, and no deposit changes any more. */
  async brokenAfter(
    { path, sent, store }: Ending,
    solver: Solver,
    paidIn: Word,
    token: Word,
    counted: Word,
  ): Promise<string[]> {
    const sum = await store.find(this.#sumOf(token), path)
    const others = store.changed().filter(({ slot }) => slot !== sum && this.#isCounted(slot))
    const added = make('ite', same(token, zero), zero, counted)
    const { address, caller } = this.#about
    const nobody = { farmer: zero, changes: zero, payer: zero, receiver: null }
    const claims = {
      'after the list no deposit or payment changes': and(
        ...others.map(({ slot, word }) => same(word, Store.before(slot))),
      ),
      'after the list comes what was counted': and(
        same(inOf(token, sent, paidIn), counted),
        same(outOf(token, sent), zero),
        same(await store.read(sum, path), make('add', Store.before(sum), added)),
      ),
      'after the list money moves from the caller to here alone': areAllowed(sent, {
        ...{ address, caller, token },
        ...nobody,
      }),
    }
    return failing(claims, path, solver)
  }

  /** Money that leaves is that of the places which leave, without what of them had left before. */
  #isSquare(
    was: Seen,
    is: Seen,
    sent: Ending['sent'],
    isNew: Word,
    paidIn: Word,
    counted: Word | null,
  ): Word {
    const { deposit } = is
    const left = make('sub', was.deposit.held, deposit.held)
    const ofMany = make('ite', same(left, zero), zero, make('mul', deposit.amountEach, left))
    const ofPlaces = make('ite', same(left, one), deposit.amountEach, ofMany)
    const gone = make('sub', goneBefore(deposit, is.payment), goneBefore(deposit, was.payment))
    const out = outOf(deposit.token, sent)
    const old = and(same(out, make('add', ofPlaces, gone)), same(paidIn, zero))
    const income = counted ?? inOf(deposit.token, sent, paidIn)
    const opened = same(income, make('mul', deposit.amountEach, deposit.slots))
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
    inward: Word,
  ): Promise<Word> {
    const sum = await store.find(this.#sumOf(is.token), path)
    const [before, after] = [Store.before(sum), await store.read(sum, path)]
    const now = make('add', make('sub', before, outOf(is.token, sent)), inward)
    return implies(not(or(same(is.token, zero), same(is.first, zero))), same(after, now))
  }

  /** Nothing is written to a place that another deposit, payment or sum of a token has. */
  async #isElsewhere({ deposit }: Seen, store: Store, path: readonly Word[]): Promise<Word> {
    const { escrow, farmer } = this.#about
    const own = new Set<Word>()
    const slots = [this.#firstOf(escrow), this.#secondOf(escrow), this.#sumOf(deposit.token)]
    if (farmer !== null) slots.push(this.#paymentOf(escrow, farmer))
    for (const slot of slots) own.add(await store.find(slot, path))
    const others = store.changed().filter(({ slot }) => !own.has(slot) && this.#isCounted(slot))
    return and(...others.map(({ slot, word }) => same(word, Store.before(slot))))
  }

  /** Whether a place is one of those that the sums are about; one of which nothing is known may be any. */
  #isCounted(slot: Word): boolean {
    if (isKnown(slot)) return false
    const { firstWords, payments, secondWords, totalHeld } = this.#layout
    // A list begins at the hash of one word; a value of several words goes on after the hash of two.
    const hashed = slot.op === 'add' ? slot.args.find(({ op }) => op === 'keccak') : slot
    if (hashed?.op !== 'keccak' || hashed.args.length > 2) return true
    const [, map] = hashed.args
    if (map === undefined) return false
    if (isKnown(map)) return [firstWords, secondWords, totalHeld].includes(map.value)
    const base = map.args[1]
    return map.op !== 'keccak' || !isKnown(base) || base.value === payments
  }

  #parties(was: Seen, { deposit, payment }: Seen): Parties {
    const { address, caller, escrow, farmer, receiver } = this.#about
    const sponsor = Store.before(hash([escrow, known(this.#layout.sponsors)]))
    const payer = make('ite', was.deposit.isSponsored, bits(sponsor, 0, 160), was.deposit.giver)
    const changes = payment && was.payment ? not(same(payment.word, was.payment.word)) : zero
    return { address, caller, token: deposit.token, farmer: farmer ?? zero, changes, payer, receiver }
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

  #sumOf(token: Word): Word {
    return hash([token, known(this.#layout.totalHeld)])
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

/** The names of those that can fail. */
async function failing(
  claims: Readonly<Record<string, Word>>,
  path: readonly Word[],
  solver: Solver,
): Promise<string[]> {
  const failed: string[] = []
  for (const [name, claim] of Object.entries(claims))
    if (await canFail(claim, path, solver)) failed.push(name)
  return failed
}
