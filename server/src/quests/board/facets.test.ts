import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { day } from '../../ground/clock.ts'
import { rewardRanges } from './reward-ranges.ts'

test('facets count categories, skills, tokens and open rewards of all quests that fit, and no hidden one', async () => {
  const { visitor, user, platform, send } = await startHarness()
  const [giver, farmer] = [user(), user()]
  const post = (rewardAmount: number, rewardToken: string, more: object) =>
    giver.furrow.quests.post({
      ...sampleQuest,
      rewardAmount,
      rewardToken,
      reward: `${rewardAmount} ${rewardToken}`,
      ...more,
    })
  await post(0.1, 'USDC', { category: 'garden', skills: ['weeding', 'weeding'], maxFarmers: 3 })
  const taken = await post(0.2, 'USDC', { category: 'garden', skills: ['weeding', 'iron'], maxFarmers: 2 })
  await post(7, 'SEED', { category: 'house', skills: [] })
  const hidden = await post(9, 'SEED', { category: 'barn' })
  const over = await post(9, 'SEED', { category: 'barn', skills: [] })
  await farmer.furrow.quests.accept(taken.id)
  await giver.furrow.quests.cancel(over.id)
  await user(platform).furrow.moderation.act({ kind: 'quest', id: hidden.id, action: 'hide', reason: 'x' })

  const open = {
    count: 3,
    complete: true,
    rewards: [
      { token: 'USDC', amount: '0.5' },
      { token: 'SEED', amount: '7' },
    ],
    categories: [
      { value: 'garden', count: 2 },
      { value: 'house', count: 1 },
    ],
    skills: [
      { value: 'weeding', count: 2 },
      { value: 'iron', count: 1 },
    ],
    tokens: [
      { value: 'USDC', count: 2 },
      { value: 'SEED', count: 1 },
    ],
  }
  expect(await visitor.quests.facets({ status: 'open' })).toMatchObject(open)
  expect(await visitor.quests.facets({ status: 'open', token: 'SEED' })).toMatchObject({
    count: 1,
    categories: [{ value: 'house', count: 1 }],
    skills: [],
  })
  expect(await visitor.quests.facets({ q: 'nothing' })).toEqual({
    count: 0,
    complete: true,
    rewards: [],
    categories: [],
    skills: [],
    tokens: [],
    rewardRanges: [],
    deadlines: ['week', 'month', 'later', 'none'].map(value => ({ value, count: 0 })),
    admissions: ['open', 'application'].map(value => ({ value, count: 0 })),
    payers: ['proved', 'new'].map(value => ({ value, count: 0 })),
    backings: ['escrow', 'shown', 'promise'].map(value => ({ value, count: 0 })),
  })
  // A change is counted at once.
  await post(1, 'SEED', { category: 'house', skills: [] })
  expect(await visitor.quests.facets({ status: 'open' })).toMatchObject({ count: 4 })
  expect((await send('GET', '/quests/facets?minPaidRate=7')).status).toBe(400)
})

