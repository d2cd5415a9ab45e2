import type { Address } from 'viem'

/** The contract's state of a deposit, in either version. Times are unix seconds. */
export type Deposit = {
  readonly version: 1 | 2
  readonly giver: Address
  /** The receiver of refunds. */
  readonly refundee: Address
  readonly arbiter: Address
  readonly free: number
  readonly closed: boolean
  /**
   * The time from which the first version gives free places back without anybody's help, or at which the second one's notice
   * ends; 0 for no notice.
   */
  readonly freeAt: number
  readonly disputeSeconds: number
}

export const states = ['none', 'proposed', 'disputed', 'released', 'refunded', 'split', 'unpaid'] as const

/** The contract's state of one farmer's payment. */
export type Payment = {
  readonly farmer: Address
  readonly state: (typeof states)[number]
  readonly verified: boolean
  readonly reviewEndsAt: number
  readonly disputedAt: number
  readonly decidedAt: number
  readonly returned: number
  /** For decided work: whether each side's part still waits for its receiver. */
  readonly farmerOwed: boolean
  readonly giverOwed: boolean
  /** The court that is the arbiter of disputed work: its fee in words, and whether the dispute is there; null for no court. */
  readonly court: { readonly fee: string; readonly isBrought: boolean } | null
}

/** A step that this wallet may do now, or from `from` on. */
export type Step = {
  readonly label: string
  readonly call: string
  /**
   * Arguments beside the deposit's id: the farmer, and the side or the share of the decision; another receiver, for the
   * sender's own money or for one farmer's; for the court's contract its fee, or where some evidence is.
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
  /** Unix seconds; 0 for now. */
  readonly from: number
}

const year = 365 * 24 * 3_600

/** A wallet's possible steps with the deposit itself. */
export function stepsOfDeposit(deposit: Deposit, me: Address): Step[] {
  const { version, giver, refundee, free, closed, freeAt } = deposit
  const isPayer = same(me, giver) || (version === 2 && same(me, refundee))
  if (!isPayer || free === 0) return []
  const from = closed ? 0 : freeAt
  const refund: Step[] = [{ label: 'Take the free places back', call: 'refund', takes: 'deposit', from }]
  // A giver with a sponsor may end it, but never chooses where the money goes.
  if (version === 2 && same(me, refundee))
    refund.push({
      label: 'Take the free places back, to another address',
      call: 'refundTo',
      takes: 'receiver',
      from,
    })
  if (closed || version === 1 || freeAt !== 0) return refund
  return [
    { label: 'Give 7 days’ notice, to take free places back', call: 'giveNotice', takes: 'deposit', from: 0 },
  ]
}

/** A wallet's possible steps with the payment of one farmer. */
export function stepsOfPayment(deposit: Deposit, payment: Payment, me: Address, now: number): Step[] {
  const { giver, refundee, arbiter, version, disputeSeconds } = deposit
  const { farmer, state, reviewEndsAt, disputedAt } = payment
  const isGiver = same(me, giver)
  const isFarmer = same(me, farmer)
  const steps: Step[] = []
  const add = (label: string, call: string, takes: Step['takes'], from = 0) =>
    steps.push({ label, call, takes, from: from > now ? from : 0 })
  const addReclaim = (from: number) => {
    add('Take back what nobody took for a year', 'reclaim', 'farmer', from)
    add('Take it back after that year, to another address', 'reclaimTo', 'farmer-receiver', from)
  }

  if (state === 'proposed') {
    add('Pay the farmer', 'release', 'farmer', reviewEndsAt)
    if (isFarmer && version === 2) add('Pay it to another address', 'releaseTo', 'receiver', reviewEndsAt)
    if (isGiver) add('Approve, and pay now', 'approve', 'farmer')
    if (isGiver && now < reviewEndsAt) {
      add('Dispute', 'dispute', 'farmer')
      if (
        version === 2 &&
        !payment.verified &&
        payment.returned < 2 &&
        deposit.freeAt === 0 &&
        !deposit.closed
      )
        add('Return it to the farmer', 'returnWork', 'farmer')
    }
    if (isFarmer && version === 2) add('Concede, so that the giver has it back', 'concede', 'deposit')
    if (version === 2 && same(me, refundee)) addReclaim(reviewEndsAt + year)
  }
  if (state === 'disputed') {
    if (isGiver) add('Drop the dispute, and pay now', 'approve', 'farmer')
    if (same(me, arbiter)) {
      add('Decide for the farmer', 'resolve', 'pay')
      add('Decide for the giver', 'resolve', 'refund')
      if (version === 2) add('Give each a part', 'split', 'share')
    }
    if (isFarmer && version === 2) add('Concede, so that the giver has it back', 'concede', 'deposit')
    if (payment.court !== null) {
      if (!payment.court.isBrought)
        add(`Bring it before the court, for its fee of ${payment.court.fee}`, 'bring', 'fee')
      add('Show the court some evidence', 'submitEvidence', 'evidence')
    }
    add('End the dispute that nobody decided', 'settle', 'farmer', disputedAt + disputeSeconds)
  }
  if (state === 'unpaid') {
    add('Send once more what waits', 'release', 'farmer')
    if (isFarmer && payment.farmerOwed) add('Pay it to another address', 'releaseTo', 'receiver')
    if (same(me, refundee) && payment.giverOwed)
      add('Take your part back, to another address', 'takeBackTo', 'farmer-receiver')
    if (same(me, refundee) && payment.farmerOwed) addReclaim(payment.decidedAt + year)
  }
  return steps
}

function same(one: Address, other: Address): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
