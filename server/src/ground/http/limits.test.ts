import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { hour, minute } from '../clock.ts'
import { limitRequests } from './limits.ts'

const failure = { error: expect.stringMatching(/^Too many requests/), code: expect.any(String) }

describe('RATE_LIMIT', () => {
  test('refuses what is over it, and says when to come again', async () => {
    const { send } = await startHarness({ env: { RATE_LIMIT: '3' } })
    for (let count = 0; count < 3; count++) expect((await send('GET', '/leaderboard')).status).toBe(200)
    const refused = await send('GET', '/leaderboard')
    expect(refused).toMatchObject({ status: 429, body: failure })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
  })

  test('lets the same client in again in the next minute', async () => {
    const { send, clock } = await startHarness({ env: { RATE_LIMIT: '1' } })
    expect((await send('GET', '/leaderboard')).status).toBe(200)
    clock.advance(59_999)
    expect((await send('GET', '/leaderboard')).headers.get('retry-after')).toBe('1')
    clock.advance(1)
    expect((await send('GET', '/leaderboard')).status).toBe(200)
  })

  test('counts all endpoints together, and what fails too', async () => {
    const { send } = await startHarness({ env: { RATE_LIMIT: '3' } })
    await send('GET', '/mail')
    await send('POST', '/auth/verify', { body: '{' })
    await send('GET', '/profile/')
    for (const path of ['/leaderboard', '/mail', '/quests'])
      expect(await send('GET', path), path).toMatchObject({ status: 429, body: failure })
  })

  test('counts what leads nowhere', async () => {
    const { send } = await startHarness({ env: { RATE_LIMIT: '2' } })
    for (const status of [404, 404, 429]) expect((await send('GET', '/nothing')).status).toBe(status)
    expect((await send('GET', '/leaderboard')).status).toBe(429)
  })

  test('is far beyond what one client does in a minute, unless set', async () => {
    const { send } = await startHarness({ env: { RATE_LIMIT: '' } })
    for (let count = 0; count < 700; count++) expect((await send('GET', '/leaderboard')).status).toBe(200)
  })

  test('is none for who looks whether the process lives', async () => {
    const { send, baseUrl } = await startHarness({ env: { RATE_LIMIT: '1' } })
    await send('GET', '/leaderboard')
    expect((await send('GET', '/leaderboard')).status).toBe(429)
    for (const path of ['/healthz', '/metrics', '/healthz'])
      expect((await fetch(new URL(path, baseUrl))).status).toBe(200)
  })

  test('of 0 is none', async () => {
    const { send } = await startHarness({ env: { RATE_LIMIT: '0' } })
    for (let count = 0; count < 100; count++) expect((await send('GET', '/leaderboard')).status).toBe(200)
  })

  test('is not escaped with made-up addresses where no proxy is trusted', async () => {
    const { send } = await startHarness({ env: { RATE_LIMIT: '2' } })
    const statuses: number[] = []
    for (const address of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) {
      const headers = {
        'x-forwarded-for': address,
        'x-real-ip': address,
        'x-client-ip': address,
        forwarded: `for=${address}`,
      }
      statuses.push((await send('GET', '/leaderboard', { headers })).status)
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  test('is for each client behind a trusted proxy, by the address that the proxy saw', async () => {
    const { send } = await startHarness({ env: { RATE_LIMIT: '1', TRUST_PROXY: '1' } })
    const ask = async (forwarded: string) =>
      (await send('GET', '/leaderboard', { headers: { 'x-forwarded-for': forwarded } })).status
    expect(await ask('10.0.0.1')).toBe(200)
    expect(await ask('10.0.0.2')).toBe(200)
    expect(await ask('10.0.0.1')).toBe(429)
    // A customer's IPv6 network counts as one client, in whatever form its addresses are written.
    expect(await ask('2001:db8::1')).toBe(200)
    expect(await ask('2001:db8::2:0:0:1')).toBe(429)
    expect(await ask('2001:db8:0:0:a:b:c:d')).toBe(429)
    expect(await ask('2001:db8:0:1::1')).toBe(200)
    // Entries that the client itself put before it do not count.
    expect(await ask('10.9.9.9, 10.0.0.2')).toBe(429)
  })

  test('is no more for a whole /48 of IPv6 than for eight clients', async () => {
    const { send } = await startHarness({ env: { RATE_LIMIT: '2', TRUST_PROXY: '1' } })
    const ask = async (forwarded: string) =>
      (await send('GET', '/leaderboard', { headers: { 'x-forwarded-for': forwarded } })).status
    for (let count = 0; count < 16; count++) expect(await ask(`2001:db8:1:${count}::1`)).toBe(200)
    expect(await ask('2001:db8:1:ff::1')).toBe(429)
    expect(await ask('2001:0DB8:0001:aa::1')).toBe(429)
    expect(await ask('2001:db8:2::1')).toBe(200)
  })

  test('is for the one that asks the proxy, where TRUST_PROXY is true: not for whom that one names', async () => {
    const { send } = await startHarness({ env: { RATE_LIMIT: '1', TRUST_PROXY: 'true' } })
    const ask = async (forwarded: string) =>
      (await send('GET', '/leaderboard', { headers: { 'x-forwarded-for': forwarded } })).status
    expect(await ask('10.0.0.1, 10.0.0.9')).toBe(200)
    expect(await ask('10.0.0.2, 10.0.0.9')).toBe(429)
    expect(await ask('10.0.0.2')).toBe(200)
  })

  test('lasts a minute, whatever is done to the clock meanwhile', async () => {
    const { send, clock } = await startHarness({ env: { RATE_LIMIT: '1' } })
    expect((await send('GET', '/leaderboard')).status).toBe(200)
    clock.advance(-3 * hour)
    expect((await send('GET', '/leaderboard')).status).toBe(429)
    clock.advance(minute)
    expect((await send('GET', '/leaderboard')).status).toBe(200)
    expect((await send('GET', '/leaderboard')).status).toBe(429)
  })
})

async function startLimited(overloadMs: number) {
  const { context } = await startHarness()
  const app = fastify()
  onTestFinished(() => app.close())
  limitRequests(app, { ...context, config: { ...context.config, overloadMs, rateLimit: 0 } })
  app.get('/api/version', async () => 'here')
  app.get('/healthz', async () => 'well')
  await app.ready()
  return app
}

/** Keeps the event loop for so many milliseconds. */
function block(milliseconds: number): void {
  const began = performance.now()
  while (performance.now() < began + milliseconds) createHash('sha256').update('busy').digest()
}

test('who comes first is not refused for what starting took', async () => {
  const app = await startLimited(200)
  // As where a process starts on a busy machine.
  block(1_200)
  const origin = await app.listen({ port: 0 })
  const statuses = []
  for (let index = 0; index < 20; index++) statuses.push((await fetch(`${origin}/api/version`)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('a process whose turns are late refuses requests but not probes, until it is on time again', async () => {
  const app = await startLimited(200)
  const origin = await app.listen({ port: 0 })
  const ask = async (path: string) => (await fetch(`${origin}${path}`)).status
  expect(await ask('/api/version')).toBe(200)
  const work = setInterval(() => block(400), 1)
  onTestFinished(() => clearInterval(work))
  await vi.waitFor(async () => expect(await ask('/api/version')).not.toBe(200), { timeout: 20_000 })
  expect(await ask('/healthz')).toBe(200)
  clearInterval(work)
  await vi.waitFor(async () => expect(await ask('/api/version')).toBe(200), { timeout: 20_000 })
})
