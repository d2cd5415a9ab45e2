import { partOf } from '@furrow/sdk/amount'
import type { AssignmentRow } from '@furrow/storage/tables.ts'
import type { Address } from '../../../ground/address.ts'
import type { DepositState, PaymentAt } from '../../../ground/clients/escrow-states.ts'
import type { FoundInState } from '../../../rules/lifecycle/chain-event.ts'
import { type PlaceState, readState } from '../../change/place-state.ts'

export type KeptState = {
  readonly questId: string
  readonly escrow: `0x${string}`
  readonly status: 'unfunded' | 'funded'
  readonly problem: string | null
  readonly contradiction: string | null
  readonly returned: number
  readonly noticeEndsAt: number | null
  readonly work: readonly (Pick<
    AssignmentRow,
    'farmer' | 'status' | 'proposed' | 'round' | 'unpaid' | 'reclaimed_at' | 'dispute_ends_at' | 'state'
  > & {
    /** The farmer as the contract knows them: of a shared place, and of prizes, an account. */
    readonly payee: Address
  })[]
}

/** Events on chain that the database must have missed, in an order in which they can be applied. */
export function findMissed(kept: KeptState, state: DepositState): FoundInState[] {
  const { agreed, deposit, payments } = state
  if (!agreed || deposit === null || kept.problem !== null) return []
  const { token, amountEach, slots } = deposit
  if (kept.status === 'unfunded') return [{ kind: 'fund', token, amountEach, slots }]
  const ofWork = kept.work.flatMap(work => {
    const payment = payments.get(work.payee)
    if (payment === undefined) return []
    return work.unpaid === null ? missedOf(work, payment, state) : missedCredit(work, payment, amountEach)
  })
  const { endsAt } = deposit
  // The service closes only quests that are over.
  if (endsAt !== null && kept.noticeEndsAt === null) ofWork.push({ kind: 'notice', endsAt })
  const back = kept.returned > 0 ? 0 : countTakenBack(state)
  return back > 0 ? [...ofWork, { kind: 'refund', farmer: null, amount: amountEach * BigInt(back) }] : ofWork
}

function missedOf(
  { farmer, status, proposed, round, dispute_ends_at, state: kept }: KeptState['work'][number],
  payment: PaymentAt,
  { deposit, disputeMs }: DepositState,
): FoundInState[] {
  const { state, owed, reviewEndsAt, disputedAt, share, returned } = payment
  if (status !== 'accepted' && status !== 'in-review' && status !== 'disputed') return []
  if (state === 'split') {
    const amount = partOf(deposit?.amountEach ?? 0n, share)
    return [{ kind: 'release', farmer, because: null, amount }]
  }
  if (state === 'unpaid' && status !== 'accepted') {
    const { amountEach } = deposit as NonNullable<typeof deposit>
    const toFarmer = partOf(amountEach, share)
    const because = disputedAt === 0 ? 'concede' : 'resolve'
    const farmers = { kind: 'wait', farmer, side: 'farmer', because, amount: toFarmer } as const
    const givers = { kind: 'wait', farmer, side: 'giver', because, amount: amountEach - toFarmer } as const
    return [...(owed.farmer ? [farmers] : []), ...(owed.giver ? [givers] : [])]
  }
  if (returned > round && status === 'in-review') return [{ kind: 'return', farmer }]
  if (state === 'released') return [{ kind: 'release', farmer, because: null }]
  if (state === 'refunded') return [{ kind: 'refund', farmer, because: null }]
  // This service cannot have proposed a farmer without work: the log tells of it, and nothing is made of it here.
  if (state === 'none' || state === 'unpaid' || status === 'accepted') return []
  const propose: FoundInState[] = proposed === 1 ? [] : [{ kind: 'propose', farmer, reviewEndsAt }]
  if (state === 'proposed') return propose
  const settlesAt = disputedAt + disputeMs
  const dispute: FoundInState[] = status === 'in-review' ? [{ kind: 'dispute', farmer, settlesAt }] : []
  const known = { ...readState(kept), endsAt: dispute_ends_at ?? 0 }
  return [...propose, ...dispute, ...missedRuling(farmer, known, payment, settlesAt)]
}

/** The state does not say by how much an outage of a sequencer delays a ruling: only a later time than the known one is news. */
function missedRuling(
  farmer: Address,
  { endsAt, ruling: known }: Pick<PlaceState, 'ruling'> & { readonly endsAt: number },
  { payableAt, paused, share }: PaymentAt,
  settlesAt: number,
): FoundInState[] {
  if (payableAt === null) return known === undefined ? [] : [{ kind: 'unrule', farmer, settlesAt }]
  if (known?.share === share && known.paused === paused && payableAt <= endsAt) return []
  return [{ kind: 'rule', farmer, share, payableAt, paused }]
}

function missedCredit(
  { farmer, unpaid }: KeptState['work'][number],
  { state, owed, share }: PaymentAt,
  amountEach: bigint,
): FoundInState[] {
  const toFarmer = partOf(amountEach, share)
  const release = { kind: 'release', farmer, because: null } as const
  const refund = { kind: 'refund', farmer, because: null } as const
  if (state === 'released') return [release]
  // The payer took all of it back, also the farmer's part if that waited.
  if (state === 'refunded') return [refund]
  if (state !== 'split' && state !== 'unpaid') return []
  const isOut = (side: 'farmer' | 'giver') => (unpaid === side || unpaid === 'both') && !owed[side]
  return [
    ...(isOut('farmer') ? [{ ...release, amount: toFarmer }] : []),
    ...(isOut('giver') ? [{ ...refund, amount: amountEach - toFarmer }] : []),
  ]
}

/** Places whose money is gone without a farmer's payment. They go all at once, and none stays free. */
function countTakenBack({ deposit, payments }: DepositState): number {
  if (deposit === null || deposit.free > 0) return 0
  const isEnd = (state: PaymentAt['state']) =>
    state === 'released' || state === 'refunded' || state === 'split'
  const ended = [...payments.values()].filter(({ state }) => isEnd(state))
  return deposit.slots - deposit.held - ended.length
}

export const noDeposit = 'the contract has no deposit for it'

/** A state of the database that the contract contradicts; null where they agree. */
export function findContradiction(
  kept: KeptState,
  { agreed, deposit, payments }: DepositState,
): string | null {
  if (!agreed) return 'two RPCs disagree about it'
  if (kept.status === 'unfunded') return null
  if (deposit === null) return noDeposit
  for (const work of kept.work) {
    const { farmer, payee, status, round } = work
    const payment = payments.get(payee)
    if (payment === undefined || payment.returned > round) continue
    const { state } = payment
    if (contradicts(work, state))
      return `the work of ${farmer} is ${status} here, and ${state} in the contract`
  }
  return null
}

function contradicts(
  { status, proposed, unpaid, reclaimed_at }: KeptState['work'][number],
  state: PaymentAt['state'],
): boolean {
  if (status === 'released' && state === 'refunded') {
    // The payer may take back what waited for the farmer for a year.
    return reclaimed_at === null && unpaid !== 'farmer' && unpaid !== 'both'
  }
  // A part of a decided payment may wait for its receiver.
  if (status === 'released')
    return reclaimed_at !== null || (state !== 'released' && state !== 'split' && state !== 'unpaid')
  if (status === 'refunded') return state === 'released' || state === 'split'
  return (status === 'in-review' || status === 'disputed') && proposed === 1 && state === 'none'
}
