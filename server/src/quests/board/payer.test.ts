import { describe, expect, test } from 'vitest'
import { type Harness, reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { leave } from '../../community/account/leave.ts'
import { toAddress } from '../../ground/address.ts'

/** A giver releases so much work, each of a farmer of its own. */
async function release({ user }: Harness, giver: User, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const farmer = user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.approve(id, farmer.address)
    ids.push(id)
  }
  return ids
}

describe("a giver's record", () => {
  test('is on each of their quests, and follows what happens in another one', async () => {
    const harness = await startHarness()
    const { user, visitor, clock } = harness
    const giver = user()
    const posted = await giver.furrow.quests.post(sampleQuest)
    const fresh = {
      since: new Date(clock.now()).toISOString(),
      decided: 0,
      paid: 0,
      paidRate: null,
      paidTo: 0,
      settledRate: null,
      medianReviewHours: null,
      medianDaysToPay: null,
      disputesLost: 0,
      openDisputes: 0,
      maintains: null,
    }
    expect(posted).toMatchObject({ giverRecord: fresh, backing: 'promise' })
    const shown = async () => {
      const one = await visitor.quests.get(posted.id)
      const [listed] = (await visitor.quests.list({ giver: giver.address, status: 'open' })).items
      expect(listed?.giverRecord).toEqual(one.giverRecord)
      expect(listed?.backing).toEqual(one.backing)
      return one.giverRecord
    }
    expect(await shown()).toEqual(fresh)
    await release(harness, giver, 2)
    // Below three decided pieces of work a share says nothing.
    expect(await shown()).toMatchObject({
      decided: 2,
      paid: 2,
      paidRate: null,
      paidTo: 2,
      medianReviewHours: 0,
    })
    await release(harness, giver, 1)
    expect(await shown()).toMatchObject({ decided: 3, paid: 3, paidRate: 1, settledRate: 0, paidTo: 3 })

    const farmer = user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.dispute(id, farmer.address, 'no')
    expect(await shown()).toMatchObject({ decided: 3, openDisputes: 1 })
    const platform = user(harness.platform)
    await platform.furrow.quests.resolve(id, farmer.address, 'pay')
    expect(await shown()).toMatchObject({ decided: 4, paid: 4, openDisputes: 0, disputesLost: 1 })
  })

  test('changes without rewriting a quest', async () => {
    const harness = await startHarness()
    const giver = harness.user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const rowOf = () =>
      harness.context.db.selectFrom('quests').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await rowOf()
    await release(harness, giver, 3)
    expect(await rowOf()).toEqual(before)
    expect((await harness.visitor.quests.get(id)).giverRecord?.paid).toBe(3)
  })

  test('filters lists, alone and with others, page by page', async () => {
    const harness = await startHarness({ env: { POINTS_FOR: 'recorded' } })
    const { user, visitor, send } = harness
    const [payer, newcomer] = [user(), user()]
    await release(harness, payer, 3)
    const ofPayer = [
      (await payer.furrow.quests.post(sampleQuest)).id,
      (await payer.furrow.quests.post(sampleQuest)).id,
    ]
    const ofNewcomer = (await newcomer.furrow.quests.post({ ...sampleQuest, category: 'other' })).id
    const find = async (query: object) =>
      (await visitor.quests.list({ status: 'open', ...query })).items.map(({ id }) => id)
    expect(await find({ payer: 'proved' })).toEqual(ofPayer.toReversed())
    expect(await find({ payer: 'new' })).toEqual([ofNewcomer])
    expect(await find({ payer: 'any' })).toHaveLength(3)
    expect(await find({ minPaidRate: '1' })).toEqual(ofPayer.toReversed())
    expect(await find({ minPaidRate: '0' })).toEqual(ofPayer.toReversed())
    expect(await find({ backing: 'promise' })).toHaveLength(3)
    expect(await find({ backing: 'escrow' })).toEqual([])
    expect(await find({ backing: 'shown' })).toEqual([])
    expect(await find({ payer: 'proved', category: 'other' })).toEqual([])
    expect(await find({ payer: 'new', sort: 'oldest', q: 'the' })).toEqual(
      await find({ payer: 'new', sort: 'deadline', q: 'the' }),
    )
    const everything = (await visitor.quests.list({ payer: 'proved' })).items.map(({ id }) => id)
    expect(everything).toHaveLength(5)
    const paged: string[] = []
    let cursor: string | undefined
    do {
      const { items, cursor: next } = await visitor.quests.list({
        payer: 'proved',
        limit: '2',
        ...(cursor && { cursor }),
      })
      paged.push(...items.map(({ id }) => id))
      cursor = next ?? undefined
    } while (cursor !== undefined)
    expect(paged).toEqual(everything)
    for (const wrong of [
      'payer=rich',
      'minPaidRate=2',
      'minPaidRate=-1',
      'minPaidRate=0.12345',
      'backing=gold',
    ])
      expect((await send('GET', `/quests?${wrong}`)).status, wrong).toBe(400)
  })
})

