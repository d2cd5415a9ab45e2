import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createWallet, type Harness, sampleQuest, startHarness } from '../../../test/harness.ts'
import { termsOf } from '../../../test/terms-of.ts'
import { type Address, toAddress } from '../../ground/address.ts'
import { day, hour } from '../../ground/clock.ts'
import { createId } from '../../ground/ids.ts'
import { blankProfile } from '../../people/profile/rows.ts'
import type { ChainHappening } from '../../rules/lifecycle/chain-event.ts'
import { type Command, type CommandKind, commandKinds } from '../../rules/lifecycle/commands/all.ts'
import { decide } from '../../rules/lifecycle/decide.ts'
import { stamp } from '../../rules/lifecycle/evolve.ts'
import { newcomer } from '../../rules/lifecycle/ladder.ts'
import { isEnded, isLive, type Quest } from '../../rules/lifecycle/quest.ts'
import { type Known, nothingKnown, type Rules } from '../../rules/lifecycle/rules.ts'
import type { Terms } from '../../rules/lifecycle/terms.ts'
import { postQuest } from '../board/post.ts'
import { change } from './change.ts'
import { rulesOf } from './decide-batch.ts'
import { loadQuests } from './load.ts'
import { lockQuests } from './lock.ts'
import { post } from './post.ts'
import { toHttpError } from './refused.ts'

const people = Array.from({ length: 4 }, () => createWallet().address)
const [giver, judge, proven, ...others] = people as [Address, Address, Address, ...Address[]]
const farmers = [proven, ...others]
const provenAccount = 'account'
const token = toAddress(`0x${'1'.repeat(40)}`)
const places = 3

const unsigned = (farmer: Address) => ({ by: null, farmer }) as const
const farmer = fc.constantFrom(...farmers)
const verdict = fc.constantFrom(
  { kind: 'stands' as const },
  { kind: 'unknown' as const },
  { kind: 'broken' as const, fault: { code: 'reverted' as const, pullRequest: 12 } },
)
/** A share of the reward, in ten-thousandths. */
const half = 5_000
const backer = toAddress(`0x${'7'.repeat(40)}`)
const text = fc.option(fc.constantFrom('done', 'It closes. – £'))
const facts = fc.record({
  repositoryId: fc.constant('1'),
  repository: fc.constant('farm/gate'),
  pullRequestId: fc.constant('7'),
  authorId: fc.constantFrom(provenAccount, 'another account'),
  mergedById: fc.option(fc.constant('2')),
  mergedAt: fc.constant(1),
  mergeSha: fc.option(fc.constant('abc')),
  baseBranch: fc.constant('main'),
  textHash: fc.constant(''),
  issueNumber: fc.option(fc.constant(3)),
  issueClosed: fc.boolean(),
  ownerId: fc.constantFrom(null, '3'),
  own: fc.boolean(),
  readable: fc.boolean(),
})

