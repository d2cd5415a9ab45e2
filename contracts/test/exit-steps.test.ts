import fc from 'fast-check'
import { type Address, getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Deposit, type Payment, states, stepsOfDeposit, stepsOfPayment } from '../exit/steps.ts'

const [giver, farmer, arbiter, stranger] = [1, 2, 3, 4].map(n => getAddress(`0x${String(n).repeat(40)}`)) as [
  Address,
  Address,
  Address,
  Address,
]
const deposit: Deposit = {
  version: 2,
  giver,
  refundee: giver,
  arbiter,
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
    const court = { fee: '1', isBrought: false }
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

  test('nothing for what is over, whoever looks and whenever', () => {
    const over = fc.constantFrom(
      ...states.filter(state => ['none', 'released', 'refunded', 'split'].includes(state)),
    )
    fc.assert(
      fc.property(over, fc.constantFrom(giver, farmer, arbiter, stranger), fc.nat(), (state, me, now) => {
        expect(stepsOfPayment(deposit, { ...payment, state }, me, now)).toEqual([])
      }),
    )
  })
})
