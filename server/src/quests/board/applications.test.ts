import { describe, expect, test } from 'vitest'
import { startGithub } from '../../../test/github.ts'
import { engine, type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { freezeBeforeCommit } from '../../../test/hold.ts'
import { problemWith } from '../../../test/problem-with.ts'
import { requireSound } from '../../../test/soundness.ts'
import { startTwins } from '../../../test/twins.ts'
import { day, hour } from '../../ground/clock.ts'
import { changeWithin } from '../change/change.ts'
import { loadQuests } from '../change/load.ts'
import { lockQuests } from '../change/lock.ts'

const chosen = { ...sampleQuest, admission: 'application' as const }
const refused = (status: number, sentence: string) => ({ status, message: expect.stringContaining(sentence) })

/** Subjects of the letters to them, the newest last. */
async function toldTo({ user }: Harness, reader: User): Promise<string[]> {
  const { items } = await user(reader).furrow.mail.list()
  return items.map(({ subject }) => subject.split(':')[0] ?? '').toReversed()
}

describe('somebody whom the giver blocks', () => {
  test('takes no place, applies for none, and so comments on nothing; the giver still may admit them', async () => {
    const { user } = await startHarness()
    const [giver, pest] = [user(), user()]
    const [taken, asked, waiting] = [
      await giver.furrow.quests.post(sampleQuest),
      await giver.furrow.quests.post(chosen),
      await giver.furrow.quests.post(chosen),
    ]
    await pest.furrow.quests.apply(waiting.id, 'I am kind.')
    await giver.furrow.quests.invite({ questId: taken.id, address: pest.address })
    await giver.furrow.mail.block(pest.address)
    const told = (await giver.furrow.mail.list()).items.length
    const { quests } = pest.furrow
    for (const attempt of [
      () => quests.accept(taken.id),
      () => quests.apply(asked.id, 'CANARY'),
      () => quests.comment({ questId: taken.id, body: 'CANARY' }),
    ])
      await expect(attempt()).rejects.toMatchObject(refused(403, 'from you'))
    expect((await giver.furrow.mail.list()).items).toHaveLength(told)
    await giver.furrow.quests.admit(waiting.id, pest.address)
    await giver.furrow.mail.unblock(pest.address)
    await quests.accept(taken.id)
  })
})

describe('a quest whose giver chooses', () => {
  test('is applied for: no place is taken until the giver admits somebody, and the others are told', async () => {
    const harness = await startHarness()
    const { clock, runDue, user, visitor } = harness
    const [giver, ann, ben, eve] = [user(), user(), user(), user()]
    await ann.furrow.profile.change({ farmerProfile: { skills: ['carpentry'] } })
    const { id } = await giver.furrow.quests.post(chosen)
    const applied = await ann.furrow.quests.apply(id, 'I have mended three gates.')
    expect(applied).toMatchObject({
      status: 'open',
      farmers: [],
      admission: 'application',
      applications: 1,
      application: { questId: id, status: 'pending', note: 'I have mended three gates.' },
    })
    clock.advance(1)
    await ben.furrow.quests.accept(id)
    await expect(ben.furrow.quests.accept(id)).rejects.toMatchObject(refused(400, 'applied'))
    await expect(giver.furrow.quests.accept(id)).rejects.toMatchObject({ status: 403 })
    await expect(eve.furrow.quests.admit(id, ann.address)).rejects.toMatchObject({ status: 403 })
    await expect(giver.furrow.quests.admit(id, eve.address)).rejects.toMatchObject(
      refused(400, 'no application'),
    )

    const { items } = await giver.furrow.quests.applications({ id })
    expect(items).toMatchObject([
      {
        farmer: ann.account.address,
        record: { questsCompleted: 0, rating: null, skills: ['carpentry'], codehostVerified: false },
      },
      { farmer: ben.account.address, note: null },
    ])
    const admitted = await giver.furrow.quests.admit(id, ben.address)
    expect(admitted).toMatchObject({
      status: 'in-progress',
      farmers: [{ address: ben.account.address, status: 'accepted' }],
    })
    expect(await runDue()).toBe(1)
    expect((await visitor.quests.get(id)).applications).toBe(0)
    const { items: own } = await ann.furrow.quests.applications()
    expect(own).toMatchObject([{ status: 'closed' }])
    expect(own[0]).not.toHaveProperty('record')
    expect((await ben.furrow.quests.applications({ id })).items).toMatchObject([{ status: 'admitted' }])
    expect(await toldTo(harness, giver)).toEqual(['Application'])
    expect(await toldTo(harness, ben)).toEqual(['Admitted'])
    expect(await toldTo(harness, ann)).toEqual(['Application ended'])
    await expect(user().furrow.quests.accept(id)).rejects.toMatchObject(refused(400, 'no place left'))
    await requireSound(harness.context)
  })

  test('shows who applied to the giver and to the applicant alone', async () => {
    const { send, user, visitor } = await startHarness()
    const [giver, ann, eve] = [user(), user(), user()]
    const { id } = await giver.furrow.quests.post(chosen)
    await ann.furrow.quests.apply(id, 'My secret plan.')
    await giver.furrow.quests.decline(id, ann.address, 'Not you.')
    expect((await send('GET', `/quests/applications?id=${id}`)).status).toBe(401)
    expect((await eve.furrow.quests.applications({ id })).items).toEqual([])
    expect((await giver.furrow.quests.applications({ id })).items).toEqual([])
    const declined = { status: 'declined', reason: 'Not you.', note: 'My secret plan.' }
    expect((await giver.furrow.quests.applications({ id, status: 'declined' })).items).toMatchObject([
      declined,
    ])
    expect((await ann.furrow.quests.applications({ id })).items).toMatchObject([declined])
    const { items } = await visitor.quests.events(id)
    expect(items.slice(1)).toMatchObject([
      { kind: 'applied', actor: null, farmer: null },
      { kind: 'declined', actor: giver.account.address, farmer: null, details: {} },
    ])
    const seen = JSON.stringify([items, await visitor.quests.get(id)]).toLowerCase()
    for (const word of [ann.address, 'secret', 'not you']) expect(seen).not.toContain(word)
  })

  test('keeps who was declined away, and lets who withdrew come back', async () => {
    const harness = await startHarness()
    const { user } = harness
    const [giver, ann, ben] = [user(), user(), user()]
    const { id } = await giver.furrow.quests.post(chosen)
    for (let round = 0; round < 3; round++) {
      await ann.furrow.quests.apply(id)
      const { application } = await ann.furrow.quests.withdraw(id)
      expect(application?.status).toBe('withdrawn')
    }
    await expect(ann.furrow.quests.withdraw(id)).rejects.toMatchObject({ status: 400 })
    await ben.furrow.quests.apply(id)
    await giver.furrow.quests.decline(id, ben.address)
    await expect(giver.furrow.quests.decline(id, ben.address)).rejects.toMatchObject({ status: 400 })
    await expect(ben.furrow.quests.apply(id)).rejects.toMatchObject(refused(403, 'declined'))
    expect(await toldTo(harness, giver)).toEqual(['Application'])
    harness.clock.advance(day)
    await user(ann).furrow.quests.apply(id)
    expect(await toldTo(harness, giver)).toEqual(['Application', 'Application'])
  })

  test('ends an application that nobody answers, after ACCEPT_DAYS, and says so', async () => {
    const harness = await startHarness({ env: { ACCEPT_DAYS: '2' } })
    const { clock, runDue, user } = harness
    const [giver, ann] = [user(), user()]
    const { id } = await giver.furrow.quests.post(chosen)
    await ann.furrow.quests.apply(id)
    clock.advance(2 * day - 1)
    expect(await runDue()).toBe(0)
    clock.advance(1)
    expect(await runDue()).toBe(1)
    expect((await user(ann).furrow.quests.applications()).items).toMatchObject([
      { status: 'expired', expiresAt: null, endedAt: new Date(clock.now()).toISOString() },
    ])
    expect(await toldTo(harness, ann)).toEqual(['Application ended'])
    await expect(user(giver).furrow.quests.admit(id, ann.address)).rejects.toMatchObject({ status: 400 })
    await user(ann).furrow.quests.apply(id)
    await user(giver).furrow.quests.cancel(id)
    expect(await runDue()).toBe(1)
    expect((await user(ann).furrow.quests.applications()).items).toMatchObject([{ status: 'closed' }])
    await requireSound(harness.context)
  })

  test('keeps those who wait while its giver takes nobody for now, and until they choose or close it', async () => {
    const { runDue, user } = await startHarness()
    const [giver, ann, ben] = [user(), user(), user()]
    const { id } = await giver.furrow.quests.post({ ...chosen, maxFarmers: 2 })
    for (const { furrow } of [ann, ben]) await furrow.quests.apply(id)
    await giver.furrow.quests.pause(id)
    await expect(user().furrow.quests.apply(id)).rejects.toMatchObject({ status: 400 })
    expect(await runDue()).toBe(0)
    await giver.furrow.quests.admit(id, ann.address)
    expect(await runDue()).toBe(0)
    await giver.furrow.quests.cancel(id)
    expect(await runDue()).toBe(1)
    expect((await ben.furrow.quests.applications()).items).toMatchObject([{ status: 'closed' }])
  })

  test('answers an accept with its key once, with the application as it is now', async () => {
    const { send, user } = await startHarness()
    const [giver, ann] = [user(), user()]
    const { id } = await giver.furrow.quests.post(chosen)
    const apply = () =>
      send('PATCH', '/quests', {
        token: ann.token,
        body: { questId: id, action: 'accept', note: 'me' },
        headers: { 'idempotency-key': '"apply"' },
      })
    expect((await apply()).body.application.status).toBe('pending')
    await giver.furrow.quests.admit(id, ann.address)
    const { status, body } = await apply()
    expect({ status, body }).toMatchObject({ status: 200, body: { application: { status: 'admitted' } } })
  })
})

describe('200 applicants for one place, at two services', () => {
  test('are listed page by page, and of racing answers one gives the place', async () => {
    const services = await startTwins()
    const [one, other] = services
    const giver = one.user()
    const { id } = await giver.furrow.quests.post(chosen)
    const crowd = Array.from({ length: 200 }, (_, index) => (services[index % 2] as Harness).user())
    await Promise.all(crowd.map(({ furrow }) => furrow.quests.apply(id, 'me')))

    const farmers: string[] = []
    let pages = 0
    for (let cursor: string | null | undefined; cursor !== null; pages++) {
      const query = { id, limit: '60', ...(cursor !== undefined && { cursor }) }
      const page = await giver.furrow.quests.applications(query)
      farmers.push(...page.items.map(({ farmer }) => farmer.toLowerCase()))
      cursor = page.cursor
    }
    expect({ pages, farmers: farmers.toSorted() }).toEqual({
      pages: 4,
      farmers: crowd.map(({ address }) => address).toSorted(),
    })
    expect(await toldTo(one, giver)).toEqual(['Application'])

    const { db } = one.context
    const admit = {
      questId: id,
      command: { kind: 'decline', by: giver.address, farmer: farmers[0], reason: null },
    }
    const asked = await db
      .transaction()
      .execute(trx => loadQuests(trx, one.context, lockQuests(trx, [id], true), [admit as never]))
    expect(asked.get(id)?.quest).toMatchObject({ waiting: 200, applications: { size: 1 } })

    const asks = crowd
      .slice(0, 40)
      .map(({ address }, index) =>
        (services[index % 2] as Harness).user(giver).furrow.quests.admit(id, address),
      )
    const outcomes = await Promise.allSettled(asks)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(refused(400, 'no place left'))
    await Promise.all([one.runDue(), other.runDue()])
    await one.runDue()
    expect(await one.visitor.quests.get(id)).toMatchObject({
      applications: 0,
      farmers: [{ status: 'accepted' }],
    })
    const { items } = await giver.furrow.quests.applications({ id, status: 'closed' })
    expect(items).toHaveLength(199)
    await requireSound(one.context)
  })
})

describe('QUOTA_APPLICATIONS_A_DAY', () => {
  if (engine === 'postgres')
    test('counts the applications that another process is just taking', async () => {
      const [one, other] = await startTwins({ QUOTA_APPLICATIONS_A_DAY: '1' })
      const [giver, ann] = [one.user(), one.user()]
      const [first, second] = [await giver.furrow.quests.post(chosen), await giver.furrow.quests.post(chosen)]
      const command = { kind: 'accept', by: ann.address } as const
      const taking = await freezeBeforeCommit(one.context, trx =>
        changeWithin(trx, one.context, [{ questId: first.id, command }]),
      )
      const refusal = problemWith(other.user(ann).furrow.quests.apply(second.id))
      await expect.poll(taking.countWaiting, { timeout: 10_000 }).toBe(1)
      await taking.commit()
      expect(await refusal).toMatch(/^429 /)
      await requireSound(one.context)
    })

  test('is met exactly, at two services, and takes nothing from places', async () => {
    const services = await startTwins({ QUOTA_APPLICATIONS_A_DAY: '5', QUOTA_PLACES: '1' })
    const [one] = services
    const [giver, ann] = [one.user(), one.user()]
    const quests = await Promise.all(Array.from({ length: 12 }, () => giver.furrow.quests.post(chosen)))
    const both = services.map(({ user }) => user(ann).furrow)
    const outcomes = await Promise.allSettled(
      quests.map(({ id }, index) => both[index % 2]?.quests.apply(id)),
    )
    const done = quests.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    expect(done).toHaveLength(5)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ status: 429, retryAfter: 12 * 60 * 60 })
    const [first, second] = done.map(({ id }) => id) as [string, string]
    await giver.furrow.quests.admit(first, ann.address)
    await expect(giver.furrow.quests.admit(second, ann.address)).rejects.toMatchObject(
      refused(400, '1 places without work'),
    )
    expect((await ann.furrow.quests.applications({ limit: '3' })).items).toHaveLength(3)
    one.clock.advance(12 * hour)
    const left = quests.find(quest => !done.includes(quest)) as { id: string }
    await one.user(ann).furrow.quests.apply(left.id)
    await requireSound(one.context)
  })

  test('of one quest, no more wait than a giver could read', async () => {
    const { context, user } = await startHarness()
    const { id } = await user().furrow.quests.post(chosen)
    await context.db.updateTable('quests').set({ waiting: 1_000 }).where('id', '=', id).execute()
    await expect(user().furrow.quests.apply(id)).rejects.toMatchObject(refused(400, '1000 applications'))
  })
})

