import { describe, expect, test } from 'vitest'
import { shareHarness, startHarness } from '../../../test/harness.ts'

const shared = shareHarness()

const failure = { error: expect.stringMatching(/^\S.+\.$/), code: expect.any(String) }
const json = { 'content-type': 'application/json' }

describe('a path', () => {
  test.each([
    '/nothing',
    '/quests/1',
    '/mail/..%2fquests',
    '/QUESTS',
    '//quests',
    '/__proto__',
    '/%00',
    '/quests%00',
  ])('%s leads nowhere: 404', async path => {
    const { send } = await shared()
    expect(await send('GET', path)).toMatchObject({ status: 404, body: failure })
  })

  test('that is broken percent-encoding is refused with 400', async () => {
    const { send } = await startHarness()
    for (const path of ['/%zz', '/%', '/%ff', '/%c0%af'])
      expect(await send('GET', path), path).toMatchObject({ status: 400, body: failure })
  })

  test('means the same with and without a slash at its end', async () => {
    const { send, user, platform } = await startHarness()
    const { token } = user(platform)
    for (const [method, path] of [
      ['GET', '/quests'],
      ['GET', '/mail'],
      ['GET', '/leaderboard'],
      ['GET', '/community-dao'],
      ['GET', '/profile'],
      ['GET', '/reputation'],
      ['GET', '/resolve'],
      ['GET', '/auth/nonce'],
      ['PUT', '/profile'],
      ['POST', '/quests'],
      ['PATCH', '/mail'],
      ['POST', '/auth/beta'],
      ['POST', '/verify'],
      ['POST', '/codehost/token'],
      ['PROPFIND', '/quests'],
    ] as const) {
      const options = method === 'GET' || method === 'PROPFIND' ? { token } : { token, body: {} }
      const bare = await send(method, path, options)
      const slashed = await send(method, `${path}/`, options)
      expect(slashed.status, `${method} ${path}`).toBe(bare.status)
      expect(slashed.body?.error, `${method} ${path}`).not.toBe('There is nothing at this path.')
      expect(slashed.body).toEqual(bare.body)
    }
  })
})

describe('a method', () => {
  test.each([
    ['/quests', 'GET, HEAD, PATCH, POST'],
    ['/mail', 'DELETE, GET, HEAD, PATCH, POST'],
    ['/profile/', 'GET, HEAD, PUT'],
    ['/profile', 'GET, HEAD, PUT'],
    ['/leaderboard', 'GET, HEAD'],
    ['/community-dao', 'GET, HEAD, POST, PUT'],
    ['/auth/nonce', 'GET, HEAD'],
    ['/auth/verify', 'POST'],
    ['/auth/beta', 'POST'],
    ['/verify', 'POST'],
    ['/codehost/token', 'POST'],
    ['/resolve?name=a.eth', 'GET, HEAD'],
  ])('that %s does not know is refused with 405, Allow: %s', async (path, allow) => {
    const { send } = await shared()
    const odd = ['OPTIONS', 'PROPFIND', 'PURGE', 'REPORT', 'MKCOL', 'SEARCH', 'LOCK', 'COPY']
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', ...odd]
    for (const method of methods.filter(method => !allow.split(', ').includes(method))) {
      const answer = await send(method, path)
      expect(answer, method).toMatchObject({ status: 405, body: failure })
      expect(answer.headers.get('allow')).toBe(allow)
    }
  })

  test('HEAD answers as GET does, without the body', async () => {
    const { send, user } = await startHarness()
    const [got, head] = [await send('GET', '/quests'), await send('HEAD', '/quests')]
    expect(head).toMatchObject({ status: 200, body: null })
    expect(head.headers.get('etag')).toBe(got.headers.get('etag'))
    expect(await send('HEAD', '/mail')).toMatchObject({ status: 401, body: null })
    expect(await send('HEAD', '/mail', { token: user().token })).toMatchObject({ status: 200, body: null })
    expect(await send('HEAD', '/auth/verify')).toMatchObject({ status: 405, body: null })
    expect(await send('HEAD', '/nothing')).toMatchObject({ status: 404, body: null })
  })

  test('on an unknown path is 404, whichever it is', async () => {
    const { send } = await startHarness()
    for (const method of ['POST', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect(await send(method, '/nothing'), method).toMatchObject({ status: 404, body: failure })
  })

  test('named in a header or the query changes nothing', async () => {
    const { send, user } = await startHarness()
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' }
    const answer = await send('GET', '/mail?_method=DELETE', { token: user().token, headers })
    expect(answer).toMatchObject({ status: 200, body: [] })
  })
})

describe('a query', () => {
  test.each([
    '/quests?id=a&id=b',
    '/quests?limit=1&limit=1',
    '/profile/?init=true&init=true',
    '/reputation?address=&address=',
    '/resolve?name=a.eth&name=b.eth',
    '/quests?q=%00',
    '/quests?q=%ff',
    '/quests?q=%c0%80',
    '/quests?q=%ed%a0%80',
    '/quests?q=%zz',
    '/quests?q=%',
    '/quests?unknown=1&unknown=2',
    '/quests?%00=1',
  ])('%s is refused with 400', async path => {
    const { send } = await shared()
    expect(await send('GET', path)).toMatchObject({ status: 400, body: failure })
  })

  test('of a mail or a profile that names somebody twice acts on nobody', async () => {
    const { send, user } = await startHarness()
    const { token, address } = user()
    const twice = await send('PUT', `/profile/?address=${address}&address=${address}`, {
      token,
      body: {},
      headers: json,
    })
    expect(twice).toMatchObject({ status: 400, body: failure })
    const deleted = await send('DELETE', '/mail?messageId=a&messageId=b', { token })
    expect(deleted).toMatchObject({ status: 400, body: failure })
  })
})
