import { openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Duty } from '../../server/src/ground/duty.ts'
import { startDaemon } from '../../server/src/service/daemon/daemon.ts'
import {
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../server/test/harness.ts'
import { holdQuests } from '../../server/test/hold.ts'
import { isGeneral, isOutage, isWithoutRoom } from './outage.ts'

/** Breaks the database, in a way of its own engine; returns the repair, or null for none. */
type Outage = (harness: Harness) => Promise<null | (() => Promise<unknown>)>

const run = (harness: Harness, statement: string) => sql.raw(statement).execute(harness.context.db)

/** Simulates PostgreSQL's failure, which no test can cause on a server that others use. */
const failing =
  (code: string): Outage =>
  async harness => {
    await run(
      harness,
      `create function fail() returns trigger language plpgsql as
       $$ begin raise exception 'it fails' using errcode = '${code}'; end $$`,
    )
    for (const table of ['meta', 'quests'])
      await run(
        harness,
        `create trigger failing before insert on ${table} for each row execute function fail()`,
      )
    return () => run(harness, 'drop function fail() cascade')
  }

async function ask(statement: string): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Outages that prevent reading too. */
const unread = new Set(['is damaged', 'lets nobody in'])

const onPostgres: Record<string, Outage> = {
  'lets nobody in': async harness => {
    const role = new URL(harness.env.DATABASE_URL as string).username
    await ask(`alter role ${role} nologin`)
    await ask(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`)
    return () => ask(`alter role ${role} login`)
  },
  'is read-only': async harness => {
    const role = new URL(harness.env.DATABASE_URL as string).username
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`
    await ask(`alter role ${role} set default_transaction_read_only = on`)
    await ask(end)
    return () => ask(`alter role ${role} reset default_transaction_read_only`)
  },
  'has no room left': failing('53100'),
  'fails on its disk': failing('58030'),
  'is damaged': failing('XX001'),
  'is locked by somebody': async harness => {
    const client = new Client({ connectionString: harness.env.DATABASE_URL })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin; lock table quests, meta in exclusive mode')
    return () => client.query('rollback')
  },
  'takes too long': async harness => {
    await run(
      harness,
      `create function fail() returns trigger language plpgsql as $$ begin perform pg_sleep(30); return new; end $$`,
    )
    for (const table of ['meta', 'quests'])
      await run(harness, `create trigger slow before insert on ${table} execute function fail()`)
    return () => run(harness, 'drop function fail() cascade')
  },
}

const onSqlite: Record<string, Outage> = {
  'is read-only': async harness => {
    await run(harness, 'pragma query_only = on')
    return () => run(harness, 'pragma query_only = off')
  },
  'has no room left': async harness => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(harness.context.db)
    await run(harness, `pragma max_page_count = ${rows[0]?.page_count}`)
    return () => run(harness, 'pragma max_page_count = 1000000')
  },
  'is locked by another process': async ({ env }) => (await holdQuests(env, [])).letGo,
  'is damaged': async ({ env }) => {
    const file = join(env.DATA_DIR as string, 'furrow.sqlite')
    const other = new DatabaseSync(file)
    other.exec('pragma wal_checkpoint(truncate)')
    other.close()
    // Everything but the first page, which describes the rest.
    const opened = openSync(file, 'r+')
    writeSync(opened, Buffer.alloc(statSync(file).size - 4_096, 0x5a), 0, undefined, 4_096)
    return null
  },
}

/** A database of its own, and on PostgreSQL a role that only this test has. */
async function start(): Promise<Harness> {
  const env = await takeSharedDatabase()
  if (engine === 'postgres') {
    const role = `role_${crypto.randomUUID().replaceAll('-', '')}`
    await ask(`create role ${role} superuser login`)
    onTestFinished(() => ask(`drop owned by ${role} cascade; drop role ${role}`))
    const url = new URL(env.DATABASE_URL as string)
    url.username = role
    env.DATABASE_URL = url.href
  }
  return startHarness({ env: { ...env, DATABASE_TIMEOUT: '1' } })
}

async function readiness({ baseUrl }: Harness) {
  const answer = await fetch(new URL('/readyz', baseUrl))
  return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get('retry-after') }
}

const sentence = { error: expect.stringMatching(/^The database .*\.$/), code: expect.any(String) }

