import { expect, test } from 'vitest'
import { toAddress } from '../../ground/address.ts'
import { day } from '../../ground/clock.ts'
import type { Command } from './commands/all.ts'
import { decide } from './decide.ts'
import type { Quest, Work } from './quest.ts'
import type { Rules } from './rules.ts'

const [giver, farmer, arbiter] = ['1', '2', '3'].map(digit => toAddress(`0x${digit.repeat(40)}`)) as [
  Quest['giver'],
  Quest['giver'],
  Quest['giver'],
]

const rules = (now: number): Rules => ({
  now,
  acceptMs: 14 * day,
  idleMs: 3 * day,
  reviewWindowMs: 2 * day,
  disputeMs: 14 * day,
  arbiter,
  pointsFor: 'recorded',
  mostHeld: 10,
  mostWithdrawn: 10,
  mostApplied: 10,
})

const posted: Quest = {
  ...{
    id: 'quest-1',
    giver,
    title: 'Mend the gate',
    description: 'It hangs.',
    skills: '[]',
    category: 'farm',
  },
  ...{ reward: '10 USDC', amount: '10', token: 'USDC', places: 2, deadline: null, minCompleted: 0 },
  ...{ codehostRepo: null, codehostIssue: null, repoKey: null, issueNumber: null },
  ...{ admission: 'open', verifiedCodehost: false, paused: false, hidden: false, closed: null },
  ...{ revision: 0, editToldAt: 0, updatedAt: 0, returned: 0, deposit: null, waiting: 0, toldOfOneAt: 0 },
  tally: { accepted: 0, 'in-review': 0, disputed: 0, released: 0, refunded: 0 },
  sums: { promised: 20n * 10n ** 18n, released: 0n, refunded: 0n },
  work: new Map(),
  applications: new Map(),
}

type Step = readonly [at: number, command: Command]

const act = (quest: Quest, [at, command]: Step): Quest =>
  decide(quest, command, rules(at)).at(-1)?.after ?? quest

const accept: Step = [0, { kind: 'accept', by: farmer, note: null }]
const submit: Step = [1, { kind: 'submit', by: farmer, url: null, note: 'done' }]
const dispute: Step = [2, { kind: 'dispute', by: giver, farmer, reason: 'It still hangs.' }]
const remove = (at: number): Step => [at, { kind: 'remove', by: giver, farmer, reason: null }]
const answer: Step = [20 * day, { kind: 'answer', by: farmer, url: null, note: 'It hung before the storm.' }]

/** What leads to each state that a farmer's part can be in. */
const ways: { readonly [S in Work['status']]: readonly Step[] } = {
  accepted: [accept],
  'in-review': [accept, submit],
  disputed: [accept, submit, dispute],
  released: [accept, submit, [2, { kind: 'approve', by: giver, farmer }]],
  refunded: [accept, submit, dispute, [3, { kind: 'concede', by: farmer }]],
  withdrawn: [accept, [1, { kind: 'withdraw', by: farmer }]],
  expired: [accept, [14 * day, { kind: 'expire', by: null, farmer }]],
  cancelled: [accept, [1, { kind: 'cancel', by: giver }]],
  removed: [accept, remove(3 * day)],
}

test.each(Object.entries(ways))(
  'a farmer whose work is %s can answer exactly if it is disputed',
  (status, way) => {
    const quest = way.reduce(act, posted)
    expect(quest.work.get(farmer)?.status).toBe(status)
    if (status === 'disputed')
      expect(act(quest, answer).work.get(farmer)).toMatchObject({
        status,
        dispute: { answer: { url: null } },
      })
    else expect(() => act(quest, answer)).toThrow(/Only disputed work can be answered|has no place/)
  },
)

test.each(Object.entries(ways))(
  'a giver can free the place of a farmer whose work is %s exactly if there is none yet',
  (status, way) => {
    const quest = way.reduce(act, posted)
    if (status === 'accepted') expect(act(quest, remove(4 * day)).work.get(farmer)?.status).toBe('removed')
    else expect(() => act(quest, remove(4 * day))).toThrow(/Only a place without work|has no place/)
  },
)
