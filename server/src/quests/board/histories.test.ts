import type { QuestChange } from '@furrow/sdk/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createWallet,
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { hour } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { HttpError } from '../../ground/errors.ts'
import { theHost } from '../verify/teller.ts'
import { verifyMerge } from '../verify/verify.ts'
import { actOnQuest } from './act.ts'
import { postQuest } from './post.ts'

const people = Array.from({ length: 3 }, () => createWallet().address)
const person = fc.nat({ max: people.length - 1 })

/** An actor and one of the newest quests: mostly somebody who may act on it. */
const step = {
  who: person,
  whom: person,
  quest: fc.integer({ min: 1, max: 2 }),
  rightful: fc.integer({ min: 0, max: 9 }).map(n => n > 0),
  pay: fc.boolean(),
}
const farmerDoes = fc.constantFrom(
  'accept',
  'accept',
  'accept',
  'withdraw',
  'submit',
  'submit',
  'verify',
  'verify',
)
const giverDoes = fc.constantFrom(
  'approve',
  'return',
  'dispute',
  'dispute',
  'dispute',
  'complete',
  'cancel',
  'review',
)

const action = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({
      ...step,
      do: fc.constant('post' as const),
      places: fc.integer({ min: 1, max: 3 }),
      token: fc.constantFrom('USDC', 'ETH'),
      amount: fc.constantFrom(0.1, 0.1, 0),
      deadlineHours: fc.constantFrom(null, null, 24, 100),
    }),
  },
  { weight: 6, arbitrary: fc.record({ ...step, do: farmerDoes }) },
  { weight: 4, arbitrary: fc.record({ ...step, do: giverDoes }) },
  { weight: 3, arbitrary: fc.record({ ...step, do: fc.constant('resolve' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 24, 47, 48, 360, 744),
    }),
  },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

const farmers = ['accept', 'withdraw', 'submit', 'verify']

/** Plays an action as the person it names; refused actions change nothing. */
async function play(
  { context, clock, platform, runDue }: Harness,
  step: Action,
  quests: string[],
): Promise<void> {
  if (step.do === 'wait') {
    clock.advance(step.hours * hour)
    await requireTimelyPayer(context, runDue)
    return
  }
  let who = people[step.who] as (typeof people)[number]
  let whom = people[step.whom] as (typeof people)[number]
  if (step.do === 'post') {
    const posted = await postQuest(context, who, {
      ...sampleQuest,
      reward: `${step.amount} ${step.token}`,
      rewardAmount: step.amount,
      rewardToken: step.token,
      maxFarmers: step.places,
      ...(step.deadlineHours !== null && {
        deadline: new Date(clock.now() + step.deadlineHours * hour).toISOString(),
      }),
      codehostRepo: `farm/field-${quests.length}`,
    })
    quests.push(posted.id)
    return
  }
  const questId = quests.at(-step.quest) ?? quests[0] ?? ''
  if (step.rightful && !farmers.includes(step.do)) {
    const rows = await context.db
      .selectFrom('assignments')
      .selectAll()
      .where('quest_id', '=', questId)
      .execute()
    const row = rows[step.whom % Math.max(rows.length, 1)]
    who = row?.giver ?? who
    whom = row?.farmer ?? whom
  }
  const farmer = whom
  const ask = (by: typeof who, asked: object) => actOnQuest(context, by, { questId, ...asked } as QuestChange)
  const acts: Record<typeof step.do, () => Promise<unknown>> = {
    accept: () => ask(who, { action: 'accept' }),
    withdraw: () => ask(who, { action: 'withdraw' }),
    submit: () => ask(who, { action: 'submit', note: 'done' }),
    verify: () =>
      verifyMerge(context, { repo: `farm/field-${quests.indexOf(questId)}`, pr: step.quest }, theHost),
    complete: () => ask(who, { status: 'completed' }),
    cancel: () => ask(who, { status: 'cancelled' }),
    review: () => ask(who, { action: 'review', address: farmer, rating: step.pay ? 5 : 1 }),
    approve: () => ask(who, { action: 'approve', farmer }),
    return: () => ask(who, { action: 'return', farmer, note: 'no' }),
    dispute: () => ask(who, { action: 'dispute', farmer, reason: 'no' }),
    resolve: () => {
      const whole = { outcome: step.pay ? 'pay' : 'refund' }
      const decided = step.whom === 0 ? { outcome: 'split', share: 0.3333 } : whole
      return ask(platform.address, { action: 'resolve', farmer, ...decided })
    },
  }
  await acts[step.do]().catch(error => {
    if (!(error instanceof HttpError)) throw error
  })
}

/** The payer pays what is due and nothing else, and leaves nothing behind that is due. */
async function requireTimelyPayer({ db, clock }: Context, runDue: () => Promise<number>): Promise<void> {
  const before = await db.selectFrom('assignments').selectAll().where('status', '!=', 'released').execute()
  while ((await runDue()) > 0);
  const now = clock.now()
  const after = await db.selectFrom('assignments').selectAll().execute()
  const rows = new Map(after.map(row => [`${row.quest_id} ${row.farmer}`, row]))
  for (const old of before) {
    const row = rows.get(`${old.quest_id} ${old.farmer}`)
    const ends = old.status === 'in-review' ? old.review_ends_at : old.dispute_ends_at
    const due = ['in-review', 'disputed'].includes(old.status) && Number(ends) <= now
    expect(['released', 'refunded'].includes(row?.status ?? '')).toBe(due || old.status === 'refunded')
    expect(row?.review_ends_at).toBe(old.review_ends_at)
  }
  const open = db.selectFrom('quests').selectAll().where('status', '=', 'open')
  expect(await open.where('deadline', '<=', now).execute()).toEqual([])
}

