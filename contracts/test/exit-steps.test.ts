import { paymentStates } from '@furrow/sdk/escrow-version'
import fc from 'fast-check'
import { type Address, getAddress, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AppealableCourt } from '../exit/court-steps.ts'
import { type Deposit, type Payment, stepsOfContract, stepsOfDeposit, stepsOfPayment } from '../exit/steps.ts'

const [giver, farmer, arbiter, stranger, owner] = [1, 2, 3, 4, 5].map(n =>
  getAddress(`0x${String(n).repeat(40)}`),
) as [Address, Address, Address, Address, Address]
const deposit: Deposit = {
  version: 2,
  giver,
  refundee: giver,
  arbiter,
  owner: zeroAddress,
  free: 1,
  closed: false,
  freeAt: 0,
  disputeSeconds: 100,
}
const payment: Payment = {
  farmer,
  state: 'proposed',
  verified: false,
  reviewEndsAt: 1_000,
  disputedAt: 0,
  decidedAt: 0,
  returned: 0,
  share: 0,
  paused: 'no',
  payableAt: 0,
  farmerOwed: false,
  giverOwed: false,
  court: null,
}
const calls = (some: Partial<Payment>, me: Address, now: number, of: Partial<Deposit> = {}) =>
  stepsOfPayment({ ...deposit, ...of }, { ...payment, ...some }, me, now)
    .filter(({ from }) => from === 0)
    .map(({ call }) => call)

