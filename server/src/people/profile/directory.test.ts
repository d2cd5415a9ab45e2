import type { ProfileCard, ProfilesQuery } from '@furrow/sdk/contract'
import { analyze } from '@furrow/storage/load-rows.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createWallet, engine, type Harness, sampleQuest, startHarness } from '../../../test/harness.ts'
import { checksum, toAddress } from '../../ground/address.ts'
import { renewSkills } from './skills.ts'

describe('cards', () => {
  test('are one for each address, in their order, by commas or repeated, also for who has no profile', async () => {
    const { user, send, visitor, context } = await startHarness()
    const [ada, ben, nobody] = [user(), user(), createWallet()]
    await ada.furrow.profile.change({ ensAddress: 'ada.eth', profilePhoto: 'https://example.org/a.png' })
    await ben.furrow.profile.change({ codehostUsername: 'ben' })
    const blank = { name: null, nameVerified: false, codehostUsername: null, codehostVerified: false }
    const cards = [
      {
        ...blank,
        address: ada.account.address,
        name: 'ada.eth',
        profilePhoto: 'https://example.org/a.png',
        picture: `/api/pictures/profile/${ada.account.address}?v=B3yIfQlDaMlV2Ayz`,
      },
      { ...blank, address: nobody.account.address, profilePhoto: '' },
      { ...blank, address: ben.account.address, codehostUsername: 'ben', profilePhoto: '' },
    ]
    const addresses = cards.map(({ address }) => address)
    expect(await visitor.profiles.cards([...addresses, ada.address])).toEqual(cards)
    const repeated = addresses.map(address => `address=${address}`).join('&')
    const answer = await send('GET', `/profiles?${repeated}`)
    expect(answer.body).toEqual(cards)
    const given = { 'if-none-match': answer.headers.get('etag') ?? '' }
    expect((await send('GET', `/profiles?${repeated}`, { headers: given })).status).toBe(304)

    await context.db
      .updateTable('profiles')
      .set({ codehost_id: '7' })
      .where('address', '=', ben.address)
      .execute()
    expect(await visitor.profiles.cards([ben.address])).toMatchObject([
      { name: '@ben', nameVerified: true, codehostVerified: true },
    ])
    const many = Array.from({ length: 101 }, () => ada.address)
    for (const bad of [many.join(','), 'x', '', `${ada.address},`])
      expect((await send('GET', `/profiles?address=${bad}`)).status).toBe(400)
    expect((await send('GET', `/profiles?address=${many.slice(1)}`)).body).toHaveLength(1)
    expect((await send('GET', '/profiles?skill=a&skill=b')).status).toBe(400)
  })

  test('have no name that nobody confirmed where claims do not count, and none that turns what is around it', async () => {
    const { user, visitor, context } = await startHarness({ env: { ALLOW_CLAIMED_NAMES: 'false' } })
    const ada = user()
    await ada.furrow.profile.change({ ensAddress: 'ada.eth' })
    expect(await visitor.profiles.cards([ada.address])).toMatchObject([{ name: null }])
    const trusting = await startHarness()
    await trusting.user(ada).furrow.profile.change({ profilePhoto: 'x' })
    await trusting.context.db.updateTable('profiles').set({ ens_address: 'a\u202ebc.eth' }).execute()
    expect(await trusting.visitor.profiles.cards([ada.address])).toMatchObject([{ name: null }])
    expect(context.config.allowClaimedNames).toBe(false)
  })
})

/** Every page of it. */
async function readAll({ visitor }: Harness, query: ProfilesQuery): Promise<ProfileCard[]> {
  const all: ProfileCard[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { items: ProfileCard[]; cursor: string | null } = await visitor.profiles.find({
      ...query,
      ...(cursor && { cursor }),
    })
    all.push(...page.items)
    cursor = page.cursor
  }
  return all
}