test('facets count ranges of rewards, deadlines, ways to join, payers and backings, and the board takes each as a filter', async () => {
  const { clock, visitor, user, send } = await startHarness()
  const [giver, farmer] = [user(), user()]
  const post = async (rewardAmount: number, days: number | null, more: object = {}) => {
    const deadline = days === null ? {} : { deadline: new Date(clock.now() + days * day).toISOString() }
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      rewardAmount,
      reward: `${rewardAmount} USDC`,
      ...deadline,
      ...more,
    })
    return id
  }
  const [small, two, three] = [await post(9.5, null), await post(25, 3), await post(25, 29)]
  const [big, fine] = [await post(300, 31, { admission: 'application' }), await post(1_000, 0.25)]
  const other = await post(3, null, { rewardToken: 'SEED', reward: '3 SEED' })

  expect(await visitor.quests.facets({ status: 'open' })).toMatchObject({
    rewardRanges: [
      { token: 'USDC', from: '0', below: '20', count: 1 },
      { token: 'USDC', from: '20', below: '200', count: 2 },
      { token: 'USDC', from: '200', below: null, count: 2 },
    ],
    deadlines: [
      { value: 'week', count: 2 },
      { value: 'month', count: 3 },
      { value: 'later', count: 1 },
      { value: 'none', count: 2 },
    ],
    admissions: [
      { value: 'open', count: 5 },
      { value: 'application', count: 1 },
    ],
    payers: [
      { value: 'proved', count: 0 },
      { value: 'new', count: 6 },
    ],
    backings: [
      { value: 'escrow', count: 0 },
      { value: 'shown', count: 0 },
      { value: 'promise', count: 6 },
    ],
  })
  const ids = async (query: Parameters<typeof visitor.quests.list>[0]) =>
    (await visitor.quests.list({ sort: 'oldest', ...query })).items.map(({ id }) => id)
  const usdc = { token: 'USDC' }
  expect(await ids({ ...usdc, rewardFrom: '20', rewardBelow: '200' })).toEqual([two, three])
  expect(await ids({ ...usdc, rewardFrom: '0300.0' })).toEqual([big, fine])
  expect(await ids({ ...usdc, rewardBelow: '9.500000000000000001' })).toEqual([small])
  expect(await ids({ ...usdc, rewardFrom: '20', sort: 'reward' })).toEqual([fine, big, three, two])
  expect(await ids({ deadline: 'week' })).toEqual([two, fine])
  expect(await ids({ deadline: 'month', admission: 'open' })).toEqual([two, three, fine])
  expect(await ids({ deadline: 'later' })).toEqual([big])
  expect(await ids({ deadline: 'none' })).toEqual([small, other])
  expect(await ids({ admission: 'application' })).toEqual([big])
  for (const query of [
    'rewardFrom=5',
    'rewardBelow=5',
    'token=USDC&rewardFrom=-1',
    'deadline=soon',
    'admission=all',
  ])
    for (const path of ['/quests', '/quests/facets', '/quests.atom'])
      expect((await send('GET', `${path}?${query}`)).status, `${path}?${query}`).toBe(400)

  // With the day alone, and no change of any quest.
  clock.advance(day)
  expect(await ids({ deadline: 'week' })).toEqual([two])
  expect(await ids({ deadline: 'month' })).toEqual([two, three, big])
  const { deadlines } = await visitor.quests.facets({ status: 'open' })
  expect(deadlines.map(({ count }) => count)).toEqual([1, 3, 0, 2])

  // Their sessions ended with the day.
  const [again, giverAgain] = [user(farmer).furrow.quests, user(giver).furrow.quests]
  for (const id of [small, two, three]) {
    await again.accept(id)
    await again.submit(id, { note: 'Done' })
    await giverAgain.approve(id, farmer.address)
  }
  const { payers, count } = await visitor.quests.facets({ status: 'open' })
  expect(payers).toEqual([
    { value: 'proved', count: (await ids({ status: 'open', payer: 'proved' })).length },
    { value: 'new', count: (await ids({ status: 'open', payer: 'new' })).length },
  ])
  expect(count).toBe(3)
})

test('ranges have round bounds, every quest is in one of them, and equal rewards make none', () => {
  const of = (...amounts: string[]) => rewardRanges(amounts.map(amount => ({ token: 'USDC', amount })))
  expect(of()).toEqual([])
  expect(of('50', '50', '50')).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10 ** 15 }), { minLength: 1, maxLength: 60 }), units => {
      const ranges = of(...units.map(unit => `${unit / 1_000}`))
      for (const { below } of ranges.slice(0, -1)) expect(below).toMatch(/^(?:0[.]0*)?[125]0*$/)
      if (ranges.length > 0) expect(ranges.reduce((sum, { count }) => sum + count, 0)).toBe(units.length)
      expect(ranges.every(({ count }) => count > 0)).toBe(true)
    }),
  )
})