describe('what a giver requires', () => {
  test('keeps away who has it not, whether the giver chooses or not, and says what is missing', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: github.env })
    const { context, user } = harness
    const [giver, ann] = [user(), user()]
    const proved = { ...sampleQuest, requires: { verifiedCodehost: true } }
    const seasoned = { ...chosen, requires: { minCompleted: 1 } }
    const [first, second] = [await giver.furrow.quests.post(proved), await giver.furrow.quests.post(seasoned)]
    expect(first.requires).toEqual({ verifiedCodehost: true, minCompleted: 0 })
    await ann.furrow.profile.change({ codehostUsername: 'ann' })
    await expect(ann.furrow.quests.accept(first.id)).rejects.toMatchObject(refused(403, 'proved account'))
    await expect(ann.furrow.quests.apply(second.id)).rejects.toMatchObject(
      refused(403, 'at least 1 finished'),
    )
    await context.db
      .updateTable('profiles')
      .set({ codehost_id: '7' })
      .where('address', '=', ann.address)
      .execute()
    await ann.furrow.quests.accept(first.id)
    await giver.furrow.quests.approve(first.id, ann.address)
    await ann.furrow.quests.apply(second.id)
    const [application] = (await giver.furrow.quests.applications({ id: second.id })).items
    expect(application?.record).toMatchObject({
      questsCompleted: 1,
      codehostUsername: 'ann',
      codehostVerified: true,
    })
  })

  test('is refused where nobody could have it', async () => {
    const { user } = await startHarness()
    const posting = user().furrow.quests.post({ ...sampleQuest, requires: { verifiedCodehost: true } })
    await expect(posting).rejects.toMatchObject(refused(400, 'no code host'))
  })
})

