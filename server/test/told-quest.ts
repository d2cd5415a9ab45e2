import { toAddress } from '../src/ground/address.ts'
import { day } from '../src/ground/clock.ts'
import type { ChainHappening } from '../src/rules/lifecycle/chain-event.ts'
import type { Command } from '../src/rules/lifecycle/commands/all.ts'
import { decide } from '../src/rules/lifecycle/decide.ts'
import type { MergeFacts } from '../src/rules/lifecycle/events/review-events.ts'
import type { Deposit, Quest } from '../src/rules/lifecycle/quest.ts'
import type { Rules } from '../src/rules/lifecycle/rules.ts'

type Five<T> = readonly [T, T, T, T, T]

/** Their addresses are digits alone, so that they read the same in a sentence. */
export const [giver, farmer, other, arbiter, stranger] = ['1', '2', '4', '3', '5'].map(digit =>
  toAddress(`0x${digit.repeat(40)}`),
) as unknown as Five<Quest['giver']>

const start = Date.UTC(2030, 0, 1)

/** So long after the story began, which is the beginning of a day. */
export const at = (passed: number): number => start + passed

export const rulesAt = (passed: number): Rules => ({
  now: at(passed),
  acceptMs: 14 * day,
  idleMs: 3 * day,
  reviewWindowMs: 2 * day,
  disputeMs: 14 * day,
  arbiter,
  pointsFor: 'recorded',
  mostHeld: 10,
  mostWithdrawn: 10,
  mostApplied: 10,
  ladder: [],
})

/** A quest of two places, whose promise is kept in the ledger. */
export const posted: Quest = {
  ...{
    id: 'quest-1',
    giver,
    title: 'Mend the gate',
    description: 'It hangs.',
    skills: '[]',
    questions: '[]',
    category: 'farm',
  },
  ...{ reward: '10 USDC', amount: '10', token: 'USDC', places: 2, deadline: null, minCompleted: 0 },
  ...{ codehostRepo: null, codehostIssue: null, repoKey: null, issueNumber: null },
  ...{
    admission: 'open',
    verifiedCodehost: false,
    conditions: null,
    paused: false,
    hidden: false,
    thanks: null,
    companionOf: null,
    backers: { count: 0, amount: '0', toldAt: 0 },
    contest: null,
    next: null,
    closed: null,
  },
  ...{ revision: 0, editToldAt: 0, updatedAt: 0, returned: 0, deposit: null, waiting: 0, toldOfOneAt: 0 },
  tally: { accepted: 0, 'in-review': 0, disputed: 0, released: 0, refunded: 0 },
  sums: { promised: 20n * 10n ** 18n, released: 0n, refunded: 0n },
  work: new Map(),
  applications: new Map(),
}

/** The same quest, whose giver chooses among those who apply. */
export const choosing: Quest = { ...posted, admission: 'application' }

const deposit: Deposit = {
  ...{ status: 'funded', problem: null, token: toAddress(`0x${'9'.repeat(40)}`), decimals: 6 },
  ...{ amountEach: 10_000_000n, version: 2, closing: false, noticeEndsAt: null, served: true },
  ...{ stopped: null, arbiter, splitter: null, payer: null },
}

/** The same quest, whose funds are in the second version of the contract, or are said otherwise. */
export const funded = (change: Partial<Deposit> = {}): Quest => ({
  ...posted,
  deposit: { ...deposit, ...change },
})

/** A command, and how long after the beginning of the story it is given. */
export type Step = readonly [passed: number, command: Command]

/** The quest after the command. */
export const act = (quest: Quest, [passed, command]: Step): Quest =>
  decide(quest, command, rulesAt(passed)).at(-1)?.after ?? quest

export const accept = (by = farmer, passed = 0): Step => [passed, { kind: 'accept', by, note: null }]
export const withdraw = (passed = 1): Step => [passed, { kind: 'withdraw', by: farmer }]
export const submit = (by = farmer, passed = 1): Step => [
  passed,
  { kind: 'submit', by, url: null, note: 'done' },
]

export const facts: MergeFacts = {
  ...{ repositoryId: '1', repository: 'Farm/Gate', pullRequestId: '70', authorId: 'account-2' },
  ...{ mergedById: 'account-1', mergedAt: 1, mergeSha: 'abc', baseBranch: 'main', textHash: '' },
  ...{ issueNumber: null, issueClosed: false, ownerId: 'owner-1', own: false, readable: true },
}

export const prove = (passed = 1, known: MergeFacts | null = facts): Step => [
  passed,
  { kind: 'prove', by: null, farmer, repoKey: 'farm/gate', pullRequest: 7, facts: known },
]

export const dispute = (passed = 2): Step => [
  passed,
  { kind: 'dispute', by: giver, farmer, reason: 'It still hangs.' },
]
export const approve = (passed = 2): Step => [passed, { kind: 'approve', by: giver, farmer }]

/** The contract's own state says that this happened. */
export const learn = (event: ChainHappening, passed = 2): Step => [
  passed,
  { kind: 'reconcile', by: null, event },
]
export const proposed = learn({ kind: 'propose', farmer, reviewEndsAt: at(2 * day) })
export const disputedOnChain = learn({ kind: 'dispute', farmer, settlesAt: at(16 * day) }, 3)

/** The way to each state of the farmer's place, on the ledger. */
export const ways = {
  accepted: [accept()],
  'in-review': [accept(), submit()],
  disputed: [accept(), submit(), dispute()],
  released: [accept(), submit(), approve()],
  refunded: [accept(), submit(), dispute(), [3, { kind: 'concede', by: farmer }]],
  withdrawn: [accept(), withdraw()],
  expired: [accept(), [14 * day, { kind: 'expire', by: null, farmer }]],
  cancelled: [accept(), [1, { kind: 'cancel', by: giver }]],
  removed: [accept(), [3 * day, { kind: 'remove', by: giver, farmer, reason: null }]],
} as const satisfies Record<string, readonly Step[]>
