import { toAddress } from '../src/ground/address.ts'
import { day } from '../src/ground/clock.ts'
import type { Command } from '../src/rules/lifecycle/commands/all.ts'
import { decide } from '../src/rules/lifecycle/decide.ts'
import type { Quest } from '../src/rules/lifecycle/quest.ts'
import type { Rules } from '../src/rules/lifecycle/rules.ts'

export const [giver, farmer, other, arbiter] = ['1', '2', '4', '3'].map(digit =>
  toAddress(`0x${digit.repeat(40)}`),
) as [Quest['giver'], Quest['giver'], Quest['giver'], Quest['giver']]

export const rulesAt = (now: number): Rules => ({
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

/** A quest of two places, whose promise is kept in the ledger. */
export const posted: Quest = {
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

/** A command, and its time. */
export type Step = readonly [at: number, command: Command]

/** The quest after this command. */
export const act = (quest: Quest, [at, command]: Step): Quest =>
  decide(quest, command, rulesAt(at)).at(-1)?.after ?? quest