test('applications are listed by finished work that counts, where the giver asks for that', async () => {
  const { user } = await startHarness({ env: { POINTS_FOR: 'recorded' } })
  const [giver, other, ann, ben, eve, joe] = [user(), user(), user(), user(), user(), user()]
  for (const { address, furrow } of [eve, ben, eve]) {
    const { id } = await other.furrow.quests.post(sampleQuest)
    await furrow.quests.accept(id)
    await furrow.quests.submit(id, { note: 'done' })
    await other.furrow.quests.approve(id, address)
  }
  const { id } = await giver.furrow.quests.post(chosen)
  for (const { furrow } of [ann, ben, eve, joe]) await furrow.quests.apply(id)
  const read = async (sort: 'applied' | 'record') => {
    const farmers: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = { id, sort, limit: '1', ...(cursor !== undefined && { cursor }) }
      const page = await giver.furrow.quests.applications(query)
      farmers.push(...page.items.map(({ farmer }) => farmer.toLowerCase()))
      cursor = page.cursor
    }
    return farmers
  }
  const applied = await read('applied')
  const newcomers = applied.filter(farmer => farmer === ann.address || farmer === joe.address)
  expect(await read('record')).toEqual([eve.address, ben.address, ...newcomers])
  expect(applied.toSorted()).toEqual([ann, ben, eve, joe].map(({ address }) => address).toSorted())
})

test('a cursor of another list, and a status or an order of no list, are 400', async () => {
  const { user } = await startHarness()
  const giver = user()
  const { id } = await giver.furrow.quests.post(chosen)
  const record = 'record' as const
  for (const query of [
    { id, cursor: 'x' },
    { id, sort: record, cursor: `1-${giver.address}` },
    { cursor: `1-${giver.address}` },
    { status: 'pending' as const },
    { sort: record },
  ])
    await expect(giver.furrow.quests.applications(query)).rejects.toMatchObject({ status: 400 })
  await expect(giver.furrow.quests.applications({ id: 'quest-0' })).rejects.toMatchObject({ status: 404 })
})
