import { describe, expect, test } from 'vitest'
import { hour, minute } from '../src/ground/clock.ts'
import { reviewWindow, sampleQuest, startHarness } from './harness.ts'

describe('the whole story, through the SDK', () => {
  test('a merged pull request is paid 48 hours later, once', async () => {
    const { signIn, visitor, clock, runDue } = await startHarness()
    const giver = await signIn()
    const farmer = await signIn()
    const quest = await giver.furrow.quests.post({
      ...sampleQuest,
      codehostRepo: 'Farm/Gate',
      codehostIssue: '#7',
    })
    expect(quest).toMatchObject({ status: 'open', giver: giver.account.address, farmers: [] })

    await farmer.furrow.quests.accept(quest.id)
    expect((await visitor.quests.get(quest.id)).status).toBe('in-progress')

    const verified = await visitor.verify({ repo: 'farm/gate', pr: 12 })
    expect(verified).toMatchObject({ questId: quest.id, farmer: farmer.account.address, status: 'in-review' })
    expect(await visitor.verify({ repo: 'farm/gate', pr: 12 })).toEqual(verified)

    clock.advance(reviewWindow - minute)
    expect(await runDue()).toBe(0)
    clock.advance(minute)
    expect(await runDue()).toBe(1)
    expect(await runDue()).toBe(0)

    const paid = await visitor.quests.get(quest.id)
    expect(paid).toMatchObject({ status: 'completed', funding: { released: '100', refunded: '0' } })
    const { farmerProfile, badges } = await visitor.profile.get(farmer.address, { init: true })
    expect(farmerProfile).toMatchObject({
      questsCompleted: 1,
      earned: [{ token: 'USDC', amount: '100' }],
      score: 100,
    })
    expect(badges.map(({ id }) => id)).toEqual(['first-quest'])
    expect((await visitor.leaderboard()).farmers).toEqual([
      { address: farmer.account.address, rank: 'Sprout', score: 100 },
    ])
    const subjects = (await (await signIn(farmer)).furrow.mail.list()).items.map(({ subject }) => subject)
    expect(subjects).toEqual(['Released: Fix the gate', 'In review: Fix the gate'])
  })

  test('a dispute holds the payment until the platform decides', async () => {
    const { user, platform, clock, runDue, visitor } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { url: 'https://example.org/gate' })
    clock.advance(47 * hour)
    await user(giver).furrow.quests.dispute(id, farmer.address, 'It still does not close.')
    clock.advance(reviewWindow)
    expect(await runDue()).toBe(0)
    const decided = await user(platform).furrow.quests.resolve(id, farmer.address, 'refund')
    expect(decided).toMatchObject({ status: 'cancelled', funding: { released: '0', refunded: '100' } })
    expect((await visitor.communityDao.get()).treasury.obligations).toEqual([
      { token: 'USDC', promised: '100', inReview: '0', released: '0', refunded: '100' },
    ])
  })
})
