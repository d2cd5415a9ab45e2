import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import {
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../server/test/harness.ts'
import { holdQuests } from '../../server/test/hold.ts'
import { startTcpProxy } from '../../server/test/tcp-proxy.ts'

const many = 12

const post = ({ send, user }: Harness) => send('POST', '/quests', { token: user().token, body: sampleQuest })
const postMany = (harness: Harness) => Promise.all(Array.from({ length: many }, () => post(harness)))

/** The embedded database has no connection to lose: there, everything works as always. */
async function start(env: Record<string, string> = {}) {
  const database = await takeSharedDatabase()
  if (engine === 'sqlite') {
    const harness = await startHarness({ env: { ...database, ...env } })
    return { harness, silence: () => {}, opened: () => many, direct: database }
  }
  const proxy = await startTcpProxy(database.DATABASE_URL as string)
  const through = { DATABASE_URL: proxy.through(database.DATABASE_URL as string) }
  const harness = await startHarness({ env: { ...through, ...env } })
  return { harness, ...proxy, direct: database }
}

/** Advances the clock that measures durations. */
function passTime(milliseconds: number): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
}

describe('connections to the database that are lost without a word', () => {
  test('are replaced before anything is asked on them, all at once, where they were idle', async () => {
    const { harness, silence, opened } = await start()
    const { db } = harness.context
    const pause = engine === 'postgres' ? sql`select pg_sleep(0.1)` : sql`select 1`
    await Promise.all(Array.from({ length: many }, () => pause.execute(db)))
    expect(opened()).toBeGreaterThanOrEqual(10)
    passTime(2_000)
    silence()
    const began = Date.now()
    for (let count = 0; count < many; count++) expect((await post(harness)).status).toBe(201)
    for (const { status } of await postMany(harness)) expect(status).toBe(201)
    expect(Date.now() - began).toBeLessThan(8_000)
  })

  test('are given up within DATABASE_TIMEOUT, where they were in use', async () => {
    const { harness, silence } = await start({ DATABASE_TIMEOUT: '2' })
    await postMany(harness)
    const began = Date.now()
    silence()
    for (const { status, headers } of await postMany(harness))
      if (status !== 201)
        expect({ status, wait: headers.get('retry-after') }).toEqual({ status: 503, wait: '5' })
    await expect.poll(async () => (await post(harness)).status, { timeout: 30_000 }).toBe(201)
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(harness.logged()).not.toMatch(/"status":500|not queryable/)
  })

  test('in the middle of a transaction leave nothing held for longer than DATABASE_TIMEOUT', async () => {
    const { harness, silence, direct } = await start({ DATABASE_TIMEOUT: '2' })
    const giver = harness.user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const hold = await holdQuests(direct, [id])
    const farmer = harness.user()
    const accepted = harness.send('PATCH', '/quests', {
      token: farmer.token,
      body: { questId: id, action: 'accept' },
    })
    if (engine === 'postgres') await expect.poll(hold.countWaiting).toBeGreaterThan(0)
    silence()
    expect(await accepted).toMatchObject({ status: 503 })
    await hold.letGo()
    await expect
      .poll(
        () =>
          farmer.furrow.quests.accept(id).then(
            () => true,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true)
  })
})
