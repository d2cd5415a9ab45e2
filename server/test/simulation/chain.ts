import { type Deposit, type Model, play } from '@furrow/contracts/testing/model'
import type { EscrowVersion } from '@furrow/sdk/escrow-version'
import { type Address, toAddress } from '../../src/ground/address.ts'
import { day, second } from '../../src/ground/clock.ts'
import type { Approval, Call } from '../../src/rules/lifecycle/calls.ts'
import type { ChainEvent, ChainHappening, PaidBecause } from '../../src/rules/lifecycle/chain-event.ts'
import type { Quest, Side } from '../../src/rules/lifecycle/quest.ts'
import { decided, leaves, reclaim, take, type Waiting } from './credits.ts'
import { type Extra, partsOf, playSecond, type SecondStep } from './second-contract.ts'
import {
  type Deciders,
  payableAt,
  playThird,
  type Ruling,
  type Third,
  type ThirdStep,
} from './third-contract.ts'

type Hex = `0x${string}`

/** QuestEscrow as its own tests have it, its reports, and the service's outstanding calls to it. */
export type Chain = {
  readonly version: EscrowVersion
  readonly model: Model
  readonly extra: Extra
  readonly third: Third
  readonly log: { readonly questId: string; readonly event: ChainEvent }[]
  /** How far the log was mirrored, and its events that could not be. */
  cursor: number
  readonly mirrored: Set<string>
  parked: number[]
  /** Reports that no node tells of: of blocks that the chain took back, and some that were left out. */
  readonly gone: Set<number>
  /** The ruling before the last one of each place, and its reports: a reorganisation gives it back. */
  readonly undo: Map<string, { readonly ruling: Ruling | undefined; readonly reports: readonly number[] }>
  isUp: boolean
  readonly owed: Map<string, Owed>
  owe(quest: Quest, call: Call): void
  drop(quest: Quest, call: Call): void
}

export type Owed = {
  readonly questId: string
  readonly call: Call['call']
  readonly farmer: Address | null
  readonly round: number
  readonly signed: Signed | null
}

/** The words of an approval that differ with the work's fate in the contract. */
export type Signed = {
  readonly giver: Address
  readonly until: number
  readonly returned: number
  readonly disputedAt: bigint
  readonly verified: boolean
}

type Action = Exclude<ThirdStep['action'], 'fund'>

export const operator = toAddress(`0x${'e'.repeat(40)}`)
export const chainArbiter = toAddress(`0x${'a'.repeat(40)}`)
export const chainOwner = toAddress(`0x${'c'.repeat(40)}`)
const attester = toAddress(`0x${'b'.repeat(40)}`)
/** People whom the owner may name for deposits to come. */
export const deciders: readonly Deciders[] = [
  { arbiter: chainArbiter, attester },
  { arbiter: toAddress(`0x${'d'.repeat(40)}`), attester: toAddress(`0x${'9'.repeat(40)}`) },
]
/** The amount 0.1, in units of a token with so many decimals. */
export const amountEach = 100n
export const decimals = 3

export function createChain(version: EscrowVersion): Chain {
  const owed = new Map<string, Owed>()
  const everOwed = new Set<string>()
  const roundOf = (call: Call) => ('until' in call ? call.until : 'round' in call ? call.round : 0)
  const idOf = ({ id }: Quest, call: Call) => `${call.call}:${id}:${call.farmer}:${roundOf(call)}`
  const chain: Chain = {
    version,
    extra: { returned: new Map(), endsAt: new Map(), waiting: new Map(), attested: new Set() },
    model: { operator, arbiter: chainArbiter, deposits: new Map(), works: new Map(), moved: new Map() },
    third: {
      ...{ deciders: { arbiter: chainArbiter, attester }, nominated: null, most: null },
      ...{ decidersOf: new Map(), rulings: new Map(), carriedOut: new Map() },
    },
    log: [],
    cursor: 0,
    mirrored: new Set(),
    parked: [],
    gone: new Set(),
    undo: new Map(),
    isUp: true,
    owed,
    owe(quest, call) {
      const id = idOf(quest, call)
      // A payment asked for before the work was given back still waits, and is the one that will be made.
      if (owed.has(id) && isPayment(call)) return
      if (everOwed.has(id)) throw new Error(`${id} is owed twice`)
      everOwed.add(id)
      const signed = call.call === 'approve' ? signedFor(chain, quest.id, call) : null
      owed.set(id, { questId: quest.id, call: call.call, farmer: call.farmer, round: roundOf(call), signed })
    },
    drop: (quest, call) => void owed.delete(idOf(quest, call)),
  }
  return chain
}

