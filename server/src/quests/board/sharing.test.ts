import { divideAmount } from '@furrow/sdk/amount'
import { expect, test } from 'vitest'
import {
  createFakeClock,
  type Harness,
  sampleQuest,
  shareHarness,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day } from '../../ground/clock.ts'

const reward = { reward: '10 USDC', rewardAmount: 10, maxFarmers: 1 }

async function takePlace({ user }: Pick<Harness, 'user'>, change: object = {}) {
  const [giver, farmer, second, third] = [user(), user(), user(), user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, ...reward, ...change })
  await farmer.furrow.quests.accept(id)
  return { giver, farmer, second, third, id }
}

const shares = (...given: readonly (readonly [User, number])[]) =>
  given.map(([{ address }, share]) => ({ address, share }))

const lettersOf = async ({ user }: Harness, one: User) =>
  (await user(one).furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])

const harnessOf = shareHarness()

test('a place that everybody agreed to share pays each member, who is paid and reviewed like a farmer', async () => {
  const harness = await harnessOf()
  const { visitor, context } = harness
  const { giver, farmer, second, third, id } = await takePlace(harness)
  const thirds = shares([second, 0.3334], [farmer, 0.3333], [third, 0.3333])
  await farmer.furrow.quests.share(id, thirds)
  expect((await visitor.quests.get(id)).farmers[0]).toMatchObject({
    shared: {
      agreed: false,
      members: [
        { address: second.account.address, share: 0.3334, amount: '3.334', agreed: false },
        { address: farmer.account.address, share: 0.3333, amount: '3.333', agreed: true },
        { address: third.account.address, share: 0.3333, amount: '3.333', agreed: false },
      ],
    },
  })
  await expect(farmer.furrow.quests.submit(id, { note: 'done' })).rejects.toMatchObject({
    status: 400,
    code: 'shares-not-agreed',
  })
  const about = { farmer: farmer.address }
  expect((await second.furrow.tasks.list()).tasks).toMatchObject([
    { kind: 'share', questId: id, address: farmer.account.address },
    { kind: 'letters' },
  ])
  await second.furrow.quests.agreeToShare(id, { ...about, share: 0.3334 })
  expect((await second.furrow.tasks.counts()).share).toBe(0)
  await expect(third.furrow.quests.agreeToShare(id, { ...about, share: 0.5 })).rejects.toMatchObject({
    status: 409,
    code: 'quest-changed',
  })
  await third.furrow.quests.agreeToShare(id, { ...about, share: 0.3333 })
  await farmer.furrow.quests.submit(id, { note: 'done' })
  for (const change of [
    () => farmer.furrow.quests.share(id, []),
    () => second.furrow.quests.refuseShare(id, farmer.address),
    () => second.furrow.quests.agreeToShare(id, { ...about, share: 0.3334 }),
  ])
    await expect(change()).rejects.toMatchObject({ status: 400, code: 'shares-frozen' })
  await expect(giver.furrow.quests.share(id, [])).rejects.toMatchObject({ status: 400, code: 'no-place' })

  await giver.furrow.quests.approve(id, farmer.address)
  const quest = await visitor.quests.get(id)
  expect(quest).toMatchObject({ status: 'completed', funding: { released: '10', refunded: '0' } })
  const paid = new Map(
    quest.farmers.map(({ address, status, paid, memberOf }) => [address, { status, paid, memberOf }]),
  )
  expect(Object.fromEntries(paid)).toEqual({
    [farmer.account.address]: {
      status: 'released',
      paid: '3.333',
      memberOf: { farmer: null, share: 0.3333 },
    },
    [second.account.address]: {
      ...{ status: 'released', paid: '3.334' },
      memberOf: { farmer: farmer.account.address, share: 0.3334 },
    },
    [third.account.address]: {
      ...{ status: 'released', paid: '3.333' },
      memberOf: { farmer: farmer.account.address, share: 0.3333 },
    },
  })
  const entries = await context.db
    .selectFrom('ledger_transfers')
    .select('id')
    .where('quest_id', '=', id)
    .where('id', 'like', 'release:%')
    .orderBy('id')
    .execute()
  expect(entries.map(({ id }) => id)).toEqual(
    [farmer, second, third].map(({ address }) => `release:${id}:${farmer.address}:${address}`).toSorted(),
  )

  const due = (await giver.furrow.payouts.due()).items
  expect(due.works.map(({ payee, amount }) => [payee, amount]).toSorted()).toEqual(
    [...paid].map(([address, { paid }]) => [address, paid]).toSorted(),
  )
  expect(due.sums).toMatchObject([{ token: 'USDC', amount: '10', count: 3 }])
  await giver.furrow.quests.sayPaid(id, second.address)
  await second.furrow.quests.confirmPayment(id)
  expect((await giver.furrow.payouts.due()).items.sums).toMatchObject([{ amount: '6.666', count: 2 }])
  await giver.furrow.quests.review(id, third.address, 5)
  await third.furrow.quests.review(id, giver.address, 4)
  await expect(third.furrow.quests.review(id, farmer.address, 4)).rejects.toMatchObject({ status: 403 })
  const { farmerProfile } = await visitor.profile.get(third.address, { init: true })
  expect(farmerProfile).toMatchObject({ questsCompleted: 1 })
  expect(await lettersOf(harness, third)).toEqual(
    expect.arrayContaining(['A share for you', 'Share released']),
  )
  expect(await lettersOf(harness, giver)).toEqual(expect.arrayContaining(['Share agreed']))
  expect((await visitor.quests.events(id)).items.map(({ kind }) => kind)).toEqual([
    ...['posted', 'accepted', 'place-shared', 'share-agreed', 'share-agreed', 'submitted'],
    ...[
      'share-released',
      'share-released',
      'released',
      'payment-said',
      'payment-received',
      'reviewed',
      'reviewed',
    ],
  ])
  const statement = await (await third.furrow.account.statement()).text()
  expect(statement).toMatch(/"booked","?"?,"USDC","3\.333"/)
  await requireSound(context)
})

