import { describe, expect, test } from 'vitest'
import { createWallet, type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { startTwins } from '../../../test/twins.ts'
import { day, hour } from '../../ground/clock.ts'
import { forgetSpentDays } from './forget.ts'

const proposal = { title: 'A shed', description: 'Dry', category: 'building' }
const letterTo = (to: string) => ({ to, subject: 's', body: 'b' })

/** Daily quotas by their setting; each call costs one. */
const daily: Record<string, (user: User) => Promise<unknown>> = {
  QUOTA_QUESTS_A_DAY: ({ furrow }) => furrow.quests.post(sampleQuest),
  QUOTA_LETTERS_A_DAY: ({ furrow }) => furrow.mail.send(letterTo(createWallet().address)),
  QUOTA_PROPOSALS_A_DAY: ({ furrow }) => furrow.communityDao.propose(proposal),
  async QUOTA_COMMENTS_A_DAY({ furrow }) {
    const [quest] = (await furrow.quests.list({ limit: '1' })).items
    const { id: questId } = quest ?? (await furrow.quests.post(sampleQuest))
    await furrow.quests.comment({ questId, body: 'Which gate?' })
  },
}

/** Counts the successes, and gives the errors of the others. */
async function settle(asked: readonly Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(asked)
  return {
    done: outcomes.filter(({ status }) => status === 'fulfilled').length,
    refused: outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  }
}

function repeat(
  count: number,
  services: readonly Harness[],
  wallet: User,
  act: (user: User) => Promise<unknown>,
) {
  const users = services.map(({ user }) => user(wallet))
  return settle(Array.from({ length: count }, (_, index) => act(users[index % users.length] as User)))
}

describe.each(Object.entries(daily))('%s', (setting, act) => {
  test('is met exactly, by many requests at once to two services, and harms nobody else', async () => {
    const services = await startTwins({ [setting]: '20' })
    const [one] = services
    const [eager, others] = [one.user(), Array.from({ length: 10 }, () => one.user())]
    const [spent, modest] = await Promise.all([
      repeat(60, services, eager, act),
      settle(others.map(user => act(user))),
    ])
    expect(spent.done).toBe(20)
    expect(spent.refused).toHaveLength(40)
    const left = day - (one.clock.now() % day)
    for (const reason of spent.refused)
      expect(reason).toMatchObject({
        status: 429,
        retryAfter: left / 1_000,
        message: expect.stringMatching(/20 .*2026-03-02T00:00:00\.000Z/),
      })
    expect(modest).toEqual({ done: 10, refused: [] })
    await requireSound(one.context)
  })

  test('begins anew with the day, and what was spent before is forgotten', async () => {
    const harness = await startHarness({ env: { [setting]: '2' } })
    const wallet = harness.user()
    const tryThrice = () => repeat(3, [harness], wallet, act)
    expect((await tryThrice()).done).toBe(2)
    harness.clock.advance(day - (harness.clock.now() % day) - 1)
    expect((await tryThrice()).done).toBe(0)
    harness.clock.advance(1)
    expect((await tryThrice()).done).toBe(2)
    harness.clock.advance(3 * day)
    await forgetSpentDays.round(harness.context)
    const { context } = harness
    const days = await context.db.selectFrom('quotas').selectAll().where('day', '>', 0).execute()
    expect(days).toEqual([])
  })

  test('of 0 is none; and unset is far beyond what people do in a day', async () => {
    for (const value of ['0', '']) {
      const harness = await startHarness({ env: { [setting]: value } })
      expect((await repeat(90, [harness], harness.user(), act)).refused).toEqual([])
    }
  })

  test('costs the database nothing more, once it is used up', async () => {
    const harness = await startHarness({ env: { [setting]: '1' } })
    const wallet = harness.user()
    await repeat(2, [harness], wallet, act)
    const { statements } = watchDatabase()
    expect((await repeat(20, [harness], wallet, act)).done).toBe(0)
    expect(statements.filter(({ sql }) => /^(with|insert|update|begin)/.test(sql))).toEqual([])
  })
})

describe('QUOTA_LIVE_QUESTS', () => {
  test('is met exactly, and gives back what is completed or cancelled', async () => {
    const services = await startTwins({ QUOTA_LIVE_QUESTS: '5' })
    const [one] = services
    const giver = one.user()
    const post = () => repeat(20, services, giver, ({ furrow }) => furrow.quests.post(sampleQuest))
    const { done, refused } = await post()
    expect({ done, refused: refused.length }).toEqual({ done: 5, refused: 15 })
    for (const reason of refused)
      expect(reason).toMatchObject({
        status: 429,
        retryAfter: 60,
        message: expect.stringContaining('5 quests'),
      })
    const { items } = await one.visitor.quests.list({ giver: giver.address })
    const [first, second, third] = items.map(({ id }) => id) as [string, string, string]
    await giver.furrow.quests.cancel(first)
    await giver.furrow.quests.cancel(first)
    await giver.furrow.quests.complete(second)
    const farmer = one.user()
    await farmer.furrow.quests.accept(third)
    await farmer.furrow.quests.submit(third, { note: 'done' })
    await giver.furrow.quests.approve(third, farmer.address)
    one.clock.advance(2_000)
    expect((await post()).done).toBe(3)
    await requireSound(one.context)
  })
})

describe('a quota that a plan of several quests exceeds', () => {
  test('still has room for fewer of them on that day', async () => {
    const { user } = await startHarness({ env: { QUOTA_QUESTS_A_DAY: '3' } })
    const { furrow } = user()
    const postMany = (count: number) =>
      furrow.quests.postPlan({ parts: Array.from({ length: count }, () => sampleQuest) })
    await postMany(2)
    await expect(postMany(2)).rejects.toMatchObject({ status: 429 })
    await furrow.quests.post(sampleQuest)
    await expect(furrow.quests.post(sampleQuest)).rejects.toMatchObject({ status: 429 })
  })
})

describe('of several quotas at once', () => {
  test('the one that has no room is told, and none that would just be met', async () => {
    const env = { QUOTA_QUESTS_A_DAY: '2', QUOTA_LIVE_QUESTS: '1' }
    const { furrow } = (await startHarness({ env })).user()
    const { id } = await furrow.quests.post(sampleQuest)
    await expect(furrow.quests.post(sampleQuest)).rejects.toMatchObject({
      status: 429,
      retryAfter: 60,
      message: expect.stringContaining('1 quest'),
    })
    expect((await furrow.quests.get(id)).status).toBe('open')
  })
})

describe('QUOTA_WITHDRAWALS_A_DAY', () => {
  test('ends taking and giving back for the day, and keeps nobody from giving back', async () => {
    const { user, clock } = await startHarness({ env: { QUOTA_WITHDRAWALS_A_DAY: '3' } })
    const [giver, farmer] = [user(), user()]
    const [first, second] = [
      await giver.furrow.quests.post(sampleQuest),
      await giver.furrow.quests.post(sampleQuest),
    ]
    await farmer.furrow.quests.accept(second.id)
    for (let round = 0; round < 3; round++) {
      await farmer.furrow.quests.accept(first.id)
      await farmer.furrow.quests.withdraw(first.id)
    }
    await expect(farmer.furrow.quests.accept(first.id)).rejects.toMatchObject({
      status: 429,
      retryAfter: 12 * 60 * 60,
      message: expect.stringContaining('2026-03-02T00:00:00.000Z'),
    })
    await farmer.furrow.quests.withdraw(second.id)
    await user().furrow.quests.accept(second.id)
    clock.advance(12 * hour)
    await user(farmer).furrow.quests.accept(first.id)
  })
})

describe('QUOTA_PLACES', () => {
  test('is how many places without work somebody has at once', async () => {
    const services = await startTwins({ QUOTA_PLACES: '4' })
    const [one] = services
    const giver = one.user()
    const quests = await Promise.all(Array.from({ length: 12 }, () => giver.furrow.quests.post(sampleQuest)))
    const ids = quests.map(({ id }) => id)
    const { done, refused } = await repeat(12, services, one.user(), ({ furrow }) =>
      furrow.quests.accept(ids.pop() as string),
    )
    expect(done).toBe(4)
    for (const reason of refused) expect(reason).toMatchObject({ status: 400 })
  })
})

describe('a farmer who takes, gives back and takes again', () => {
  test('is told of to the giver once a day', async () => {
    const { user, clock } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const subjects = async (reader: User) =>
      (await user(reader).furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0]).toReversed()
    const cycle = async () => {
      await user(farmer).furrow.quests.accept(id)
      await user(farmer).furrow.quests.withdraw(id)
    }
    for (let round = 0; round < 5; round++) await cycle()
    expect(await subjects(giver)).toEqual(['Accepted', 'Withdrawn'])
    expect(await subjects(farmer)).toEqual([])
    clock.advance(day - 1)
    await cycle()
    expect(await subjects(giver)).toHaveLength(2)
    clock.advance(1)
    await cycle()
    expect(await subjects(giver)).toEqual(['Accepted', 'Withdrawn', 'Accepted', 'Withdrawn'])
  })

  test('is told of again when there is more to tell', async () => {
    const { user } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.withdraw(id)
    await farmer.furrow.quests.accept(id)
    await user().furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    const subjects = (await giver.furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])
    expect(subjects.toReversed()).toEqual(['Accepted', 'Withdrawn', 'Accepted', 'In review'])
  })
})

