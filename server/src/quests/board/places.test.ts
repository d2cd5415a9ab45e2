import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { day, hour } from '../../ground/clock.ts'

describe('PATCH /quests accept', () => {
  test('takes a place until none is left', async () => {
    const { user, send } = await startHarness()
    const giver = user()
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    const accept = (token: string, questId = id) =>
      send('PATCH', '/quests', { token, body: { questId, action: 'accept' } })
    const farmer = user()
    expect(await accept(farmer.token)).toMatchObject({ status: 200, body: { id, status: 'open' } })
    expect(await accept(farmer.token)).toMatchObject({ status: 400 })
    expect(await accept(giver.token)).toMatchObject({ status: 403 })
    expect(await accept(farmer.token, 'quest-0-0')).toMatchObject({ status: 404 })
    expect(await accept(user().token)).toMatchObject({ status: 200, body: { status: 'in-progress' } })
    expect(await accept(user().token)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/place/), code: expect.any(String) },
    })
  })

  test('gives the last three places to three of fifty who ask two processes at once', async () => {
    const env = await takeSharedDatabase()
    const one = await startHarness({ env })
    const two = await startHarness({ env: { ...one.env, ...env } })
    const { id } = await one.user().furrow.quests.post({ ...sampleQuest, maxFarmers: 3 })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const service = index % 2 === 0 ? one : two
        return service.send('PATCH', '/quests', {
          token: service.user().token,
          body: { questId: id, action: 'accept' },
        })
      }),
    )
    const statuses = Object.groupBy(answers, ({ status }) => String(status))
    expect({ ok: statuses['200']?.length, refused: statuses['400']?.length }).toEqual({ ok: 3, refused: 47 })
    expect((await one.visitor.quests.get(id)).farmers).toHaveLength(3)
  })

  test('gives one farmer who asks twenty times at once one place', async () => {
    const { user, send, visitor } = await startHarness()
    const { id } = await user().furrow.quests.post({ ...sampleQuest, maxFarmers: 5 })
    const { token } = user()
    const body = { questId: id, action: 'accept' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('PATCH', '/quests', { token, body })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
    expect((await visitor.quests.get(id)).farmers).toHaveLength(1)
  })

  test('a place that is given back can be taken again, also by the same farmer', async () => {
    const { user } = await startHarness()
    const { id } = await user().furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    expect(await farmer.furrow.quests.withdraw(id)).toMatchObject({ status: 'open', farmers: [] })
    await expect(farmer.furrow.quests.withdraw(id)).rejects.toMatchObject({ status: 400 })
    expect(await farmer.furrow.quests.accept(id)).toMatchObject({ status: 'in-progress' })
  })

  test('nobody sits on more than a hundred places', async () => {
    const { user } = await startHarness()
    const [giver, farmer] = [user(), user()]
    for (let index = 0; index < 100; index++)
      await farmer.furrow.quests.accept((await giver.furrow.quests.post(sampleQuest)).id)
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await expect(farmer.furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
  })

  test('counts the places without work only: who finishes may go on', async () => {
    const { user } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const ids: string[] = []
    for (let index = 0; index < 101; index++) ids.push((await giver.furrow.quests.post(sampleQuest)).id)
    for (const id of ids.slice(0, 100)) await farmer.furrow.quests.accept(id)
    const last = ids[100] as string
    await expect(farmer.furrow.quests.accept(last)).rejects.toMatchObject({ status: 400 })
    await farmer.furrow.quests.submit(ids[0] as string, { note: 'done' })
    await farmer.furrow.quests.accept(last)
  })

  test('is refused once the quest is completed or cancelled', async () => {
    const { user } = await startHarness()
    const giver = user()
    for (const close of ['complete', 'cancel'] as const) {
      const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 5 })
      await giver.furrow.quests[close](id)
      await expect(user().furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
    }
  })

  test('is allowed until the deadline, and refused from it on', async () => {
    const { user, clock } = await startHarness()
    const deadline = new Date(clock.now() + hour).toISOString()
    const { id } = await user().furrow.quests.post({ ...sampleQuest, maxFarmers: 2, deadline })
    const [early, late] = [user(), user()]
    clock.advance(hour - 1)
    await early.furrow.quests.accept(id)
    clock.advance(1)
    await expect(late.furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
  })

  test('is refused to who was paid or refunded there: one payout each', async () => {
    const { user, platform } = await startHarness()
    const giver = user()
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 5 })
    const [paid, refunded] = [user(), user()]
    await paid.furrow.quests.accept(id)
    await giver.furrow.quests.approve(id, paid.address)
    await refunded.furrow.quests.accept(id)
    await refunded.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.dispute(id, refunded.address, 'no')
    await user(platform).furrow.quests.resolve(id, refunded.address, 'refund')
    for (const { furrow } of [paid, refunded])
      await expect(furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
    expect((await giver.furrow.quests.get(id)).funding).toMatchObject({ released: '100', refunded: '100' })
  })

  test('needs a token', async () => {
    const { user, send } = await startHarness()
    const { id } = await user().furrow.quests.post(sampleQuest)
    expect((await send('PATCH', '/quests', { body: { questId: id, action: 'accept' } })).status).toBe(401)
  })
})

