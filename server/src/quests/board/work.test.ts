import { describe, expect, test } from 'vitest'
import { type Harness, reviewWindow, sampleQuest, shareHarness, startHarness } from '../../../test/harness.ts'
import { hour } from '../../ground/clock.ts'

const shared = shareHarness()

/** A quest of two places, with one farmer's work in review. */
async function inReview({ user }: Harness) {
  const [giver, farmer] = [user(), user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { url: 'https://example.org/gate', note: 'It closes.' })
  return { giver, farmer, id }
}

const refused = (status: number) => ({ status })

describe('PATCH /quests', () => {
  test.each([
    [{}],
    [{ action: 'accept', status: 'completed' }],
    [{ action: 'dance' }],
    [{ action: 'constructor' }],
    [{ action: ['accept'] }],
    [{ action: 'approve' }],
    [{ action: 'approve', farmer: 'me' }],
    [{ action: 'dispute', farmer: '0x0000000000000000000000000000000000000001', reason: '' }],
    [{ action: 'review', address: '0x0000000000000000000000000000000000000001', rating: 6 }],
    [{ action: 'review', address: '0x0000000000000000000000000000000000000001', rating: 'five' }],
    [{ action: 'submit' }],
    [{ action: 'submit', url: 'javascript:alert(1)' }],
    [{ action: 'fund' }],
    [{ status: 'finished' }],
    [{ status: 7 }],
  ])('refuses %j with 400', async change => {
    const harness = await shared()
    const giver = harness.user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const answer = await harness.send('PATCH', '/quests', {
      token: giver.token,
      body: { questId: id, ...change },
    })
    expect({ status: answer.status, error: typeof answer.body.error }).toEqual({
      status: 400,
      error: 'string',
    })
  })

  test('a giver may dispute until the last millisecond of the window, and nobody else may', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    await expect(farmer.furrow.quests.dispute(id, farmer.address, 'no')).rejects.toMatchObject(refused(403))
    harness.clock.advance(reviewWindow - 1)
    const late = await inReview(harness)
    await harness.user(giver).furrow.quests.dispute(id, farmer.address, 'no')
    await expect(harness.user(giver).furrow.quests.dispute(id, farmer.address, 'no')).rejects.toMatchObject(
      refused(400),
    )
    harness.clock.advance(reviewWindow)
    const tooLate = harness.user(late.giver).furrow.quests.dispute(late.id, late.farmer.address, 'no')
    await expect(tooLate).rejects.toMatchObject(refused(400))
  })

  test('only the platform wallet resolves, and only what is disputed', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    const judge = harness.user(harness.platform)
    await expect(judge.furrow.quests.resolve(id, farmer.address, 'pay')).rejects.toMatchObject(refused(400))
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    await expect(giver.furrow.quests.resolve(id, farmer.address, 'refund')).rejects.toMatchObject(
      refused(403),
    )
    await expect(farmer.furrow.quests.resolve(id, farmer.address, 'pay')).rejects.toMatchObject(refused(403))
    const paid = await judge.furrow.quests.resolve(id, farmer.address, 'pay')
    expect(paid.farmers[0]).toMatchObject({ status: 'released', holdReason: null })
    await expect(judge.furrow.quests.resolve(id, farmer.address, 'refund')).rejects.toMatchObject(
      refused(400),
    )
  })

  test('without a platform wallet nobody resolves', async () => {
    const harness = await startHarness({ env: { PLATFORM_WALLET: '' } })
    const { giver, farmer, id } = await inReview(harness)
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    const judge = harness.user(harness.platform)
    await expect(judge.furrow.quests.resolve(id, farmer.address, 'pay')).rejects.toMatchObject(refused(403))
  })

  test('completed pays everyone who has a place, refunds the free ones, and is said twice without harm', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    await expect(farmer.furrow.quests.complete(id)).rejects.toMatchObject(refused(403))
    await expect(giver.furrow.quests.cancel(id)).rejects.toMatchObject(refused(400))
    const closed = await giver.furrow.quests.complete(id)
    expect(closed).toMatchObject({
      status: 'completed',
      funding: { status: 'settled', released: '100', refunded: '100' },
    })
    expect(await giver.furrow.quests.complete(id)).toEqual(closed)
    await expect(giver.furrow.quests.cancel(id)).rejects.toMatchObject(refused(400))
    const reopen = { questId: id, status: 'open' }
    expect((await harness.send('PATCH', '/quests', { token: giver.token, body: reopen })).status).toBe(400)
  })

  test('cancelled refunds everything while nothing is in review, and tells who had a place', async () => {
    const { user } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    await farmer.furrow.quests.accept(id)
    const cancelled = await giver.furrow.quests.cancel(id)
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      farmers: [],
      funding: { released: '0', refunded: '200' },
    })
    await expect(user().furrow.quests.accept(id)).rejects.toMatchObject(refused(400))
    const [last] = (await farmer.furrow.mail.list()).items
    expect(last).toMatchObject({ type: 'quest', subject: 'Cancelled: Fix the gate' })
  })

  test('the parties of paid work review each other, once each way', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    await expect(giver.furrow.quests.review(id, farmer.address, 5)).rejects.toMatchObject(refused(403))
    await giver.furrow.quests.approve(id, farmer.address)
    await giver.furrow.quests.review(id, farmer.address, 5, 'Well done')
    await farmer.furrow.quests.review(id, giver.address, 4)
    await expect(giver.furrow.quests.review(id, farmer.address, 1)).rejects.toMatchObject(refused(400))
    await expect(harness.user().furrow.quests.review(id, farmer.address, 1)).rejects.toMatchObject(
      refused(403),
    )
    await expect(giver.furrow.quests.review(id, giver.address, 5)).rejects.toMatchObject(refused(403))
    const { reputation } = await harness.visitor.reputation(farmer.address)
    expect(reputation.reviewsReceived).toMatchObject([
      { from: giver.account.address, rating: 5, comment: 'Well done' },
    ])
  })

  test('both parties are told of what the other did, or somebody else, from the platform wallet', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    await giver.furrow.quests.dispute(id, farmer.address, 'It squeaks.')
    harness.clock.advance(hour)
    await harness.user(harness.platform).furrow.quests.resolve(id, farmer.address, 'refund')
    for (const [party, told] of [
      [giver, ['dispute Refunded', 'quest In review', 'quest Accepted']],
      [farmer, ['dispute Refunded', 'dispute Disputed']],
    ] as const) {
      const { items } = await party.furrow.mail.list()
      expect(items.map(({ type, subject }) => `${type} ${subject.split(':')[0]}`)).toEqual(told)
      expect(new Set(items.map(({ from }) => from))).toEqual(new Set([harness.platform.account.address]))
    }
    const { items } = await farmer.furrow.mail.list()
    expect(items[1]?.body).toContain('It squeaks.')
  })

  test('an unknown quest is 404, whatever is asked of it', async () => {
    const { user, send, platform } = await startHarness()
    const { token, address } = user(platform)
    for (const change of [
      { action: 'accept' },
      { action: 'withdraw' },
      { action: 'submit', note: 'done' },
      { action: 'approve', farmer: address },
      { action: 'dispute', farmer: address, reason: 'no' },
      { action: 'resolve', farmer: address, outcome: 'pay' },
      { action: 'review', address, rating: 5 },
      { status: 'completed' },
      { status: 'cancelled' },
      { status: 'open' },
    ]) {
      const body = { questId: "quest-0-0' or 1=1", ...change }
      expect(await send('PATCH', '/quests', { token, body }), JSON.stringify(change)).toMatchObject({
        status: 404,
      })
    }
  })

  test('nobody but the giver approves, disputes, completes, cancels or sets a status', async () => {
    const harness = await startHarness()
    const { farmer, id } = await inReview(harness)
    const before = await harness.visitor.quests.get(id)
    for (const { token } of [farmer, harness.user(), harness.user(harness.platform)])
      for (const change of [
        { action: 'approve', farmer: farmer.address },
        { action: 'dispute', farmer: farmer.address, reason: 'no' },
        { status: 'completed' },
        { status: 'cancelled' },
        { status: 'open' },
      ])
        expect(
          await harness.send('PATCH', '/quests', { token, body: { questId: id, ...change } }),
          JSON.stringify(change),
        ).toMatchObject({ status: 403 })
    expect(await harness.visitor.quests.get(id)).toEqual(before)
  })

  test.each(['approve', 'dispute', 'resolve'] as const)('%s is of somebody who has a place', async action => {
    const harness = await startHarness()
    const { giver, id } = await inReview(harness)
    const caller = action === 'resolve' ? harness.user(harness.platform) : giver
    const left = harness.user()
    await left.furrow.quests.accept(id)
    await left.furrow.quests.withdraw(id)
    for (const { address } of [left, harness.user(), giver]) {
      const body = { questId: id, action, farmer: address, reason: 'no', outcome: 'pay' }
      expect((await harness.send('PATCH', '/quests', { token: caller.token, body })).status).toBe(400)
    }
  })

  test('a giver who sets the status that the quest has changes nothing; any other one is refused', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    const set = async (status: string) =>
      (await harness.send('PATCH', '/quests', { token: giver.token, body: { questId: id, status } })).status
    expect(await set('open')).toBe(200)
    for (const status of ['in_review', 'disputed']) expect(await set(status)).toBe(400)
    await giver.furrow.quests.complete(id)
    for (const status of ['open', 'in-review', 'cancelled']) expect(await set(status)).toBe(400)
    expect(await set('COMPLETED')).toBe(200)
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([
      { address: farmer.account.address, status: 'released' },
    ])
  })

  test('cancelling does not dodge a payment: not in review, not in dispute', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    await expect(giver.furrow.quests.cancel(id)).rejects.toMatchObject(refused(400))
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    await expect(giver.furrow.quests.cancel(id)).rejects.toMatchObject(refused(400))
    await giver.furrow.quests.approve(id, farmer.address)
    expect(await giver.furrow.quests.cancel(id)).toMatchObject({
      status: 'cancelled',
      farmers: [{ status: 'released' }],
      funding: { status: 'settled', released: '100', refunded: '100' },
    })
  })

  test('work is handed in once, and its window never moves', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    const [before] = (await harness.visitor.quests.get(id)).farmers
    expect(before).toMatchObject({
      status: 'in-review',
      holdReason: 'in-review',
      submission: { url: 'https://example.org/gate', note: 'It closes.' },
      reviewEndsAt: new Date(harness.clock.now() + reviewWindow).toISOString(),
    })
    harness.clock.advance(hour)
    await expect(farmer.furrow.quests.submit(id, { note: 'again' })).rejects.toMatchObject(refused(400))
    await expect(farmer.furrow.quests.accept(id)).rejects.toMatchObject(refused(400))
    await expect(giver.furrow.quests.submit(id, { note: 'mine' })).rejects.toMatchObject(refused(400))
    expect((await harness.visitor.quests.get(id)).farmers).toEqual([before])
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    const [disputed] = (await harness.visitor.quests.get(id)).farmers
    expect(disputed).toMatchObject({ reviewEndsAt: before?.reviewEndsAt, holdReason: 'disputed' })
  })

  test('approving pays at once, once, and also ends a dispute', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => giver.furrow.quests.approve(id, farmer.address)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await harness.visitor.quests.get(id)).funding.released).toBe('100')
    const other = await inReview(harness)
    await other.giver.furrow.quests.dispute(other.id, other.farmer.address, 'no')
    const paid = await other.giver.furrow.quests.approve(other.id, other.farmer.address)
    expect(paid.farmers).toMatchObject([{ status: 'released', releasedAt: expect.any(String) }])
    harness.clock.advance(20 * reviewWindow)
    await harness.runDue()
    for (const each of [id, other.id])
      expect((await harness.visitor.quests.get(each)).funding.released).toBe('100')
  })

  test('ten who decide one dispute at once decide it once', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    const judge = harness.user(harness.platform)
    const outcomes = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'pay' : 'refund'))
    const answers = await Promise.allSettled(
      outcomes.map(outcome => judge.furrow.quests.resolve(id, farmer.address, outcome as 'pay')),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { released, refunded } = (await harness.visitor.quests.get(id)).funding
    expect([released, refunded].sort()).toEqual(['0', '100'])
  })

  test('a dispute is decided by whoever is first at its end: the platform until then', async () => {
    const harness = await startHarness({ env: { DISPUTE_DAYS: '1' } })
    const { giver, farmer, id } = await inReview(harness)
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    harness.clock.advance(24 * hour - 1)
    expect(await harness.runDue()).toBe(0)
    harness.clock.advance(1)
    expect(await harness.runDue()).toBe(1)
    const judge = harness.user(harness.platform).furrow.quests.resolve(id, farmer.address, 'pay')
    await expect(judge).rejects.toMatchObject(refused(400))
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([{ status: 'refunded' }])
  })

  test('the last place done ends the quest, and the whole reward is accounted for', async () => {
    const harness = await startHarness()
    const { giver, farmer, id } = await inReview(harness)
    const second = harness.user()
    await second.furrow.quests.accept(id)
    expect((await harness.visitor.quests.get(id)).status).toBe('in-progress')
    await second.furrow.quests.submit(id, { note: 'done' })
    expect((await harness.visitor.quests.get(id)).status).toBe('in-review')
    await giver.furrow.quests.dispute(id, second.address, 'no')
    expect((await harness.visitor.quests.get(id)).status).toBe('disputed')
    await giver.furrow.quests.approve(id, farmer.address)
    await harness.user(harness.platform).furrow.quests.resolve(id, second.address, 'refund')
    expect(await harness.visitor.quests.get(id)).toMatchObject({
      status: 'completed',
      funding: { status: 'settled', amount: '200', released: '100', refunded: '100' },
    })
  })
})