describe('the directory of farmers', () => {
  test('has who says something of themselves or has finished work, by what they say now, unless they opt out', async () => {
    const harness = await startHarness()
    const { user, context, visitor } = harness
    const [giver, farmer, quiet] = [user(), user(), user()]
    const found = async (query: ProfilesQuery = {}) =>
      (await readAll(harness, query)).map(({ address }) => address)
    await giver.furrow.profile.get(giver.address, { init: true })
    await quiet.furrow.profile.get(quiet.address, { init: true })
    await farmer.furrow.profile.change({ farmerProfile: { skills: ['Röda Säd', 'Gates', 'gates'] } })
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await quiet.furrow.quests.accept(id)
    await quiet.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.approve(id, quiet.address)
    await giver.furrow.quests.review(id, quiet.address, 4)
    expect(await found()).toEqual([quiet.account.address, farmer.account.address])
    expect(await found({ sort: 'completed' })).toEqual([quiet.account.address, farmer.account.address])
    expect(await found({ skill: 'GATES' })).toEqual([farmer.account.address])
    expect(await found({ skill: 'rÖDA sÄd', sort: 'newest' })).toEqual([farmer.account.address])
    expect((await visitor.profiles.find({ limit: '1' })).items).toMatchObject([
      { farmer: { skills: [], guild: null, questsCompleted: 1, rating: 4 } },
    ])

    await farmer.furrow.profile.change({ farmerProfile: { skills: ['barns'] } })
    expect([await found({ skill: 'gates' }), await found({ skill: 'barns' })]).toEqual([
      [],
      [farmer.account.address],
    ])
    // As the version before writes it.
    await context.db
      .updateTable('profiles')
      .set({ skills: '["wells"]' })
      .where('address', '=', farmer.address)
      .execute()
    expect(await renewSkills.round(context)).toBe(1)
    expect(await renewSkills.round(context)).toBe(0)
    expect(await found({ skill: 'wells' })).toEqual([farmer.account.address])

    expect(await farmer.furrow.profile.change({ listed: false })).toMatchObject({ listed: false })
    expect(await found()).toEqual([quiet.account.address])
    expect(await found({ skill: 'wells' })).toEqual([])
    expect(await visitor.profiles.cards([farmer.address])).toHaveLength(1)
  })

  test('refuses what is no limit, no order, or a cursor of another order', async () => {
    const { send } = await startHarness()
    for (const query of ['limit=0', 'limit=101', 'sort=age', 'cursor=x', 'sort=newest&cursor=r1-x'])
      expect((await send('GET', `/profiles?${query}`)).status, query).toBe(400)
    const place = `1-0x${'1'.repeat(40)}`
    expect((await send('GET', `/profiles?sort=newest&cursor=r${place}`)).status).toBe(400)
    expect((await send('GET', `/profiles?sort=newest&cursor=n${place}`)).status).toBe(200)
  })

  test('is in each order what looking at everyone finds, page by page, for skills of many and of few', async () => {
    const harness = await startHarness()
    const people = await fill(harness, 3_400)
    const ratingOf = (it: Farmer) => (it.ratings === 0 ? 0 : (it.stars + 9) / (it.ratings + 3))
    const values = {
      newest: () => 0,
      completed: (it: Farmer) => it.completed,
      rating: ratingOf,
      score: (it: Farmer) => Math.max(0, it.points),
    }
    const look = (skill: string | undefined, sort: keyof typeof values) =>
      people
        .filter(
          it =>
            it.listed &&
            (skill === undefined ? it.skills.length + it.completed > 0 : it.skills.includes(skill)),
        )
        .toSorted(
          (a, b) =>
            values[sort](b) - values[sort](a) ||
            (values[sort](a) === 0 ? b.createdAt - a.createdAt : 0) ||
            (a.address > b.address ? -1 : 1),
        )
        .map(({ address }) => checksum(toAddress(address)))
    for (const [sort, skills] of Object.entries(asked) as [keyof typeof asked, (string | undefined)[]][])
      for (const skill of skills) {
        const found = await readAll(harness, { sort, limit: '100', ...(skill !== undefined && { skill }) })
        const expected = look(skill, sort)
        expect({ sort, skill, found: found.map(({ address }) => address) }).toEqual({
          sort,
          skill,
          found: expected,
        })
      }
    // The newest 2,000 do not have it: the page ends before its limit, and leads on.
    const page = await harness.visitor.profiles.find({ sort: 'newest', skill: 'old', limit: '50' })
    expect(page.items).toEqual([])
    expect(page.cursor).not.toBeNull()
  }, 60_000)
})

type Farmer = {
  readonly address: string
  readonly createdAt: number
  readonly listed: boolean
  readonly skills: readonly string[]
  readonly completed: number
  readonly ratings: number
  readonly stars: number
  readonly points: number
}

const asked = {
  newest: ['old', 'few'],
  completed: [undefined, 'few'],
  rating: ['many', 'old'],
  score: [undefined, 'many', 'few', 'none'],
}

/** Some have finished work, reviews or points, many are alike, and the oldest third has a skill that no other has. */
async function fill({ context: { db } }: Harness, count: number): Promise<Farmer[]> {
  const padded = engine === 'sqlite' ? sql`printf('%040d', i * 7919)` : sql`lpad((i * 7919)::text, 40, '0')`
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})`
  const skills = sql`case when i <= 1150 then '["old"]' when i % 2 = 0 then '["many"]' when i % 101 = 0 then '["few"]' else '[]' end`
  await sql`insert into profiles (address, profile_photo, bio, skills, organization, website, giver_bio, listed, created_at, updated_at)
    ${numbers} select '0x' || ${padded}, '', '', ${skills}, '', '', '',
      case when i % 10 = 3 then 0 else 1 end, 1000 + i / 3, 0 from n`.execute(db)
  await sql`insert into address_counts (address, completed, farmer_ratings, farmer_stars)
    ${numbers} select '0x' || ${padded}, i % 13 - 6, i % 5, (i % 5) * (1 + i % 4) from n where i % 3 = 0`.execute(
    db,
  )
  await sql`update address_counts set completed = 0 where completed < 0`.execute(db)
  await sql`insert into season_scores (season, role, address, points)
    ${numbers} select 1, case when i % 4 = 1 then 'giver' else 'farmer' end, '0x' || ${padded}, i % 40 - 5 from n where i % 2 = 1`.execute(
    db,
  )
  while ((await renewSkills.round({ db } as Harness['context'])) > 0);
  await analyze(db)
  const { rows } = await sql<Record<string, string | number>>`
    select p.address, p.created_at, p.listed, p.skills, coalesce(c.completed, 0) as completed,
      coalesce(c.farmer_ratings, 0) as ratings, coalesce(c.farmer_stars, 0) as stars, coalesce(s.points, 0) as points
    from profiles p left join address_counts c on c.address = p.address
    left join season_scores s on s.address = p.address and s.role = 'farmer'`.execute(db)
  return rows.map(row => ({
    address: String(row.address),
    createdAt: Number(row.created_at),
    listed: row.listed === 1,
    skills: JSON.parse(String(row.skills)),
    completed: Number(row.completed),
    ratings: Number(row.ratings),
    stars: Number(row.stars),
    points: Number(row.points),
  }))
}
