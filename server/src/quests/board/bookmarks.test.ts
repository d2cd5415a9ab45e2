import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { startTwins } from '../../../test/twins.ts'
import { unzip } from '../../../test/unzip.ts'
import { leave } from '../../community/account/leave.ts'

const idsOf = (quests: readonly { readonly id: string }[]) => quests.map(({ id }) => id)

test('a quest is kept once, for its keeper alone, and listed by when it was kept', async () => {
  const { clock, user, visitor, send } = await startHarness()
  const [giver, alice, bob] = [user(), user(), user()]
  const { bookmarks } = alice.furrow.quests
  const posted: string[] = []
  for (let index = 0; index < 3; index++) posted.push((await giver.furrow.quests.post(sampleQuest)).id)
  const [first = '', second = '', third = ''] = posted
  const before = await send('GET', '/quests')
  for (const id of [second, first, third, second]) {
    clock.advance(1)
    expect(await bookmarks.add(id)).toEqual({ success: true })
  }
  expect(idsOf((await bookmarks.list()).items)).toEqual([third, first, second])
  const page = await bookmarks.list({ limit: '2' })
  expect(idsOf(page.items)).toEqual([third, first])
  const rest = await bookmarks.list({ limit: '2', cursor: page.cursor ?? '' })
  expect({ ids: idsOf(rest.items), cursor: rest.cursor }).toEqual({ ids: [second], cursor: null })
  expect((await bookmarks.ids()).toSorted()).toEqual(posted.toSorted())

  // As the board shows them: no answer about a quest tells of bookmarks.
  expect((await bookmarks.list()).items[0]).toEqual((await visitor.quests.list()).items[0])
  const after = await send('GET', '/quests')
  expect(after.body).toEqual(before.body)
  expect(await bob.furrow.quests.bookmarks.ids()).toEqual([])

  expect(await bookmarks.remove(first)).toEqual({ success: true })
  expect(await bookmarks.remove(first)).toEqual({ success: true })
  expect(await bob.furrow.quests.bookmarks.remove(third)).toEqual({ success: true })
  expect(idsOf((await bookmarks.list()).items)).toEqual([third, second])
})

test('only quests that everybody sees are kept; one that is hidden later is not listed until it is shown', async () => {
  const { user, platform, send } = await startHarness()
  const [giver, alice, moderator] = [user(), user(), user(platform)]
  const { bookmarks } = alice.furrow.quests
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const { id: other } = await giver.furrow.quests.post(sampleQuest)
  await bookmarks.add(id)
  await moderator.furrow.moderation.act({ kind: 'quest', id, action: 'hide', reason: 'x' })
  expect((await bookmarks.list()).items).toEqual([])
  for (const hidden of [id, 'quest-0', '']) {
    const answer = await send('PUT', '/quests/bookmarks', { token: giver.token, body: { questId: hidden } })
    expect(answer.status).toBe(hidden === '' ? 400 : 404)
  }
  await moderator.furrow.moderation.act({ kind: 'quest', id, action: 'restore', reason: 'x' })
  expect(idsOf((await bookmarks.list()).items)).toEqual([id])
  expect((await send('GET', '/quests/bookmarks', {})).status).toBe(401)
  for (const query of ['limit=0', 'limit=101', 'cursor=x'])
    expect((await send('GET', `/quests/bookmarks?${query}`, { token: alice.token })).status).toBe(400)
  expect((await send('DELETE', '/quests/bookmarks', { token: alice.token })).status).toBe(400)
  await bookmarks.add(other)
})

test('a wallet keeps 1,000 at most, whichever process it asks; one that goes makes room', async () => {
  const [{ context, clock, user }, twin] = await startTwins()
  const [giver, alice] = [user(), user()]
  const quests = []
  for (let index = 0; index < 3; index++) quests.push(await giver.furrow.quests.post(sampleQuest))
  const [first, second, third] = idsOf(quests) as [string, string, string]
  await alice.furrow.quests.bookmarks.add(first)
  await context.db
    .updateTable('quotas')
    .set({ used: 999 })
    .where('address', '=', alice.address)
    .where('kind', '=', 'bookmarks')
    .execute()
  const same = twin.user(alice)
  const tried = await Promise.allSettled([
    alice.furrow.quests.bookmarks.add(second),
    same.furrow.quests.bookmarks.add(third),
  ])
  const refused = tried.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([
    { status: 429, code: 'quota-exceeded', message: expect.stringContaining('You have 1000 bookmarks') },
  ])
  // A quest that is kept already stays as it is, and costs nothing.
  await alice.furrow.quests.bookmarks.add(first)
  await alice.furrow.quests.bookmarks.remove(first)
  clock.advance(60_000)
  await alice.furrow.quests.bookmarks.add(first)
  const { used } = await context.db
    .selectFrom('quotas')
    .select('used')
    .where('address', '=', alice.address)
    .where('kind', '=', 'bookmarks')
    .executeTakeFirstOrThrow()
  expect(used).toBe(1_000)
})

test('bookmarks are in the export of their keeper, and go with the account', async () => {
  const { context, user } = await startHarness()
  const [giver, alice] = [user(), user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  for (const { furrow } of [giver, alice]) await furrow.quests.bookmarks.add(id)
  const zip = unzip(Buffer.from(await (await alice.furrow.account.export()).arrayBuffer()))
  expect(JSON.parse(String(zip.get('bookmarks.json')))).toMatchObject([{ questId: id }])
  await leave(context, alice.address)
  expect(await context.db.selectFrom('bookmarks').select('address').execute()).toEqual([
    { address: giver.address },
  ])
})
