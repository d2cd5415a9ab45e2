import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'

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
  expect(await visitor.quests.facets({ status: 'open' })).toEqual(open)
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
  })
  // A change is counted at once.
  await post(1, 'SEED', { category: 'house', skills: [] })
  expect(await visitor.quests.facets({ status: 'open' })).toMatchObject({ count: 4 })
  expect((await send('GET', '/quests/facets?minPaidRate=7')).status).toBe(400)
})
