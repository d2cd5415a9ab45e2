import type { Quest, QuestEdits } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { type Harness, reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { startTwins } from '../../../test/twins.ts'
import { day, hour } from '../../ground/clock.ts'
import { editQuest } from './edit.ts'

async function edit(
  { visitor }: Pick<Harness, 'visitor'>,
  by: User,
  id: string,
  changes: QuestEdits,
): Promise<Quest> {
  const { updatedAt } = await visitor.quests.get(id)
  return by.furrow.quests.edit(id, changes, updatedAt)
}

describe('PATCH /quests edit', () => {
  test('changes anything while nobody has a place, and is found by what it says then', async () => {
    const harness = await startHarness()
    const { user, visitor, clock, context, send } = harness
    const [giver, other] = [user(), user()]
    const key = { headers: { 'idempotency-key': '"posted"' } }
    const draft = { ...sampleQuest, codehostRepo: 'farm/gate', codehostIssue: '7' }
    const posted = await send('POST', '/quests', { token: giver.token, body: draft, ...key })
    const { id } = posted.body as Quest
    const found = async (query: object) => (await visitor.quests.list(query)).items.map(quest => quest.id)
    expect(await found({ q: 'lower gate', skill: 'carpentry', category: 'maintenance' })).toEqual([id])
    clock.advance(1_000)
    const next = {
      title: 'Mow the meadow',
      description: 'Before noon, all of it.',
      reward: '0.5 ETH a head',
      rewardAmount: 0.5,
      rewardToken: 'ETH',
      skills: ['Mowing'],
      maxFarmers: 3,
      category: 'harvest',
      codehostRepo: 'farm/meadow',
      codehostIssue: '9',
      deadline: new Date(clock.now() + day).toISOString(),
    }
    const edited = await edit(harness, giver, id, next)
    expect(edited).toMatchObject({ ...next, revisions: 1, funding: { amount: '1.5', token: 'ETH' } })
    for (const query of [{ q: 'mow noon' }, { skill: 'mowing' }, { category: 'harvest' }, { token: 'ETH' }])
      expect(await found(query), JSON.stringify(query)).toEqual([id])
    for (const query of [
      { q: 'gate' },
      { skill: 'carpentry' },
      { category: 'maintenance' },
      { token: 'USDC' },
    ])
      expect(await found(query), JSON.stringify(query)).toEqual([])
    expect(await found({ sort: 'relevance', q: 'meadow' })).toEqual([id])
    expect((await visitor.quests.list()).items).toMatchObject([{ title: 'Mow the meadow', revisions: 1 }])

    const less = await edit(harness, giver, id, {
      rewardAmount: 0.2,
      maxFarmers: 1,
      deadline: null,
      codehostIssue: null,
    })
    expect(less).toMatchObject({ reward: '0.2 ETH a head', funding: { amount: '0.2' } })
    expect(less).not.toHaveProperty('deadline')
    expect(await edit(harness, giver, id, { title: 'Mow the meadow' })).toEqual(less)

    const { items } = await visitor.quests.revisions(id)
    expect(items).toEqual([
      {
        number: 2,
        at: expect.any(String),
        before: {
          reward: '0.5 ETH a head',
          rewardAmount: 0.5,
          maxFarmers: 3,
          codehostIssue: '9',
          deadline: next.deadline,
        },
        after: {
          reward: '0.2 ETH a head',
          rewardAmount: 0.2,
          maxFarmers: 1,
          codehostIssue: null,
          deadline: null,
        },
      },
      {
        number: 1,
        at: expect.any(String),
        before: { ...sampleQuest, codehostRepo: 'farm/gate', codehostIssue: '7', deadline: null },
        after: next,
      },
    ])
    const { items: first, cursor } = await visitor.quests.revisions(id, { limit: '1' })
    const { items: second } = await visitor.quests.revisions(id, { limit: '1', cursor: cursor ?? '' })
    expect([...first, ...second]).toEqual(items)
    const events = (await visitor.quests.events(id)).items
    expect(events.map(({ kind }) => kind)).toEqual(['posted', 'edited', 'edited'])
    expect(events[2]?.details).toEqual({
      changed: ['rewardAmount', 'reward', 'maxFarmers', 'codehostIssue', 'deadline'],
    })
    // The request that posted it is answered as it was.
    const again = await send('POST', '/quests', { token: giver.token, body: draft, ...key })
    expect(again.body).toEqual(posted.body)
    await expect(edit(harness, other, id, { title: 'Mine' })).rejects.toMatchObject({ status: 403 })
    await expect(visitor.quests.revisions('quest-0')).rejects.toMatchObject({ status: 404 })
    await requireSound(context)
  })

  test('changes who may join until the first one has', async () => {
    const harness = await startHarness()
    const { user, visitor, context } = harness
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, requires: { minCompleted: 3 } })
    await expect(farmer.furrow.quests.accept(id)).rejects.toMatchObject({ status: 403 })
    const changed = await edit(harness, giver, id, {
      admission: 'application',
      requires: { minCompleted: 0 },
    })
    expect(changed).toMatchObject({ admission: 'application', applications: 0 })
    expect(changed.requires).toBeUndefined()
    const [revision] = (await visitor.quests.revisions(id)).items
    expect(revision).toMatchObject({
      before: { admission: 'open', requires: { minCompleted: 3 } },
      after: { admission: 'application', requires: { minCompleted: 0 } },
    })
    await expect(edit(harness, giver, id, { requires: { verifiedCodehost: true } })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('no code host'),
    })
    await farmer.furrow.quests.apply(id)
    await expect(edit(harness, giver, id, { admission: 'open' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('admission cannot change'),
    })
    await farmer.furrow.quests.withdraw(id)
    await edit(harness, giver, id, { admission: 'open' })
    expect(await farmer.furrow.quests.accept(id)).toMatchObject({ status: 'in-progress' })
    await requireSound(context)
  })

  test('once somebody has a place only gets better, and nobody’s terms get worse', async () => {
    const harness = await startHarness()
    const { user, visitor, clock, context, runDue } = harness
    const [giver, done, working] = [user(), user(), user()]
    const deadline = new Date(clock.now() + 10 * day).toISOString()
    const draft = { ...sampleQuest, reward: '100 USDC each', maxFarmers: 2, deadline }
    const { id } = await giver.furrow.quests.post(draft)
    await done.furrow.quests.accept(id)
    await working.furrow.quests.accept(id)
    await giver.furrow.quests.approve(id, done.address)
    await working.furrow.quests.submit(id, { note: 'done' })

    const worse: [QuestEdits, string][] = [
      [{ title: 'Something else' }, 'title cannot change'],
      [{ description: 'Another one.' }, 'description can only be added to'],
      [{ rewardAmount: 99.999_999 }, 'rewardAmount can only be raised'],
      [{ rewardToken: 'ETH', reward: '100 ETH' }, 'rewardToken cannot change'],
      [{ reward: '100 USDC, perhaps' }, 'reward follows'],
      [{ rewardAmount: 150, reward: '150 USDC for all of you' }, 'reward follows'],
      [{ maxFarmers: 1 }, 'maxFarmers can only be raised'],
      [{ skills: [] }, 'skills cannot change'],
      [{ category: 'other' }, 'category cannot change'],
      [{ admission: 'application' }, 'admission cannot change'],
      [{ requires: { minCompleted: 1 } }, 'requires cannot change'],
      [{ codehostRepo: 'farm/gate' }, 'codehostRepo cannot change'],
      [{ deadline: new Date(clock.now() + 9 * day).toISOString() }, 'deadline can only be made later'],
      [{ deadline: new Date(clock.now() - day).toISOString() }, 'deadline must be in the future'],
    ]
    for (const [changes, sentence] of worse)
      await expect(edit(harness, giver, id, changes)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(sentence),
      })

    const raised = await edit(harness, giver, id, { rewardAmount: 150.5, maxFarmers: 4, deadline: null })
    expect(raised).toMatchObject({
      status: 'open',
      reward: '150.5 USDC each',
      // 100 for who was paid, and 150.5 for each of the three others.
      funding: { amount: '551.5', released: '100', refunded: '0' },
    })
    const clear = await edit(harness, giver, id, { clarification: 'The hinges are in the barn.' })
    expect(clear.description).toBe(`${sampleQuest.description}\n\nThe hinges are in the barn.`)
    await expect(edit(harness, giver, id, { deadline })).rejects.toMatchObject({ status: 400 })
    await expect(edit(harness, giver, id, { clarification: 'x'.repeat(20_000) })).rejects.toMatchObject({
      status: 400,
    })
    await requireSound(context)

    clock.advance(reviewWindow)
    await runDue()
    const late = user()
    await late.furrow.quests.accept(id)
    await user(giver).furrow.quests.approve(id, late.address)
    await user(giver).furrow.quests.complete(id)
    const { farmers, funding } = await visitor.quests.get(id)
    const paid = Object.fromEntries(farmers.map(farmer => [farmer.address.toLowerCase(), farmer.paid]))
    expect(paid).toEqual({ [done.address]: '100', [working.address]: '150.5', [late.address]: '150.5' })
    expect(funding).toMatchObject({ amount: '551.5', released: '401', refunded: '150.5' })
    await expect(edit(harness, user(giver), id, { clarification: 'Thanks.' })).rejects.toMatchObject({
      status: 400,
      message: 'This quest is over, and cannot be changed any more.',
    })
    // Both edits were within an hour: one letter tells of them, and of what is the farmer's.
    const letters = (await user(working).furrow.mail.list()).items.filter(({ subject }) =>
      subject.startsWith('Changed'),
    )
    expect(letters).toHaveLength(1)
    expect(letters[0]?.body).toContain('The reward for each place is 150.5 USDC now; it was 100 USDC.')
    await requireSound(context)
  })

  test('that is refused beside another one leaves the quest found by what the other one said', async () => {
    const { context, user, visitor } = await startHarness()
    const giver = user()
    const { id: questId, updatedAt: expectedUpdatedAt } = await giver.furrow.quests.post(sampleQuest)
    const changeTitle = (title: string) =>
      editQuest(
        context,
        giver.address,
        { questId, changes: { title }, expectedUpdatedAt },
        { use: null, via: null },
      )
    // In one turn, and so in one batch.
    const titles = ['Barn', 'Silo']
    const outcomes = await Promise.allSettled(titles.map(changeTitle))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    const found = await Promise.all(titles.map(async q => (await visitor.quests.list({ q })).items.length))
    expect(found).toEqual([1, 0])
  })

  test('of what its giver has not seen is 409, and of what is no edit 400', async () => {
    const harness = await startHarness()
    const { user, visitor, send } = harness
    const [giver, farmer] = [user(), user()]
    const { id: questId, updatedAt } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    await farmer.furrow.quests.accept(questId)
    // The clock has not moved, and still the quest is another one than it was.
    expect((await visitor.quests.get(questId)).updatedAt).not.toBe(updatedAt)
    await expect(giver.furrow.quests.edit(questId, { rewardAmount: 1 }, updatedAt)).rejects.toMatchObject({
      status: 409,
      code: 'quest-changed',
      message: expect.stringContaining('has changed since'),
    })
    const body = { questId, action: 'edit', changes: { rewardAmount: 1 }, expectedUpdatedAt: updatedAt }
    const headers = { accept: 'application/problem+json' }
    expect(await send('PATCH', '/quests', { token: giver.token, body, headers })).toMatchObject({
      status: 409,
      body: { code: 'quest-changed', status: 409, detail: expect.stringContaining('has changed since') },
    })
    const ask = (body: object) =>
      send('PATCH', '/quests', { token: giver.token, body: { questId, action: 'edit', ...body } })
    for (const body of [
      { changes: {} },
      { expectedUpdatedAt: updatedAt },
      { changes: {}, expectedUpdatedAt: 'yesterday' },
      { changes: { maxFarmers: 0 }, expectedUpdatedAt: updatedAt },
      { changes: { title: '' }, expectedUpdatedAt: updatedAt },
    ])
      expect((await ask(body)).status, JSON.stringify(body)).toBe(400)
    await expect(edit(harness, giver, questId, { rewardAmount: 0.000_000_1 })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('that races people who accept is before all of them, or is refused', async () => {
    const [one, two] = await startTwins()
    const giver = one.user()
    for (let round = 0; round < 6; round++) {
      const { id, updatedAt } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 10 })
      const people = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two).user())
      const edits = [one, two].map(({ user }) =>
        user(giver).furrow.quests.edit(id, { rewardAmount: 1, maxFarmers: 3 }, updatedAt),
      )
      const accepts = people.map(({ furrow }) => furrow.quests.accept(id))
      const asked = round % 2 === 0 ? [...edits, ...accepts] : [...accepts, ...edits]
      await Promise.allSettled(asked)
      const refused = (await Promise.allSettled(edits)).filter(({ status }) => status === 'rejected')
      for (const one of refused) expect(one).toMatchObject({ reason: { status: 409 } })
      const { items } = await two.visitor.quests.events(id)
      const kinds = items.map(({ kind }) => kind).slice(1)
      expect(kinds.lastIndexOf('edited')).toBeLessThanOrEqual(0)
      expect(refused.length).toBe(kinds[0] === 'edited' ? 1 : 2)
      expect(kinds.filter(kind => kind === 'accepted')).toHaveLength(kinds[0] === 'edited' ? 3 : 8)
    }
    await requireSound(one.context)
  })
})

