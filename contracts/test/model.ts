import type { Address, Hex } from 'viem'
import { type Action, day, reviewWindow } from './terms.ts'

export type Deposit = {
  giver: Address
  token: Address
  amountEach: bigint
  fundedAt: bigint
  free: number
  held: number
  closed: boolean
}
export type Work = {
  state: 'Proposed' | 'Disputed' | 'Released' | 'Refunded'
  verified: boolean
  reviewEndsAt: bigint
  disputedAt: bigint
}
export type Model = {
  operator: Address
  arbiter: Address
  deposits: Map<Hex, Deposit>
  works: Map<`${Hex} ${Address}`, Work>
  /** The change of each holder's balance since the beginning, by token and holder. */
  moved: Map<`${Address} ${Address}`, bigint>
}
export type Step = {
  action: Action
  caller: Address
  escrow: Hex
  farmer: Address
  flag: boolean
  at: bigint
}
type Answer = string | null

/**
 * The promises of QuestEscrow for an existing deposit, written a second time in the plainest way: the error of a step, or
 * null where it is done, and then the model has it too.
 */
export function play(model: Model, step: Step): Answer {
  const deposit = model.deposits.get(step.escrow)
  const work = model.works.get(`${step.escrow} ${step.farmer}`)
  if (!deposit) return 'UnknownEscrow'
  const isGiver = step.caller === deposit.giver
  switch (step.action) {
    case 'fund':
      return 'AlreadyFunded'
    case 'propose':
      return step.caller === model.operator ? propose(model, step, deposit, work) : 'NotOperator'
    case 'close':
      if (step.caller !== model.operator) return 'NotOperator'
      if (deposit.closed) return 'EscrowClosed'
      deposit.closed = true
      return null
    case 'refund':
      return isGiver ? refund(model, deposit, step.at) : 'NotGiver'
    case 'approve':
      return isGiver ? end(model, step, deposit, work, true) : 'NotGiver'
    case 'dispute':
      return isGiver ? dispute(work, step.at) : 'NotGiver'
    case 'resolve':
      if (step.caller !== model.arbiter) return 'NotArbiter'
      if (work?.state === 'Proposed') return 'NotDisputed'
      return end(model, step, deposit, work, step.flag)
    case 'settle':
      if (work?.state === 'Proposed') return 'NotDisputed'
      if (work?.state === 'Disputed' && step.at < work.disputedAt + 14n * day) return 'SettleTooEarly'
      return end(model, step, deposit, work, work?.verified === true)
    case 'release':
      if (work?.state === 'Disputed') return 'InDispute'
      if (work?.state === 'Proposed' && step.at < work.reviewEndsAt) return 'ReviewOpen'
      return end(model, step, deposit, work, true)
  }
}

function propose(model: Model, step: Step, deposit: Deposit, work: Work | undefined): Answer {
  if (work) {
    const refusal = ended(work)
    if (refusal) return refusal
    if (work.verified || !step.flag) return 'AlreadyProposed'
    work.verified = true
    return null
  }
  if (deposit.closed) return 'EscrowClosed'
  if (deposit.free === 0) return 'NoFreePlace'
  deposit.free--
  model.works.set(`${step.escrow} ${step.farmer}`, {
    state: 'Proposed',
    verified: step.flag,
    reviewEndsAt: step.at + reviewWindow,
    disputedAt: 0n,
  })
  return null
}

function refund(model: Model, deposit: Deposit, at: bigint): Answer {
  if (!deposit.closed && at < deposit.fundedAt + 90n * day) return 'RefundTooEarly'
  if (deposit.free === 0) return 'NothingToRefund'
  move(model, deposit, deposit.giver, deposit.free)
  deposit.free = 0
  return null
}

function dispute(work: Work | undefined, at: bigint): Answer {
  const refusal = ended(work)
  if (!work || refusal) return refusal
  if (work.state === 'Disputed') return 'InDispute'
  if (at >= work.reviewEndsAt) return 'ReviewOver'
  work.state = 'Disputed'
  work.disputedAt = at
  return null
}

function end(model: Model, step: Step, deposit: Deposit, work: Work | undefined, pay: boolean): Answer {
  const refusal = ended(work)
  if (!work || refusal) return refusal
  work.state = pay ? 'Released' : 'Refunded'
  move(model, deposit, pay ? step.farmer : deposit.giver, 1)
  return null
}

function ended(work: Work | undefined): Answer {
  if (!work) return 'NotProposed'
  if (work.state === 'Released') return 'AlreadyPaid'
  return work.state === 'Refunded' ? 'AlreadyRefunded' : null
}

function move({ moved }: Model, deposit: Deposit, to: Address, places: number): void {
  const key = `${deposit.token} ${to}` as const
  deposit.held -= places
  moved.set(key, (moved.get(key) ?? 0n) + deposit.amountEach * BigInt(places))
}
