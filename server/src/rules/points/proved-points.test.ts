import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { engine, type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day } from '../../ground/clock.ts'

const proved = { POINTS_FOR: 'proved' }

async function standingOf({ visitor }: Harness, { address }: User) {
  const { farmerProfile, giverProfile, badges } = await visitor.profile.get(address, { init: true })
  const { reputation } = await visitor.reputation(address)
  const { earned, score, rank, recorded, proved: sums, questsProved: proved } = farmerProfile
  return {
    points: reputation.history.reduce((sum, { points }) => sum + points, 0),
    benevolence: reputation.benevolenceScore,
    badges: badges.map(({ id }) => id),
    ...{ earned, score, rank, recorded, proved, sums },
    paid: giverProfile.paid,
    giver: [giverProfile.proved, giverProfile.recorded],
  }
}

const nothing = { points: 0, benevolence: 50, badges: [], earned: [], score: 0, rank: 'Seedling', paid: [] }

describe('points for what is proved', () => {
  const wallets = engine === 'sqlite' ? 120 : 40

  test(`${wallets} wallets that promise each other gain exactly nothing, and it is shown as recorded`, async () => {
    const harness = await startHarness({ env: { ...proved, QUOTA_LIVE_QUESTS: '0' } })
    const giver = harness.user()
    const farmers = Array.from({ length: wallets }, () => harness.user())
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: wallets })
    await Promise.all(farmers.map(({ furrow }) => furrow.quests.accept(id)))
    await Promise.all(farmers.map(({ furrow }) => furrow.quests.submit(id, { note: 'done' })))
    await giver.furrow.quests.complete(id)
    await Promise.all(
      farmers.flatMap(({ address, furrow }) => [
        furrow.quests.review(id, giver.address, 5),
        giver.furrow.quests.review(id, address, 5),
      ]),
    )
    const { farmers: board, givers, guilds } = await harness.visitor.leaderboard()
    expect([board, givers, guilds]).toEqual([[], [], []])
    const rows = await harness.context.db.selectFrom('filtered_scores').selectAll().execute()
    expect(rows).toEqual([])
    const [first] = farmers as [User]
    expect(await standingOf(harness, first)).toMatchObject({
      ...nothing,
      sums: [],
      recorded: [{ token: 'USDC', amount: '100' }],
    })
    expect(await standingOf(harness, giver)).toMatchObject({
      ...nothing,
      giver: [[], [{ token: 'USDC', amount: String(100 * wallets) }]],
    })
    const quest = await harness.visitor.quests.get(id)
    expect(quest.farmers[0]).toMatchObject({ payment: { status: 'recorded', paidAt: null }, countsAs: null })
    const [listed] = (await harness.visitor.quests.list()).items
    expect(listed?.farmers[0]).toMatchObject({ payment: { status: 'recorded' }, countsAs: null })
    await requireSound(harness.context)
  })

  test('a merge that is believed in development counts, but not for nothing', async () => {
    const harness = await startHarness({ env: proved })
    const { user, visitor } = harness
    const [giver, farmer] = [user(), user()]
    const linked = { ...sampleQuest, codehostRepo: 'farm/gate' }
    for (const [index, rewardAmount] of [0, 100].entries()) {
      const reward = `${rewardAmount} USDC`
      const { id } = await giver.furrow.quests.post({ ...linked, reward, rewardAmount })
      await farmer.furrow.quests.accept(id)
      await visitor.verify({ repo: 'farm/gate', pr: index + 1 })
      await giver.furrow.quests.approve(id, farmer.address)
      await giver.furrow.quests.review(id, farmer.address, 5)
      const [part] = (await visitor.quests.get(id)).farmers
      expect(part?.countsAs).toBe(rewardAmount === 0 ? null : 'merge')
    }
    expect(await standingOf(harness, farmer)).toMatchObject({
      points: 120,
      earned: [{ token: 'USDC', amount: '100' }],
      badges: ['first-quest'],
    })
    await requireSound(harness.context)
  })

  test('who merges their own pull request in a repository of somebody else proves nothing', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: github.env })
    const { user, visitor } = harness
    const [giver, alice] = [user(), user()]
    await alice.furrow.profile.change({ codehostToken: people.alice })
    const { data } = await github.as('giver').repos.get({ owner: 'giver', repo: 'gate' })
    expect(data.owner.login).toBe('giver')
    for (const [by, backing] of [
      ['alice', 'own-merge'],
      ['bob', 'merge'],
    ] as const) {
      const { id } = await giver.furrow.quests.post({ ...sampleQuest, codehostRepo: 'giver/gate' })
      await alice.furrow.quests.accept(id)
      await visitor.verify({ repo: 'giver/gate', pr: await github.merge('alice', 'Work', { by }) })
      await giver.furrow.quests.approve(id, alice.address)
      const { items } = await visitor.quests.events(id)
      const released = items.find(({ kind }) => kind === 'released')
      const isProof = backing === 'merge'
      expect(released?.details).toMatchObject({ backing, counts: isProof })
      expect((await visitor.quests.get(id)).farmers[0]?.countsAs).toBe(isProof ? 'merge' : null)
    }
    await requireSound(harness.context)
  })

  test('one account gains nothing in its own repository, and with many wallets no more than one pair', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: github.env })
    const { user, visitor } = harness
    const linked = { ...sampleQuest, codehostRepo: 'giver/gate' }
    const work = async (giver: User, farmer: User, author: 'giver' | 'alice') => {
      const { id } = await giver.furrow.quests.post(linked)
      await farmer.furrow.quests.accept(id)
      const pr = await github.merge(author, 'Work')
      await visitor.verify({ repo: 'giver/gate', pr })
      await giver.furrow.quests.approve(id, farmer.address)
      return (await visitor.quests.get(id)).farmers[0]?.countsAs
    }
    const owner = user()
    await owner.furrow.profile.change({ codehostToken: people.giver })
    expect(await work(user(), owner, 'giver')).toBeNull()
    expect(await standingOf(harness, owner)).toMatchObject(nothing)
    const alice = user()
    await alice.furrow.profile.change({ codehostToken: people.alice })
    const givers = [user(), user(), user(), user()]
    for (const giver of givers) expect(await work(giver, alice, 'alice')).toBe('merge')
    // As many as for four releases of one giver.
    expect((await standingOf(harness, alice)).points).toBeCloseTo(200, 5)
    const sums = await Promise.all(givers.map(async giver => (await standingOf(harness, giver)).points))
    expect(sums.reduce((sum, points) => sum + points, 0)).toBeCloseTo(200, 5)
    await requireSound(harness.context)
  })
})

