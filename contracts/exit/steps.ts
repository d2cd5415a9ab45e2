import { type EscrowVersion, hasSecond, hasThird, type PaymentState } from '@furrow/sdk/escrow-version'
import type { Address } from 'viem'
import { type Court, stepsOfCourt } from './court-steps.ts'

/** The roles in a contract of the third version, for whom some steps are. */
export type Contract = {
  readonly operator: Address
  /** For deposits that are made now. */
  readonly arbiter: Address
  /** Zero for nobody. */
  readonly owner: Address
  /** Whether the wallet that looks has accepted that one address is operator and arbiter. */
  readonly acceptsBoth: boolean
}

/** The contract's state of a deposit, in any version. Times are unix seconds. */
export type Deposit = {
  readonly version: EscrowVersion
  readonly giver: Address
  /** The receiver of refunds. */
  readonly refundee: Address
  /** For this deposit: in the third version that of the time of its funding. */
  readonly arbiter: Address
  /** Zero for nobody. */
  readonly owner: Address
  readonly free: number
  readonly closed: boolean
  /**
   * The time from which the first version gives free places back without anybody's help, or at which the second one's notice
   * ends; 0 for no notice.
   */
  readonly freeAt: number
  readonly disputeSeconds: number
}

/** The contract's state of one farmer's payment. */
export type Payment = {
  readonly farmer: Address
  readonly state: PaymentState
  readonly verified: boolean
  readonly reviewEndsAt: number
  readonly disputedAt: number
  readonly decidedAt: number
  readonly returned: number
  /** The farmer's part as ruled, in ten-thousandths. */
  readonly share: number
  /** How the owner left a ruling: alone, paused, or paused and then ruled anew by the arbiter. */
  readonly paused: 'no' | 'now' | 'before'
  /** From when on a ruling is carried out; 0 where there is none. */
  readonly payableAt: number
  /** For decided work: whether each side's part still waits for its receiver. */
  readonly farmerOwed: boolean
  readonly giverOwed: boolean
  /** The court that is the arbiter of disputed work; null for none. */
  readonly court: Court | null
}

/** A step that this wallet may do now, or from `from` on. */
export type Step = {
  readonly label: string
  readonly call: string
  /**
   * Arguments beside the deposit's id: the farmer, and the side or the share of the decision; another receiver, for the
   * sender's own money or for one farmer's; for the court's contract its fee, where some evidence is, or what `court` has; for
   * the escrow contract what `contract` has.
   */
  readonly takes:
    | 'deposit'
    | 'farmer'
    | 'pay'
    | 'refund'
    | 'share'
    | 'receiver'
    | 'farmer-receiver'
    | 'fee'
    | 'evidence'
    | 'court'
    | 'contract'
  /** Unix seconds; 0 for now. */
  readonly from: number
  readonly court?: { readonly args: readonly unknown[]; readonly value: bigint }
  readonly contract?: readonly unknown[]
}

const year = 365 * 24 * 3_600
const whole = 10_000

/** A wallet's possible steps with the contract itself. */
export function stepsOfContract({ acceptsBoth, arbiter, operator }: Contract): Step[] {
  if (!same(arbiter, operator)) return []
  const label = acceptsBoth
    ? 'Accept no more that one address is operator and arbiter'
    : `Accept that ${operator} is operator and arbiter, so that you can pay in`
  return [{ label, call: 'acceptBoth', takes: 'contract', from: 0, contract: [operator, !acceptsBoth] }]
}

/** A wallet's possible steps with the deposit itself. */
export function stepsOfDeposit(deposit: Deposit, me: Address): Step[] {
  const { version, giver, refundee, free, closed, freeAt } = deposit
  const isPayer = same(me, giver) || (version >= 2 && same(me, refundee))
  if (!isPayer || free === 0) return []
  const from = closed ? 0 : freeAt
  const refund: Step[] = [{ label: 'Take the free places back', call: 'refund', takes: 'deposit', from }]
  // A giver with a sponsor may end it, but never chooses where the money goes.
  if (version >= 2 && same(me, refundee))
    refund.push({
      label: 'Take the free places back, to another address',
      call: 'refundTo',
      takes: 'receiver',
      from,
    })
  if (closed || !hasSecond(version) || freeAt !== 0) return refund
  return [
    { label: 'Give 7 days’ notice, to take free places back', call: 'giveNotice', takes: 'deposit', from: 0 },
  ]
}

/** A wallet's possible steps with the payment of one farmer. */
export function stepsOfPayment(deposit: Deposit, payment: Payment, me: Address, now: number): Step[] {
  const { giver, refundee, arbiter, owner } = deposit
  const looking: Looking = {
    deposit,
    payment,
    now,
    isGiver: same(me, giver),
    isFarmer: same(me, payment.farmer),
    isRefundee: same(me, refundee),
    isArbiter: same(me, arbiter),
    isOwner: same(me, owner),
    isLater: deposit.version >= 2,
  }
  const { isFarmer, isGiver } = looking
  const ofCourt = stepsOfCourt(payment.court, {
    mine: isFarmer ? 'farmer' : isGiver ? 'giver' : null,
    isDisputed: payment.state === 'disputed',
    me,
    now,
  })
  if (payment.state === 'proposed') return [...ofProposed(looking), ...ofCourt]
  if (payment.state === 'disputed') return ofDisputed(looking, ofCourt)
  if (payment.state === 'ruled') return [...ofRuled(looking), ...ofCourt]
  return payment.state === 'unpaid' ? [...ofUnpaid(looking), ...ofCourt] : ofCourt
}

