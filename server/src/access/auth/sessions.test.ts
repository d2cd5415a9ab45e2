import { createFurrow } from '@furrow/sdk'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createWallet,
  type Harness,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { forgeToken, openToken } from '../../../test/sign-in.ts'
import { startTwins } from '../../../test/twins.ts'
import { toAddress } from '../../ground/address.ts'
import { day, hour, minute, second } from '../../ground/clock.ts'
import { noteSessionUses } from './session-uses.ts'
import { forgetSessions } from './sessions.ts'
import { createAccessToken } from './tokens.ts'

const statusAt = async ({ send }: Harness, { token }: Pick<User, 'token'>) =>
  (await send('GET', '/mail', { token })).status

describe('a session', () => {
  test('is ended by itself when its own device signs out, in every process, and after a restart', async () => {
    const [one, other] = await startTwins()
    const [here, there] = [await one.signIn(), await one.signIn()]
    const elsewhere = await one.signIn(here)
    for (const place of [one, other]) expect(await statusAt(place, here)).toBe(200)
    expect(await here.furrow.signOut()).toBe(true)
    expect(here.furrow.token).toBeNull()
    expect(await one.send('GET', '/mail', { token: here.token })).toMatchObject({
      status: 401,
      body: { error: 'This session was ended; sign in again.', code: expect.any(String) },
    })
    one.clock.advance(2 * second)
    const third = await startHarness({ env: { ...one.env }, clock: one.clock })
    for (const place of [other, third]) {
      expect(await statusAt(place, here)).toBe(401)
      for (const goesOn of [there, elsewhere]) expect(await statusAt(place, goesOn)).toBe(200)
    }
    // It has ended already, which is all that was wanted.
    expect(await createFurrow({ baseUrl: one.baseUrl, token: here.token }).signOut()).toBe(true)
    one.clock.advance(24 * hour - 3 * second)
    expect(await statusAt(one, here)).toBe(401)
  })

  test('is listed to its own wallet, with when it was made and last used, to the hour', async () => {
    const harness = await startHarness({ env: { TRUST_PROXY: 'true' } })
    const { clock, context, send } = harness
    const phone = await harness.signIn()
    clock.advance(90 * minute)
    const desk = await harness.signIn(phone)
    await harness.signIn()
    await noteSessionUses.round(context)
    await statusAt(harness, phone)
    await noteSessionUses.round(context)
    const list = async (ip: string) =>
      (await send('GET', '/auth/sessions', { token: desk.token, headers: { 'x-forwarded-for': ip } })).body
    const [now, before] = [clock.now(), clock.now() - 90 * minute].map(at => new Date(at).toISOString())
    expect(await list('127.0.0.1')).toEqual([
      {
        id: expect.any(String),
        createdAt: now,
        expiresAt: new Date(clock.now() + 24 * hour).toISOString(),
        usedAt: null,
        way: 'key',
        sameNetwork: true,
        current: true,
      },
      expect.objectContaining({ createdAt: before, usedAt: '2026-03-01T13:00:00.000Z', current: false }),
    ])
    expect((await list('192.0.2.1')).map(({ sameNetwork }: { sameNetwork: boolean }) => sameNetwork)).toEqual(
      [false, false],
    )
    const rows = await context.db.selectFrom('sessions').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/127\.0|192\.0/)
  })

  test('is ended from another device, and by nobody else', async () => {
    const harness = await startHarness()
    const { send } = harness
    const [lost, stranger] = [await harness.signIn(), await harness.signIn()]
    const desk = await harness.signIn(lost)
    const { id } = (await desk.furrow.sessions.list()).find(({ current }) => !current) as { id: string }
    for (const other of [id, 'no-such-session'])
      expect((await send('DELETE', `/auth/sessions/${other}`, { token: stranger.token })).status).toBe(404)
    expect(await statusAt(harness, lost)).toBe(200)
    expect(await desk.furrow.sessions.end(id)).toEqual({ success: true })
    expect([await statusAt(harness, lost), await statusAt(harness, desk)]).toEqual([401, 200])
    await expect(desk.furrow.sessions.end(id)).rejects.toMatchObject({ status: 404 })
    expect(await desk.furrow.sessions.list()).toHaveLength(1)
    await desk.furrow.signOutEverywhere()
    const again = await harness.signIn(lost)
    expect(await again.furrow.sessions.list()).toHaveLength(1)
  })

  test('ends when its address begins the hundredth after it, in every process', async () => {
    const [one, other] = await startTwins()
    const neighbour = await other.signIn()
    const first = await one.signIn()
    one.clock.advance(1)
    const next = await other.signIn(first)
    for (let count = 2; count < 100; count++) {
      one.clock.advance(1)
      await one.signIn(first)
    }
    for (const place of [one, other])
      for (const goesOn of [first, next, neighbour]) expect(await statusAt(place, goesOn)).toBe(200)
    one.clock.advance(1)
    const last = await one.signIn(first)
    expect(await statusAt(one, first)).toBe(401)
    one.clock.advance(2 * second)
    expect(await one.send('GET', '/mail', { token: first.token })).toMatchObject({
      status: 401,
      body: { error: 'This session was ended; sign in again.', code: expect.any(String) },
    })
    for (const place of [one, other]) {
      expect(await statusAt(place, first)).toBe(401)
      for (const goesOn of [next, last, neighbour]) expect(await statusAt(place, goesOn)).toBe(200)
    }
    expect(await last.furrow.sessions.list()).toHaveLength(100)
    // Ended sessions make room.
    await next.furrow.signOut()
    const another = await other.signIn(first)
    expect(await another.furrow.sessions.list()).toHaveLength(100)
  })

  test('that was ended is known to a process that starts after many ends, which it reads some at a time', async () => {
    const shared = await takeSharedDatabase()
    const harness = await startHarness({ env: shared })
    const { clock, context } = harness
    const [here, there, gone] = [await harness.signIn(), await harness.signIn(), await harness.signIn()]
    const [ended_at, none] = [clock.now(), { network: null, used_at: null }]
    const expires_at = ended_at + hour
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      ...{ ...none, id: `ended-${index}`, address: there.address, generation: 0, way: null },
      ...{ created_at: ended_at, expires_at, ended_at: ended_at - (index % 2) },
    }))
    const generations = Array.from({ length: 2_500 }, (_, index) => ({
      address: toAddress(`0x${index.toString(16).padStart(40, '0')}`),
      generation: ended_at,
    }))
    for (let at = 0; at < 2_500; at += 500) {
      await context.db
        .insertInto('sessions')
        .values(rows.slice(at, at + 500))
        .execute()
      const some = generations.slice(at, at + 500)
      await context.db.insertInto('session_generations').values(some).execute()
    }
    clock.advance(1)
    await here.furrow.signOut()
    await gone.furrow.signOutEverywhere()
    const later = await startHarness({ env: { ...harness.env, ...shared }, clock })
    const sizes: number[] = []
    const plugin = {
      // biome-ignore lint/suspicious/noExplicitAny: a query of whatever kind
      transformQuery: ({ node }: any) => node,
      // biome-ignore lint/suspicious/noExplicitAny: a result of whatever kind
      transformResult: async ({ result }: any) => {
        sizes.push(result.rows.length)
        return result
      },
    }
    Object.assign(later.context, { db: later.context.db.withPlugin(plugin) })
    expect([await statusAt(later, here), await statusAt(later, gone)]).toEqual([401, 401])
    expect(await statusAt(later, there)).toBe(200)
    expect(Math.max(...sizes)).toBe(1_000)
    const token = createAccessToken(context, there.address, 0, 'ended-2499')
    expect(await statusAt(later, { token })).toBe(401)
  })

  test('of a version that listed none goes on until it expires, and can sign out', async () => {
    const harness = await startHarness()
    const [one, other] = [harness.user(), harness.user()]
    expect(openToken(one.token)[1]).not.toHaveProperty('sid')
    expect(await statusAt(harness, one)).toBe(200)
    expect(await one.furrow.sessions.list()).toEqual([])
    await one.furrow.signOut()
    expect([await statusAt(harness, one), await statusAt(harness, other)]).toEqual([401, 200])
    const [header, claims] = openToken(other.token)
    const forged = forgeToken(header, { ...claims, sid: 1 }, harness.env.JWT_SECRET as string)
    expect(await statusAt(harness, { token: forged })).toBe(401)
  })

  test('is written when it is made, and then once an hour at most, by no request', async () => {
    const harness = await startHarness()
    const { clock, context } = harness
    const user = await harness.signIn()
    const writes: string[] = []
    const plugin = {
      // biome-ignore lint/suspicious/noExplicitAny: a query of whatever kind
      transformQuery: ({ node }: any) => {
        if (/^(Insert|Update|Delete)QueryNode$/.test(node.kind)) writes.push(node.kind)
        return node
      },
      // biome-ignore lint/suspicious/noExplicitAny: a result of whatever kind
      transformResult: async ({ result }: any) => result,
    }
    Object.assign(context, { db: context.db.withPlugin(plugin) })
    for (const expected of [1, 1, 2]) {
      for (let count = 0; count < 5; count++) await statusAt(harness, user)
      await noteSessionUses.round(context)
      expect(writes).toHaveLength(expected)
      clock.advance(40 * minute)
    }
    expect(await sql`select id from sessions`.execute(context.db)).toMatchObject({ rows: [{}] })
    clock.advance(26 * hour)
    await forgetSessions.round(context)
    expect((await sql`select id from sessions`.execute(context.db)).rows).toEqual([])
  })
})

test('a session that was ended stays ended in a process that starts, for as long as its token would last', async () => {
  const one = await startHarness({ env: await takeSharedDatabase() })
  const user = await one.signIn()
  await one.send('DELETE', '/auth/session', { token: user.token })
  one.clock.advance(23 * hour)
  await forgetSessions.round(one.context)
  const other = await startHarness({ env: { ...one.env }, clock: one.clock })
  expect(await statusAt(other, user)).toBe(401)
})

test('a new session is not the one that ends for it, though a hundred began in the same moment', async () => {
  const { clock, context, send, signIn } = await startHarness()
  const wallet = createWallet()
  const now = clock.now()
  const others = Array.from({ length: 100 }, (_, index) => ({
    ...{ id: `!${index}`, address: wallet.address, generation: 0, way: 'key' as const, network: null },
    ...{ created_at: now, expires_at: now + day, used_at: null, ended_at: null },
  }))
  await context.db.insertInto('sessions').values(others).execute()
  const { token } = await signIn(wallet)
  expect((await send('GET', '/mail', { token })).status).toBe(200)
})
