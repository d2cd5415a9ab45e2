import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'

test('the figures of a community without quests', async () => {
  const { visitor } = await startHarness()
  expect(await visitor.overview()).toEqual({
    openQuests: 0,
    rewards: [],
    complete: true,
    medianDaysToPay: null,
    empty: true,
  })
})

test('the figures count free places of open quests, exactly, and not what is hidden, over or taken', async () => {
  const { visitor, user, platform } = await startHarness()
  const [giver, farmer] = [user(), user()]
  const post = (rewardAmount: number, rewardToken: string, maxFarmers: number) =>
    giver.furrow.quests.post({
      ...sampleQuest,
      rewardAmount,
      rewardToken,
      reward: `${rewardAmount} ${rewardToken}`,
      maxFarmers,
    })
  await post(0.1, 'USDC', 3)
  const taken = await post(0.2, 'USDC', 2)
  await post(7, 'SEED', 1)
  const hidden = await post(1_000, 'USDC', 1)
  const over = await post(1_000, 'USDC', 1)
  await farmer.furrow.quests.accept(taken.id)
  await giver.furrow.quests.cancel(over.id)
  await user(platform).furrow.moderation.act({ kind: 'quest', id: hidden.id, action: 'hide', reason: 'x' })
  expect(await visitor.overview()).toEqual({
    openQuests: 3,
    rewards: [
      { token: 'USDC', amount: '0.5' },
      { token: 'SEED', amount: '7' },
    ],
    complete: true,
    medianDaysToPay: null,
    empty: false,
  })
})