type Looking = {
  readonly deposit: Deposit
  readonly payment: Payment
  readonly now: number
  readonly isGiver: boolean
  readonly isFarmer: boolean
  readonly isRefundee: boolean
  readonly isArbiter: boolean
  readonly isOwner: boolean
  /** Whether the contract has what came with the second version. */
  readonly isLater: boolean
}

const step = (label: string, call: string, takes: Step['takes'], from = 0): Step => ({
  label,
  call,
  takes,
  from,
})

/** A time that has come is no condition any more. */
function timed(steps: readonly Step[], now: number): Step[] {
  return steps.map(one => ({ ...one, from: one.from > now ? one.from : 0 }))
}

function reclaims(from: number): Step[] {
  return [
    step('Take back what nobody took for a year', 'reclaim', 'farmer', from),
    step('Take it back after that year, to another address', 'reclaimTo', 'farmer-receiver', from),
  ]
}

function decisions(isLater: boolean): Step[] {
  const two = [
    step('Decide for the farmer', 'resolve', 'pay'),
    step('Decide for the giver', 'resolve', 'refund'),
  ]
  return isLater ? [...two, step('Give each a part', 'split', 'share')] : two
}

const concession = step('Concede, so that the giver has it back', 'concede', 'deposit')

function ofProposed({ deposit, isFarmer, isGiver, isLater, isRefundee, now, payment }: Looking): Step[] {
  const { reviewEndsAt, returned, verified } = payment
  const steps = [step('Pay the farmer', 'release', 'farmer', reviewEndsAt)]
  if (isFarmer && isLater)
    steps.push(step('Pay it to another address', 'releaseTo', 'receiver', reviewEndsAt))
  if (isGiver) steps.push(step('Approve, and pay now', 'approve', 'farmer'))
  if (isGiver && now < reviewEndsAt) {
    steps.push(step('Dispute', 'dispute', 'farmer'))
    if (isLater && !verified && returned < 2 && deposit.freeAt === 0 && !deposit.closed)
      steps.push(step('Return it to the farmer', 'returnWork', 'farmer'))
  }
  if (isFarmer && isLater) steps.push(concession)
  if (isLater && isRefundee) steps.push(...reclaims(reviewEndsAt + year))
  return timed(steps, now)
}

function ofDisputed(
  { deposit, isArbiter, isFarmer, isGiver, isLater, now, payment }: Looking,
  ofCourt: readonly Step[],
): Step[] {
  const settlesAt = payment.disputedAt + deposit.disputeSeconds
  const steps: Step[] = []
  if (isGiver) steps.push(step('Drop the dispute, and pay now', 'approve', 'farmer'))
  // In the third version the arbiter's time ends where anybody's begins.
  if (isArbiter && (!hasThird(deposit.version) || now < settlesAt)) steps.push(...decisions(isLater))
  if (isFarmer && isLater) steps.push(concession)
  steps.push(...ofCourt)
  steps.push(step('End the dispute that nobody decided', 'settle', 'farmer', settlesAt))
  return timed(steps, now)
}

/** The arbiter of the third version has ruled, and a day later it is done. */
function ofRuled(looking: Looking): Step[] {
  const { isArbiter, isFarmer, isGiver, isOwner, isRefundee, now, payment } = looking
  const { payableAt, paused, share } = payment
  const isOpen = now < payableAt
  const steps = [step('Carry the ruling out', 'release', 'farmer', payableAt)]
  if (isFarmer && share > 0)
    steps.push(step('Have your part paid to another address', 'releaseTo', 'receiver', payableAt))
  if (isRefundee && share < whole)
    steps.push(step('Take your part back, to another address', 'takeBackTo', 'farmer-receiver', payableAt))
  if (isOwner && isOpen && paused === 'no')
    steps.push(step('Pause this ruling for a week, once', 'pauseRuling', 'farmer'))
  if (isArbiter && isOpen && paused === 'now') steps.push(...decisions(true))
  if (isGiver) steps.push(step('Agree to pay the farmer all of it now', 'approve', 'farmer'))
  if (isFarmer) steps.push(concession)
  if (isRefundee && share > 0) steps.push(...reclaims(payableAt + year))
  return timed(steps, now)
}

function ofUnpaid({ isFarmer, isRefundee, now, payment }: Looking): Step[] {
  const { decidedAt, farmerOwed, giverOwed } = payment
  const steps = [step('Send once more what waits', 'release', 'farmer')]
  if (isFarmer && farmerOwed) steps.push(step('Pay it to another address', 'releaseTo', 'receiver'))
  if (isRefundee && giverOwed)
    steps.push(step('Take your part back, to another address', 'takeBackTo', 'farmer-receiver'))
  if (isRefundee && farmerOwed) steps.push(...reclaims(decidedAt + year))
  return timed(steps, now)
}

function same(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
