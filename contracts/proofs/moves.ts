import { and, implies, not, or, same } from './logic.ts'
import type { Ending, Sent } from './machine.ts'
import { make } from './make.ts'
import { codeOf, known, one, type Word, zero } from './words.ts'

type All = Ending['sent']

/** Those between whom money may move, and in which token. */
export type Parties = {
  readonly address: Word
  readonly caller: Word
  readonly token: Word
  readonly farmer: Word
  /** Whether this call changes the farmer's payment: money goes to them in no other. */
  readonly changes: Word
  readonly payer: Word
  /** The receiver whom the caller named, if the function takes one. */
  readonly receiver: Word | null
}

const transfer = 0xa9059cbbn
const transferFrom = 0x23b872ddn
const permit = 0xd505accfn
const permitTransferFrom = 0x30f28b7an
const permit2 = known(0x000000000022d473030f116ddee9f6b43ac78ba3n)

export function outOf(token: Word, sent: All): Word {
  const coins = sum(sent.map(({ succeeded, value }) => make('ite', succeeded, value, zero)))
  return make('ite', same(token, zero), coins, moved(token, sent, transfer, 36))
}

/** Permit2 does as its signed words say, or fails: it is one known contract, and its code is not looked at. */
export function inOf(token: Word, sent: All, paidIn: Word): Word {
  const signed = calls(sent, permitTransferFrom).map(({ input, succeeded, to }) =>
    make('ite', and(succeeded, same(to, permit2), same(input.read(4), token)), input.read(164), zero),
  )
  const tokens = make('add', moved(token, sent, transferFrom, 68), sum(signed))
  return make('ite', same(token, zero), paidIn, tokens)
}

function moved(token: Word, sent: All, selector: bigint, at: number): Word {
  const amounts = calls(sent, selector).map(call =>
    make('ite', and(isTaken(call), same(call.to, token)), call.input.read(at), zero),
  )
  return sum(amounts)
}

/** A token that answers with another word than one has moved nothing; one that answers nothing has, where there is code. */
function isTaken({ answer, size, succeeded, to }: Sent): Word {
  const isSilent = and(same(size, zero), not(same(codeOf(to), zero)))
  const isTrue = and(make('lt', known(31), size), same(answer, one))
  return and(succeeded, or(isSilent, isTrue))
}

function calls(sent: All, selector: bigint): All {
  return sent.filter(({ input }) => input.size > 4 && input.selector() === selector)
}

function sum(amounts: readonly Word[]): Word {
  return amounts.reduce((all, amount) => make('add', all, amount), zero)
}

/** Whether each call that this way sends is one that a deposit needs. */
export function areAllowed(sent: All, parties: Parties): Word {
  return and(...sent.map(call => isAllowed(call, parties)))
}

function isAllowed(call: Sent, parties: Parties): Word {
  const { input, succeeded, to, value } = call
  const { address, caller, token } = parties
  const isCoin = same(token, zero)
  if (input.size === 0)
    return implies(and(succeeded, not(same(value, zero))), and(isCoin, isReceiver(to, parties)))
  const arg = (index: number) => input.read(4 + 32 * index)
  const isOwn = and(same(to, token), same(value, zero))
  const selector = input.selector()
  if (selector === transfer) return and(isOwn, implies(isTaken(call), isReceiver(arg(0), parties)))
  if (selector === transferFrom) return and(isOwn, same(arg(0), caller), same(arg(1), address))
  if (selector === permit) return and(isOwn, same(arg(0), caller), same(arg(1), address))
  if (selector !== permitTransferFrom) return zero
  const isSigned = and(same(to, permit2), same(value, zero), same(arg(6), caller))
  return and(isSigned, same(arg(0), token), same(arg(4), address))
}

/** Another receiver is one that the farmer or the payer named for themselves. */
function isReceiver(to: Word, { caller, changes, farmer, payer, receiver }: Parties): Word {
  const usual = or(and(same(to, farmer), changes), same(to, payer))
  if (receiver === null) return usual
  return or(usual, and(same(to, receiver), or(same(caller, farmer), same(caller, payer))))
}