describe('points for what is recorded, beside a code host', () => {
  test('count for both, and what is proved and what is not are told apart', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: { ...github.env, POINTS_FOR: 'recorded' } })
    const { user, visitor } = harness
    const [giver, alice] = [user(), user()]
    await alice.furrow.profile.change({ codehostToken: people.alice })
    const linked = { ...sampleQuest, codehostRepo: 'giver/gate' }
    const proven = await giver.furrow.quests.post(linked)
    await alice.furrow.quests.accept(proven.id)
    await visitor.verify({ repo: 'giver/gate', pr: await github.merge('alice', 'Work') })
    await giver.furrow.quests.approve(proven.id, alice.address)
    const told = await giver.furrow.quests.post({ ...sampleQuest, reward: '7 USDC', rewardAmount: 7 })
    await alice.furrow.quests.accept(told.id)
    await giver.furrow.quests.approve(told.id, alice.address)
    const [all, sums, recorded] = ['107', '100', '7'].map(amount => [{ token: 'USDC', amount }])
    expect(await standingOf(harness, alice)).toMatchObject({ earned: all, sums, recorded })
    expect(await standingOf(harness, giver)).toMatchObject({ paid: all, giver: [sums, recorded] })
    await requireSound(harness.context)
  })
})

describe('points for what is recorded, where nothing could be proved', () => {
  test('count what was handed in, and what its giver completed without', async () => {
    const harness = await startHarness()
    const { user, visitor } = harness
    const [giver, idle, busy] = [user(), user(), user()]
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    for (const { furrow } of [idle, busy]) await furrow.quests.accept(id)
    await busy.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.complete(id)
    for (const farmer of [idle, busy])
      expect(await standingOf(harness, farmer)).toMatchObject({
        points: 100,
        proved: 0,
        // In the form of 0.1.0.
        earned: [{ token: 'USDC', amount: '100' }],
        sums: [],
        recorded: [{ token: 'USDC', amount: '100' }],
      })
    expect(await standingOf(harness, giver)).toMatchObject({
      paid: [{ token: 'USDC', amount: '200' }],
      giver: [[], [{ token: 'USDC', amount: '200' }]],
    })
    const { farmers } = await visitor.quests.get(id)
    const counts = new Map(farmers.map(({ address, countsAs }) => [address.toLowerCase(), countsAs]))
    expect([counts.get(idle.address), counts.get(busy.address)]).toEqual(['recorded', 'recorded'])
    const { items } = await visitor.quests.events(id)
    const released = items.filter(({ kind }) => kind === 'released')
    expect(released.map(({ details }) => details.backing).toSorted()).toEqual(['idle', 'recorded'])
    await requireSound(harness.context)
  })

  test('count one review of each by each other in a season', async () => {
    const harness = await startHarness()
    const { user, clock } = harness
    const [one, other] = [user(), user()]
    const work = async (season: number) => {
      const [giver, farmer] = [user(one), user(other)]
      const { id } = await giver.furrow.quests.post(sampleQuest)
      await farmer.furrow.quests.accept(id)
      await giver.furrow.quests.approve(id, farmer.address)
      await giver.furrow.quests.review(id, farmer.address, 5)
      return { id, season }
    }
    for (const season of [1, 1, 1]) await work(season)
    expect((await standingOf(harness, other)).points).toBeCloseTo(173.21 + 20, 5)
    clock.advance(90 * day)
    await work(2)
    expect((await standingOf(harness, other)).score).toBe(120)
    await requireSound(harness.context)
  })
})

