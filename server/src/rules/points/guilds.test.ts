import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'

test('a guild has the points of its members, also of those who come and go while they are paid', async () => {
  const { context, user } = await startHarness()
  const giver = user()
  const farmers = Array.from({ length: 6 }, () => user())
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 6 })
  const { id: other } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 6 })
  for (const { furrow } of farmers) for (const quest of [id, other]) await furrow.quests.accept(quest)
  const join = (index: number, guild: string | null) =>
    farmers[index]?.furrow.profile.change({ farmerProfile: { guild } })
  await Promise.all(farmers.map((_, index) => join(index, 'Weeders')))
  await Promise.all(
    farmers.flatMap(({ address }, index) => [
      giver.furrow.quests.approve(id, address),
      join(index, ['Sowers', 'Reapers', null][index % 3] ?? null),
      giver.furrow.quests.approve(other, address),
      join(index, index % 2 === 0 ? 'Weeders' : 'Sowers'),
    ]),
  )
  await giver.furrow.quests.review(id, farmers[0]?.address ?? '', 1)
  await requireSound(context)
})

test('guilds without points are above those that lost some, and those without members are none', async () => {
  const { context, user, visitor } = await startHarness()
  const rows = [
    { guild: 'b', members: 2, points: 300 },
    { guild: 'a', members: 1, points: 300 },
    { guild: 'lost', members: 1, points: -100 },
    { guild: 'left', members: 0, points: 0 },
    { guild: 'new', members: 3, points: null },
    { guild: 'even', members: 1, points: 0 },
  ]
  const [{ db }, season] = [context, 1]
  await db
    .insertInto('guilds')
    .values(rows.map(({ guild, members }) => ({ guild, members })))
    .execute()
  await db
    .insertInto('guild_scores')
    .values(rows.flatMap(({ guild, points }) => (points === null ? [] : [{ season, guild, points }])))
    .execute()
  await user().furrow.profile.change({ farmerProfile: { guild: 'b' } })
  expect((await visitor.leaderboard()).guilds).toEqual([
    { name: 'a', score: 3, members: 1 },
    { name: 'b', score: 3, members: 3 },
    { name: 'even', score: 0, members: 1 },
    { name: 'new', score: 0, members: 3 },
    { name: 'lost', score: -1, members: 1 },
  ])
})