describe('the page that needs only the chain offers', () => {
  test('a stranger what anyone may do, once its time has come', () => {
    expect(calls({}, stranger, 999)).toEqual([])
    expect(calls({}, stranger, 1_000)).toEqual(['release'])
    expect(calls({ state: 'disputed', disputedAt: 1_000 }, stranger, 1_099)).toEqual([])
    expect(calls({ state: 'disputed', disputedAt: 1_000 }, stranger, 1_100)).toEqual(['settle'])
  })

  test('the giver their review while it runs, and notice before they take places back', () => {
    expect(calls({}, giver, 999)).toEqual(['approve', 'dispute', 'returnWork'])
    expect(calls({}, giver, 999, { version: 1 })).toEqual(['approve', 'dispute'])
    expect(calls({ returned: 2 }, giver, 999)).toEqual(['approve', 'dispute'])
    expect(calls({}, giver, 1_000)).toEqual(['release', 'approve'])
    expect(stepsOfDeposit(deposit, giver)).toMatchObject([{ call: 'giveNotice', from: 0 }])
    expect(stepsOfDeposit({ ...deposit, freeAt: 5_000 }, giver)).toMatchObject([
      { call: 'refund', from: 5_000 },
      { call: 'refundTo', from: 5_000 },
    ])
    expect(stepsOfDeposit({ ...deposit, closed: true }, giver)).toMatchObject([
      { call: 'refund', from: 0 },
      { call: 'refundTo', from: 0 },
    ])
    expect(stepsOfDeposit({ ...deposit, version: 1, closed: true }, giver)).toMatchObject([
      { call: 'refund' },
    ])
    expect(stepsOfDeposit(deposit, stranger)).toEqual([])
  })

  test('the farmer another receiver, and the arbiter their decision', () => {
    expect(calls({}, farmer, 1_000)).toEqual(['release', 'releaseTo', 'concede'])
    expect(calls({ state: 'unpaid', farmerOwed: true }, farmer, 0)).toEqual(['release', 'releaseTo'])
    expect(calls({ state: 'disputed', disputedAt: 1 }, arbiter, 2)).toEqual(['resolve', 'resolve', 'split'])
    expect(calls({ state: 'disputed', disputedAt: 1 }, arbiter, 2, { version: 1 })).toEqual([
      'resolve',
      'resolve',
    ])
  })

  test('anybody the court, where one is the arbiter: the dispute once, and evidence', () => {
    const disputed = { state: 'disputed', disputedAt: 1_000 } as const
    const court = { kind: 'plain', fee: '1', isBrought: false } as const
    expect(calls({ ...disputed, court }, stranger, 1_001)).toEqual(['bring', 'submitEvidence'])
    expect(calls({ ...disputed, court: { ...court, isBrought: true } }, stranger, 1_001)).toEqual([
      'submitEvidence',
    ])
    expect(calls({ court }, stranger, 0)).toEqual([])
  })

  test('who paid in another receiver, of their part and of what nobody took for a year', () => {
    const year = 365 * 24 * 3_600
    const waits = { state: 'unpaid', decidedAt: 1_000 } as const
    expect(calls({ ...waits, giverOwed: true }, giver, 2_000)).toEqual(['release', 'takeBackTo'])
    expect(calls({ ...waits, giverOwed: true }, farmer, 2_000)).toEqual(['release'])
    const late = 1_000 + year
    expect(calls({ ...waits, farmerOwed: true }, giver, late - 1)).toEqual(['release'])
    expect(calls({ ...waits, farmerOwed: true }, giver, late)).toEqual(['release', 'reclaim', 'reclaimTo'])
    expect(calls({}, giver, late)).toEqual(['release', 'approve', 'reclaim', 'reclaimTo'])
    // With a sponsor, who paid it in decides where it goes, and the giver does not.
    const sponsored = { refundee: stranger }
    expect(calls({ ...waits, giverOwed: true }, giver, 2_000, sponsored)).toEqual(['release'])
    expect(calls({ ...waits, giverOwed: true }, stranger, 2_000, sponsored)).toEqual([
      'release',
      'takeBackTo',
    ])
    expect(stepsOfDeposit({ ...deposit, ...sponsored, closed: true }, giver)).toMatchObject([
      { call: 'refund' },
    ])
  })

  test('each of them their part of a ruling, once its day is over, and the pause and another ruling before', () => {
    const third = { version: 3, owner } as const
    const ruled = { state: 'ruled', disputedAt: 1, payableAt: 1_000, share: 2_500 } as const
    expect(calls(ruled, stranger, 999, third)).toEqual([])
    expect(calls(ruled, stranger, 1_000, third)).toEqual(['release'])
    expect(calls(ruled, owner, 999, third)).toEqual(['pauseRuling'])
    expect(calls(ruled, owner, 1_000, third)).toEqual(['release'])
    expect(calls({ ...ruled, paused: 'before' }, owner, 999, third)).toEqual([])
    expect(calls(ruled, arbiter, 999, third)).toEqual([])
    const anew = ['resolve', 'resolve', 'split']
    expect(calls({ ...ruled, paused: 'now' }, arbiter, 999, third)).toEqual(anew)
    expect(calls({ ...ruled, paused: 'now' }, arbiter, 1_000, third)).toEqual(['release'])
    expect(calls(ruled, giver, 999, third)).toEqual(['approve'])
    expect(calls(ruled, giver, 1_000, third)).toEqual(['release', 'takeBackTo', 'approve'])
    expect(calls({ ...ruled, share: 10_000 }, giver, 1_000, third)).toEqual(['release', 'approve'])
    expect(calls(ruled, farmer, 1_000, third)).toEqual(['release', 'releaseTo', 'concede'])
    expect(calls({ ...ruled, share: 0 }, farmer, 1_000, third)).toEqual(['release', 'concede'])
    const late = 1_000 + 365 * 24 * 3_600
    expect(calls(ruled, giver, late, third)).toEqual([
      'release',
      'takeBackTo',
      'approve',
      'reclaim',
      'reclaimTo',
    ])
    // The arbiter's time ends where anybody's begins, in the third version alone.
    const disputed = { state: 'disputed', disputedAt: 1_000 } as const
    expect(calls(disputed, arbiter, 1_100, third)).toEqual(['settle'])
    expect(calls(disputed, arbiter, 1_100)).toEqual([...anew, 'settle'])
  })

  test('a giver their word about one address in two roles, where there is one', () => {
    const contract = { operator: owner, arbiter, owner, acceptsBoth: false }
    expect(stepsOfContract(contract)).toEqual([])
    const both = { ...contract, arbiter: owner }
    expect(stepsOfContract(both)).toMatchObject([{ call: 'acceptBoth', contract: [owner, true] }])
    expect(stepsOfContract({ ...both, acceptsBoth: true })).toMatchObject([{ contract: [owner, false] }])
  })

  test('both sides and strangers a court with appeals, by where the dispute stands there', () => {
    const court: AppealableCourt = {
      kind: 'appealable',
      dispute: [owner, '0x01', farmer],
      group: 7n,
      stage: 'none',
      fee: 5n,
      hasPaid: { farmer: false, giver: false },
      endsAt: 2_000,
      isCarriedOut: false,
      appeals: [],
      waiting: [],
      inCoin: String,
    }
    const disputed = { state: 'disputed', disputedAt: 1_000 } as const
    const of = (some: Partial<AppealableCourt>, me: Address, now = 1_001, state: object = disputed) =>
      stepsOfPayment(deposit, { ...payment, ...state, court: { ...court, ...some } }, me, now).flatMap(
        ({ call, court, from }) =>
          from === 0 && court !== undefined ? [[call, ...court.args, court.value]] : [],
      )
    const dispute = [owner, '0x01', farmer]
    expect(of({}, farmer)).toEqual([
      ['bring', ...dispute, 5n],
      ['bringFor', ...dispute, 2n, 5n],
    ])
    expect(of({}, giver)).toEqual([
      ['bringFor', ...dispute, 1n, 5n],
      ['bring', ...dispute, 5n],
    ])
    const paying = { stage: 'paying', hasPaid: { farmer: true, giver: false } } as const
    expect(of(paying, stranger)).toEqual([['bringFor', ...dispute, 2n, 5n]])
    expect(of(paying, stranger, 2_000)).toEqual([
      ['bringFor', ...dispute, 2n, 5n],
      ['end', 7n, 0n],
    ])
    expect(of(paying, stranger, 1_001, { state: 'released', disputedAt: 1_000 })).toEqual([['end', 7n, 0n]])
    const asked = { stage: 'asked', appeals: [{ side: 'giver', missing: 9n }] } as const
    expect(of(asked, stranger)).toEqual([['appeal', 7n, 2n, 9n]])
    const closed = { stage: 'closed', waiting: [{ round: 1n, amount: 3n }] } as const
    expect(of(closed, giver)).toEqual([
      ['carryOut', 7n, 0n],
      ['withdraw', 7n, 1n, giver, 0n],
    ])
    expect(of({ ...closed, isCarriedOut: true }, giver, 1_001, { state: 'ruled' })).toEqual([
      ['withdraw', 7n, 1n, giver, 0n],
    ])
  })

  test('nothing for what is over, whoever looks and whenever', () => {
    const over = fc.constantFrom(
      ...paymentStates.filter(state => ['none', 'released', 'refunded', 'split'].includes(state)),
    )
    fc.assert(
      fc.property(over, fc.constantFrom(giver, farmer, arbiter, stranger), fc.nat(), (state, me, now) => {
        expect(stepsOfPayment(deposit, { ...payment, state }, me, now)).toEqual([])
      }),
    )
  })
})