describe('a giver who takes no farmers for now', () => {
  test('sets it to in-progress, and to open to take them again; whoever has a place goes on', async () => {
    const harness = await startHarness()
    const { user, visitor, clock, context, runDue } = harness
    const [giver, farmer, late] = [user(), user(), user()]
    const deadline = new Date(clock.now() + 10 * day).toISOString()
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 3, deadline })
    await farmer.furrow.quests.accept(id)
    const ids = async (status: string) => (await visitor.quests.list({ status })).items.map(quest => quest.id)
    expect(await giver.furrow.quests.pause(id)).toMatchObject({ status: 'in-progress', paused: true })
    expect(await giver.furrow.quests.pause(id)).toMatchObject({ status: 'in-progress', paused: true })
    expect([await ids('open'), await ids('in-progress')]).toEqual([[], [id]])
    await expect(late.furrow.quests.accept(id)).rejects.toMatchObject({
      status: 400,
      message: 'The giver of this quest takes no farmers for now.',
    })
    await expect(farmer.furrow.quests.resume(id)).rejects.toMatchObject({ status: 403 })
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.approve(id, farmer.address)
    expect(await visitor.quests.get(id)).toMatchObject({ status: 'in-progress', paused: true })
    const resumed = await giver.furrow.quests.resume(id)
    expect(resumed.status).toBe('open')
    expect(resumed).not.toHaveProperty('paused')
    await late.furrow.quests.accept(id)
    await giver.furrow.quests.pause(id)

    // A deadline ends it all the same, once.
    clock.advance(10 * day)
    await runDue()
    expect(await visitor.quests.get(id)).toMatchObject({ status: 'in-progress' })
    clock.advance(20 * day)
    await runDue()
    expect(await visitor.quests.get(id)).toMatchObject({ status: 'completed', funding: { refunded: '200' } })
    const kinds = (await visitor.quests.events(id)).items.map(({ kind }) => kind)
    expect(kinds.filter(kind => ['paused', 'resumed', 'deadline-passed'].includes(kind))).toEqual([
      'paused',
      'resumed',
      'paused',
      'deadline-passed',
    ])
    await requireSound(context)
  })

  test('changes nothing of a quest whose places are all taken', async () => {
    const { user, visitor } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    expect(await giver.furrow.quests.pause(id)).toMatchObject({ status: 'in-progress' })
    expect(await visitor.quests.get(id)).not.toHaveProperty('paused')
    await expect(giver.furrow.quests.resume(id)).rejects.toMatchObject({ status: 400 })
    await farmer.furrow.quests.withdraw(id)
    expect(await visitor.quests.get(id)).toMatchObject({ status: 'open' })
  })
})

