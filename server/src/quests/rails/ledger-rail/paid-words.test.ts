import { describe, expect, test } from 'vitest'
import { reviewWindow, sampleQuest, startHarness } from '../../../../test/harness.ts'
import { pointsOf, release } from '../../../../test/payments.ts'
import { problemWith } from '../../../../test/problem-with.ts'
import { requireSound } from '../../../../test/soundness.ts'
import { day } from '../../../ground/clock.ts'
import { remindPayers } from './remind-payers.ts'

const hash = `0x${'ab'.repeat(32)}`

describe('a payment that no chain shows', () => {
  test('is the giver’s word until the farmer confirms it, and stays apart from a proved one', async () => {
    const harness = await startHarness()
    const { user, visitor } = harness
    const [giver, farmer] = [user(), user()]
    const id = await release(giver, farmer)
    const paymentNow = async () => (await visitor.quests.get(id)).farmers[0]?.payment
    const before = await pointsOf(harness, farmer)
    expect(await problemWith(farmer.furrow.quests.confirmPayment(id))).toMatch(/^400 .*shown no payment/)
    expect(await problemWith(farmer.furrow.quests.sayPaid(id, farmer.address))).toMatch(/^403 /)
    expect(await problemWith(giver.furrow.quests.sayPaid(id, farmer.address, '0x12'))).toMatch(/^400 /)
    expect(await problemWith(giver.furrow.quests.sayPaid(id, user().address))).toMatch(/^400 /)
    expect((await giver.furrow.tasks.counts()).pay).toBe(1)

    await giver.furrow.quests.sayPaid(id, farmer.address, hash)
    expect(await paymentNow()).toMatchObject({ status: 'recorded', saidTransaction: hash })
    expect(await paymentNow()).not.toHaveProperty('settledBy')
    expect((await giver.furrow.tasks.counts()).pay).toBe(0)
    await farmer.furrow.quests.notReceived(id)
    expect(await paymentNow()).toMatchObject({ status: 'recorded', notReceivedAt: expect.any(String) })
    expect((await giver.furrow.tasks.counts()).pay).toBe(1)
    await giver.furrow.quests.sayPaid(id, farmer.address)
    await farmer.furrow.quests.confirmPayment(id)
    expect(await paymentNow()).toMatchObject({
      status: 'recorded',
      settledBy: 'farmer',
      receivedAt: expect.any(String),
    })
    expect(await paymentNow()).not.toHaveProperty('notReceivedAt')
    expect(await problemWith(farmer.furrow.quests.notReceived(id))).toMatch(/^400 .*confirmed/)
    expect(await pointsOf(harness, farmer)).toBe(before)
    expect((await visitor.profile.get(giver.address, { init: true })).giverProfile.settledRate).toBe(0)
    const { items } = await visitor.quests.events(id)
    expect(items.map(({ kind }) => kind).slice(-5)).toEqual([
      'released',
      'payment-said',
      'payment-missed',
      'payment-said',
      'payment-received',
    ])
    await requireSound(harness.context)
  })

  test('gives no points where work has to be proved, however often two say so', async () => {
    const harness = await startHarness({ env: { POINTS_FOR: 'proved' } })
    const [giver, farmer] = [harness.user(), harness.user()]
    const id = await release(giver, farmer)
    await giver.furrow.quests.sayPaid(id, farmer.address)
    await farmer.furrow.quests.confirmPayment(id)
    expect((await harness.visitor.quests.get(id)).farmers[0]).toMatchObject({ countsAs: null })
    expect([await pointsOf(harness, farmer), await pointsOf(harness, giver)]).toEqual([0, 0])
  })
})

describe('a giver is reminded of what they owe', () => {
  test('by a letter after one, three and seven days, once each, by whatever process', async () => {
    const { context, clock, user, runDue } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const id = await release(giver, farmer)
    await release(giver, farmer, { reward: '0 USDC', rewardAmount: 0 })
    const both = () => Promise.all([remindPayers.round(context), remindPayers.round(context)])
    const letters = async () => {
      const rows = await context.db
        .selectFrom('quest_events')
        .select(['quest_id'])
        .where('kind', '=', 'payment-reminded')
        .execute()
      expect(rows.every(({ quest_id }) => quest_id === id)).toBe(true)
      return rows.length
    }
    const counts: number[] = []
    for (const passed of [day - 1, 1, 2 * day - 1, 1, 4 * day - 1, 1, 300 * day]) {
      clock.advance(passed)
      await both()
      counts.push(await letters())
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3])
    const { items } = await user(giver).furrow.mail.list()
    expect(items.filter(({ subject }) => subject.startsWith('To be paid'))).toHaveLength(3)
    await runDue()
    expect(await letters()).toBe(3)
  })

  test('not for work that is said to be paid, and again once the farmer says that it did not come', async () => {
    const { context, clock, user } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const id = await release(giver, farmer)
    await giver.furrow.quests.sayPaid(id, farmer.address)
    clock.advance(2 * day)
    expect(await remindPayers.round(context)).toBe(0)
    await user(farmer).furrow.quests.notReceived(id)
    expect(await remindPayers.round(context)).toBe(1)
    expect(await remindPayers.round(context)).toBe(0)
  })

  test('from the end of the window on, where nobody approved', async () => {
    const { context, clock, user, runDue } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    clock.advance(reviewWindow)
    await runDue()
    clock.advance(day - 1)
    expect(await remindPayers.round(context)).toBe(0)
    clock.advance(1)
    expect(await remindPayers.round(context)).toBe(1)
  })
})
