import { expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { benevolence } from '../../community/reputation/reputation.ts'
import { day } from '../../ground/clock.ts'
import { awardSeasons } from './award-seasons.ts'

async function payFor(giver: User, farmer: User): Promise<string> {
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await giver.furrow.quests.approve(id, farmer.address)
  return id
}

const scoreOf = async ({ visitor }: Harness, { account }: User) =>
  (await visitor.leaderboard()).farmers.find(({ address }) => address === account.address)

test('work for many counts for more than work for one friend, and reviews count', async () => {
  const harness = await startHarness()
  const { user, visitor } = harness
  const [giver, other, friend, farmer] = [user(), user(), user(), user()]
  for (let index = 0; index < 4; index++) await payFor(giver, friend)
  for (const each of [giver, other]) await payFor(each, farmer)
  const last = await payFor(giver, farmer)
  expect(await scoreOf(harness, friend)).toMatchObject({ score: 200, rank: 'Sprout' })
  expect(await scoreOf(harness, farmer)).toMatchObject({ score: 241.42 })
  await giver.furrow.quests.review(last, farmer.address, 5)
  expect(await scoreOf(harness, farmer)).toMatchObject({ score: 261.42 })

  const { farmers, givers } = await visitor.leaderboard()
  expect(farmers.map(({ address }) => address)).toEqual([farmer.account.address, friend.account.address])
  expect(givers[0]).toMatchObject({ address: giver.account.address, score: 341.42 })
  const { reputation, farmerProfile } = await visitor.reputation(farmer.address)
  const points = reputation.history.reduce((sum, event) => sum + Math.round(event.points * 100), 0)
  expect(points / 100).toBe(261.42)
  expect(farmerProfile.score).toBe(261.42)
  expect(reputation.history.every(({ questId, reason }) => questId !== null && reason !== '')).toBe(true)
})

test('guilds have their members and the sum of their scores, at the very next request', async () => {
  const { user, visitor } = await startHarness()
  const [giver, one, two] = [user(), user(), user()]
  await payFor(giver, one)
  await one.furrow.profile.change({ farmerProfile: { guild: 'Weeders' } })
  expect((await visitor.leaderboard()).guilds).toEqual([{ name: 'Weeders', score: 100, members: 1 }])
  await two.furrow.profile.change({ farmerProfile: { guild: 'Weeders' } })
  await payFor(giver, two)
  expect((await visitor.leaderboard()).guilds).toEqual([{ name: 'Weeders', score: 200, members: 2 }])
  await one.furrow.profile.change({ farmerProfile: { guild: null } })
  expect((await visitor.leaderboard()).guilds).toEqual([{ name: 'Weeders', score: 100, members: 1 }])
})

test('a season ends: the next one is empty, and its three best have a badge', async () => {
  const { user, visitor, clock, context } = await startHarness()
  const givers = [user(), user(), user(), user()]
  const farmers = [user(), user(), user(), user()]
  for (const [index, farmer] of farmers.entries())
    for (const giver of givers.slice(index)) await payFor(giver, farmer)
  const { season } = await visitor.leaderboard()
  expect(season).toEqual({
    number: 1,
    startDate: '2026-01-01T00:00:00.000Z',
    endDate: '2026-04-01T00:00:00.000Z',
  })
  clock.advance(90 * day)
  await awardSeasons.round(context)
  await awardSeasons.round(context)
  expect(await visitor.leaderboard()).toMatchObject({ farmers: [], givers: [], season: { number: 2 } })
  const badged = await Promise.all(
    farmers.map(async ({ address }) => (await visitor.reputation(address)).badges),
  )
  const top = badged.map(badges => badges.some(({ id }) => id === 'season-top-three'))
  expect(top).toEqual([true, true, true, false])
})

test('nobody is known to be neither good nor bad, and one friend’s reviews weigh as one', async () => {
  const { visitor, send, user } = await startHarness()
  const { reputation } = await visitor.reputation(user().address)
  expect(reputation).toEqual({ benevolenceScore: 50, reviewsReceived: [], history: [] })
  expect((await send('GET', '/reputation')).status).toBe(400)
  expect((await send('GET', '/reputation?address=0x12')).status).toBe(400)
  const given = (...means: number[]) => ({
    reviewers: means.length,
    sum: means.reduce((total, mean) => total + mean, 0),
  })
  expect(benevolence(given(), 0)).toBe(50)
  expect(benevolence(given(5, 5), 0)).toBeGreaterThan(benevolence(given(5), 0))
  expect(benevolence(given(1), 0)).toBeLessThan(50)
  expect(benevolence(given(5), 1)).toBe(benevolence(given(5), 0) - 5)
  const all = given(...Array(1_000).fill(5))
  expect([benevolence(all, 0) <= 100, benevolence(given(1), 99)]).toEqual([true, 0])
})