describe.each(Object.entries(engine === 'postgres' ? onPostgres : onSqlite))(
  'a database that %s',
  (name, breakIt) => {
    test('is 503 for who would write, and the service is not ready until it is mended', async () => {
      const harness = await start()
      const giver = harness.user()
      const { id } = await giver.furrow.quests.post(sampleQuest)
      expect(await readiness(harness)).toMatchObject({ status: 200 })

      const mend = await breakIt(harness)
      // Free space in the file still takes some writes, though there is no new room.
      await expect
        .poll(() => harness.send('POST', '/quests', { token: giver.token, body: sampleQuest }), {
          timeout: 60_000,
          interval: 10,
        })
        .toMatchObject({ status: 503, body: sentence })
      const refused = await harness.send('POST', '/quests', { token: giver.token, body: sampleQuest })
      expect(refused).toMatchObject({ status: 503, body: sentence })
      expect(refused.headers.get('retry-after')).toBe('5')
      await expect
        .poll(() => readiness(harness), { timeout: 10_000 })
        .toEqual({ status: 503, body: sentence, retryAfter: '5' })
      expect((await fetch(new URL('/healthz', harness.baseUrl))).status).toBe(200)
      if (!unread.has(name)) expect((await harness.send('GET', '/quests')).status).toBe(200)
      // Metrics and pages still work, without the parts that need the database.
      for (const path of ['/metrics', `/quests/${id}`])
        expect((await fetch(new URL(path, harness.baseUrl))).ok).toBe(true)
      expect(harness.logged()).not.toMatch(/"status":500|not queryable|cannot rollback/)
      // One line each, and no stack.
      expect(harness.logged()).toContain('the database cannot be reached')
      expect(harness.logged()).not.toMatch(/\\n +at /)

      if (mend === null) return
      await mend()
      // A connection that only read meanwhile may be from before.
      await expect
        .poll(
          async () =>
            (await harness.send('POST', '/quests', { token: giver.token, body: sampleQuest })).status,
          { timeout: 10_000 },
        )
        .toBe(201)
      if (name === 'is damaged') expect((await readiness(harness)).status).toBe(503)
      else await expect.poll(() => readiness(harness), { timeout: 10_000 }).toMatchObject({ status: 200 })
    })
  },
)

describe('a service whose last write found no room', () => {
  test('is not ready until one does, though small ones still go', async () => {
    const harness = await start()
    const passTime = createPassing()
    const giver = harness.user()
    const post = () => harness.send('POST', '/quests', { token: giver.token, body: sampleQuest })
    const figure = async () =>
      (await (await fetch(new URL('/metrics', harness.baseUrl))).text()).match(/^furrow_ready .*/m)?.[0]
    const postOnce = async () => {
      const headers = { 'idempotency-key': '"posted-before"' }
      const answer = await harness.send('POST', '/quests', { token: giver.token, body: sampleQuest, headers })
      return { status: answer.status, replayed: answer.headers.get('idempotent-replayed') }
    }
    expect(await postOnce()).toEqual({ status: 201, replayed: null })
    const mend = await takeRoom(harness)
    await expect.poll(async () => (await post()).status, { timeout: 60_000, interval: 10 }).toBe(503)
    await leaveSome(harness)
    expect(await readiness(harness)).toMatchObject({ status: 503, body: sentence })
    // A replayed answer writes nothing.
    expect(await postOnce()).toMatchObject({ status: 201, replayed: 'true' })
    passTime(20_000)
    expect(await readiness(harness)).toMatchObject({ status: 503, body: sentence })
    expect(await figure()).toBe('furrow_ready 0')
    await mend()
    expect((await post()).status).toBe(201)
    passTime(2_000)
    expect(await readiness(harness)).toMatchObject({ status: 200 })
    // Metrics are cached for a while.
    harness.clock.advance(10_000)
    expect(await figure()).toBe('furrow_ready 1')
  })
})

describe('a service that was asked for no write since one found no room', () => {
  const begin = async () => {
    const harness = await start()
    const giver = harness.user()
    const post = () => harness.send('POST', '/quests', { token: giver.token, body: sampleQuest })
    const mend = await takeRoom(harness)
    await expect.poll(async () => (await post()).status, { timeout: 60_000, interval: 10 }).toBe(503)
    return { harness, mend, passTime: createPassing() }
  }

  test('is ready again by itself, half a minute after there was room again', async () => {
    const { harness, mend, passTime } = await begin()
    await mend()
    passTime(20_000)
    expect(await readiness(harness)).toMatchObject({ status: 503, body: sentence })
    passTime(11_000)
    expect(await readiness(harness)).toMatchObject({ status: 200 })
  })

  test('stays not ready where a small write fits, and a large one does not', async () => {
    const { harness, passTime } = await begin()
    if (engine === 'sqlite') await leaveSome(harness, 50)
    else
      await run(
        harness,
        `create trigger failing before insert on meta for each row when (length(new.value) > 100000)
         execute function fail()`,
      )
    passTime(31_000)
    expect(await readiness(harness)).toMatchObject({ status: 503, body: sentence })
  })
})

describe('a duty that finds no room', () => {
  test('has the service not ready, though nobody asked it for anything', async () => {
    const harness = await start()
    await harness.user().furrow.quests.post(sampleQuest)
    expect(await readiness(harness)).toMatchObject({ status: 200 })
    await takeRoom(harness)
    const writing = Promise.withResolvers<void>()
    const duty: Duty = {
      name: 'write something',
      every: () => 60_000,
      async round({ db }) {
        const large = sql`insert into meta (key, value) values ('large', ${'x'.repeat(2 ** 20)})`
        const statement = engine === 'sqlite' ? large : sql`insert into quests select * from quests`
        await statement.execute(db).finally(writing.resolve)
        return 0
      },
    }
    const daemon = startDaemon(harness.context, [duty])
    onTestFinished(() => daemon[Symbol.asyncDispose]())
    await writing.promise
    await leaveSome(harness)
    await expect.poll(harness.logged).toContain('a duty cannot be done right now')
    createPassing()(2_000)
    expect(await readiness(harness)).toMatchObject({ status: 503, body: sentence })
  })
})

