import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day } from '../../ground/clock.ts'

async function handedIn() {
  const harness = await startHarness()
  const [giver, farmer] = [harness.user(), harness.user()]
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    reward: '10 USDC',
    rewardAmount: 10,
    maxFarmers: 1,
  })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'The half of it.' })
  const place = async () => (await harness.visitor.quests.get(id)).farmers[0]
  return { ...harness, harness, giver, farmer, id, place }
}

test('giver and farmer agree on a part, which is released while the rest goes back', async () => {
  const { farmer, giver, harness, id, place, user, visitor } = await handedIn()
  await farmer.furrow.quests.proposePart(id, { share: 0.6, note: 'The half of it works.' })
  expect(await place()).toMatchObject({
    offer: { by: 'farmer', share: 0.6, paid: '6', refunded: '4', note: 'The half of it works.' },
  })
  const [letter] = (await user(giver).furrow.mail.list()).items
  expect(letter).toMatchObject({ subject: expect.stringMatching(/^Part proposed: /) })

  await giver.furrow.quests.agree(id, { farmer: farmer.address, share: 0.6 })
  const quest = await visitor.quests.get(id)
  expect(quest).toMatchObject({
    status: 'completed',
    funding: { amount: '10', released: '6', refunded: '4' },
    farmers: [
      { status: 'released', paid: '6', decision: { outcome: 'split', because: 'agreed', share: 0.6 } },
    ],
  })
  expect(quest.farmers[0]).not.toHaveProperty('offer')
  const { items } = await visitor.quests.events(id)
  expect(items.map(({ kind, details }) => [kind, details])).toContainEqual([
    'part-proposed',
    { by: 'farmer', share: 0.6, paid: '6', refunded: '4', note: 'The half of it works.' },
  ])
  await requireSound(harness.context)
})

test('a part that nobody agrees to leaves the work to its window', async () => {
  const { clock, farmer, giver, id, place, runDue } = await handedIn()
  await giver.furrow.quests.proposePart(id, { farmer: farmer.address, share: 0.1 })
  clock.advance(2 * day)
  await runDue()
  const work = await place()
  expect(work).toMatchObject({ status: 'released', paid: '10', decision: null })
  expect(work).not.toHaveProperty('offer')
})

test('two who agree at once to one part pay it once', async () => {
  const { farmer, giver, harness, id, place } = await handedIn()
  await farmer.furrow.quests.proposePart(id, { share: 0.25 })
  const agree = () => giver.furrow.quests.agree(id, { farmer: farmer.address, share: 0.25 })
  const outcomes = await Promise.allSettled([agree(), agree(), agree()])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await place()).toMatchObject({ status: 'released', paid: '2.5' })
  await requireSound(harness.context)
})

test('a share that is no part, a changed proposal and strangers are refused', async () => {
  const { farmer, giver, id, user } = await handedIn()
  const propose = (share: number) => farmer.furrow.quests.proposePart(id, { share })
  for (const share of [0, 1])
    await expect(propose(share)).rejects.toMatchObject({ status: 400, code: 'share-not-a-part' })
  for (const share of [-0.1, 1.5, 0.12345])
    await expect(propose(share)).rejects.toMatchObject({ status: 400 })
  await propose(0.5)
  await expect(giver.furrow.quests.agree(id, { farmer: farmer.address, share: 0.4 })).rejects.toMatchObject({
    status: 409,
    code: 'quest-changed',
  })
  await expect(farmer.furrow.quests.agree(id, { share: 0.5 })).rejects.toMatchObject({ status: 403 })
  const stranger = user()
  await expect(
    stranger.furrow.quests.agree(id, { farmer: farmer.address, share: 0.5 }),
  ).rejects.toMatchObject({ status: 403, code: 'not-a-party' })
  await expect(stranger.furrow.quests.proposePart(id, { share: 0.5 })).rejects.toMatchObject({ status: 400 })
})
