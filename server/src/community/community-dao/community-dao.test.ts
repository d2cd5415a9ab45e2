import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createWallet, sampleQuest, startHarness, takeSharedDatabase } from '../../../test/harness.ts'

const draft = { title: 'A shed', description: 'For the tools.', category: 'building' }

describe('the community DAO', () => {
  test('anyone who is signed in proposes, and it is shown at the very next request', async () => {
    const { user, visitor, send } = await startHarness()
    const { furrow, account, token } = user()
    expect((await send('POST', '/community-dao', { body: draft })).status).toBe(401)
    for (const field of Object.keys(draft))
      expect((await send('POST', '/community-dao', { token, body: { ...draft, [field]: 7 } })).status).toBe(
        400,
      )
    const body = { ...draft, status: 'accepted', proposer: '0x1' }
    const { status, body: proposal } = await send('POST', '/community-dao', { token, body })
    expect(status).toBe(201)
    expect(proposal).toMatchObject({ ...draft, status: 'open', proposer: account.address })
    expect((await visitor.communityDao.get()).proposals).toEqual([proposal])
    const next = await furrow.communityDao.propose(draft)
    expect((await visitor.communityDao.get()).proposals).toEqual([next, proposal])
  })

  test('its proposals are paged, newest first, whatever else the query says', async () => {
    const { user, visitor, send } = await startHarness()
    const { furrow } = user()
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.unshift((await furrow.communityDao.propose(draft)).id)
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await visitor.communityDao.page({ limit: '2', ...(cursor && { cursor }) })
      seen.push(...page.items.proposals.map(({ id }) => id))
      cursor = page.cursor
    }
    expect(seen).toEqual(ids)
    const { headers, body } = await send('GET', '/community-dao?x=1&limit=2')
    expect(body.proposals).toHaveLength(2)
    expect(headers.get('link')).toBe(`</api/community-dao?limit=2&cursor=${ids[1]}>; rel="next"`)
    const whole = await send('GET', '/community-dao')
    expect([whole.body.proposals.length, whole.headers.get('link')]).toEqual([5, null])
    for (const limit of ['0', '1001', '-1', 'all'])
      expect((await send('GET', `/community-dao?limit=${limit}`)).status).toBe(400)
  })

  test('its proposals end at about a megabyte, and lead on', async () => {
    const { user, visitor, send } = await startHarness()
    const description = 'Ж'.repeat(5_000)
    const people = [user(), user()]
    for (let index = 0; index < 120; index++)
      await people[index % 2]?.furrow.communityDao.propose({ ...draft, description })
    const { body, headers } = await send('GET', '/community-dao')
    expect(JSON.stringify(body).length).toBeLessThan(1_100_000)
    expect(body.proposals.length).toBeLessThan(120)
    expect(headers.get('link')).toContain(`cursor=${body.proposals.at(-1).id}`)
    const rest = await visitor.communityDao.page({ cursor: body.proposals.at(-1).id })
    expect(body.proposals.length + rest.items.proposals.length).toBe(120)
  })

  test('names nobody in characters that cannot be seen', async () => {
    const { user, genesis, send } = await startHarness()
    const { token } = user(genesis)
    const put = async (body: object) => (await send('PUT', '/community-dao', { token, body })).status
    for (const [name, status] of [
      ['Gardener', 200],
      ['👩‍🌾 Gardener', 200],
      ['Gar\u202edener', 400],
      ['Garden\u200ber', 400],
    ] as const) {
      expect(await put({ members: [{ address: genesis.address, title: name }] })).toBe(status)
      expect(await put({ genesisCreator: { name } })).toBe(status)
    }
  })

  test('its Genesis Creator changes the given fields, and nobody else does', async () => {
    const { user, genesis, visitor, send } = await startHarness()
    const { furrow, token } = user(genesis)
    const { id } = await furrow.communityDao.propose(draft)
    const member = createWallet()
    const body = { treasury: { balance: 12.5 } }
    expect((await send('PUT', '/community-dao', { body })).status).toBe(401)
    expect((await send('PUT', '/community-dao', { token: user().token, body })).status).toBe(403)
    await furrow.communityDao.change({ treasury: { token: 'DAI' }, genesisCreator: { name: 'Ann' } })
    const changed = await furrow.communityDao.change({
      treasury: { balance: 12.5 },
      members: [
        { address: genesis.address, title: 'Founder' },
        { address: member.address, title: 'Gardener' },
      ],
      proposals: [{ id, status: 'accepted' }],
    })
    expect(changed).toMatchObject({
      genesisCreator: { address: genesis.account.address, name: 'Ann' },
      treasury: { balance: 12.5, token: 'DAI' },
      proposals: [{ id, status: 'accepted' }],
    })
    expect(changed.members.map(({ title }) => title).sort()).toEqual(['Founder', 'Gardener'])
    expect(await visitor.communityDao.get()).toEqual(changed)
    expect(await visitor.profile.get(member.address, { init: true })).toMatchObject({
      genesisDAO: { isMember: true, title: 'Gardener' },
      badges: [{ id: 'genesis-member' }],
    })
    for (const balance of [-1, '5', null, true])
      expect((await send('PUT', '/community-dao', { token, body: { treasury: { balance } } })).status).toBe(
        400,
      )
    expect(
      (await send('PUT', '/community-dao', { token, body: '{"treasury":{"balance":1e400}}' })).status,
    ).toBe(400)
    const unknown = { proposals: [{ id: 'x', status: 'accepted' }], treasury: { balance: 1 } }
    expect((await send('PUT', '/community-dao', { token, body: unknown })).status).toBe(404)
    expect((await visitor.communityDao.get()).treasury.balance).toBe(12.5)
  })

  test('without a Genesis Creator nobody changes it', async () => {
    const { user, genesis, send, visitor } = await startHarness({ env: { GENESIS_CREATOR: '' } })
    const { token } = user(genesis)
    expect((await send('PUT', '/community-dao', { token, body: {} })).status).toBe(403)
    expect((await visitor.communityDao.get()).genesisCreator).toEqual({ address: null, name: '' })
  })

  test('its treasury shows what givers owe, from the ledger', async () => {
    const { user, visitor } = await startHarness()
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 3 })
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    const obligations = async () => (await visitor.communityDao.get()).treasury.obligations
    const row = { token: 'USDC', promised: '300', released: '0', refunded: '0' }
    expect(await obligations()).toEqual([{ ...row, inReview: '100' }])
    await giver.furrow.quests.approve(id, farmer.address)
    expect(await obligations()).toEqual([{ ...row, released: '100', inReview: '0' }])
  })

  test('is the same in every process after each payment, proposal and change, in any order', async () => {
    const first = await startHarness({ env: await takeSharedDatabase() })
    const other = await startHarness({ env: first.env, clock: first.clock })
    const { user, genesis } = first
    const { db } = first.context
    const [creator, giver, farmer] = [user(genesis), user(), user()]
    let [quest, proposal] = ['', '']
    const steps: Record<string, () => Promise<unknown>> = {
      post: async () => {
        quest = (await giver.furrow.quests.post(sampleQuest)).id
      },
      pay: async () => {
        await farmer.furrow.quests.accept(quest)
        await giver.furrow.quests.approve(quest, farmer.address)
      },
      propose: async () => {
        proposal = (await other.user(farmer).furrow.communityDao.propose(draft)).id
      },
      judge: () => creator.furrow.communityDao.change({ proposals: [{ id: proposal, status: 'accepted' }] }),
      name: () => creator.furrow.communityDao.change({ genesisCreator: { name: 'Ann' } }),
      // As counted by a process of the version before.
      rename: async () => {
        await db.updateTable('dao').set({ creator_name: 'Ben' }).execute()
        await sql`update revisions set community_dao = community_dao + 1 where id = 1`.execute(db)
      },
    }
    const order = ['post', 'propose', 'pay', 'judge', 'post', 'name', 'pay', 'rename', 'propose', 'judge']
    for (const step of order) {
      await steps[step]?.()
      const [here, there] = [await first.visitor.communityDao.get(), await other.visitor.communityDao.get()]
      const anew = await creator.furrow.communityDao.change({})
      expect([here, there], step).toEqual([anew, anew])
    }
  })
})