const byPeople: fc.WeightedArbitrary<Command>[] = [
  { weight: 8, arbitrary: fc.tuple(farmer, text).map(([by, note]) => ({ kind: 'accept', by, note })) },
  { weight: 5, arbitrary: farmer.map(farmer => ({ kind: 'admit', by: giver, farmer })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(farmer, text)
      .map(([farmer, reason]) => ({ kind: 'decline', by: giver, farmer, reason })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(farmer, text)
      .map(([farmer, reason]) => ({ kind: 'remove', by: giver, farmer, reason })),
  },
  { weight: 2, arbitrary: farmer.map(by => ({ kind: 'keep', by })) },
  {
    weight: 3,
    arbitrary: farmer.map(farmer => ({ kind: 'extend', by: giver, farmer, until: 0 })),
  },
  { weight: 2, arbitrary: farmer.map(by => ({ kind: 'withdraw', by })) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(farmer, fc.option(fc.constant('https://x.co')), text)
      .map(([by, url, note]) => ({ kind: 'submit', by, url, note })),
  },
  { weight: 3, arbitrary: farmer.map(farmer => ({ kind: 'return', by: giver, farmer, note: 'a hinge' })) },
  { weight: 2, arbitrary: farmer.map(by => ({ kind: 'answer', by, url: null, note: 'It closes.' })) },
  {
    weight: 3,
    arbitrary: fc.tuple(farmer, fc.boolean()).map(([farmer, mine]) => ({
      kind: 'add-evidence',
      by: mine ? farmer : giver,
      farmer,
      url: 'https://x.co',
      note: null,
    })),
  },
  { weight: 1, arbitrary: farmer.map(by => ({ kind: 'concede', by })) },
  {
    weight: 3,
    arbitrary: fc.tuple(farmer, fc.boolean(), text).map(([farmer, own, note]) => ({
      kind: 'propose-part',
      by: own ? farmer : giver,
      farmer,
      share: half,
      note,
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(farmer, fc.boolean())
      .map(([farmer, own]) => ({ kind: 'agree', by: own ? farmer : giver, farmer, share: half })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(farmer, farmer).map(([by, other]) => ({
      kind: 'share',
      by,
      shares: [by, other].map(address => ({ address, share: half })),
    })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(farmer, farmer)
      .map(([by, farmer]) => ({ kind: 'agree-to-share', by, farmer, share: half })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(farmer, farmer).map(([by, farmer]) => ({ kind: 'refuse-share', by, farmer })),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'back', by: backer, amount: '5' }) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'stop-backing', by: backer, backer, amount: '5' }) },
  { weight: 2, arbitrary: farmer.map(farmer => ({ kind: 'approve', by: giver, farmer })) },
  {
    weight: 2,
    arbitrary: farmer.map(farmer => ({
      kind: 'sign-approval',
      by: giver,
      farmer,
      until: 0,
      signature: '0x',
    })),
  },
  { weight: 4, arbitrary: farmer.map(farmer => ({ kind: 'dispute', by: giver, farmer, reason: 'no' })) },
  {
    weight: 1,
    arbitrary: farmer.map(reviewee => ({ kind: 'review', by: giver, reviewee, rating: 4, comment: '' })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('complete' as const, 'cancel' as const).map(kind => ({ kind, by: giver })),
  },
]
/** Unchanged fields are added once the state of the quest is known. */
const edits = fc.oneof(
  fc.record({ amount: fc.constantFrom('50', '100', '150', '200.5') }),
  fc.record({ places: fc.constantFrom(2, 3, 4) }),
  fc.record({ title: fc.constantFrom('Fix the gate', 'Mend the gate'), skills: fc.constant('["iron"]') }),
  fc.record({ deadline: fc.constantFrom(null, 1_790_000_000_000, 1_800_000_000_000) }),
  fc.record({ codehostRepo: fc.constant('farm/gate'), repoKey: fc.constant('farm/gate') }),
)
const editing: fc.WeightedArbitrary<Command> = {
  weight: 4,
  arbitrary: edits.map(terms => ({
    kind: 'edit',
    by: giver,
    expected: 0,
    terms: terms as unknown as Terms,
    deposit: null,
  })),
}
const pausing: fc.WeightedArbitrary<Command> = {
  weight: 2,
  arbitrary: fc
    .constantFrom('in-progress' as const, 'open' as const)
    .map(status => ({ kind: 'set-status', by: giver, status })),
}
const resolving: fc.WeightedArbitrary<Command> = {
  weight: 8,
  arbitrary: fc
    .tuple(
      farmer,
      fc.oneof(
        fc.constantFrom({ outcome: 'pay' as const }, { outcome: 'refund' as const }),
        fc.nat({ max: 10_000 }).map(share => ({ outcome: 'split' as const, share })),
      ),
      fc.constantFrom(null, 'seen'),
    )
    .map(([farmer, outcome, reason]) => ({ kind: 'resolve', by: judge, farmer, ...outcome, reason })),
}
const byTime: fc.WeightedArbitrary<Command>[] = [
  { weight: 5, arbitrary: farmer.map(farmer => ({ kind: 'warn', ...unsigned(farmer) })) },
  { weight: 4, arbitrary: farmer.map(farmer => ({ kind: 'expire', ...unsigned(farmer) })) },
  { weight: 3, arbitrary: farmer.map(farmer => ({ kind: 'warn-idle', ...unsigned(farmer) })) },
  { weight: 3, arbitrary: farmer.map(farmer => ({ kind: 'end-application', ...unsigned(farmer) })) },
  { weight: 2, arbitrary: farmer.map(farmer => ({ kind: 'window-over', ...unsigned(farmer) })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(farmer, fc.option(verdict))
      .map(([farmer, verdict]) => ({ kind: 'end-dispute', ...unsigned(farmer), verdict })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'deadline', by: null }) },
]
const shown = { chainId: 1, hash: '0x1' }
const byPayment: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 4,
    arbitrary: farmer.map(farmer => ({ kind: 'show-payment', by: giver, farmer, part: 0, ...shown })),
  },
  {
    weight: 4,
    arbitrary: farmer.map(farmer => ({
      kind: 'settle-payment',
      ...unsigned(farmer),
      ...shown,
      paidAt: 4_000_000_000_000,
      payer: giver,
    })),
  },
  {
    weight: 4,
    arbitrary: farmer.map(farmer => ({
      kind: 'settle-payment',
      ...unsigned(farmer),
      ...shown,
      paidAt: 4_000_000_000_000,
      payer: farmer,
    })),
  },
  {
    weight: 2,
    arbitrary: farmer.map(farmer => ({
      kind: 'settle-payment',
      ...unsigned(farmer),
      ...shown,
      paidAt: 4_000_000_000_000,
      payer: farmer,
      proposal: 'proposal-1',
    })),
  },
  {
    weight: 3,
    arbitrary: farmer.map(farmer => ({ kind: 'say-paid', by: giver, farmer, transaction: shown.hash })),
  },
  { weight: 1, arbitrary: farmer.map(farmer => ({ kind: 'remind-payment', ...unsigned(farmer) })) },
  { weight: 3, arbitrary: farmer.map(farmer => ({ kind: 'confirm-payment', by: farmer, farmer })) },
  { weight: 3, arbitrary: farmer.map(by => ({ kind: 'not-received', by })) },
  {
    weight: 1,
    arbitrary: farmer.map(farmer => ({ kind: 'reorganise-payment', ...unsigned(farmer), ...shown })),
  },
  {
    weight: 1,
    arbitrary: farmer.map(farmer => ({
      kind: 'refuse-payment',
      ...unsigned(farmer),
      ...shown,
      fault: { code: 'failed' as const },
    })),
  },
]
const byCodeHost: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 5,
    arbitrary: fc.tuple(farmer, fc.option(facts)).map(([farmer, facts]) => ({
      kind: 'prove',
      ...unsigned(farmer),
      repoKey: 'farm/gate',
      pullRequest: 7,
      facts,
    })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(farmer, verdict)
      .map(([farmer, verdict]) => ({ kind: 'recheck', ...unsigned(farmer), verdict })),
  },
  {
    weight: 1,
    arbitrary: farmer.map(farmer => ({ kind: 'pin', ...unsigned(farmer), account: `of ${farmer}` })),
  },
]
const happening: fc.Arbitrary<ChainHappening> = fc.oneof(
  fc.constant({ kind: 'fund' as const, token, amountEach: 100n, slots: places }),
  fc.constantFrom({ kind: 'close' as const }, { kind: 'refund' as const, farmer: null, amount: 300n }),
  fc.record({ kind: fc.constant('propose' as const), farmer, reviewEndsAt: fc.constant(1_780_000_000_000) }),
  fc.record({ kind: fc.constant('dispute' as const), farmer, settlesAt: fc.constant(1_790_000_000_000) }),
  fc.record({ kind: fc.constantFrom('approve' as const, 'resolve' as const, 'settle' as const), farmer }),
  fc.record({
    kind: fc.constantFrom('release' as const, 'refund' as const),
    farmer,
    because: fc.constantFrom('approve' as const, 'resolve' as const, 'settle' as const, null),
  }),
  fc.record({
    kind: fc.constant('wait' as const),
    farmer,
    side: fc.constantFrom('farmer' as const, 'giver' as const),
    because: fc.constant('resolve' as const),
    amount: fc.constantFrom(25n, 100n),
  }),
)
const byChain: fc.WeightedArbitrary<Command>[] = [
  {
    weight: 12,
    arbitrary: happening.map(happening => ({
      kind: 'mirror',
      by: null,
      event: { hash: '', logIndex: 0, block: 1, at: 1, ...happening },
    })),
  },
  { weight: 1, arbitrary: farmer.map(farmer => ({ kind: 'strand', ...unsigned(farmer) })) },
]

const inLedger = fc.oneof(...byPeople, editing, pausing, resolving, ...byTime, ...byCodeHost, ...byPayment)
const onChain = fc.oneof(...byPeople, editing, pausing, ...byTime, ...byCodeHost, ...byChain)

const ofCompanions = 'no quest of these adds to another; companions.test.ts reads the rows of those'

/** Commands that no story tells, and why. */
const noContest = 'these stories are of quests with places, and contests have tests of their own'
const untold: Readonly<Partial<Record<CommandKind, string>>> = {
  'take-deposit': 'each quest on chain but one is funded before its story begins',
  reconcile: 'it decides as mirror does, which also keeps what was mirrored',
  object: ofCompanions,
  'count-backer': ofCompanions,
  'uncount-backer': ofCompanions,
  follow: ofCompanions,
  'drop-objection': ofCompanions,
  'end-companion': ofCompanions,
  rank: noContest,
  'dispute-ranking': noContest,
  'resolve-ranking': noContest,
  'decide-contest': noContest,
  thank: 'it is given in the commit that posts its quest, as the tests of thanks have it',
}

const quests = 10
const some = { minLength: 5, maxLength: 5 }
const halfOfThem = { minLength: quests / 2, maxLength: quests / 2 }
const story = fc.array(
  fc.record({
    later: fc.constantFrom(
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      hour,
      day,
      2 * day,
      14 * day,
      27 * day,
      27 * day,
      31 * day,
    ),
    /** Commands for each quest: the first one that changes something is taken. */
    commands: fc
      .tuple(fc.array(fc.array(inLedger, some), halfOfThem), fc.array(fc.array(onChain, some), halfOfThem))
      .map(halves => halves.flat()),
  }),
  { minLength: 12, maxLength: 20 },
)

/** A contract that new quests are not put into. */
const retired = {
  RPC_URLS: '31337=http://127.0.0.1:1',
  ESCROWS: `31337=0x${'ab'.repeat(20)}:retired`,
  ESCROW_OPERATOR_KEY: `0x${'01'.repeat(32)}`,
}

/** Half of them in the ledger, halfOfThem of them on chain and funded but for one. */
async function postAll({ context, clock }: Harness): Promise<string[]> {
  const rows = await Promise.all(
    Array.from({ length: quests }, async (_, index) => {
      const deadline = index % 5 === 0 ? { deadline: new Date(clock.now() + 20 * day).toISOString() } : {}
      const admission = index % 2 === 0 ? ('open' as const) : ('application' as const)
      const draft = { ...sampleQuest, maxFarmers: places, admission, ...deadline }
      const { id } = await postQuest(context, giver, draft)
      return context.db.selectFrom('quests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    }),
  )
  const deposited = rows
    .slice(quests / 2)
    .map(row => ({ ...row, id: createId('quest', clock.now()), events: 0, rail: 'chain' as const }))
  for (const row of deposited) {
    const deposit = { token_address: token, decimals: 0, amount_each: '100', slots: places }
    const state = { status: 'unfunded', problem: null, contradiction: null } as const
    const escrow = {
      version: 1 as const,
      notice_ends_at: null,
      arbiter: null,
      attester: null,
      ...{ sponsor: null, splitter: null, prizes_account: null },
      quest_id: row.id,
      escrow: `0x${row.id}`,
      contract: context.escrows.all[0]?.id ?? '',
      ...deposit,
      ...state,
    }
    await post(context, { parts: [{ row, skills: [], words: [], escrow }] })
  }
  const paid = { kind: 'take-deposit', by: giver, token, amountEach: 100n, slots: places } as const
  await Promise.all(deposited.slice(1).map(({ id }) => change(context, id, paid)))
  return [...rows.slice(0, quests / 2), ...deposited].map(({ id }) => id)
}

/** As the rules would have it, with every farmer's part at hand. */
async function read({ context }: Harness, ids: readonly string[]): Promise<Quest[]> {
  const everyone = ids.flatMap(questId =>
    farmers.map(by => ({ questId, command: { kind: 'accept', by } as const })),
  )
  const loadedQuests = await context.db
    .transaction()
    .execute(async trx => loadQuests(trx, context, lockQuests(trx, ids, true), everyone))
  return ids.map(id => loadedQuests.get(id)?.quest as Quest)
}

/** The state after a command, in memory alone; or the reason for its refusal. */
function play(quest: Quest, command: Command, rules: Rules, known: Known): Quest | string {
  try {
    const after = decide(quest, command, rules, known).at(-1)?.after
    return after === undefined ? quest : stamp(after, rules.now)
  } catch (error) {
    return String(toHttpError(error, rules.now))
  }
}

let number = 0

/** An event of the chain counts once, a pull request proves one piece of work, and a transaction pays one. */
function unique(command: Command, quest: Quest): Command {
  number++
  if ('hash' in command) return { ...command, hash: quest.id }
  if (command.kind === 'extend') {
    const place = quest.work.get(command.farmer)
    return { ...command, until: place?.status === 'accepted' ? place.expiresAt + day : 0 }
  }
  if (command.kind === 'edit')
    return { ...command, expected: quest.updatedAt, terms: { ...termsOf(quest), ...command.terms } }
  if (command.kind === 'prove') return { ...command, pullRequest: number }
  if (command.kind !== 'mirror') return command
  return { ...command, event: { ...command.event, hash: `0x${number}` } }
}

const statuses = [
  'accepted',
  ...['admitted', 'closed', 'declined', 'expired', 'pending', 'withdrawn'].map(
    status => `application ${status}`,
  ),
  'cancelled',
  'disputed',
  'edited',
  'expired',
  'in-review',
  'kept',
  'extended',
  'paused',
  'refunded',
  'released',
  'removed',
  'warned',
  'withdrawn',
]
const everything = [
  ...['chain', 'ledger'].flatMap(rail => statuses.map(status => `${rail}: ${status}`)),
  'chain: split',
  'chain: waiting',
  'chain: reclaimed',
  'ledger: agreed',
  'ledger: offered',
  'ledger: raised',
  'ledger: paid',
  'ledger: received',
  'ledger: returned',
  'ledger: shared',
  'ledger: split',
].toSorted()

test('the stories are told with every kind of command, but for those that are named', () => {
  const told = new Set(
    [inLedger, onChain].flatMap(commands =>
      fc.sample(commands, { numRuns: 5_000, seed: 1 }).map(({ kind }) => kind),
    ),
  )
  expect(commandKinds.filter(kind => told.has(kind) === kind in untold)).toEqual([])
})

describe('a quest that is written to rows', () => {
  test('is read back as the state that it was, whatever happened to it', async () => {
    const seen = new Set<string>()
    const harness = await startHarness({ env: { PLATFORM_WALLET: judge, ...retired } })
    const { context, clock } = harness
    const profile = { ...blankProfile(proven, clock.now()), codehost_id: provenAccount }
    await context.db.insertInto('profiles').values(profile).execute()

    const property = fc.asyncProperty(story, async steps => {
      // Each story is of other quests, and these hold no places any more.
      await context.db.updateTable('address_counts').set({ held: 0 }).execute()
      await context.db.deleteFrom('quotas').execute()
      const ids = await postAll(harness)
      const reviewed = new Set<string>()
      let states = await read(harness, ids)
      for (const { later, commands } of steps) {
        clock.advance(later)
        const rules = rulesOf(context)
        const chosen = states.map((quest, index) => {
          const tried = (commands[index] ?? []).map(command => {
            const asked = unique(command, quest)
            const key = asked.kind === 'review' ? `${quest.id} ${asked.reviewee}` : ''
            const taker = asked.kind === 'admit' ? asked.farmer : asked.by
            const account = taker === proven ? provenAccount : null
            const known = {
              ...nothingKnown,
              applicant: { ...newcomer, account },
              reviewed: reviewed.has(key),
            }
            return { asked, key, after: play(quest, asked, rules, known) }
          })
          const changing = tried.find(({ after }) => typeof after !== 'string' && after !== quest)
          const one = (changing ?? tried[0]) as (typeof tried)[number]
          if (typeof one.after !== 'string') reviewed.add(one.key)
          return one
        })
        const wanted = chosen.map(({ after }) => after)
        const outcomes = await Promise.allSettled(
          ids.map((id, index) => change(context, id, (chosen[index] as (typeof chosen)[number]).asked)),
        )
        const refused = outcomes.map(outcome =>
          outcome.status === 'rejected' ? String(outcome.reason) : null,
        )
        expect(refused).toEqual(wanted.map(after => (typeof after === 'string' ? after : null)))
        states = wanted.map((after, index) => (typeof after === 'string' ? (states[index] as Quest) : after))
        expect(await read(harness, ids)).toEqual(states)
        for (const { applications, work, deposit, paused, revision, amount } of states) {
          const rail = deposit === null ? 'ledger' : 'chain'
          for (const { status } of applications.values()) seen.add(`${rail}: application ${status}`)
          if (paused) seen.add(`${rail}: paused`)
          if (revision > 0) seen.add(`${rail}: edited`)
          if (amount !== '100' && work.size > 0) seen.add(`${rail}: raised`)
          for (const part of work.values()) {
            seen.add(`${rail}: ${part.status}`)
            if (part.status === 'released' && part.worth?.payment?.paidAt) seen.add('ledger: paid')
            if (part.status === 'released' && part.worth?.word?.receivedAt) seen.add('ledger: received')
            if (isLive(part) && part.team.members.length > 0) seen.add(`${rail}: shared`)
            if (isEnded(part) && part.unpaid !== null) seen.add('chain: waiting')
            if (isEnded(part) && part.reclaimedAt !== null) seen.add('chain: reclaimed')
            if (part.status === 'accepted' && part.warned) seen.add(`${rail}: warned`)
            if (part.status === 'accepted' && part.returned !== null) seen.add(`${rail}: returned`)
            if (part.status === 'released' && part.ending?.because === 'split') seen.add(`${rail}: split`)
            if ((part.status === 'in-review' || part.status === 'disputed') && part.offer !== null)
              seen.add(`${rail}: offered`)
            if (part.status === 'released' && part.ending?.because === 'agreed') seen.add(`${rail}: agreed`)
            if (part.status === 'accepted' && part.keptAt !== null) seen.add(`${rail}: kept`)
            if (part.status === 'accepted' && part.extensions > 0) seen.add(`${rail}: extended`)
          }
        }
      }
    })
    // Stories in which little happens prove little: more are told until all was there.
    for (let round = 0; round < 200 && seen.size < everything.length; round++)
      await fc.assert(property, {
        numRuns: 2,
        interruptAfterTimeLimit: 30_000,
        markInterruptAsFailure: false,
      })
    expect([...seen].sort()).toEqual(everything)
  })
})
