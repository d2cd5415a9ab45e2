import { describe, expect, test } from 'vitest'
import { act, arbiter, farmer, other, posted, rulesAt, type Step } from '../../../test/told-quest.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import { day } from '../../ground/clock.ts'
import type { ChainHappening } from './chain-event.ts'
import { decide } from './decide.ts'
import type { Deposit, Ended, Quest, Side } from './quest.ts'

const deposit: Deposit = {
  ...{ status: 'funded', problem: null, token: toAddress(`0x${'9'.repeat(40)}`), decimals: 6 },
  ...{ amountEach: 10_000_000n, version: 2, closing: false, noticeEndsAt: null, served: true },
  ...{ stopped: null, arbiter },
}
const funded: Quest = { ...posted, deposit }

const accept = (by: Address): Step => [0, { kind: 'accept', by, note: null }]
const submit = (by: Address): Step => [1, { kind: 'submit', by, url: null, note: 'done' }]
const strand: Step = [3, { kind: 'strand', by: null, farmer }]
const proposed: Step = [
  2,
  { kind: 'reconcile', by: null, event: { kind: 'propose', farmer, reviewEndsAt: 2 * day } },
]

describe('when the contract will never take a proposal of a farmer', () => {
  test('given work of theirs, then it is refunded, and the quest is cancelled and takes nobody for its free place', () => {
    const quest = [accept(farmer), submit(farmer), strand].reduce(act, funded)
    expect(quest.work.get(farmer)).toMatchObject({
      status: 'refunded',
      ending: { because: 'funds-gone' },
    })
    expect(quest.closed).toBe('cancelled')
    expect(() => decide(quest, accept(other)[1], rulesAt(4))).toThrow('closed to new farmers')
  })

  test('given a place without work, then it ends without a refund, and the quest is cancelled', () => {
    const quest = [accept(farmer), strand].reduce(act, funded)
    expect(quest.work.get(farmer)?.status).toBe('cancelled')
    expect(quest).toMatchObject({ closed: 'cancelled', tally: { refunded: 0 } })
  })

  test('given work of somebody else, then that goes on', () => {
    const quest = [accept(farmer), accept(other), submit(farmer), submit(other), strand].reduce(act, funded)
    expect(quest.work.get(other)?.status).toBe('in-review')
    expect(quest.closed).toBe('cancelled')
  })

  test('given a quest that its giver closed before, then it stays closed as it was', () => {
    const closed: Quest = { ...[accept(farmer), submit(farmer)].reduce(act, funded), closed: 'completed' }
    expect(act(closed, strand).closed).toBe('completed')
  })

  test.each<readonly [string, readonly Step[]]>([
    ['nobody there', []],
    ['work that was proposed', [accept(farmer), submit(farmer), proposed]],
    ['work that was stranded before', [accept(farmer), submit(farmer), strand]],
  ])('given %s, then nothing happens', (_, way) => {
    const quest = way.reduce(act, funded)
    expect(decide(quest, strand[1], rulesAt(4))).toEqual([])
  })
})

describe('when money that was decided leaves the contract later', () => {
  const told = (event: ChainHappening): Step => [5, { kind: 'reconcile', by: null, event }]
  const wait = (side: Side, amount: bigint) => told({ kind: 'wait', farmer, side, because: 'divide', amount })
  const leave = (kind: 'release' | 'refund', amount: bigint): Step =>
    told({ kind, farmer, because: null, amount })
  const split = [accept(farmer), submit(farmer), proposed, wait('farmer', 4_000_000n)]
  const both = [...split, wait('giver', 6_000_000n)]

  test.each<readonly [string, readonly Step[], Step, Ended['unpaid'], string, readonly string[]]>([
    [
      'its farmer takes their part of two',
      both,
      leave('release', 4_000_000n),
      'giver',
      '4',
      ['farmer farmer'],
    ],
    ['its giver takes theirs of two', both, leave('refund', 6_000_000n), 'farmer', '4', ['giver giver']],
    ['who paid in reclaims the last one', split, leave('refund', 4_000_000n), null, '0', ['farmer giver']],
    [
      'who paid in reclaims both in one sum',
      both,
      leave('refund', 10_000_000n),
      null,
      '0',
      ['giver giver', 'farmer giver'],
    ],
  ])('and %s, then nothing waits but the rest', (_, way, step, unpaid, paid, taken) => {
    const quest = way.reduce(act, funded)
    const events = decide(quest, step[1], rulesAt(5)).map(({ event }) => event)
    expect(events.map(event => event.kind === 'credit-taken' && `${event.side} ${event.by}`)).toEqual(taken)
    expect(act(quest, step).work.get(farmer)).toMatchObject({ status: 'released', paid, unpaid })
  })
})