const everyEnd = [
  'accepted - -',
  'cancelled - -',
  'disputed merge -',
  'disputed submission -',
  'expired - -',
  'in-review merge -',
  'in-review submission -',
  'refunded merge refund',
  'refunded submission refund',
  'released - -',
  'released merge -',
  'released merge pay',
  'released submission -',
  'released submission pay',
  'withdrawn - -',
]

async function countStates({ db }: Context, seen: Set<string>): Promise<void> {
  const rows = await db.selectFrom('assignments').select(['status', 'proof', 'dispute_outcome']).execute()
  for (const { status, proof, dispute_outcome } of rows)
    seen.add(`${status} ${proof ?? '-'} ${dispute_outcome ?? '-'}`)
}

/** The same service plays history after history; each starts with empty tables. */
async function forget({ db }: Context): Promise<void> {
  for (const table of ['ledger_transfers', 'ledger_entries', 'quest_events'])
    if (engine === 'sqlite') await sql.raw(`drop trigger if exists ${table}_no_delete`).execute(db)
    else await sql.raw(`alter table ${table} disable trigger ${table}_append_only`).execute(db)
  const tables = [
    'ledger_entries',
    'ledger_transfers',
    'ledger_sums',
    'quests',
    'quest_skills',
    'quest_words',
    'quest_texts',
    'assignments',
    'reviews',
  ] as const
  const counted = [
    'season_scores',
    'season_sources',
    'season_reviews',
    'filtered_scores',
    'payments',
    'season_pairs',
    'score_events',
    'work_pairs',
    'review_pairs',
    'guild_scores',
    'address_counts',
    'quotas',
    'address_amounts',
    'quest_events',
    'mail',
    'badges',
  ] as const
  for (const table of [...tables, ...counted] as const) await db.deleteFrom(table).execute()
  // The acts of the service's start remain, and so does what waits to be sealed of them.
  await db.deleteFrom('audit_queue').where('source', '!=', 'act').execute()
}

const anyone = { who: 0, whom: 0, quest: 1, rightful: true, pay: true }
const first: Action = {
  ...anyone,
  do: 'post',
  places: 2,
  token: 'USDC',
  amount: 0.1,
  deadlineHours: null,
}

describe('the ledger', () => {
  const runs = 150

  test(`balances after each of ${runs} random histories`, { timeout: 240_000 }, async () => {
    const harness = await startHarness({ env: { LOG_LEVEL: 'silent' } })
    const seen = new Set<string>()
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40, size: 'max' }), async steps => {
        await forget(harness.context)
        const quests: string[] = []
        for (const step of [first, ...steps]) await play(harness, step, quests)
        // They are fifty more statements, which say what the others say.
        await requireSound(harness.context, { laws: count++ % 10 === 0 })
        await countStates(harness.context, seen)
      }),
      { numRuns: runs },
    )
    // Histories that never get anywhere would prove nothing; which rare ends these had is chance.
    expect(everyEnd).toEqual(expect.arrayContaining([...seen]))
    expect(seen.size).toBeGreaterThan(7)
  })

  test('balances when two processes and their payers move many quests at once', async () => {
    const env = await takeSharedDatabase()
    const one = await startHarness({ env })
    const two = await startHarness({ env: { ...one.env, ...env }, clock: one.clock })
    const farmers = Array.from({ length: 4 }, () => one.user())
    const story = async (index: number) => {
      const giver = (index % 2 === 0 ? one : two).user()
      const rewardToken = index % 3 === 0 ? 'ETH' : 'USDC'
      const { id } = await giver.furrow.quests.post({
        ...sampleQuest,
        reward: `0.1 ${rewardToken}`,
        rewardAmount: 0.1,
        rewardToken,
        maxFarmers: 5,
      })
      // In another order each time, so that those who wait for each other would show.
      for (const { furrow } of index % 2 === 0 ? farmers : farmers.toReversed()) {
        await furrow.quests.accept(id)
        if (index % 4 === 0) await furrow.quests.submit(id, { note: 'done' })
      }
      if (index % 4 !== 0) await giver.furrow.quests.complete(id)
    }
    await Promise.all(Array.from({ length: 16 }, (_, index) => story(index)))
    one.clock.advance(48 * hour)
    await Promise.all([one.runDue(), two.runDue(), one.runDue(), two.runDue()])
    await requireSound(one.context)
    const released = await one.context.db
      .selectFrom('assignments')
      .selectAll()
      .where('status', '=', 'released')
      .execute()
    expect(released).toHaveLength(16 * farmers.length)
  })

  test('cannot be changed, not even by the service itself', async () => {
    const { context, user } = await startHarness()
    await user().furrow.quests.post(sampleQuest)
    const { db } = context
    await expect(db.updateTable('ledger_entries').set({ amount: '0' }).execute()).rejects.toThrow(
      /append-only/,
    )
    await expect(db.deleteFrom('ledger_entries').execute()).rejects.toThrow(/append-only/)
    await expect(db.updateTable('ledger_transfers').set({ token: 'X' }).execute()).rejects.toThrow(
      /append-only/,
    )
    await expect(db.deleteFrom('ledger_transfers').execute()).rejects.toThrow(/append-only/)
  })
})
