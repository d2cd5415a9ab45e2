import { expect, test } from 'vitest'
import { sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { unzip } from '../../../test/unzip.ts'

async function startDesk(farmers: number) {
  const harness = await startHarness()
  const giver = harness.user()
  const people = Array.from({ length: farmers }, () => harness.user())
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: farmers + 2 })
  for (const { furrow } of people) await furrow.quests.accept(id)
  return { ...harness, giver, people: people as [User, User, User, User, User], id }
}

test('a giver sees the work of a quest in parts, the most urgent first, with the counts of all of it', async () => {
  const { giver, people, id, clock } = await startDesk(5)
  const [first, second, disputed, paid, idle] = people
  for (const { furrow } of [second, disputed, paid]) await furrow.quests.submit(id, { note: 'done' })
  clock.advance(1_000)
  await first.furrow.quests.submit(id, { note: 'done last' })
  await giver.furrow.quests.dispute(id, disputed.address, 'It is crooked.')
  await giver.furrow.quests.approve(id, paid.address)

  const { desk } = giver.furrow.quests
  const { items, cursor } = await desk(id, { part: 'waiting', limit: '1' })
  expect(items.counts).toEqual({ waiting: 2, 'at-work': 1, 'in-dispute': 1, released: 1, refunded: 0 })
  expect(items.places).toMatchObject([
    { address: second.account.address, submission: { note: 'done' }, label: null, note: null },
  ])
  const next = await desk(id, { part: 'waiting', limit: '1', cursor: cursor ?? '' })
  expect(next.items.places).toMatchObject([
    { address: first.account.address, submission: { note: 'done last' } },
  ])
  expect(next.cursor).toBeNull()
  const of = async (part: 'in-dispute' | 'released' | 'at-work') =>
    (await desk(id, { part })).items.places.map(({ address }) => address)
  expect(await of('in-dispute')).toEqual([disputed.account.address])
  expect(await of('released')).toEqual([paid.account.address])
  expect(await of('at-work')).toEqual([idle.account.address])
  expect((await desk(id)).items.places).toHaveLength(5)
})

test('labels and notes are for the giver alone, sealed, and found by their label', async () => {
  const { giver, people, id, context, send } = await startDesk(4)
  const [first, second, third, fourth] = people
  const { noteOn, desk } = giver.furrow.quests
  expect(await noteOn(id, first.address, { label: 'look again', note: 'She asked for a ladder.' })).toEqual({
    label: 'look again',
    note: 'She asked for a ladder.',
  })
  await noteOn(id, second.address, { label: 'look again' })
  await noteOn(id, third.address, { label: 'good' })
  // A field that is not given stays.
  await noteOn(id, first.address, { label: 'good' })
  await noteOn(id, first.address, { label: null })
  await noteOn(id, first.address, { label: 'look again' })

  const { items } = await desk(id, { label: 'look again' })
  expect(items.labels).toEqual([
    { label: 'look again', count: 2 },
    { label: 'good', count: 1 },
  ])
  expect(new Map(items.places.map(({ address, note }) => [address, note]))).toEqual(
    new Map([
      [first.account.address, 'She asked for a ladder.'],
      [second.account.address, null],
    ]),
  )
  const rows = await context.db.selectFrom('place_notes').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/ladder|look again/)

  for (const { furrow, token } of [first, fourth]) {
    await expect(furrow.quests.desk(id)).rejects.toMatchObject({ status: 403, code: 'giver-only' })
    await expect(furrow.quests.noteOn(id, first.address, { note: 'a' })).rejects.toMatchObject({
      status: 403,
      code: 'giver-only',
    })
    const asked = await send('GET', `/quests?id=${id}`, { token })
    expect(JSON.stringify(asked.body)).not.toMatch(/ladder/)
  }
  await expect(noteOn(id, giver.address, { note: 'a' })).rejects.toMatchObject({
    status: 400,
    code: 'no-place',
  })
  await expect(noteOn('quest-1', first.address, { note: 'a' })).rejects.toMatchObject({ status: 404 })
  for (const query of ['limit=0', 'limit=101', 'part=all', 'cursor=1'])
    expect((await send('GET', `/quests/desk?id=${id}&${query}`, { token: giver.token })).status, query).toBe(
      400,
    )
  await noteOn(id, third.address, { label: null })
  expect(await context.db.selectFrom('place_notes').select('farmer').execute()).toHaveLength(2)
})

test('notes are in the export of their giver, and go with the giver, or with the farmer they are about', async () => {
  const { giver, people, id, context } = await startDesk(3)
  const [first, second] = people
  for (const { address } of [first, second]) await giver.furrow.quests.noteOn(id, address, { note: 'asked' })
  const taken = async ({ furrow }: User) =>
    unzip(Buffer.from(await (await furrow.account.export()).arrayBuffer()))
  const own = await taken(giver)
  expect(JSON.parse(String(own.get('notes-on-places.json')))).toMatchObject([
    { questId: id, note: 'asked' },
    { questId: id, note: 'asked' },
  ])
  expect([...(await taken(first)).values()].join()).not.toContain('asked')

  const leave = ({ furrow, account }: User) =>
    furrow.account.delete({ account, signMessage: ({ message }) => account.signMessage({ message }) })
  const count = async () => (await context.db.selectFrom('place_notes').select('farmer').execute()).length
  await first.furrow.quests.withdraw(id)
  await leave(first)
  expect(await count()).toBe(1)
  for (const { furrow } of people.slice(1)) await furrow.quests.withdraw(id)
  await giver.furrow.quests.cancel(id)
  await leave(giver)
  expect(await count()).toBe(0)
})

test('a giver still reads on the desk what a farmer said when they applied, and nobody else does', async () => {
  const { user, visitor } = await startHarness()
  const [giver, ann, ben] = [user(), user(), user()]
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    maxFarmers: 3,
    admission: 'application',
    questions: [{ text: 'Have you a saw?', required: false }],
  })
  const answers = [{ question: 'Have you a saw?', answer: 'Two of them.' }]
  await ann.furrow.quests.apply(id, { note: 'I live next door.', answers })
  await ben.furrow.quests.apply(id)
  for (const { address } of [ann, ben]) await giver.furrow.quests.admit(id, address)
  await ann.furrow.quests.submit(id, { note: 'done' })
  const { items } = await giver.furrow.quests.desk(id)
  const said = new Map(items.places.map(({ address, application }) => [address.toLowerCase(), application]))
  expect(said.get(ann.address)).toEqual({ note: 'I live next door.', answers })
  expect(said.get(ben.address)).toBeUndefined()
  expect(JSON.stringify(await visitor.quests.get(id))).not.toContain('Two of them.')
  await expect(ben.furrow.quests.desk(id)).rejects.toMatchObject({ status: 403 })
})