test('ten members finish no ten pieces of work with one place, and have its points by their shares', async () => {
  const harness = await startHarness({ env: { POINTS_FOR: 'recorded' } })
  const { user, visitor, context } = harness
  const [giver, farmer, ...others] = Array.from({ length: 11 }, () => user())
  if (giver === undefined || farmer === undefined) throw new Error('There are eleven.')
  const members = [farmer, ...others]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, ...reward })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.share(
    id,
    members.map(({ address }, index) => ({ address, share: index === 1 ? 0.25 : index === 0 ? 0.11 : 0.08 })),
  )
  for (const [index, member] of others.entries())
    await member.furrow.quests.agreeToShare(id, {
      farmer: farmer.address,
      share: index === 0 ? 0.25 : 0.08,
    })
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.approve(id, farmer.address)
  const records = await Promise.all(
    members.map(async ({ address }) => (await visitor.profile.get(address, { init: true })).farmerProfile),
  )
  expect(records.map(one => one?.questsCompleted)).toEqual([1, 1, ...Array.from({ length: 8 }, () => 0)])
  const { farmers } = await visitor.leaderboard()
  expect(farmers.map(({ score }) => score).toSorted((a, b) => b - a)).toEqual([
    25,
    11,
    ...Array.from({ length: 8 }, () => 8),
  ])

  const next = await giver.furrow.quests.post({
    ...sampleQuest,
    ...reward,
    requires: { minCompleted: 1 },
  })
  const [whole, small] = others
  await expect(small?.furrow.quests.accept(next.id)).rejects.toMatchObject({ code: 'experience-needed' })
  await whole?.furrow.quests.accept(next.id)
  await giver.furrow.quests.sayPaid(id, small?.address as string)
  await requireSound(context)
})

test('a changed share needs every agreement anew, a refused one ends, and nobody has two parts in one quest', async () => {
  const harness = await harnessOf()
  const { visitor } = harness
  const { farmer, second, third, id } = await takePlace(harness, { maxFarmers: 3 })
  const agree = (by: User, share = 0.5, of = farmer) =>
    by.furrow.quests.agreeToShare(id, { farmer: of.address, share })
  await farmer.furrow.quests.share(id, shares([farmer, 0.5], [second, 0.5]))
  await agree(second)
  await agree(second)
  const shared = async () => (await visitor.quests.get(id)).farmers[0]?.shared
  expect(await shared()).toMatchObject({ agreed: true })
  await expect(second.furrow.quests.accept(id)).rejects.toMatchObject({ code: 'member-has-place' })
  await farmer.furrow.quests.share(id, shares([farmer, 0.6], [second, 0.4]))
  expect(await shared()).toMatchObject({ agreed: false })
  await expect(agree(second)).rejects.toMatchObject({ status: 409 })
  await second.furrow.quests.refuseShare(id, farmer.address)
  expect(await shared()).toBeUndefined()
  await expect(agree(second, 0.4)).rejects.toMatchObject({ status: 403, code: 'not-a-member' })
  await second.furrow.quests.accept(id)
  await expect(farmer.furrow.quests.share(id, shares([farmer, 0.5], [second, 0.5]))).rejects.toMatchObject({
    code: 'member-has-place',
  })
  for (const by of [farmer, second]) await by.furrow.quests.share(id, shares([by, 0.5], [third, 0.5]))
  await agree(third)
  await expect(agree(third, 0.5, second)).rejects.toMatchObject({ code: 'member-has-place' })
  await farmer.furrow.quests.withdraw(id)
  expect(await lettersOf(harness, third)).toContain('Shared no more')
  await agree(third, 0.5, second)
  await requireSound(harness.context)
})