describe('PATCH /quests withdraw', () => {
  test('is for who has a place and no work in it yet', async () => {
    const { user } = await startHarness()
    const giver = user()
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    const farmer = user()
    for (const { furrow } of [giver, farmer])
      await expect(furrow.quests.withdraw(id)).rejects.toMatchObject({ status: 400 })
    await expect(farmer.furrow.quests.withdraw('quest-0-0')).rejects.toMatchObject({ status: 404 })
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await expect(farmer.furrow.quests.withdraw(id)).rejects.toMatchObject({ status: 400 })
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    await expect(farmer.furrow.quests.withdraw(id)).rejects.toMatchObject({ status: 400 })
    await giver.furrow.quests.approve(id, farmer.address)
    await expect(farmer.furrow.quests.withdraw(id)).rejects.toMatchObject({ status: 400 })
  })

  test('tells the giver, and a place that is taken again lasts as long as a new one', async () => {
    const { user, clock } = await startHarness()
    const giver = user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    clock.advance(hour)
    await farmer.furrow.quests.withdraw(id)
    const [mail] = (await giver.furrow.mail.list()).items
    expect(mail).toMatchObject({ type: 'quest', subject: 'Withdrawn: Fix the gate' })
    clock.advance(hour)
    const [again] = (await farmer.furrow.quests.accept(id)).farmers
    expect(again?.expiresAt).toBe(new Date(clock.now() + 30 * day).toISOString())
  })

  test('of a full quest gives the place to one of many who wait for it', async () => {
    const { user } = await startHarness()
    const { id } = await user().furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    const others = Array.from({ length: 10 }, () => user())
    const tries = others.flatMap(({ furrow }) => [furrow.quests.accept(id), furrow.quests.accept(id)])
    await Promise.allSettled([...tries.slice(0, 10), farmer.furrow.quests.withdraw(id), ...tries.slice(10)])
    await Promise.allSettled(others.map(({ furrow }) => furrow.quests.accept(id)))
    expect(await farmer.furrow.quests.get(id)).toMatchObject({ status: 'in-progress', farmers: [{}] })
  })
})

describe('a place without work', () => {
  test.each([
    ['until it expires, and not after', 30 * day],
    ['for as long as ACCEPT_DAYS says', 2 * day],
  ])('is held %s', async (_what, length) => {
    const { user, clock, runDue, visitor } = await startHarness({
      env: { ACCEPT_DAYS: String(length / day) },
    })
    const { id } = await user().furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    clock.advance(length - 1)
    while ((await runDue()) > 0);
    expect((await visitor.quests.get(id)).status).toBe('in-progress')
    clock.advance(1)
    while ((await runDue()) > 0);
    expect((await visitor.quests.get(id)).status).toBe('open')
    await expect(user(farmer).furrow.quests.submit(id, { note: 'late' })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('is warned of again when it was taken again', async () => {
    const { user, clock, runDue } = await startHarness({ env: { IDLE_DAYS: '30' } })
    const { id } = await user().furrow.quests.post(sampleQuest)
    const farmer = user()
    for (let round = 0; round < 2; round++) {
      await user(farmer).furrow.quests.accept(id)
      clock.advance(27 * day)
      await runDue()
      clock.advance(3 * day)
      await runDue()
    }
    const subjects = (await user(farmer).furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])
    const one = ['Place free again', 'Your place ends soon']
    expect(subjects).toEqual([...one, ...one])
  })

  test('is not warned of once there is work in it', async () => {
    const { user, clock, runDue } = await startHarness()
    const { id } = await user().furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    clock.advance(31 * day)
    while ((await runDue()) > 0);
    const subjects = (await user(farmer).furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])
    expect(subjects).toEqual(['Released'])
  })
})
