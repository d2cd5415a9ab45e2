import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import {
  createFakeClock,
  type Harness,
  sampleQuest,
  shareHarness,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { paid, startRail, two } from '../../../test/rail.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day, hour } from '../../ground/clock.ts'

const part = (title: string, change: object = {}) => ({
  ...sampleQuest,
  ...{ title, reward: '10 USDC', rewardAmount: 10, maxFarmers: 1 },
  ...change,
})
const parts = [
  part('Dig'),
  part('Build'),
  part('Paint', { reward: '0.5 ETH', rewardAmount: 0.5, rewardToken: 'ETH' }),
]

const harnessOf = shareHarness()

async function postParts({ user }: Pick<Harness, 'user'>, given: (typeof parts)[number][] = parts) {
  const [giver, farmer, other] = [user(), user(), user()]
  const quests = await giver.furrow.quests.postPlan({ parts: given })
  const ids = quests.map(({ id }) => id) as [string, string, string]
  return { giver, farmer, other, quests, ids }
}

async function finish(giver: User, farmer: User, id: string) {
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.approve(id, farmer.address)
}

const refused = (code: string, status = 400) => ({ status, code })
const reasonsOf = async ({ furrow }: User, id: string) =>
  (await furrow.quests.eligibility(id)).reasons.map(({ code }) => code)

test('a plan is posted at once, shown as one with its sum, and each part opens to the paid farmer first', async () => {
  const harness = await harnessOf()
  const { visitor, context, clock, user } = harness
  const { giver, farmer, other, quests, ids } = await postParts(harness)
  const [first, second, third] = ids
  expect(quests.map(({ title, plan }) => [title, plan])).toEqual([
    ['Dig', { place: 1, of: 3 }],
    ['Build', { place: 2, of: 3 }],
    ['Paint', { place: 3, of: 3 }],
  ])
  const listed = (await visitor.quests.list({ giver: giver.address })).items
  expect(listed.map(({ title, plan }) => [title, plan])).toEqual([
    ['Paint', { place: 3, of: 3 }],
    ['Build', { place: 2, of: 3 }],
    ['Dig', { place: 1, of: 3 }],
  ])
  expect((await visitor.quests.get(second)).plan).toEqual({
    ...{ place: 2, of: 3, turn: 'waiting', opensAt: null, firstFor: [] },
    parts: quests.map(({ id, title, reward }) => ({ id, title, status: 'open', reward })),
    sums: [
      { token: 'USDC', amount: '20' },
      { token: 'ETH', amount: '0.5' },
    ],
  })
  await expect(farmer.furrow.quests.accept(second)).rejects.toMatchObject(refused('part-before-unpaid'))
  expect(await reasonsOf(farmer, second)).toEqual(['part-before-unpaid'])

  await finish(giver, farmer, first)
  const opensAt = new Date(clock.now() + 72 * hour).toISOString()
  const shown = await visitor.quests.get(second)
  expect(shown.plan).toMatchObject({ turn: 'first', opensAt, firstFor: [farmer.account.address] })
  expect(shown.plan?.parts?.[0]?.status).toBe('completed')
  const letters = (await user(farmer).furrow.mail.list()).items.map(
    ({ subject, body }) => `${subject} ${body}`,
  )
  expect(letters.find(text => text.startsWith('Your next part'))).toContain('“Build”')
  await expect(other.furrow.quests.accept(second)).rejects.toMatchObject(refused('part-kept'))
  expect(await reasonsOf(other, second)).toEqual(['part-kept'])
  expect(await reasonsOf(farmer, second)).toEqual([])
  expect(await reasonsOf(farmer, third)).toEqual(['part-before-unpaid'])

  clock.advance(72 * hour - 1)
  await expect(user(other).furrow.quests.accept(second)).rejects.toMatchObject(refused('part-kept'))
  clock.advance(1)
  expect((await visitor.quests.get(second)).plan).toMatchObject({ turn: 'open', opensAt: null, firstFor: [] })
  // Both in the same instant: one place.
  const outcomes = await Promise.allSettled(
    [farmer, other].map(one => user(one).furrow.quests.accept(second)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await requireSound(context)
})

const nextOf = async ({ user }: Pick<Harness, 'user'>, one: User) =>
  (await user(one).furrow.tasks.list()).tasks.filter(({ kind }) => kind === 'next-part')
const lettersOfNext = async ({ user }: Pick<Harness, 'user'>, one: User) =>
  (await user(one).furrow.mail.list()).items.filter(({ subject }) => subject.startsWith('Your next part'))

test('the next part is a task of the paid farmer alone, from its post until they take it or the hours are over', async () => {
  const harness = await harnessOf()
  const { user, clock } = harness
  const { giver, farmer, other, ids } = await postParts(harness)
  expect(await nextOf(harness, farmer)).toEqual([])
  await finish(giver, farmer, ids[0])
  const due = new Date(clock.now() + 72 * hour).toISOString()
  expect(await nextOf(harness, farmer)).toEqual([
    {
      ...{ kind: 'next-part', questId: ids[1], title: 'Build', address: giver.account.address },
      ...{ link: `/quests/${ids[1]}`, at: new Date(clock.now()).toISOString(), due, count: 1 },
      stake: { amount: '10', token: 'USDC' },
    },
  ])
  expect((await farmer.furrow.tasks.counts())['next-part']).toBe(1)
  expect(await nextOf(harness, other)).toEqual([])
  await giver.furrow.quests.pause(ids[1])
  expect(await nextOf(harness, farmer)).toEqual([])
  await giver.furrow.quests.resume(ids[1])
  clock.advance(72 * hour - 1)
  expect(await nextOf(harness, farmer)).toMatchObject([{ due }])
  clock.advance(1)
  expect(await nextOf(harness, farmer)).toEqual([])
  await user(farmer).furrow.quests.accept(ids[1])

  const second = await postParts(harness)
  await finish(user(second.giver), second.farmer, second.ids[0])
  await second.farmer.furrow.quests.accept(second.ids[1])
  expect(await nextOf(harness, second.farmer)).toEqual([])
})

test('a part that is posted after the release is told to the paid farmers with the post, once', async () => {
  const harness = await harnessOf()
  const { clock, context, user } = harness
  const [giver, farmer, late] = [user(), user(), user()]
  const { id } = await giver.furrow.quests.post(part('Dig', { maxFarmers: 2 }))
  await finish(giver, farmer, id)
  const until = new Date(clock.now() + 72 * hour).toISOString()
  clock.advance(hour)
  const [next] = await giver.furrow.quests.postPlan({ after: id, parts: [part('Build'), part('Paint')] })
  const [letter, ...more] = await lettersOfNext(harness, farmer)
  expect(more).toEqual([])
  expect(letter).toMatchObject({ questId: id, official: true })
  expect(letter?.body).toContain('“Build”')
  expect(letter?.body).toContain(until)
  const at = new Date(clock.now()).toISOString()
  expect(await nextOf(harness, farmer)).toMatchObject([{ questId: next?.id, at, due: until }])
  await finish(giver, late, id)
  expect(await lettersOfNext(harness, farmer)).toHaveLength(1)
  expect(await lettersOfNext(harness, late)).toHaveLength(1)

  const over = await giver.furrow.quests.post(part('Dig'))
  const slow = user()
  await finish(giver, slow, over.id)
  clock.advance(72 * hour)
  await user(giver).furrow.quests.post({ ...part('Build'), after: over.id })
  expect(await lettersOfNext(harness, slow)).toEqual([])
  await requireSound(context)
})

test('a part that ends without a release opens the next one to everybody at once', async () => {
  const harness = await harnessOf()
  const { clock, context, user, visitor } = harness
  const soon = new Date(clock.now() + day).toISOString()
  const { giver, other, farmer, ids } = await postParts(harness, [
    parts[0],
    part('Late', { deadline: soon }),
    parts[1],
  ] as typeof parts)
  await giver.furrow.quests.cancel(ids[0])
  expect((await visitor.quests.get(ids[1])).plan).toMatchObject({ turn: 'open' })
  expect((await visitor.quests.get(ids[1])).plan?.parts?.[0]).toMatchObject({ status: 'cancelled' })
  await expect(other.furrow.quests.accept(ids[2])).rejects.toMatchObject(refused('part-before-unpaid'))
  clock.advance(day)
  await user(other).furrow.quests.accept(ids[2])

  const hidden = await postParts(harness)
  await user(farmer).furrow.quests.accept(hidden.ids[0])
  await context.db
    .updateTable('quests')
    .set({ hidden_at: clock.now() })
    .where('id', '=', hidden.ids[0])
    .execute()
  await expect(user(other).furrow.quests.accept(hidden.ids[1])).rejects.toMatchObject(
    refused('part-before-unpaid'),
  )
  await user(farmer).furrow.quests.withdraw(hidden.ids[0])
  const shown = await visitor.quests.get(hidden.ids[1])
  expect(shown.plan).toMatchObject({ turn: 'open', parts: [{ title: null }, { title: 'Build' }, {}] })
  await user(other).furrow.quests.accept(hidden.ids[1])
})

test('a quest follows one of the same giver, which nothing follows yet, up to ten parts', async () => {
  const harness = await harnessOf()
  const { user, visitor } = harness
  const [giver, stranger] = [user(), user()]
  const alone = await giver.furrow.quests.post(part('Dig'))
  const { quests } = giver.furrow
  expect(alone.plan).toBeUndefined()
  await visitor.quests.list({ giver: giver.address })
  await expect(quests.post({ ...part('Build'), after: 'quest-0000000000001-00' })).rejects.toMatchObject(
    refused('quest-not-found', 404),
  )
  await expect(stranger.furrow.quests.post({ ...part('Build'), after: alone.id })).rejects.toMatchObject(
    refused('giver-only', 403),
  )
  // Posted in the same instant: one of them follows.
  const next = await Promise.allSettled(
    ['Build', 'Paint'].map(title => quests.post({ ...part(title), after: alone.id })),
  )
  expect(next.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(next.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: refused('plan-has-next', 409),
  })
  const cards = (await visitor.quests.list({ giver: giver.address })).items
  expect(cards.map(({ plan }) => plan)).toEqual([
    { place: 2, of: 2 },
    { place: 1, of: 2 },
  ])
  const last = cards[0]?.id ?? ''
  await expect(
    quests.postPlan({ after: last, parts: Array.from({ length: 9 }, () => part('More')) }),
  ).rejects.toMatchObject(refused('plan-full'))
  const more = await quests.postPlan({ after: last, parts: Array.from({ length: 8 }, () => part('More')) })
  expect(more.map(({ plan }) => plan?.place)).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
  await expect(quests.post({ ...part('Build'), after: more.at(-1)?.id ?? '' })).rejects.toMatchObject(
    refused('plan-full'),
  )
})

test('a plan is posted whole or not at all, within the quota, and once for its key', async () => {
  const { user, context } = await startHarness({ env: { QUOTA_QUESTS_A_DAY: '4' } })
  const giver = user()
  const { quests } = giver.furrow
  const deadline = new Date(0).toISOString()
  await expect(quests.postPlan({ parts: [part('Dig'), part('Late', { deadline })] })).rejects.toMatchObject(
    refused('deadline-past'),
  )
  const count = async () => (await context.db.selectFrom('quests').select('id').execute()).length
  expect(await count()).toBe(0)
  const key = { idempotencyKey: 'plan-1' }
  const plan = { parts: [part('Dig'), part('Build')] }
  const posted = await quests.postPlan(plan, key)
  expect(await quests.postPlan(plan, key)).toEqual(posted)
  await expect(quests.postPlan({ parts })).rejects.toMatchObject(refused('quota-exceeded', 429))
  expect(await count()).toBe(2)
  await quests.post({ ...part('Paint'), after: posted[1]?.id ?? '' })
  expect(await quests.postPlan(plan, key)).toEqual(posted)
  expect(await count()).toBe(3)
})

test('a team has one first right, that of the farmer of its place', async () => {
  const harness = await harnessOf()
  const { giver, farmer, other, ids } = await postParts(harness)
  await farmer.furrow.quests.accept(ids[0])
  await farmer.furrow.quests.share(
    ids[0],
    [farmer, other].map(({ address }) => ({ address, share: 0.5 })),
  )
  await other.furrow.quests.agreeToShare(ids[0], { farmer: farmer.address, share: 0.5 })
  await farmer.furrow.quests.submit(ids[0], { note: 'done' })
  await giver.furrow.quests.approve(ids[0], farmer.address)
  expect(await reasonsOf(other, ids[1])).toEqual(['part-kept'])
  expect(await reasonsOf(farmer, ids[1])).toEqual([])
})

test('two processes agree on whose turn it is, and a version that knows no plans is refused by the database', async () => {
  const [env, clock] = [await takeSharedDatabase(), createFakeClock()]
  const [one, two] = [await startHarness({ env, clock }), await startHarness({ env, clock })]
  const { giver, farmer, other, ids } = await postParts(one)
  await farmer.furrow.quests.accept(ids[0])
  await farmer.furrow.quests.submit(ids[0], { note: 'done' })
  const outcomes = await Promise.allSettled([
    giver.furrow.quests.approve(ids[0], farmer.address),
    two.user(farmer).furrow.quests.accept(ids[1]),
  ])
  const [release, taken] = outcomes
  expect(release?.status).toBe('fulfilled')
  if (taken?.status === 'rejected') {
    expect(taken.reason).toMatchObject(refused('part-before-unpaid'))
    await two.user(farmer).furrow.quests.accept(ids[1])
  }
  const { db } = one.context
  const place = await db
    .selectFrom('assignments')
    .selectAll()
    .where('quest_id', '=', ids[1])
    .executeTakeFirstOrThrow()
  const early = { ...place, quest_id: ids[2], farmer: other.address }
  await expect(db.insertInto('assignments').values(early).execute()).rejects.toThrow('not open yet')
})

describe.skipIf(!hasChain)('on chain', () => {
  test('the contract opens the next part when it releases the one before, whose giver is silent', async () => {
    const { chain, keep, later, read, user, runDue } = await startRail()
    const [giver, farmer, other] = [user(), user(), user()]
    const [first, second] = await giver.furrow.quests.postPlan({ parts: [paid, paid] })
    const ids = [first?.id ?? '', second?.id ?? ''] as const
    for (const id of ids) {
      await chain.fund(giver.account, id, two, 1, chain.token)
      await giver.furrow.quests.fund(id)
    }
    await farmer.furrow.quests.accept(ids[0])
    await farmer.furrow.quests.submit(ids[0], { note: 'done' })
    await keep()
    await keep()
    await expect(farmer.furrow.quests.accept(ids[1])).rejects.toMatchObject(refused('part-before-unpaid'))
    await later(49 * hour)
    await runDue()
    await keep()
    await keep()
    expect((await read(ids[0])).status).toBe('completed')
    expect((await read(ids[1])).plan).toMatchObject({ turn: 'first', sums: [{ token: 'USDC', amount: '4' }] })
    await expect(user(other).furrow.quests.accept(ids[1])).rejects.toMatchObject(refused('part-kept'))
    await user(farmer).furrow.quests.accept(ids[1])
  })
})