test('shares that are not the whole, double, of the giver or of too many are refused', async () => {
  const harness = await harnessOf()
  const { giver, farmer, second, id } = await takePlace(harness)
  const tooMany = Array.from({ length: 11 }, () => [harness.user(), 0.05] as const)
  for (const given of [
    shares([farmer, 1]),
    shares([farmer, 0.5], [second, 0.4999]),
    shares([farmer, 0.5], [second, 0.25], [second, 0.25]),
    shares([second, 1]),
    shares([farmer, 0.5], [giver, 0.5]),
    shares([farmer, 1], [second, 0]),
    shares([farmer, 0.50001], [second, 0.49999]),
    shares([farmer, 0.45], ...tooMany),
    [{ address: 'nobody', share: 1 }],
  ])
    await expect(farmer.furrow.quests.share(id, given)).rejects.toMatchObject({ status: 400 })
  await expect(second.furrow.quests.share(id, [])).rejects.toMatchObject({ status: 400, code: 'no-place' })
})

test('work that its giver accepts before all have agreed is its farmer’s, and those named are told', async () => {
  const harness = await harnessOf()
  const { giver, farmer, second, id } = await takePlace(harness)
  await farmer.furrow.quests.share(id, shares([farmer, 0.5], [second, 0.5]))
  await giver.furrow.quests.complete(id)
  expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([{ status: 'released', paid: '10' }])
  expect(await lettersOf(harness, second)).toContain('Shared no more')
  await requireSound(harness.context)
})

test('a version that knows no members, and would pay the farmer alone, is refused by the database', async () => {
  const harness = await harnessOf()
  const { farmer, giver, second, id } = await takePlace(harness)
  await farmer.furrow.quests.share(id, shares([farmer, 0.5], [second, 0.5]))
  const { db } = harness.context
  const releaseWhole = () =>
    db.updateTable('assignments').set({ status: 'released' }).where('quest_id', '=', id).execute()
  await expect(releaseWhole()).rejects.toThrow('by a version that pays its members')
  await second.furrow.quests.agreeToShare(id, { farmer: farmer.address, share: 0.5 })
  await giver.furrow.quests.complete(id)
  expect((await harness.visitor.quests.get(id)).farmers.map(({ paid }) => paid)).toEqual(['5', '5'])
})

test('a member who agreed leaves when the work is over, one who did not leaves at once, and sums stay', async () => {
  const harness = await harnessOf()
  const { giver, farmer, second, third, id } = await takePlace(harness)
  const leave = ({ furrow, account }: User) =>
    furrow.account.delete({ account, signMessage: ({ message }) => account.signMessage({ message }) })
  await farmer.furrow.quests.share(id, shares([farmer, 0.5], [third, 0.5]))
  await leave(third)
  await expect(farmer.furrow.quests.submit(id, { note: 'done' })).rejects.toMatchObject({
    code: 'shares-not-agreed',
  })
  expect(JSON.stringify(await harness.visitor.quests.get(id)).toLowerCase()).not.toContain(third.address)
  await farmer.furrow.quests.share(id, shares([farmer, 0.5], [second, 0.5]))
  await second.furrow.quests.agreeToShare(id, { farmer: farmer.address, share: 0.5 })
  await expect(leave(second)).rejects.toMatchObject({ status: 409, code: 'work-running' })
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.approve(id, farmer.address)
  await requireSound(harness.context)
  await leave(farmer)
  await leave(second)
  expect(JSON.stringify(await harness.visitor.quests.get(id)).toLowerCase()).not.toContain(second.address)
  await requireSound(harness.context)
})

test('ten members with odd shares over two processes are paid to the unit by the window, once', async () => {
  const clock = createFakeClock()
  const env = await takeSharedDatabase()
  const [one, two] = [await startHarness({ env, clock }), await startHarness({ env, clock })]
  const [giver, farmer] = [one.user(), one.user()]
  const amount = '0.100003'
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    ...{ reward: `${amount} USDC`, rewardAmount: Number(amount), maxFarmers: 1 },
  })
  await farmer.furrow.quests.accept(id)
  const parts = [1_003, 997, 1_111, 889, 1_234, 766, 1_999, 1, 1_357, 643]
  const members = [farmer, ...parts.slice(1).map(() => two.user())]
  await farmer.furrow.quests.share(
    id,
    members.map(({ address }, index) => ({ address, share: (parts[index] ?? 0) / 10_000 })),
  )
  const agreed = members.slice(1).flatMap((member, index) =>
    [one, two].map(({ user }) =>
      user(member).furrow.quests.agreeToShare(id, {
        farmer: farmer.address,
        share: (parts[index + 1] ?? 0) / 10_000,
      }),
    ),
  )
  await Promise.all(agreed)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  clock.advance(3 * day)
  await Promise.all([one.runDue(), two.runDue()])
  const { farmers, funding } = await two.visitor.quests.get(id)
  const paid = new Map(farmers.map(({ address, paid }) => [address.toLowerCase(), paid]))
  expect(members.map(({ address }) => paid.get(address))).toEqual(divideAmount(amount, 'USDC', parts))
  expect(funding).toMatchObject({ released: amount, refunded: '0', status: 'settled' })
  await requireSound(one.context)
})