function signedFor({ extra, model }: Chain, questId: string, { farmer, until, signed }: Approval): Signed {
  return {
    ...signedAt(extra, model, questId, farmer),
    giver: toAddress(model.deposits.get(questId as Hex)?.giver ?? operator),
    until,
    verified: signed?.verified === true,
  }
}

/** The facts that the contract would compare now. */
export function signedAt({ returned }: Extra, { works }: Model, questId: string, farmer: Address) {
  const work = works.get(`${questId as Hex} ${farmer as Hex}`)
  return {
    returned: returned.get(`${questId} ${farmer}`) ?? 0,
    disputedAt: work?.state === 'Disputed' ? work.disputedAt : 0n,
  }
}

export function isPayment({ call }: Pick<Owed, 'call'>): boolean {
  return call === 'release' || call === 'settle'
}

/** The giver pays in, rightly or not. */
export function fund(chain: Chain, quest: Quest, each: bigint, slots: number, now: number): void {
  const escrow = quest.id as Hex
  if (chain.model.deposits.has(escrow)) return
  const { deciders, decidersOf, most } = chain.third
  if (most !== null && each * BigInt(slots) > most) return
  decidersOf.set(escrow, deciders)
  const token = quest.deposit?.token as Hex
  const deposit: Deposit = {
    giver: quest.giver,
    token,
    amountEach: each,
    fundedAt: seconds(now),
    free: slots,
    held: slots,
    closed: false,
  }
  chain.model.deposits.set(escrow, deposit)
  report(chain, quest.id, now, { kind: 'fund', token: toAddress(token), amountEach: each, slots })
}

export type Transaction = {
  readonly action: Action
  readonly caller: Address
  readonly farmer: Address | null
  readonly flag?: boolean
  readonly share?: bigint
  /** Whether the proposal carries the attester's signature. */
  readonly signed?: boolean
  readonly signer?: Address
  /** The sides that refuse the money of a decision, or take their waiting money. */
  readonly sides?: readonly Side[]
}

/** Somebody's transaction; the contract's refusal, or null where it is done, and then reported. */
export function transact(chain: Chain, questId: string, act: Transaction, now: number): string | null {
  const { action, caller, farmer, flag = false, share = 0n, signed = false, signer } = act
  const escrow = questId as Hex
  const before = chain.model.deposits.get(escrow)
  const given = BigInt(before?.free ?? 0) * (before?.amountEach ?? 0n)
  const step = { action, caller, escrow, farmer: farmer ?? operator, flag, share, signed, at: seconds(now) }
  const key = `${questId} ${farmer}`
  const ruling = chain.third.rulings.get(key)
  const refusal = playIn(chain, signer === undefined ? step : { ...step, signer })
  if (refusal !== null) return refusal
  const first = chain.log.length
  for (const event of happeningsOf(chain, questId, act, given, now, ruling))
    report(chain, questId, now, event)
  const reports = chain.log.slice(first).map((_, index) => first + index)
  if (chain.third.rulings.get(key) !== ruling) chain.undo.set(key, { ruling, reports })
  return null
}

function playIn({ extra, model, third, version }: Chain, step: ThirdStep): string | null {
  if (version === 3) return playThird(model, extra, third, chainOwner, step)
  const { action } = step
  if (action === 'pause') return 'no such function'
  return version === 2 ? playSecond(model, extra, { ...step, action }) : playFirst(model, { ...step, action })
}

/** The chain takes back the block of the last ruling about a place, or of its pause; all else is mined again as it was. */
export function reorganise(chain: Chain, questId: string, farmer: Address): boolean {
  const { gone, third, undo } = chain
  const key = `${questId} ${farmer}`
  const last = undo.get(key)
  if (last === undefined || !third.rulings.has(key)) return false
  undo.delete(key)
  if (last.ruling === undefined) third.rulings.delete(key)
  else third.rulings.set(key, last.ruling)
  for (const index of last.reports) gone.add(index)
  return true
}

/** The first version knows no later actions. */
function playFirst(model: Model, step: SecondStep): string | null {
  const { action } = step
  switch (action) {
    case 'return':
    case 'concede':
    case 'split':
    case 'notice':
    case 'take':
    case 'reclaim':
      return 'no such function'
    default:
      return play(model, { ...step, action })
  }
}

