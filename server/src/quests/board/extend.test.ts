import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day } from '../../ground/clock.ts'

async function accepted() {
  const harness = await startHarness()
  const [giver, farmer] = [harness.user(), harness.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const [place] = (await farmer.furrow.quests.accept(id)).farmers
  let end = Date.parse(place?.expiresAt ?? '')
  const after = (ms: number) => new Date(end + ms).toISOString()
  const extend = async (by = giver, until = after(7 * day)) => {
    const [place] = (await harness.user(by).furrow.quests.extend(id, farmer.address, until)).farmers
    end = Date.parse(place?.expiresAt ?? '')
    return place
  }
  return { ...harness, harness, giver, farmer, id, end, after, extend }
}

test('a giver gives one farmer more time, twice at most, and the farmer is told', async () => {
  const { after, clock, end, extend, farmer, giver, harness, id, runDue, user } = await accepted()
  const until = after(7 * day)
  expect(await extend()).toMatchObject({ expiresAt: until, idleAt: until, extensions: 1 })
  const [letter] = (await user(farmer).furrow.mail.list()).items
  expect(letter).toMatchObject({ subject: expect.stringMatching(/^More time: /) })
  const { items } = await harness.visitor.quests.events(id)
  expect(items.at(-1)).toMatchObject({ kind: 'place-extended', details: { expiresAt: until } })

  clock.advance(end - clock.now() + 1)
  await runDue()
  expect((await user().furrow.quests.get(id)).farmers).toMatchObject([{ status: 'accepted' }])
  await expect(user(giver).furrow.quests.remove(id, farmer.address)).rejects.toMatchObject({ status: 400 })
  expect(await extend()).toMatchObject({ extensions: 2 })
  await expect(extend()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('2 times') })

  clock.advance(20 * day)
  await runDue()
  expect((await user().furrow.quests.get(id)).farmers).toEqual([])
  await requireSound(harness.context)
})

test('nobody else gives more time, and none is less, endless, or for work', async () => {
  const { after, extend, farmer, giver, id, send, user } = await accepted()
  await expect(extend(farmer)).rejects.toMatchObject({ status: 403 })
  await expect(extend(giver, after(0))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('later than the present end'),
  })
  await expect(extend(giver, after(30 * day + 1))).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('at most this time'),
  })
  const { status } = await send('PATCH', '/quests', {
    token: giver.token,
    body: { questId: id, action: 'extend', farmer: farmer.address, until: 'soon' },
  })
  expect(status).toBe(400)
  await expect(giver.furrow.quests.extend(id, giver.address, after(day))).rejects.toMatchObject({
    message: expect.stringContaining('no place'),
  })
  await user(farmer).furrow.quests.submit(id, { note: 'It closes.' })
  await expect(extend()).rejects.toMatchObject({ status: 400, message: expect.stringContaining('in-review') })
})