/** Fills the database until no quest fits. */
async function takeRoom(harness: Harness): Promise<() => Promise<unknown>> {
  if (engine === 'sqlite') return (await onSqlite['has no room left']?.(harness)) as () => Promise<unknown>
  await failing('53100')(harness)
  await run(harness, 'drop trigger failing on meta')
  return () => run(harness, 'drop function fail() cascade')
}

/** Leaves SQLite so many pages; as a rule enough for the check, also when it suspects something. */
async function leaveSome(harness: Harness, pages = 1_000): Promise<void> {
  if (engine === 'postgres') return
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(harness.context.db)
  await run(harness, `pragma max_page_count = ${(rows[0]?.page_count ?? 0) + pages}`)
}

/** Advances the clock that measures durations. */
function createPassing(): (milliseconds: number) => void {
  const now = performance.now.bind(performance)
  let passed = 0
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  onTestFinished(() => spy.mockRestore())
  return milliseconds => {
    passed += milliseconds
  }
}

describe('a write that the database undoes by itself', () => {
  test('is answered and logged as what happened first', async () => {
    const harness = await start()
    const { env, logged } = harness
    const giver = harness.user()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const post = () => harness.send('POST', '/quests', { token: giver.token, body: sampleQuest })
    if (engine === 'sqlite') {
      await run(harness, 'pragma max_page_count = 1')
      await expect.poll(async () => (await post()).status, { timeout: 60_000, interval: 10 }).toBe(503)
      expect(logged()).toContain('database or disk is full')
      await run(harness, 'pragma max_page_count = 1000000')
    } else {
      const hold = await holdQuests(env, [id])
      const farmer = harness.user()
      const accepted = harness.send('PATCH', '/quests', {
        token: farmer.token,
        body: { questId: id, action: 'accept' },
      })
      await expect.poll(hold.countWaiting).toBeGreaterThan(0)
      const role = new URL(env.DATABASE_URL as string).username
      await ask(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}' and wait_event_type = 'Lock'`,
      )
      expect((await accepted).status).toBe(503)
      expect(logged()).toContain('terminating connection')
      await hold.letGo()
    }
    expect(logged()).not.toMatch(/not queryable|cannot rollback/)
    expect((await post()).status).toBe(201)
  })
})

test('a damaged row is an outage of its own, and a full disk one of all that is written', () => {
  const failures = [
    { code: 'XX001' },
    { code: 'ERR_SQLITE_ERROR', errcode: 11 },
    { code: '53100' },
    { code: 'ERR_SQLITE_ERROR', errcode: 13 },
  ]
  const isOfAll = failures.map(failure => isGeneral(Object.assign(new Error('it fails'), failure)))
  expect(isOfAll).toEqual([false, false, true, true])
})

const ofSqlite = (errcode: number) => ({ code: 'ERR_SQLITE_ERROR', errcode })
const failed = (failure: object) => Object.assign(new Error('it fails'), failure)

test('a server that is away, lets nobody in, ends a session or cannot act now is an outage', () => {
  const codes = [
    ...['08006', '25006', '25P03', '25P04', '28000', '3D000', '53300', '55P03', '57014', '57P01', '58030'],
    ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'],
    'XX002',
  ]
  for (const code of codes) expect(isOutage(failed({ code })), code).toBe(true)
})

test('the embedded database has outages of the file and of its locks, with their details or without', () => {
  // Busy, locked, read-only, the disk, damaged, full, not to be opened, no locks, no database.
  for (const code of [5, 6, 8, 10, 11, 13, 14, 15, 26])
    for (const errcode of [code, code + 256])
      expect(isOutage(failed(ofSqlite(errcode))), String(errcode)).toBe(true)
})

test('a statement that the database refuses is no outage', () => {
  // Syntax, a constraint, another transaction's sake; on SQLite a mistake, a constraint, a check.
  const refusals = [{ code: '42601' }, { code: '23505' }, { code: '40001' }, ...[1, 19, 275].map(ofSqlite)]
  for (const refusal of refusals) expect(isOutage(failed(refusal)), JSON.stringify(refusal)).toBe(false)
})

test('there is no room where the disk or the memory is full, or the disk fails; other outages say nothing of it', () => {
  const failures = [{ code: '53100' }, { code: '53200' }, { code: '58030' }, ...[10, 13, 778].map(ofSqlite)]
  for (const failure of failures) expect(isWithoutRoom(failed(failure)), JSON.stringify(failure)).toBe(true)
  for (const failure of [{ code: '53300' }, { code: '57014' }, ofSqlite(5)])
    expect(isWithoutRoom(failed(failure)), JSON.stringify(failure)).toBe(false)
})
