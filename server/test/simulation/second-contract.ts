import { type Deposit, type Model, play, type Step, type Work } from '@furrow/contracts/testing/model'
import type { Side } from '../../src/rules/lifecycle/quest.ts'
import type { Waiting } from './credits.ts'

/** The second version's memory beside the first one's model. */
export type Extra = {
  /** How often the work of a farmer was returned, by deposit and farmer. */
  readonly returned: Map<string, number>
  /** When a giver's notice ends, by deposit. */
  readonly endsAt: Map<string, bigint>
  /** Decided money that was not taken, by deposit and farmer. */
  readonly waiting: Map<string, Waiting>
  /** The work that the attester signed for, by deposit and farmer. */
  readonly attested: Set<string>
}

export type SecondStep = Omit<Step, 'action'> & {
  readonly action: Step['action'] | 'return' | 'concede' | 'split' | 'notice' | 'take' | 'reclaim'
  /** The farmer's, in ten-thousandths. */
  readonly share?: bigint
  /** Whether the attester signed for the proposed work. */
  readonly signed?: boolean
}

const year = 365n * 24n * 3_600n
const week = 7n * 24n * 3_600n
const disputePeriod = 14n * 24n * 3_600n

/** The second version's promises where it differs from the first, written a second time in the plainest way. */
export function playSecond(model: Model, extra: Extra, step: SecondStep): string | null {
  const deposit = model.deposits.get(step.escrow)
  if (deposit === undefined) return 'UnknownEscrow'
  const key = `${step.escrow} ${step.farmer}` as const
  const work = model.works.get(key)
  const isGiver = step.caller === deposit.giver
  const endsAt = extra.endsAt.get(step.escrow)
  const isOver = deposit.closed || (endsAt !== undefined && step.at >= endsAt)
  switch (step.action) {
    case 'propose':
      if (step.caller === model.operator && work === undefined && isOver) return 'EscrowClosed'
      // The statement at the proposal never changes.
      if (work?.state === 'Proposed' || work?.state === 'Disputed') return 'AlreadyProposed'
      return propose(model, extra, step)
    case 'close':
      return isOver && !deposit.closed ? 'EscrowClosed' : play(model, { ...step, action: 'close' })
    case 'notice':
      if (!isGiver) return 'NotGiver'
      if (isOver || endsAt !== undefined) return 'EscrowClosed'
      extra.endsAt.set(step.escrow, step.at + week)
      return null
    case 'refund':
      if (!isGiver) return 'NotGiver'
      if (!isOver) return 'RefundTooEarly'
      return play(model, { ...step, action: 'refund', at: deposit.fundedAt + 90n * 24n * 3_600n })
    case 'return': {
      if (!isGiver) return 'NotGiver'
      if (work?.state !== 'Proposed') return 'NotProposed'
      const times = extra.returned.get(key) ?? 0
      if (work.verified || step.at >= work.reviewEndsAt || times === 2) return 'NotReturnable'
      if (isOver || endsAt !== undefined) return 'EscrowClosed'
      model.works.delete(key)
      deposit.free++
      extra.returned.set(key, times + 1)
      return null
    }
    case 'concede':
      if (step.caller !== step.farmer || !isOpen(work)) return 'NotProposed'
      return end(deposit, work, 'Refunded')
    case 'split':
      if (step.caller !== model.arbiter) return 'NotArbiter'
      if (work?.state !== 'Disputed') return 'NotDisputed'
      return end(deposit, work, partOf(deposit, step) === 0n ? 'Refunded' : 'Released')
    case 'settle':
      if (work?.state === 'Released') return 'AlreadyPaid'
      if (work?.state === 'Refunded') return 'AlreadyRefunded'
      if (work?.state !== 'Disputed') return 'NotDisputed'
      if (step.at < work.disputedAt + disputePeriod) return 'SettleTooEarly'
      return end(deposit, work, extra.attested.has(key) ? 'Released' : 'Refunded')
    case 'take':
      return (extra.waiting.get(key)?.parts.size ?? 0) > 0 ? null : 'AlreadyPaid'
    case 'reclaim': {
      const waiting = extra.waiting.get(key)
      if (!isGiver) return 'NotGiver'
      if (!waiting?.parts.has('farmer')) return 'AlreadyPaid'
      return step.at < waiting.decidedAt + year ? 'ReclaimTooEarly' : null
    }
    default:
      return play(model, { ...step, action: step.action })
  }
}

function propose(model: Model, { attested }: Extra, step: SecondStep): string | null {
  const refusal = play(model, { ...step, action: 'propose' })
  if (refusal === null && step.signed) attested.add(`${step.escrow} ${step.farmer}`)
  return refusal
}

/** Each side's part of a decision; `signed`: the attester signed for the work. */
export function partsOf(deposit: Deposit, step: Pick<SecondStep, 'action' | 'flag' | 'share' | 'signed'>) {
  const isWon = step.action === 'settle' ? step.signed : step.action === 'resolve' && step.flag
  const whole = isWon ? deposit.amountEach : 0n
  const farmer = step.action === 'split' ? partOf(deposit, step) : whole
  return { farmer, giver: deposit.amountEach - farmer } satisfies Record<Side, bigint>
}

function partOf({ amountEach }: Deposit, { share = 0n }: Pick<SecondStep, 'share'>): bigint {
  return (amountEach * share) / 10_000n
}

function isOpen(work: Work | undefined): work is Work {
  return work?.state === 'Proposed' || work?.state === 'Disputed'
}

function end(deposit: Deposit, work: Work, state: 'Released' | 'Refunded'): null {
  work.state = state
  deposit.held--
  return null
}
