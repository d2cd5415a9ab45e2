import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFurrow } from '@furrow/sdk'
import { openPatiently } from '@furrow/storage/database.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createFakeClock,
  createWallet,
  engine,
  type Harness,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { startProcess } from '../../../test/processes.ts'
import { forgeToken, openToken } from '../../../test/sign-in.ts'
import { startTwins } from '../../../test/twins.ts'
import { hour, second } from '../../ground/clock.ts'
import { readConfig } from '../../ground/config/config.ts'
import { restoreBackup } from '../../operate/backup/restore.ts'
import { sourceOf } from '../../operate/backup/source.ts'
import { writeBackup } from '../../operate/backup/write-backup.ts'
import { flushAccesses } from '../audit-trail/access.ts'
import { endSessions } from './generations.ts'

const statusAt = async ({ send }: Harness, { token }: Pick<User, 'token'>) =>
  (await send('GET', '/mail', { token })).status

const revoke = ({ send }: Harness, { token }: Pick<User, 'token'>) => send('POST', '/auth/revoke', { token })

describe('POST /auth/revoke', () => {
  test('ends every session of the caller, this one too, and nobody else’s; the caller may sign in again', async () => {
    const harness = await startHarness()
    const [one, other] = [await harness.signIn(), await harness.signIn()]
    const elsewhere = await harness.signIn(one)
    expect(await revoke(harness, elsewhere)).toMatchObject({ status: 200, body: { success: true } })
    for (const ended of [one, elsewhere]) {
      const answer = await harness.send('GET', '/mail', { token: ended.token })
      expect(answer).toMatchObject({
        status: 401,
        body: { error: 'This session was ended; sign in again.', code: expect.any(String) },
      })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect((await revoke(harness, ended)).status).toBe(401)
    }
    expect(await statusAt(harness, other)).toBe(200)
    const again = await harness.signIn(one)
    expect(await statusAt(harness, again)).toBe(200)
    // The test's clock stands still: each revocation makes another generation all the same.
    expect((await revoke(harness, again)).status).toBe(200)
    expect(await statusAt(harness, again)).toBe(401)
    expect(await statusAt(harness, await harness.signIn(one))).toBe(200)
  })

  test('takes a body that is empty, and none that is no object', async () => {
    const { send, signIn } = await startHarness()
    const { token } = await signIn()
    expect(await send('POST', '/auth/revoke', { token, body: [] })).toMatchObject({
      status: 400,
      body: { error: expect.any(String), code: expect.any(String) },
    })
    expect((await send('POST', '/auth/revoke', { token, body: {} })).status).toBe(200)
  })

  test('needs a session', async () => {
    const { send } = await startHarness()
    expect(await send('POST', '/auth/revoke')).toMatchObject({
      status: 401,
      body: { error: expect.any(String), code: expect.any(String) },
    })
  })

  test('ends sessions of before there were generations, which go on until then', async () => {
    const harness = await startHarness()
    const before = harness.user()
    expect(openToken(before.token)[1]).not.toHaveProperty('gen')
    expect(await statusAt(harness, before)).toBe(200)
    expect((await revoke(harness, before)).status).toBe(200)
    expect(await statusAt(harness, before)).toBe(401)
    expect(await statusAt(harness, await harness.signIn(before))).toBe(200)
  })

  test('makes its session as none where none is needed', async () => {
    const harness = await startHarness()
    const user = await harness.signIn()
    await user.furrow.profile.change({})
    const own = () => harness.send('GET', '/profile/', { token: user.token })
    expect((await own()).status).toBe(200)
    await revoke(harness, user)
    expect((await own()).status).toBe(400)
  })

  test('reaches another process within two seconds, and every one that starts', async () => {
    const [one, other] = await startTwins()
    const user = await one.signIn()
    expect([await statusAt(one, user), await statusAt(other, user)]).toEqual([200, 200])
    await revoke(one, user)
    expect(await statusAt(one, user)).toBe(401)
    one.clock.advance(2 * second)
    expect(await statusAt(other, user)).toBe(401)
    const third = await startHarness({ env: { ...one.env }, clock: one.clock })
    expect(await statusAt(third, user)).toBe(401)
    const again = await other.signIn(user)
    for (const place of [one, other, third]) expect(await statusAt(place, again)).toBe(200)
  })

  test('reaches a process that has looked since the time of one whose clock is behind', async () => {
    const env = await takeSharedDatabase()
    const one = await startHarness({ env })
    const clock = createFakeClock(one.clock.now() - 30 * second)
    const behind = await startHarness({ env: { ...one.env, ...env }, clock })
    const user = await one.signIn()
    expect(await statusAt(one, user)).toBe(200)
    await revoke(behind, user)
    one.clock.advance(2 * second)
    expect(await statusAt(one, user)).toBe(401)
  })

  test('holds for as long as the tokens would, and a token of the next day is of the same generation', async () => {
    const harness = await startHarness()
    const user = await harness.signIn()
    await revoke(harness, user)
    harness.clock.advance(24 * hour - second)
    expect(await statusAt(harness, user)).toBe(401)
    harness.clock.advance(hour)
    const later = await harness.signIn(user)
    expect(await statusAt(harness, later)).toBe(200)
    await revoke(harness, later)
    expect(await statusAt(harness, later)).toBe(401)
  })

  test('is in a backup, and holds where that is restored', async () => {
    const harness = await startHarness({ env: await takeSharedDatabase() })
    const [user, other] = [await harness.signIn(), await harness.signIn()]
    await revoke(harness, user)
    const folder = await mkdtemp(join(tmpdir(), 'furrow-backup-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { file } = await writeBackup(harness.context, folder)
    const place = await takeSharedDatabase()
    const env = { ...harness.env, DATA_DIR: '', DATABASE_URL: '', ...place }
    const config = readConfig(env)
    const database = await openPatiently(config, harness.context.log)
    await restoreBackup(database, config, harness.context.secrets, sourceOf(file)).finally(() =>
      database.db.destroy(),
    )
    const restored = await startHarness({ env, clock: harness.clock })
    expect([await statusAt(restored, user), await statusAt(restored, other)]).toEqual([401, 200])
    expect(await statusAt(restored, await restored.signIn(user))).toBe(200)
  })

  test('is noted in the audit log', async () => {
    const harness = await startHarness()
    const user = await harness.signIn()
    await revoke(harness, user)
    await flushAccesses(harness.context)
    const rows = await harness.context.db
      .selectFrom('audit_notes')
      .select(['kind', 'actor'])
      .where('kind', '=', 'signed-out')
      .execute()
    expect(rows).toEqual([{ kind: 'signed-out', actor: user.address }])
  })

  test('reads the database once in two seconds, however many ask', async () => {
    const harness = await startHarness()
    const user = await harness.signIn()
    await statusAt(harness, user)
    const asked: string[] = []
    const plugin = {
      // biome-ignore lint/suspicious/noExplicitAny: a query of whatever kind
      transformQuery: ({ node }: any) => {
        if (JSON.stringify(node).includes('session_generations')) asked.push('look')
        return node
      },
      // biome-ignore lint/suspicious/noExplicitAny: a result of whatever kind
      transformResult: async ({ result }: any) => result,
    }
    Object.assign(harness.context, { db: harness.context.db.withPlugin(plugin) })
    harness.clock.advance(2 * second)
    const answers = await Promise.all(Array.from({ length: 20 }, () => statusAt(harness, user)))
    expect([new Set(answers), asked.length]).toEqual([new Set([200]), 1])
    harness.clock.advance(2 * second - 1)
    expect([await statusAt(harness, user), asked.length]).toEqual([200, 1])
    harness.clock.advance(1)
    expect([await statusAt(harness, user), asked.length]).toEqual([200, 2])
  })

  test('a generation that is no number makes a token none', async () => {
    const harness = await startHarness()
    const [header, claims] = openToken(harness.user().token)
    const forged = forgeToken(header, { ...claims, gen: 'latest' }, harness.env.JWT_SECRET as string)
    expect(await statusAt(harness, { token: forged })).toBe(401)
  })
})

test('a clock that was set back ends sessions all the same', async () => {
  const harness = await startHarness()
  const { address, ...wallet } = createWallet()
  await endSessions(harness.context, address)
  harness.clock.advance(-30 * second)
  const user = await harness.signIn({ address, ...wallet })
  expect(await statusAt(harness, user)).toBe(200)
  await endSessions(harness.context, address)
  expect(await statusAt(harness, user)).toBe(401)
})

test(`real processes on one database: who signs out at one is out at the other within seconds (${engine})`, async () => {
  const env = {
    ...(await takeSharedDatabase()),
    JWT_SECRET: 'a secret for tests that is long enough to be one',
    RATE_LIMIT: '0',
  }
  const start = async () => {
    const process = await startProcess(env)
    onTestFinished(async () => {
      await process.kill('SIGKILL')
    })
    return process
  }
  const [one, other] = await Promise.all([start(), start()])
  const { account } = createWallet()
  const [here, there] = [createFurrow(one), createFurrow(other)]
  const token = await here.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
  there.resume(token)
  await there.mail.list()
  await here.signOutEverywhere()
  expect(here.token).toBeNull()
  const began = performance.now()
  const statusThere = () =>
    there.mail.list().then(
      () => 200,
      ({ status }) => status,
    )
  await expect.poll(statusThere, { timeout: 10_000, interval: 100 }).toBe(401)
  expect(performance.now() - began).toBeLessThan(5 * second)
  expect(await other.kill('SIGTERM')).toBe(0)
  const restarted = createFurrow({ baseUrl: (await start()).baseUrl, token })
  await expect(restarted.mail.list()).rejects.toMatchObject({ status: 401 })
})
