import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Harness, startHarness } from '../../../test/harness.ts'
import { occupiable, occupy } from '../../../test/occupy.ts'
import { exchange } from '../../../test/raw-socket.ts'

const busy = { error: 'The service is busy; try again in a moment.', code: expect.any(String) }

async function open({ baseUrl }: Pick<Harness, 'baseUrl'>): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** The first answer on the connection; empty where it is closed without one. */
async function ask(socket: Socket, path = '/healthz'): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return typeof answer === 'object' ? String(answer) : ''
}

/** Waits until everything sent so far has reached the service. */
const settled = () => sleep(100)

describe('CONNECTION_LIMIT', () => {
  test('refuses what is over it with 503, and takes new ones once others are gone', async () => {
    const harness = await startHarness({ env: { CONNECTION_LIMIT: '3' } })
    const [first, ...others] = [await open(harness), await open(harness), await open(harness)]
    const refused = await ask(await open(harness), '/api/leaderboard')
    expect(refused).toMatch(/^HTTP\/1\.1 503 /)
    expect(refused.toLowerCase()).toMatch(/\r\nretry-after: \d+\r\n/)
    expect(refused.toLowerCase()).toContain('connection: close')
    expect(refused).toContain('{"error":"There are too many connections from your network')
    for (const socket of others) expect(await ask(socket, '/api/leaderboard')).toContain(' 200 OK')
    first?.destroy()
    await settled()
    expect(await ask(await open(harness), '/api/leaderboard')).toContain(' 200 OK')
  })

  test('closes what is over it and says nothing, and what is far over it at once', async () => {
    const harness = await startHarness({ env: { CONNECTION_LIMIT: '2' } })
    const sockets: Socket[] = []
    for (let count = 0; count < 6; count++) sockets.push((await open(harness)).resume())
    await settled()
    expect(sockets.map(socket => socket.closed)).toEqual([false, false, false, false, true, true])
    await Promise.all(sockets.slice(2, 4).map(socket => socket.closed || once(socket, 'close')))
    expect(sockets.slice(0, 2).map(socket => socket.closed)).toEqual([false, false])
  })

  test('does not count the connections of a trusted proxy', async () => {
    for (const TRUST_PROXY of ['loopback', 'true', '1']) {
      const harness = await startHarness({ env: { CONNECTION_LIMIT: '1', TRUST_PROXY } })
      for (let count = 0; count < 10; count++)
        expect(await ask(await open(harness), '/api/leaderboard')).toContain(' 200 OK')
    }
  })
})

describe('MAX_IN_FLIGHT', () => {
  const home = 'https://app.example.org'
  const env = { MAX_IN_FLIGHT: '2', CORS_ORIGINS: home }
  const quests = '/quests?q=gate'

  /** A service at its bound of concurrent requests, until it is released. */
  async function startFull() {
    const harness = await startHarness({ env: { ...env, ...occupiable } })
    const free = await occupy(harness.context.db)
    const under = [harness.send('GET', quests), harness.send('GET', quests)]
    onTestFinished(async () => {
      await free()
      await Promise.allSettled(under)
    })
    await settled()
    return { ...harness, free, under }
  }

  test('refuses what is over it at once, and says when to come again', async () => {
    const { send, free, under } = await startFull()
    for (const [method, path] of [
      ['GET', quests],
      ['GET', '/nothing'],
      ['POST', '/verify'],
    ] as const) {
      const refused = await send(
        method,
        path,
        method === 'POST' ? { body: { repo: 'farm/gate', pr: 1 } } : {},
      )
      expect(refused, path).toMatchObject({ status: 503, body: busy })
      expect(refused.headers.get('retry-after')).toBe('2')
      expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
    }
    await free()
    for (const answer of under) expect((await answer).status).toBe(200)
    expect((await send('GET', quests)).status).toBe(200)
  })

  test('closes connections that are refused many at once, so that new ones are answered', async () => {
    const harness = await startFull()
    const sockets: Socket[] = []
    for (let count = 0; count < 120; count++) sockets.push(await open(harness))
    const answers = await Promise.all(sockets.map(socket => ask(socket, `/api${quests}`)))
    expect(answers.every(answer => answer.startsWith('HTTP/1.1 503 '))).toBe(true)
    const closed = answers.filter(answer => /connection: close/i.test(answer))
    expect(closed.length).toBeGreaterThan(10)
    expect(closed.length).toBeLessThan(120)
    expect(await ask(await open(harness))).toContain(' 200 OK')
  })

  test('lets the page of a known origin read that, and no other', async () => {
    const { send } = await startFull()
    const allowed = async (origin: string) =>
      (await send('GET', quests, { headers: { origin } })).headers.get('access-control-allow-origin')
    expect(await allowed(home)).toBe(home)
    expect(await allowed('https://evil.example')).toBeNull()
  })

  test('is no bound for whoever looks after the service, and what it refused is counted', async () => {
    const { baseUrl, send } = await startFull()
    await send('GET', quests)
    expect((await fetch(new URL('/healthz', baseUrl))).status).toBe(200)
    const figures = await (await fetch(new URL('/metrics', baseUrl))).text()
    expect(figures).toContain('furrow_http_requests_total{status="503"} 1')
  })

  test('holds for what comes at the same moment, however soon each is answered', async () => {
    const { baseUrl } = await startHarness({ env })
    const last = 'GET /api/leaderboard HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const many = 'GET /api/leaderboard HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(49)
    const { head, body } = await exchange(baseUrl, many + last)
    const statuses = `${head}${body}`.match(/(?<=HTTP\/1\.1 )\d+/gi) ?? []
    expect(statuses).toHaveLength(50)
    expect(statuses.filter(status => status === '200')).toHaveLength(2)
  })

  test('does not count who is slow to send', async () => {
    const harness = await startHarness({ env })
    const start = 'POST /api/verify HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
    const slow: Socket[] = []
    for (let count = 0; count < 6; count++) {
      const socket = await open(harness)
      socket.write(`${start}Content-Length: 26\r\n\r\n{"repo":`)
      slow.push(socket)
      await settled()
    }
    expect((await harness.send('GET', quests)).status).toBe(200)
    slow[0]?.write('"farm/gate","pr":1}')
    const [answer] = await once(slow[0] as Socket, 'data')
    expect(String(answer)).not.toContain(' 503 ')
    expect((await harness.send('GET', quests)).status).toBe(200)
  })

  test('forgets who has gone away', async () => {
    const harness = await startHarness({ env })
    for (let count = 0; count < 10; count++) {
      const socket = await open(harness)
      socket.write(`POST /api/verify HTTP/1.1\r\nHost: a\r\nContent-Length: 26\r\n\r\n{"repo":`)
      await settled()
      socket.resetAndDestroy()
    }
    await settled()
    expect((await harness.send('GET', quests)).status).toBe(200)
  })
})