describe('GET /profile/payer', () => {
  test('lists the work that the record is reckoned from, for every origin', async () => {
    const harness = await startHarness()
    const { user, visitor, send, clock } = harness
    const giver = user()
    const ids = await release(harness, giver, 3)
    const { items: value } = await visitor.profile.payer(giver.address)
    expect(value).toMatchObject({
      address: giver.account.address,
      decided: 3,
      paid: 3,
      paidRate: 1,
      refunded: [],
    })
    expect(value.released.map(({ questId }) => questId).toSorted()).toEqual(ids.toSorted())
    expect(value.released[0]).toMatchObject({
      releasedAt: new Date(clock.now()).toISOString(),
      reviewHours: 0,
      daysToPay: null,
      disputeLost: false,
      payment: null,
      escrow: null,
    })
    const path = `/profile/payer?address=${giver.address}`
    const { headers } = await send('GET', path, { headers: { origin: 'https://elsewhere.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    const tag = headers.get('etag') ?? ''
    expect((await send('GET', path, { headers: { 'if-none-match': tag } })).status).toBe(304)
    for (const wrong of ['', '?address=x', `?address=${giver.address}&cursor=x`])
      expect((await send('GET', `/profile/payer${wrong}`)).status).toBe(400)
    expect((await visitor.profile.payer(user().address)).items).toMatchObject({
      since: null,
      decided: 0,
      released: [],
    })
  })

  test('has pages, each work once', async () => {
    const harness = await startHarness()
    const giver = harness.user()
    const [id = ''] = await release(harness, giver, 1)
    const { context, clock } = harness
    const row = await context.db.selectFrom('assignments').selectAll().executeTakeFirstOrThrow()
    for (let one = 0; one < 120; one++)
      await context.db
        .insertInto('assignments')
        .values({
          ...row,
          farmer: toAddress(`0x${one.toString(16).padStart(40, '0')}`),
          released_at: clock.now() - (one % 7),
        })
        .execute()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { items: value, cursor: next } = await harness.visitor.profile.payer(
        giver.address,
        cursor ? { cursor } : {},
      )
      seen.push(...value.released.map(({ farmer }) => farmer))
      cursor = next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(121)
    expect(new Set(seen).size).toBe(121)
    expect(id).not.toBe('')
  })

  test('a giver who does not pay is seen not to', async () => {
    const harness = await startHarness()
    const { user, visitor } = harness
    const giver = user()
    for (let count = 0; count < 3; count++) {
      const farmer = user()
      const { id } = await giver.furrow.quests.post(sampleQuest)
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.quests.submit(id, { note: 'done' })
      await giver.furrow.quests.dispute(id, farmer.address, 'no')
      await user(harness.platform).furrow.quests.resolve(id, farmer.address, 'refund')
    }
    harness.clock.advance(reviewWindow)
    const { items: value } = await visitor.profile.payer(giver.address)
    expect(value).toMatchObject({ decided: 3, paid: 0, paidRate: 0, paidTo: 0, released: [] })
    expect(value.refunded).toHaveLength(3)
    const hidden = { kind: 'quest', id: value.refunded[0]?.questId ?? '', reason: 'A scam.' } as const
    await user(harness.platform).furrow.moderation.act({ action: 'hide', ...hidden })
    const { items: after } = await visitor.profile.payer(giver.address)
    expect([after.decided, after.refunded.length]).toEqual([3, 2])
  })

  test('names no quest that was hidden since, and nobody who has left since', async () => {
    const harness = await startHarness()
    const { context, platform, user, visitor } = harness
    const giver = user()
    const [hidden = '', other = ''] = await release(harness, giver, 2)
    const read = async () => (await visitor.profile.payer(giver.address)).items
    const before = await read()
    expect(before.released).toHaveLength(2)
    const hide = { action: 'hide', kind: 'quest', id: hidden, reason: 'A scam.' } as const
    await user(platform).furrow.moderation.act(hide)
    const after = await read()
    expect(after).toMatchObject({ decided: 2, released: [{ questId: other }] })
    const { farmer = '' } = after.released[0] ?? {}
    await leave(context, toAddress(farmer))
    expect(JSON.stringify(await read())).not.toContain(farmer)
  })

  test('is told by a badge, by feeds, and by the picture of a link', async () => {
    const harness = await startHarness()
    const giver = harness.user()
    await release(harness, giver, 3)
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const read = async (path: string) => (await fetch(new URL(path, harness.baseUrl))).text()
    expect(await read(`/badge/payer/${giver.account.address}.svg`)).toContain('pays: 3 of 3')
    expect(await read(`/badge/payer/${harness.user().address}.svg`)).toContain('nothing decided yet')
    expect(await read('/api/quests.atom')).toContain('The giver pays: 3 of 3.')
    expect(await read(`/quests/${id}`)).toContain('pays 3 of 3')
    const { rules } = await harness.visitor.leaderboardRules()
    expect(rules.map(rule => rule.id)).toEqual(expect.arrayContaining(['payer-record', 'backing']))
  })
})
