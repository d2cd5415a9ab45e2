import { expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day } from '../../ground/clock.ts'

async function toldTo({ user }: Harness, reader: User): Promise<string[]> {
  const { items } = await user(reader).furrow.mail.list()
  return items.map(({ subject }) => subject.split(':')[0] ?? '').toReversed()
}

async function accepted(env: Record<string, string> = {}) {
  const harness = await startHarness({ env })
  const [giver, farmer] = [harness.user(), harness.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const [place] = (await farmer.furrow.quests.accept(id)).farmers
  const remove = (by = giver, reason?: string) =>
    harness.user(by).furrow.quests.remove(id, farmer.address, reason)
  const keep = () => harness.user(farmer).furrow.quests.keep(id)
  return { ...harness, harness, giver, farmer, id, place, remove, keep }
}

test('a giver may free a place in which nothing came for three days, and its farmer is told', async () => {
  const { clock, farmer, giver, harness, id, place, remove, runDue, user } = await accepted()
  expect(place?.idleAt).toBe(new Date(clock.now() + 3 * day).toISOString())
  clock.advance(2 * day - 1)
  expect(await runDue()).toBe(0)
  clock.advance(1)
  expect(await runDue()).toBe(1)
  expect(await runDue()).toBe(0)
  clock.advance(day - 1)
  await expect(remove()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('from 2026') })
  clock.advance(1)
  await expect(remove(farmer)).rejects.toMatchObject({ status: 403 })
  const quest = await remove(giver, 'I need it soon.')
  expect(quest).toMatchObject({ status: 'open', farmers: [] })
  await expect(remove()).rejects.toMatchObject({ status: 400 })
  expect(await toldTo(harness, farmer)).toEqual(['Still on it?', 'Place freed'])
  expect(await toldTo(harness, giver)).toEqual(['Accepted'])
  const [letter] = (await user(farmer).furrow.mail.list()).items
  expect(letter?.body).toContain('I need it soon.')
  const { items } = await harness.visitor.quests.events(id)
  expect(items.at(-1)).toMatchObject({ kind: 'removed', farmer: farmer.account.address, details: {} })

  await expect(user(farmer).furrow.quests.accept(id)).rejects.toMatchObject({ status: 403 })
  await user().furrow.quests.accept(id)
  await requireSound(harness.context)
})

test('a farmer says once that they are still on it, and has the same time again', async () => {
  const { clock, giver, farmer, harness, id, keep, remove, runDue, user } = await accepted()
  clock.advance(3 * day)
  const [kept] = (await keep()).farmers
  expect(kept).toMatchObject({
    keptAt: new Date(clock.now()).toISOString(),
    idleAt: new Date(clock.now() + 3 * day).toISOString(),
  })
  await expect(keep()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('once') })
  clock.advance(3 * day - 1)
  await expect(remove()).rejects.toMatchObject({ status: 400 })
  expect(await runDue()).toBe(0)
  clock.advance(1)
  await remove()
  expect(await toldTo(harness, giver)).toEqual(['Accepted', 'Still on it'])

  const { id: other } = await user(giver).furrow.quests.post({ ...sampleQuest, admission: 'application' })
  await user(farmer).furrow.quests.apply(other)
  await user(giver).furrow.quests.admit(other, farmer.address)
  await user(farmer).furrow.quests.keep(other)
  expect((await user().furrow.quests.get(id)).farmers).toEqual([])
})

test('work is not freed, nor is a place from before that was known, until it ends', async () => {
  const { clock, context, farmer, keep, remove, runDue, user, id } = await accepted({ IDLE_DAYS: '1' })
  await context.db.updateTable('assignments').set({ idle_at: null }).execute()
  clock.advance(29 * day)
  await runDue()
  await expect(remove()).rejects.toMatchObject({ status: 400 })
  await user(farmer).furrow.quests.submit(id, { note: 'done' })
  for (const act of [remove, keep]) await expect(act()).rejects.toMatchObject({ status: 400 })
})
