import { describe, expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'

const home = 'https://app.example.org'
const withCors = { env: { CORS_ORIGINS: `${home},http://localhost:3000` } }
const preflight = {
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'authorization',
}

describe('every answer', () => {
  test('says that it is to be neither framed, nor sniffed, nor run, whatever its status', async () => {
    const { send } = await startHarness()
    for (const [method, path, status] of [
      ['GET', '/leaderboard', 200],
      ['GET', '/mail', 401],
      ['GET', '/nothing', 404],
      ['GET', '/%zz', 400],
      ['DELETE', '/leaderboard', 405],
      ['POST', '/auth/beta', 400],
    ] as const) {
      const answer = await send(method, path)
      expect(answer.status).toBe(status)
      expect(Object.fromEntries(answer.headers), path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(answer.headers.has('x-powered-by')).toBe(false)
      expect(answer.headers.has('set-cookie')).toBe(false)
    }
  })

  test('that came by https, as a trusted proxy says, asks to come by it alone', async () => {
    const hsts = async (env: Record<string, string>, proto: string) => {
      const { send } = await startHarness({ env })
      const answer = await send('GET', '/nothing', { headers: { 'x-forwarded-proto': proto } })
      return answer.headers.get('strict-transport-security')
    }
    expect(await hsts({ TRUST_PROXY: 'loopback' }, 'https')).toBe('max-age=31536000')
    expect(await hsts({ TRUST_PROXY: 'true' }, 'https')).toBe('max-age=31536000')
    expect(await hsts({ TRUST_PROXY: 'true' }, 'http')).toBeNull()
    expect(await hsts({ TRUST_PROXY: '10.0.0.0/8' }, 'https')).toBeNull()
    expect(await hsts({}, 'https')).toBeNull()
  })

  test('to a session is kept by no cache', async () => {
    const { send, user } = await startHarness()
    const answer = await send('GET', '/mail', { token: user().token })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('CORS_ORIGINS', () => {
  test('lets the pages of its origins in, to the letter, and without credentials', async () => {
    const { send } = await startHarness(withCors)
    const allowed = async (origin: string) => {
      const { headers } = await send('GET', '/leaderboard', { headers: { origin } })
      const allowed = headers.get('access-control-allow-origin')
      // A page of another origin may not embed it either.
      if (allowed === null) expect(headers.get('cross-origin-resource-policy'), origin).toBe('same-origin')
      return allowed
    }
    for (const origin of [home, 'http://localhost:3000']) expect(await allowed(origin)).toBe(origin)
    for (const origin of [
      'https://evil.example',
      'http://app.example.org',
      `${home}:8443`,
      `${home}.evil.example`,
      'https://evil-app.example.org',
      'https://sub.app.example.org',
      'null',
      '*',
    ])
      expect(await allowed(origin), origin).toBeNull()
    const answer = await send('GET', '/leaderboard', { headers: { origin: home } })
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin')
    expect(answer.headers.get('access-control-expose-headers')).toBe(
      'etag, link, retry-after, www-authenticate, x-request-id',
    )
  })

  test('answers a preflight with the methods and headers of the interface', async () => {
    const { send } = await startHarness(withCors)
    const answer = await send('OPTIONS', '/profile/', { headers: { origin: home, ...preflight } })
    expect(answer.status).toBe(204)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': home,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers':
        'authorization, content-type, if-none-match, idempotency-key, last-event-id, mcp-protocol-version, mcp-method, mcp-name',
    })
  })

  test('lets a page read why it was refused', async () => {
    const { send } = await startHarness(withCors)
    for (const [method, path] of [
      ['GET', '/mail'],
      ['GET', '/nothing'],
      ['DELETE', '/leaderboard'],
    ] as const) {
      const answer = await send(method, path, { headers: { origin: home } })
      expect(answer.headers.get('access-control-allow-origin'), path).toBe(home)
    }
  })

  test('leaves 404 and 405 as they are', async () => {
    const { send } = await startHarness(withCors)
    expect(await send('GET', '/nothing')).toMatchObject({ status: 404 })
    const refused = await send('DELETE', '/leaderboard')
    expect(refused).toMatchObject({ status: 405 })
    expect(refused.headers.get('allow')).toBe('GET, HEAD')
  })

  test('unset lets no other origin in', async () => {
    const { send } = await startHarness()
    const answer = await send('GET', '/leaderboard', { headers: { origin: home } })
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    const asked = await send('OPTIONS', '/profile/', { headers: { origin: home, ...preflight } })
    expect(asked.headers.has('access-control-allow-origin')).toBe(false)
  })
})
