import { type QuestEventKind, questEventKinds } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { createFair, requireDecided, visit } from '../../../test/simulation/fair.ts'
import { live } from '../../../test/simulation/people.ts'
import { requireEnd } from '../../../test/simulation/silence.ts'
import { act, createCrowd, sybils } from '../../../test/simulation/sybils.ts'
import { createVillage } from '../../../test/simulation/village.ts'

const steps = Number(process.env.SIMULATION_STEPS ?? 400_000)
/** Rare events may need more: it goes on until each was played, up to this. */
const mostSteps = 4_000_000
const firstSeed = Number(process.env.SIMULATION_SEED ?? 1)
const actsInAVillage = 400

/** Stories in which one of these never happens would prove nothing about it. */
const everything = [
  'chain: accepted',
  'chain: account-pinned',
  'chain: admitted',
  'chain: answered',
  'chain: application-closed',
  'chain: application-expired',
  'chain: application-withdrawn',
  'chain: applied',
  'chain: approval-signed',
  'chain: attested',
  'chain: backed',
  'chain: backing-stopped',
  'chain: closed',
  'chain: closing',
  'chain: credit-kept',
  'chain: credit-taken farmer',
  'chain: credit-taken giver',
  'chain: deadline-passed',
  'chain: declined',
  'chain: disputed giver',
  'chain: edited',
  'chain: evidence-added',
  'chain: expired',
  'chain: expiry-warned',
  'chain: funded',
  'chain: idle-warned',
  'chain: kept',
  'chain: merge-cleared',
  'chain: merge-doubted',
  'chain: merge-unreachable',
  'chain: merged',
  'chain: misfunded',
  'chain: notice-given',
  'chain: paused',
  'chain: payment-asked',
  'chain: place-cancelled',
  'chain: place-extended',
  'chain: place-shared',
  'chain: places-returned',
  'chain: posted',
  'chain: proposed',
  'chain: proposed-again',
  'chain: refunded conceded',
  'chain: refunded funds-gone',
  'chain: refunded resolved',
  'chain: refunded undecided',
  'chain: released approved',
  'chain: released resolved',
  'chain: released split',
  'chain: released undecided',
  'chain: released window-over',
  'chain: removed',
  'chain: resumed',
  'chain: returned',
  'chain: reviewed',
  'chain: ruled',
  'chain: ruling-undone',
  'chain: share-agreed',
  'chain: share-ended',
  'chain: share-released approved',
  'chain: share-released resolved',
  'chain: share-released split',
  'chain: share-released window-over',
  'chain: submitted',
  'chain: withdrawn',
  'ledger: accepted',
  'ledger: account-pinned',
  'ledger: admitted',
  'ledger: answered',
  'ledger: application-closed',
  'ledger: application-expired',
  'ledger: application-withdrawn',
  'ledger: applied',
  'ledger: backed',
  'ledger: backing-stopped',
  'ledger: closed',
  'ledger: deadline-passed',
  'ledger: declined',
  'ledger: disputed code-host',
  'ledger: disputed giver',
  'ledger: disputed outage',
  'ledger: edited',
  'ledger: evidence-added',
  'ledger: expired',
  'ledger: expiry-warned',
  'ledger: idle-warned',
  'ledger: kept',
  'ledger: merge-cleared',
  'ledger: merge-unreachable',
  'ledger: merged',
  'ledger: objected',
  'ledger: part-proposed farmer',
  'ledger: part-proposed giver',
  'ledger: paused',
  'ledger: payment-confirmed',
  'ledger: payment-denied',
  'ledger: payment-found',
  'ledger: payment-missed',
  'ledger: payment-received',
  'ledger: payment-refused',
  'ledger: payment-reminded',
  'ledger: payment-reorganised',
  'ledger: payment-said',
  'ledger: payment-settled',
  'ledger: payment-shown',
  'ledger: place-cancelled',
  'ledger: place-extended',
  'ledger: place-shared',
  'ledger: places-returned',
  'ledger: posted',
  'ledger: refunded conceded',
  'ledger: refunded resolved',
  'ledger: refunded undecided',
  'ledger: released agreed',
  'ledger: released approved',
  'ledger: released resolved',
  'ledger: released split',
  'ledger: released undecided',
  'ledger: released window-over',
  'ledger: removed',
  'ledger: resumed',
  'ledger: returned',
  'ledger: reviewed',
  'ledger: share-agreed',
  'ledger: share-ended',
  'ledger: share-released agreed',
  'ledger: share-released approved',
  'ledger: share-released resolved',
  'ledger: share-released split',
  'ledger: share-released undecided',
  'ledger: share-released window-over',
  'ledger: submitted',
  'ledger: withdrawn',
]

type Rail = 'chain' | 'ledger'
type Reasons = { readonly [K in QuestEventKind]?: string }