describe('letters that cost nothing', () => {
  test('are those to who wrote back, to oneself, and the platform’s own', async () => {
    const { user, platform } = await startHarness({ env: { QUOTA_LETTERS_A_DAY: '1' } })
    const [alice, bob, voice] = [user(), user(), user(platform)]
    await alice.furrow.mail.send(letterTo(bob.address))
    await expect(alice.furrow.mail.send(letterTo(bob.address))).rejects.toMatchObject({ status: 429 })
    await bob.furrow.mail.send(letterTo(alice.address))
    await bob.furrow.mail.send(letterTo(alice.address))
    for (let count = 0; count < 5; count++) {
      await alice.furrow.mail.send(letterTo(bob.address))
      await alice.furrow.mail.send(letterTo(alice.address))
      await voice.furrow.mail.send(letterTo(alice.address))
      await voice.furrow.mail.send(letterTo('*'))
    }
    await expect(alice.furrow.mail.send(letterTo(createWallet().address))).rejects.toMatchObject({
      status: 429,
    })
  })
})

test('what is forgotten of earlier days gives nobody anything more of today', async () => {
  const { context, user } = await startHarness({ env: { QUOTA_LETTERS_A_DAY: '2' } })
  const { furrow } = user()
  const write = () => furrow.mail.send(letterTo(createWallet().address))
  await write()
  await forgetSpentDays.round(context)
  await write()
  await expect(write()).rejects.toMatchObject({ status: 429 })
})
