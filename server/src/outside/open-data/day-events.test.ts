import { gunzipSync } from 'node:zlib'
import { type DayEvent, leftPrefix } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { type Harness, reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { longestHere, longestTurn } from '../../../test/turns.ts'
import { sealEntries } from '../../access/audit-trail/sealing.ts'
import { toAddress } from '../../ground/address.ts'
import { day, hour, minute } from '../../ground/clock.ts'

const first = '2026-03-01'

/** A quest from its post to its release, within a day. */
async function finish({ furrow }: User, farmer: User): Promise<string> {
  const { id } = await furrow.quests.post({ ...sampleQuest, admission: 'application' })
  await farmer.furrow.quests.apply(id, 'I have the tools.')
  await furrow.quests.admit(id, farmer.address)
  await farmer.furrow.quests.submit(id, { note: 'It closes.' })
  await furrow.quests.approve(id, farmer.address)
  return id
}

async function listOf(items: AsyncIterable<DayEvent>): Promise<DayEvent[]> {
  const events: DayEvent[] = []
  for await (const event of items) events.push(event)
  return events
}

async function readAll({ visitor }: Harness, date: string): Promise<DayEvent[]> {
  return listOf((await visitor.quests.eventsOfDay(date)).items)
}

async function seal({ context }: Harness): Promise<void> {
  while ((await sealEntries.round(context)) > 0);
}

/** The raw file. */
function askFor({ baseUrl }: Harness, date: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(new URL(`/data/events-${date}.ndjson.gz`, baseUrl), { headers })
}

describe('GET /data/events-<day>.ndjson.gz', () => {
  test('has what everyone may read of each quest of that day, and stays the same after it', async () => {
    const harness = await startHarness()
    const { clock, context, user, visitor } = harness
    const [giver, farmer] = [user(), user()]
    const id = await finish(giver, farmer)
    clock.advance(hour)
    const other = await finish(giver, farmer)
    await seal(harness)
    clock.advance(11 * hour)
    const after = await user().furrow.quests.post(sampleQuest)
    clock.advance(10 * minute)

    const { items, ...head } = await visitor.quests.eventsOfDay(first)
    const events = await listOf(items)
    const ofQuests = [await visitor.quests.events(id), await visitor.quests.events(other)]
    expect(events).toEqual(
      [id, other].flatMap((questId, index) =>
        (ofQuests[index]?.items ?? []).map(event => ({ questId, ...event, accounts: {} })),
      ),
    )
    expect(events.find(({ kind }) => kind === 'applied')).toMatchObject({ actor: null, farmer: null })
    const sealed = await context.db
      .selectFrom('audit_seals')
      .select(['number', 'hash'])
      .where('source', '!=', 'access')
      .orderBy('number', 'desc')
      .execute()
    expect(head).toEqual({ day: first, events: events.length, auditHead: sealed[0] })

    clock.advance(day)
    await finish(user(), user())
    await seal(harness)
    const again = await visitor.quests.eventsOfDay(first)
    expect(again).toMatchObject(head)
    expect(await listOf(again.items)).toEqual(events)
    const next = await readAll(harness, '2026-03-02')
    expect(next.map(({ questId, kind }) => [questId, kind])).toEqual([[after.id, 'posted']])
    expect(await readAll(harness, '2019-01-01')).toEqual([])
    expect(await visitor.quests.eventsOfDay('2019-01-01')).toMatchObject({ events: 0, auditHead: null })
  })

  test('is a file for caches, until somebody leaves or a quest is hidden', async () => {
    const harness = await startHarness()
    const { clock, platform, user } = harness
    const [giver, farmer] = [user(), user()]
    const id = await finish(giver, farmer)
    const hidden = await finish(user(), farmer)
    clock.advance(2 * reviewWindow)
    const answer = await askFor(harness, first)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'public, max-age=3600, must-revalidate',
      'access-control-allow-origin': '*',
      'content-disposition': `attachment; filename="events-${first}.ndjson.gz"`,
    })
    const lines = gunzipSync(Buffer.from(await answer.arrayBuffer()))
      .toString()
      .trimEnd()
      .split('\n')
    expect(lines.length).toBe(1 + JSON.parse(lines[0] as string).events)
    let etag = answer.headers.get('etag') as string
    const isNew = async () => {
      const { headers, status } = await askFor(harness, first, { 'if-none-match': etag })
      etag = headers.get('etag') as string
      return status === 200
    }
    await user().furrow.quests.post(sampleQuest)
    expect(await isNew()).toBe(false)
    await user(platform).furrow.moderation.act({
      action: 'hide',
      kind: 'quest',
      id: hidden,
      reason: 'No quest at all',
    })
    expect(await isNew()).toBe(true)
    expect(new Set((await readAll(harness, first)).map(({ questId }) => questId))).toEqual(new Set([id]))
    const { account } = farmer
    await user(farmer).furrow.account.delete({
      account,
      signMessage: ({ message }) => account.signMessage({ message }),
    })
    expect(await isNew()).toBe(true)
    expect(await isNew()).toBe(false)
    const events = await readAll(harness, first)
    const text = JSON.stringify(events)
    expect(text.toLowerCase()).not.toContain(farmer.address)
    expect(text).not.toContain('It closes.')
    expect(
      events
        .find(({ kind }) => kind === 'submitted')
        ?.farmer?.toLowerCase()
        .startsWith(leftPrefix),
    ).toBe(true)
  })

  test('is there ten minutes after the end of its day, and for no other text', async () => {
    const harness = await startHarness()
    const { clock, visitor } = harness
    await expect(visitor.quests.eventsOfDay(first)).rejects.toMatchObject({
      status: 404,
      code: 'day-not-over',
    })
    clock.advance(12 * hour + 10 * minute - 1)
    await expect(visitor.quests.eventsOfDay(first)).rejects.toMatchObject({ code: 'day-not-over' })
    clock.advance(1)
    expect(await readAll(harness, first)).toEqual([])
    for (const date of ['2026-02-30', '2026-13-01', '0000-00-00', '2026-3-1', 'yesterday', '%2e%2e']) {
      const answer = await askFor(harness, date)
      expect(answer.status, date).toBe(404)
      expect(await answer.json(), date).toEqual({ error: expect.any(String), code: 'not-found' })
      expect(answer.headers.get('cache-control'), date).toBeNull()
    }
    await expect(visitor.quests.eventsOfDay('9999-12-31')).rejects.toMatchObject({ code: 'day-not-over' })
  })

  test('names people as accounts where a chain is known, and nobody who left', async () => {
    const harness = await startHarness()
    const { clock, context, user } = harness
    const [giver, farmer] = [user(), user()]
    const id = await finish(giver, farmer)
    const left = toAddress(`${leftPrefix}${'1'.repeat(20)}`)
    const payments = [farmer.address, left].map((farmer, index) => ({
      ...{ quest_id: id, number: 20 + index, at: clock.now(), kind: 'payment-settled' as const },
      ...{ actor: null, farmer, details: JSON.stringify({ chainId: 8_453, payer: giver.address }) },
    }))
    await context.db.insertInto('quest_events').values(payments).execute()
    clock.advance(day)
    const payer = `eip155:8453:${giver.account.address}`
    expect((await readAll(harness, first)).slice(-3).map(({ accounts }) => accounts)).toEqual([
      {},
      { farmer: `eip155:8453:${farmer.account.address}`, payer },
      { payer },
    ])
  })

  test('of tens of thousands of events holds nobody else up', async () => {
    const harness = await startHarness()
    const { clock, context, user } = harness
    const [giver, farmer] = [user(), user()]
    const id = await finish(giver, farmer)
    const known = await context.db.selectFrom('quest_events').selectAll().execute()
    const count = 30_000
    for (let from = 0; from < count; from += 100)
      await context.db
        .insertInto('quest_events')
        .values(
          Array.from({ length: 100 }, (_, index) => {
            const number = 100 + from + index
            const wallet = toAddress(`0x${number.toString(16).padStart(40, 'a')}`)
            return { ...(known[3] as (typeof known)[0]), number, actor: wallet, farmer: wallet }
          }),
        )
        .execute()
    clock.advance(day)
    const read = async () => Buffer.from(await (await askFor(harness, first)).arrayBuffer())
    const value = await read()
    const lines = gunzipSync(value).toString().trimEnd().split('\n')
    expect(JSON.parse(lines[0] as string)).toMatchObject({ events: count + known.length })
    expect(lines).toHaveLength(1 + count + known.length)
    expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ questId: id, number: 99 + count })
    // About 10 ms where the bound was set, with the client in the same process.
    const enough = await longestHere(20)
    expect(await longestTurn(read, enough)).toBeLessThan(enough)
  })
})