const noContract = 'no contract holds anything there'
const inTheFair = 'contests are played in a fair of their own, below'
const paidByContract = 'the contract pays, and its own events show it'
/** For each rail, the impossible kinds and why. All others must happen. */
const impossible: Readonly<Record<Rail, Reasons>> = {
  chain: {
    objected: 'a backer disputes their part with their wallet',
    ranked: inTheFair,
    'ranking-disputed': inTheFair,
    'contest-decided': inTheFair,
    'payout-begun': inTheFair,
    'part-proposed': 'the arbiter alone divides money in the contract',
    'payment-confirmed': paidByContract,
    'payment-denied': paidByContract,
    'payment-found': paidByContract,
    'payment-refused': paidByContract,
    'payment-reorganised': paidByContract,
    'payment-settled': paidByContract,
    'payment-shown': paidByContract,
    'payment-missed': paidByContract,
    'payment-received': paidByContract,
    'payment-reminded': paidByContract,
    'payment-said': paidByContract,
  },
  ledger: {
    ranked: inTheFair,
    'ranking-disputed': inTheFair,
    'contest-decided': inTheFair,
    'payout-begun': inTheFair,
    'approval-signed': noContract,
    attested: noContract,
    closing: noContract,
    'credit-kept': noContract,
    'credit-taken': noContract,
    funded: noContract,
    'merge-doubted': 'the service holds the payment itself, and disputes the work',
    misfunded: noContract,
    'notice-given': noContract,
    'payment-asked': noContract,
    proposed: noContract,
    'proposed-again': noContract,
    ruled: noContract,
    'ruling-undone': noContract,
  },
}

/** The kinds of events that nobody played on this rail, and played ones that are said to be impossible. */
function misplayed(seen: ReadonlySet<string>, rail: Rail): readonly string[] {
  const played = new Set(
    [...seen].filter(what => what.startsWith(`${rail}: `)).map(what => what.split(' ')[1]),
  )
  return questEventKinds.filter(kind => played.has(kind) === kind in impossible[rail])
}

describe('villages of givers, farmers and an arbiter, with a code host, a chain and time that fail', () => {
  test(`live through ${steps} steps without a wrong payment, and end by themselves when all go silent`, {
    timeout: 3_600_000,
  }, () => {
    let done = 0
    const seen = new Set<string>()
    const isMissing = () => steps >= 400_000 && everything.some(what => !seen.has(what))
    for (let seed = firstSeed; done < steps || (done < mostSteps && isMissing()); seed++) {
      const village = createVillage(seed)
      try {
        for (let act = 0; act < actsInAVillage; act++) live(village)
        requireEnd(village)
      } catch (error) {
        throw new Error(`in the village of seed ${seed}; SIMULATION_SEED=${seed} tells it again`, {
          cause: error,
        })
      }
      done += village.steps
      for (const what of village.seen) seen.add(what)
    }
    if (steps < 400_000) return
    expect({ chain: misplayed(seen, 'chain'), ledger: misplayed(seen, 'ledger') }).toEqual({
      chain: [],
      ledger: [],
    })
    expect([...seen].sort()).toEqual(everything)
  })
})

describe(`an attacker with ${sybils} proved accounts, each of which is passed from wallet to wallet`, () => {
  test('holds at most as many places, and takes no place away that is kept for honest newcomers', () => {
    const met = { full: 0, kept: 0, firstKept: 0, moved: 0 }
    for (let seed = firstSeed; seed < firstSeed + 10; seed++) {
      const crowd = createCrowd(seed)
      try {
        for (let count = 0; count < 3_000; count++) act(crowd)
      } catch (error) {
        throw new Error(`in the crowd of seed ${seed}; SIMULATION_SEED=${seed} tells it again`, {
          cause: error,
        })
      }
      for (const name of ['full', 'kept', 'firstKept', 'moved'] as const) met[name] += crowd.met[name]
    }
    for (const [what, often] of Object.entries(met)) expect(often, what).toBeGreaterThan(20)
  })
})

const ofContests = [
  'accepted',
  'closed',
  'closing',
  'contest-decided funds-gone',
  'contest-decided no-entries',
  'contest-decided ranked',
  'contest-decided refunded',
  'contest-decided resolved',
  'contest-decided silence',
  'deadline-passed',
  'disputed',
  'funded',
  'notice-given',
  'payout-begun ranked',
  'payout-begun resolved',
  'payout-begun silence',
  'places-returned',
  'posted',
  'proposed',
  'proposed-again',
  'ranked by arbiter',
  'ranked by giver',
  'ranked by members',
  'ranking-disputed',
  'refunded',
  'released',
]

describe('contests with hundreds of wallets, moderators, an arbiter, and decisions that are lost', () => {
  test('pay what was promised to the unit, nobody twice or early, and end by themselves when all go silent', () => {
    const seen = new Set<string>()
    for (let seed = firstSeed; seed < firstSeed + 600; seed++) {
      const fair = createFair(seed)
      try {
        const acts = fair.random.int(200)
        for (let count = 0; count < acts; count++) visit(fair)
        requireDecided(fair)
      } catch (error) {
        throw new Error(`in the fair of seed ${seed}; SIMULATION_SEED=${seed} tells it again`, {
          cause: error,
        })
      }
      for (const what of fair.seen) seen.add(what)
    }
    expect([...seen].sort()).toEqual(ofContests)
  })
})
