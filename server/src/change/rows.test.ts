import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Address, toAddress } from '../address.ts'
import { day, hour } from '../clock.ts'
import { createId } from '../ids.ts'
import type { ChainHappening } from '../lifecycle/chain-event.ts'
import type { Command } from '../lifecycle/commands.ts'
import { decide } from '../lifecycle/decide.ts'
import { evolve } from '../lifecycle/evolve.ts'
import type { Quest } from '../lifecycle/quest.ts'
import { type Known, nothingKnown, type Rules } from '../lifecycle/rules.ts'
import { blankProfile } from '../profile/rows.ts'
import { postQuest } from '../quests/post.ts'
import { createWallet, type Harness, sampleQuest, startHarness } from '../test/harness.ts'
import { change } from './change.ts'
import { loadPages } from './load.ts'
import { lockQuests } from './lock.ts'
import { post } from './post.ts'
import { rulesOf } from './together.ts'

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
  { kind: 'broken' as const, reason: 'It was reverted.' },
)
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
  readable: fc.boolean(),
})

const byPeople: fc.WeightedArbitrary<Command>[] = [
  { weight: 8, arbitrary: farmer.map(by => ({ kind: 'accept', by })) },
  { weight: 2, arbitrary: farmer.map(by => ({ kind: 'withdraw', by })) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(farmer, fc.option(fc.constant('https://x.co')), text)
      .map(([by, url, note]) => ({ kind: 'submit', by, url, note })),
  },
  { weight: 2, arbitrary: farmer.map(farmer => ({ kind: 'approve', by: giver, farmer })) },
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
const resolving: fc.WeightedArbitrary<Command> = {
  weight: 2,
  arbitrary: fc
    .tuple(farmer, fc.constantFrom('pay' as const, 'refund' as const))
    .map(([farmer, outcome]) => ({ kind: 'resolve', by: judge, farmer, outcome })),
}
const byTime: fc.WeightedArbitrary<Command>[] = [
  { weight: 5, arbitrary: farmer.map(farmer => ({ kind: 'warn', ...unsigned(farmer) })) },
  { weight: 4, arbitrary: farmer.map(farmer => ({ kind: 'expire', ...unsigned(farmer) })) },
  { weight: 2, arbitrary: farmer.map(farmer => ({ kind: 'window-over', ...unsigned(farmer) })) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(farmer, fc.option(verdict))
      .map(([farmer, verdict]) => ({ kind: 'end-dispute', ...unsigned(farmer), verdict })),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'deadline', by: null }) },
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

const inLedger = fc.oneof(...byPeople, resolving, ...byTime, ...byCodeHost)
const onChain = fc.oneof(...byPeople, ...byTime, ...byCodeHost, ...byChain)
const quests = 10
const some = { minLength: 5, maxLength: 5 }
const half = { minLength: quests / 2, maxLength: quests / 2 }
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
    /** For each quest, what may happen to it: the first of it that changes something does. */
    commands: fc
      .tuple(fc.array(fc.array(inLedger, some), half), fc.array(fc.array(onChain, some), half))
      .map(halves => halves.flat()),
  }),
  { minLength: 12, maxLength: 20 },
)

/** Half of them in the ledger, half of them on chain and funded but for one. */
async function postAll({ context, clock }: Harness): Promise<string[]> {
  const rows = await Promise.all(
    Array.from({ length: quests }, async (_, index) => {
      const deadline = index % 5 === 0 ? { deadline: new Date(clock.now() + 20 * day).toISOString() } : {}
      const { id } = await postQuest(context, giver, { ...sampleQuest, maxFarmers: places, ...deadline })
      return context.db.selectFrom('quests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    }),
  )
  const deposited = rows
    .slice(quests / 2)
    .map(row => ({ ...row, id: createId('quest', clock.now()), events: 0, rail: 'chain' as const }))
  for (const row of deposited) {
    const deposit = { token_address: token, decimals: 0, amount_each: '100', slots: places }
    const state = { status: 'unfunded', problem: null } as const
    const escrow = { quest_id: row.id, escrow: `0x${row.id}`, contract: '1:0x0', ...deposit, ...state }
    await post(context, { row, skills: [], words: [], escrow })
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
  const pages = await context.db
    .transaction()
    .execute(async trx => loadPages(trx, lockQuests(trx, ids, true), everyone))
  return ids.map(id => pages.get(id)?.quest as Quest)
}

/** What is so after a command, in memory alone; or why it is refused. */
function play(quest: Quest, command: Command, rules: Rules, known: Known): Quest | string {
  try {
    return decide(quest, command, rules, known).reduce(
      (before, event) => evolve(before, event, rules.now),
      quest,
    )
  } catch (error) {
    return String(error)
  }
}

let number = 0

/** An event of the chain counts once, and a pull request proves one piece of work. */
function unique(command: Command): Command {
  number++
  if (command.kind === 'prove') return { ...command, pullRequest: number }
  if (command.kind !== 'mirror') return command
  return { ...command, event: { ...command.event, hash: `0x${number}` } }
}

const statuses = [
  'accepted',
  'cancelled',
  'disputed',
  'expired',
  'in-review',
  'refunded',
  'released',
  'warned',
  'withdrawn',
]
const everything = ['chain', 'ledger'].flatMap(rail => statuses.map(status => `${rail}: ${status}`))

describe('a quest that is written to rows', () => {
  test('is read back as the state that it was, whatever happened to it', async () => {
    const seen = new Set<string>()
    const harness = await startHarness({ env: { PLATFORM_WALLET: judge } })
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
            const asked = unique(command)
            const key = asked.kind === 'review' ? `${quest.id} ${asked.reviewee}` : ''
            const account = asked.by === proven ? provenAccount : null
            const known = {
              ...nothingKnown,
              applicant: { account, held: 0, withdrawn: 0 },
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
        for (const { work, deposit } of states)
          for (const part of work.values()) {
            const rail = deposit === null ? 'ledger' : 'chain'
            seen.add(`${rail}: ${part.status}`)
            if (part.status === 'accepted' && part.warned) seen.add(`${rail}: warned`)
          }
      }
    })
    // Stories in which little happens prove little: more are told until all was there.
    for (let round = 0; round < 20 && seen.size < everything.length; round++)
      await fc.assert(property, {
        numRuns: 2,
        interruptAfterTimeLimit: 30_000,
        markInterruptAsFailure: false,
      })
    expect([...seen].sort()).toEqual(everything)
  })
})