describe('GET /leaderboard', () => {
  test('shows an earlier season, and the points of one skill or token', async () => {
    const { user, visitor, clock, send } = await startHarness()
    const [giver, smith, baker] = [user(), user(), user()]
    const work = async (farmer: User, skills: string[], token: string) => {
      const [own, theirs] = [user(giver), user(farmer)]
      const { id } = await own.furrow.quests.post({
        ...sampleQuest,
        skills,
        rewardToken: token,
        reward: `100 ${token}`,
      })
      await theirs.furrow.quests.accept(id)
      await own.furrow.quests.approve(id, farmer.address)
    }
    await work(smith, ['Iron', 'iron', 'fire'], 'DAI')
    await work(baker, ['fire'], 'USDC')
    clock.advance(90 * day)
    await work(baker, ['flour'], 'USDC')
    const best = async (query: Parameters<typeof visitor.leaderboard>[0]) =>
      (await visitor.leaderboard(query)).farmers.map(({ address, score }) => [address.toLowerCase(), score])
    const [bySmith, byBaker] = [smith.address, baker.address].map(address => [address, 100])
    expect(await best({})).toEqual([byBaker])
    expect(await visitor.leaderboard({ season: 1 })).toMatchObject({
      season: { number: 1 },
      currentSeason: 2,
      pointsFor: 'recorded',
    })
    const both = [bySmith, byBaker].toSorted((a, b) => (String(a) < String(b) ? 1 : -1))
    expect(await best({ season: 1 })).toEqual(both)
    expect(await best({ season: 1, skill: 'FIRE' })).toEqual(both)
    expect(await best({ season: 1, skill: 'iron' })).toEqual([bySmith])
    expect(await best({ season: 1, token: 'usdc' })).toEqual([byBaker])
    expect(await best({ season: 1, token: 'DAI', skill: 'fire' })).toEqual([bySmith])
    expect(await best({ season: 1, token: 'DAI', skill: 'flour' })).toEqual([])
    expect(await best({ skill: 'fire' })).toEqual([])
    for (const season of ['0', '3', 'x', '-1']) {
      const { status, body } = await send('GET', `/leaderboard?season=${season}`)
      expect([season, status, typeof body.error]).toEqual([season, 400, 'string'])
    }
  })

  test('has rules that people can read, by what is configured', async () => {
    const plain = await startHarness()
    const rules = await plain.visitor.leaderboardRules()
    expect(rules).toMatchObject({ pointsFor: 'recorded', points: { firstRelease: 100, bestReview: 20 } })
    expect(rules.ranks[0]).toEqual({ name: 'Seedling', from: 0 })
    const hosted = await startHarness({ env: { CODEHOST_URL: 'https://git.example.org' } })
    expect((await hosted.visitor.leaderboardRules()).pointsFor).toBe('proved')
    const chained = await startHarness({ env: { RPC_URLS: '1=https://rpc.example.org' } })
    expect((await chained.visitor.leaderboardRules()).pointsFor).toBe('proved')
  })
})