function happeningsOf(
  chain: Chain,
  questId: string,
  act: Transaction,
  given: bigint,
  now: number,
  ruling: Ruling | undefined,
): ChainHappening[] {
  const { extra, model, third, version } = chain
  const { action, farmer, sides = [] } = act
  if (action === 'close') return [{ kind: 'close' }]
  if (action === 'notice')
    return [{ kind: 'notice', endsAt: Number(extra.endsAt.get(questId) ?? 0n) * second }]
  if (action === 'refund') return [{ kind: 'refund', farmer: null, amount: given }]
  if (farmer === null) throw new Error(`${action} needs a farmer`)
  const key = `${questId as Hex} ${farmer as Hex}` as const
  const work = model.works.get(key)
  const waiting = extra.waiting.get(key)
  const reviewEndsAt = Number(work?.reviewEndsAt ?? 0n) * second
  if (action === 'propose') {
    const proposed = { kind: 'propose', farmer, reviewEndsAt } as const
    return extra.attested.has(key) ? [proposed, { kind: 'attest', farmer }] : [proposed]
  }
  if (action === 'return') return [{ kind: 'return', farmer }]
  if (action === 'dispute') return [{ kind: 'dispute', farmer, settlesAt: now + 14 * day }]
  if (action === 'take') return waiting === undefined ? [] : take(waiting, farmer, sides)
  if (action === 'reclaim') return waiting === undefined ? [] : [reclaim(waiting, farmer)]
  const standing = third.rulings.get(key)
  if (action === 'pause')
    return standing === undefined ? [] : [{ kind: 'pause-ruling', farmer, payableAt: timeOf(standing) }]
  if (standing !== undefined && (action === 'resolve' || action === 'split')) {
    const said = { kind: action === 'split' ? 'divide' : action, farmer } as const
    const share = Number(standing.share)
    return [said, { kind: 'rule', farmer, share, payableAt: timeOf(standing), paused: false }]
  }
  if (ruling !== undefined && action === 'release') return carriedOut(chain, questId, farmer, ruling, sides)
  if (version !== 1 && action !== 'approve' && action !== 'release')
    return decisionOf(chain, questId, { ...act, action, farmer }, now)
  const because: PaidBecause = action === 'release' || action === 'split' ? null : action
  const said: ChainHappening[] = because === null ? [] : [{ kind: because, farmer }]
  const kind = work?.state === 'Released' ? 'release' : 'refund'
  return [...said, { kind, farmer, because }]
}

const timeOf = (ruling: Ruling) => Number(payableAt(ruling)) * second

/** A ruling is carried out without a word about why. */
function carriedOut(
  { extra, model }: Chain,
  questId: string,
  farmer: Address,
  ruling: Ruling,
  stuck: readonly Side[],
): ChainHappening[] {
  const deposit = model.deposits.get(questId as Hex) as Deposit
  const parts = partsOf(deposit, { action: 'split', flag: false, share: ruling.share })
  const { sent, waiting } = decided(parts, stuck, payableAt(ruling))
  extra.waiting.set(`${questId} ${farmer}`, waiting)
  return leaveOrWait(farmer, parts, sent, waiting, null)
}

function leaveOrWait(
  farmer: Address,
  parts: Readonly<Record<Side, bigint>>,
  sent: readonly Side[],
  waiting: Waiting,
  because: PaidBecause,
): ChainHappening[] {
  return [
    ...sent.map(side => leaves(farmer, side, because, parts[side])),
    ...[...waiting.parts].map(([side, amount]) => ({ kind: 'wait', farmer, side, because, amount }) as const),
  ]
}

type Decision = Transaction & {
  readonly action: 'resolve' | 'settle' | 'split' | 'concede'
  readonly farmer: Address
}

/** Both parts leave in one transaction, or wait where their receiver does not take them. */
function decisionOf({ extra, model }: Chain, questId: string, act: Decision, now: number): ChainHappening[] {
  const { action, farmer, flag = false, share = 0n, sides = [] } = act
  const deposit = model.deposits.get(questId as Hex) as Deposit
  const signed = extra.attested.has(`${questId} ${farmer}`)
  const parts = partsOf(deposit, { action, flag, share, signed })
  const { sent, waiting } = decided(parts, sides, seconds(now))
  extra.waiting.set(`${questId} ${farmer}`, waiting)
  const because = action === 'split' ? 'divide' : action
  return [{ kind: because, farmer }, ...leaveOrWait(farmer, parts, sent, waiting, because)]
}

function report({ log }: Chain, questId: string, at: number, happening: ChainHappening): void {
  const event = { hash: `0x${log.length.toString(16)}`, logIndex: 0, block: log.length, at, ...happening }
  log.push({ questId, event })
}

/** The contract counts whole seconds. */
export function seconds(time: number): bigint {
  return BigInt(Math.floor(time / second))
}
