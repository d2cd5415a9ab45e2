import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { shareHarness, startHarness } from '../../../test/harness.ts'
import { exchange } from '../../../test/raw-socket.ts'

const shared = shareHarness()

const beta = 'POST /api/auth/beta HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
const body = '{"code":"a"}'

const broken: [string, string | Buffer, number][] = [
  ['no HTTP', 'hello there\r\n\r\n', 400],
  ['the greeting of TLS', Buffer.from('16030100a5010000a1030300', 'hex'), 400],
  ['an unknown method', 'FROB /api/quests HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['no Host', 'GET /api/quests HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an expectation', `${beta}Expect: a miracle\r\nContent-Length: 12\r\n\r\n${body}`, 417],
  ['a space before the colon of a header', 'GET /api/quests HTTP/1.1\r\nHost : a\r\n\r\n', 400],
  ['NUL in a header', 'GET /api/quests HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400],
  ['a header of 20 KB', `GET /api/quests HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a URL of 20 KB', `GET /api/quests?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['two lengths', `${beta}Content-Length: 12\r\nContent-Length: 13\r\n\r\n${body}`, 400],
  ['a length that is none', `${beta}Content-Length: -1\r\n\r\n${body}`, 400],
  [
    'both a length and chunks',
    `${beta}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['chunks of an unknown kind', `${beta}Transfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n`, 400],
  ['two Host headers', 'GET /api/quests HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 400],
  ['a Host that is none', 'GET /api/quests HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['a Host with a path', 'GET /api/quests HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
  ['a Host with a user', 'GET /nothing HTTP/1.1\r\nHost: a@b\r\n\r\n', 400],
  ['version 0.9', 'GET /api/quests\r\n\r\n', 400],
  ['version 2.0', 'GET /api/quests HTTP/2.0\r\nHost: a\r\n\r\n', 400],
  ['the greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n', 400],
  ['a chunk that is none', `${beta}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`, 400],
]

describe('bytes on the wire', () => {
  test.each(broken)(
    'that are or have %s are answered in the form of all failures',
    async (_what, bytes, status) => {
      const { baseUrl, send } = await shared()
      const answer = await exchange(baseUrl, bytes)
      expect(answer.status).toBe(status)
      expect(answer.head).toContain('content-type: application/json; charset=utf-8')
      expect(answer.head).toContain('connection: close')
      expect(JSON.parse(answer.body)).toEqual({
        error: expect.stringMatching(/^\S.+\.$/),
        code: expect.any(String),
      })
      expect(await send('GET', '/leaderboard')).toMatchObject({ status: 200 })
    },
  )

  test.each(['', 'a', 'a.example:8080', '[::1]:8080', 'a:', 'xn--a_b', '%41'])(
    'with %j for a Host are a request',
    async host => {
      const { baseUrl } = await shared()
      const bytes = `GET /api/quests HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
      expect((await exchange(baseUrl, bytes)).status).toBe(200)
    },
  )

  test('that are nothing of HTTP, and many, still get their answer', async () => {
    const { baseUrl } = await startHarness()
    expect((await exchange(baseUrl, `nonsense\r\n\r\n${'x'.repeat(4_000_000)}`)).status).toBe(400)
  })

  test('never smuggle a second request in the body of a first', async () => {
    const { baseUrl, logged } = await startHarness()
    const hidden = 'GET /api/hidden HTTP/1.1\r\nHost: a\r\n\r\n'
    for (const header of [
      `Content-Length: ${5 + hidden.length}\r\nTransfer-Encoding: chunked`,
      `Transfer-Encoding: chunked\r\nContent-Length: ${5 + hidden.length}`,
      `Transfer-Encoding: xchunked\r\nContent-Length: ${5 + hidden.length}`,
    ])
      expect((await exchange(baseUrl, `${beta}${header}\r\n\r\n0\r\n\r\n${hidden}`)).status).toBe(400)
    expect(logged()).not.toContain('hidden')
  })

  test.each([
    ['a header', 'GET /api/quests HTTP/1.1\r\nHost: a\r\nX: '],
    ['a body', `${beta}Content-Length: 12\r\n\r\n{"co`],
  ])('that stop in the middle of %s are answered with 408', async (_what, half) => {
    const { baseUrl, service } = await startHarness()
    Object.assign(service.app.server, { headersTimeout: 100, requestTimeout: 100 })
    const answer = await exchange(baseUrl, half)
    expect(answer.status).toBe(408)
    expect(JSON.parse(answer.body)).toEqual({
      error: 'The request took too long to arrive.',
      code: expect.any(String),
    })
  })

  test('that come slowly are waited for no longer than this', async () => {
    const { service } = await startHarness()
    expect(service.app.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 10_000,
      timeout: 24_000,
    })
  })

  test('of a client that goes away in the middle harm nobody', async () => {
    const { baseUrl, send, logged } = await startHarness()
    const { hostname, port } = new URL(baseUrl)
    for (let count = 0; count < 20; count++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(`${beta}Content-Length: 12\r\n\r\n{"co`)
      socket.resetAndDestroy()
    }
    expect(await send('GET', '/leaderboard')).toMatchObject({ status: 200 })
    expect(logged()).not.toContain('"level":50')
  })
})
