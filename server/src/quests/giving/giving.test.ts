import { createBreath } from '@furrow/storage/breath.ts'
import { describe, expect, test } from 'vitest'
import { type Harness, reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { longestHere, longestTurn } from '../../../test/turns.ts'
import { day, hour } from '../../ground/clock.ts'

const linked = { ...sampleQuest, codehostRepo: 'https://github.com/Farm/Gate', codehostIssue: '7' }
const none = { count: 0, medianHours: null }

/** Work that a merge proves `hours` after its place was taken, and that is paid when its window ends. */
async function merge({ clock, runDue, user, visitor }: Harness, giver: User, amount: number, hours: number) {
  const [farmer, pr] = [user(), Math.round(amount * 1_000)]
  const { id } = await user(giver).furrow.quests.post({
    ...linked,
    rewardAmount: amount,
    reward: `${amount} USDC`,
  })
  clock.advance(hour)
  await farmer.furrow.quests.accept(id)
  clock.advance(hours * hour)
  await visitor.verify({ repo: 'farm/gate', pr })
  clock.advance(reviewWindow)
  await runDue()
}

describe('GET /profile/giving', () => {
  test('reckons over the quests of the span, in total, by repository and by week', async () => {
    const harness = await startHarness()
    const { clock, platform, user } = harness
    const giver = user()
    for (const [amount, hours] of [
      [0.1, 3],
      [0.2, 5],
      [0.4, 7],
    ] as const)
      await merge(harness, giver, amount, hours)
    const farmers = [user(), user()]
    const { id } = await user(giver).furrow.quests.post({ ...sampleQuest, maxFarmers: 3 })
    for (const farmer of farmers) await farmer.furrow.quests.accept(id)
    clock.advance(2 * hour)
    for (const farmer of farmers) await farmer.furrow.quests.submit(id, { note: 'Done.' })
    const [one, other] = farmers as [User, User]
    await user(giver).furrow.quests.return(id, one.address, 'The hinge is loose.')
    await one.furrow.quests.submit(id, { note: 'Done again.' })
    await user(giver).furrow.quests.dispute(id, other.address, 'Nothing was done')
    clock.advance(4 * hour)
    await user(giver).furrow.quests.approve(id, one.address)
    await user(platform).furrow.quests.resolve(id, other.address, 'refund')
    await user().furrow.quests.post(sampleQuest)

    const figures = await user(giver).furrow.profile.giving()
    expect(figures).toMatchObject({ from: '2025-12-09', to: '2026-03-08', complete: true })
    const merged = {
      quests: 3,
      places: 3,
      taken: 3,
      finished: 3,
      returned: 0,
      disputes: { count: 0, open: 0, paid: 0, refunded: 0, split: 0 },
      times: {
        toInterest: { count: 3, medianHours: 1 },
        toHandIn: { count: 3, medianHours: 5 },
        toMerge: { count: 3, medianHours: 5 },
        toDecision: { count: 3, medianHours: 48 },
        toPayment: none,
      },
      mergedCosts: [{ token: 'USDC', count: 3, sum: '0.7', median: '0.2' }],
    }
    const alone = {
      quests: 1,
      places: 3,
      taken: 2,
      finished: 1,
      returned: 1,
      disputes: { count: 1, open: 0, paid: 0, refunded: 1, split: 0 },
      times: {
        toInterest: { count: 1, medianHours: 0 },
        toHandIn: { count: 2, medianHours: 2 },
        toMerge: none,
        toDecision: { count: 2, medianHours: 4 },
        toPayment: none,
      },
      mergedCosts: [],
    }
    expect(figures.repositories).toEqual([
      { repository: 'https://github.com/Farm/Gate', ...merged },
      { repository: null, ...alone },
    ])
    expect(figures.total).toMatchObject({ quests: 4, places: 6, taken: 5, finished: 4, returned: 1 })
    expect(figures.total.times.toDecision).toEqual({ count: 5, medianHours: 48 })
    expect(figures.total.mergedCosts).toEqual(merged.mergedCosts)
    expect(figures.weeks).toHaveLength(13)
    expect(figures.weeks.slice(-2)).toEqual([
      { week: '2026-02-23', finished: 0, medianHours: null },
      { week: '2026-03-02', finished: 4, medianHours: 52 },
    ])

    const text = await (await user(giver).furrow.profile.givingCsv()).text()
    const lines = text.trimEnd().split('\r\n')
    expect(lines[0]).toBe('"repository","figure","token","value","count"')
    expect(lines).toContain('"*","quests",,4,')
    expect(lines).toContain('"https://github.com/Farm/Gate","cost of merged work, median","USDC","0.2",3')
    expect(lines).toContain(',"median hours toDecision",,4,2')

    const early = await user(giver).furrow.profile.giving({ from: '2026-03-01', to: '2026-03-01' })
    expect(early.total).toMatchObject({ quests: 1, finished: 1 })
    expect(early.weeks).toEqual([{ week: '2026-02-23', finished: 0, medianHours: null }])
    const nobody = await user().furrow.profile.giving()
    expect(nobody).toMatchObject({ complete: true, total: { quests: 0, mergedCosts: [] }, repositories: [] })
  })

  test('is for a session or a key that reads, and for days that there are', async () => {
    const { send, user } = await startHarness()
    const { token } = user()
    expect((await send('GET', '/profile/giving')).status).toBe(401)
    for (const query of [
      'from=2026-02-30',
      'to=2026-1-1',
      'from=2026-03-02&to=2026-03-01',
      'from=2020-01-01',
      'from=2026-01-01&from=2026-01-02',
    ])
      for (const path of ['/profile/giving', '/profile/giving.csv'])
        expect(await send('GET', `${path}?${query}`, { token }), query).toMatchObject({
          status: 400,
          body: { error: expect.any(String), code: expect.any(String) },
        })
    for (const query of ['from=9999-12-31&to=9999-12-31', 'to=1969-01-01&from=1968-12-31'])
      expect((await send('GET', `/profile/giving?${query}`, { token })).body.total.quests, query).toBe(0)
  })

  test('of a giver with very many quests says that it counts the newest, and holds nobody up', async () => {
    const harness = await startHarness()
    const { clock, context, user } = harness
    const [giver, farmer] = [user(), user()]
    const { id } = await giver.furrow.quests.post(linked)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'Done.' })
    await giver.furrow.quests.approve(id, farmer.address)
    const quest = await context.db.selectFrom('quests').selectAll().executeTakeFirstOrThrow()
    const work = await context.db.selectFrom('assignments').selectAll().executeTakeFirstOrThrow()
    const events = await context.db.selectFrom('quest_events').selectAll().execute()
    const breathe = createBreath()
    for (let from = 0; from < 5_100; from += 50) {
      await breathe()
      const ids = Array.from({ length: 50 }, (_, index) => `quest-${clock.now() + from + index}-0000`)
      const at = { repo_key: `farm/${from}`, codehost_repo: `farm/${from}` }
      await context.db
        .insertInto('quests')
        .values(ids.map(id => ({ ...quest, ...at, id })))
        .execute()
      await context.db
        .insertInto('assignments')
        .values(ids.map(quest_id => ({ ...work, quest_id })))
        .execute()
      const copies = ids.flatMap(quest_id => events.slice(0, 2).map(event => ({ ...event, quest_id })))
      await context.db.insertInto('quest_events').values(copies).execute()
    }
    clock.advance(hour)
    const read = () => user(giver).furrow.profile.giving()
    const value = await read()
    expect(value).toMatchObject({ complete: false, total: { quests: 5_000, finished: 5_000 } })
    expect(value.repositories).toHaveLength(100)
    // About 10 ms where the bound was set, with the client in the same process.
    const enough = await longestHere(20)
    expect(await longestTurn(read, enough)).toBeLessThan(enough)
    clock.advance(91 * day)
    expect((await read()).total.quests).toBe(0)
  })
})