test('a farmer is told that a quest changed at most once an hour', async () => {
  const harness = await startHarness()
  const { user, clock } = harness
  const [giver, farmer] = [user(), user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  await farmer.furrow.quests.accept(id)
  for (let count = 0; count < 4; count++) {
    await edit(harness, giver, id, { clarification: `And ${count}.` })
    clock.advance(hour / 2)
  }
  const subjects = (await user(farmer).furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])
  expect(subjects.filter(subject => subject === 'Changed')).toHaveLength(2)
})

describe('PATCH /quests accept, with the quest as it was read', () => {
  test('takes no place on other terms, and says what they were and are', async () => {
    const { user, clock, send } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const read = await giver.furrow.quests.post({ ...sampleQuest, rewardAmount: 50, reward: '50 USDC' })
    clock.advance(1_000)
    const once = await giver.furrow.quests.edit(read.id, { rewardAmount: 1 }, read.updatedAt)
    clock.advance(1_000)
    const now = await giver.furrow.quests.edit(read.id, { description: 'And the roof.' }, once.updatedAt)
    await expect(farmer.furrow.quests.accept(read)).rejects.toMatchObject({
      status: 409,
      code: 'quest-changed',
      message:
        'This quest has changed since you read it: reward was 50 USDC and is 1 USDC; description changed. Look again.',
      changed: {
        before: { rewardAmount: 50, description: sampleQuest.description },
        after: { rewardAmount: 1, description: 'And the roof.' },
      },
    })
    await expect(farmer.furrow.quests.accept(once)).rejects.toMatchObject({
      changed: { after: { description: 'And the roof.' } },
    })
    expect((await farmer.furrow.quests.accept(now)).farmers).toHaveLength(1)
    // A client of before does not say what it read.
    const older = { questId: read.id, action: 'accept', expectedUpdatedAt: 'yesterday' }
    expect((await send('PATCH', '/quests', { token: farmer.token, body: older })).status).toBe(400)
  })

  test('is not refused for what others did since, nor for what was changed back', async () => {
    const harness = await startHarness()
    const { user, clock } = harness
    const [giver, first, second, third] = [user(), user(), user(), user()]
    const posted = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 3 })
    clock.advance(1_000)
    const read = await edit(harness, giver, posted.id, { title: 'Mend the gate' })
    clock.advance(1_000)
    await first.furrow.quests.accept(read)
    clock.advance(1_000)
    expect((await second.furrow.quests.accept(read)).farmers).toHaveLength(2)
    // Applying rests on the same.
    const chosen = await giver.furrow.quests.post({ ...sampleQuest, admission: 'application' })
    clock.advance(1_000)
    await edit(harness, giver, chosen.id, { rewardAmount: 3 })
    await expect(third.furrow.quests.apply(chosen)).rejects.toMatchObject({ status: 409 })
    clock.advance(1_000)
    await edit(harness, giver, chosen.id, { rewardAmount: sampleQuest.rewardAmount })
    expect((await third.furrow.quests.apply(chosen)).application).toMatchObject({ status: 'pending' })
  })
})
