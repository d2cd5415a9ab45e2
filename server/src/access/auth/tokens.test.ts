import { describe, expect, test } from 'vitest'
import {
  createWallet,
  type Harness,
  shareHarness,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { exchange } from '../../../test/raw-socket.ts'
import { forgeToken, openToken, prepareSignIn } from '../../../test/sign-in.ts'
import { hour } from '../../ground/clock.ts'

const shared = shareHarness()

type Part = Record<string, unknown>
type Forgery = [string, (header: Part, claims: Part, secret: string, now: number) => string]

const without = (claims: Part, name: string) => ({ ...claims, [name]: undefined })
const unsigned = (token: string) => token.replace(/[^.]*$/, '')

const forgeries: Forgery[] = [
  ['alg none', (header, claims, secret) => unsigned(forgeToken({ ...header, alg: 'none' }, claims, secret))],
  ['alg None', (header, claims, secret) => unsigned(forgeToken({ ...header, alg: 'None' }, claims, secret))],
  ['no signature', (header, claims, secret) => unsigned(forgeToken(header, claims, secret))],
  ['HS512', (header, claims, secret) => forgeToken({ ...header, alg: 'HS512' }, claims, secret, 'sha512')],
  ['HS256 said of HS512', (header, claims, secret) => forgeToken(header, claims, secret, 'sha512')],
  ['another key', (header, claims) => forgeToken(header, claims, 'some other secret of a good length')],
  ['the empty key', (header, claims) => forgeToken(header, claims, '')],
  [
    'its own key in the header',
    (header, claims) =>
      forgeToken({ ...header, jwk: { kty: 'oct', k: 'bXkga2V5' }, kid: '../../dev/null' }, claims, 'my key'),
  ],
  ['no exp', (header, claims, secret) => forgeToken(header, without(claims, 'exp'), secret)],
  [
    'an exp of text',
    (header, claims, secret) => forgeToken(header, { ...claims, exp: '9999999999' }, secret),
  ],
  ['no iat', (header, claims, secret) => forgeToken(header, without(claims, 'iat'), secret)],
  ['no sub', (header, claims, secret) => forgeToken(header, without(claims, 'sub'), secret)],
  [
    'a sub that is no address',
    (header, claims, secret) => forgeToken(header, { ...claims, sub: '*' }, secret),
  ],
  ['a sub of another type', (header, claims, secret) => forgeToken(header, { ...claims, sub: 7 }, secret)],
  ['expired', (header, claims, secret, now) => forgeToken(header, { ...claims, exp: now }, secret)],
  [
    'issued in the future',
    (header, claims, secret, now) => forgeToken(header, { ...claims, iat: now + 61 }, secret),
  ],
  [
    'not valid yet',
    (header, claims, secret, now) => forgeToken(header, { ...claims, nbf: now + 3_600 }, secret),
  ],
  ['another aud', (header, claims, secret) => forgeToken(header, { ...claims, aud: 'other' }, secret)],
  ['no aud', (header, claims, secret) => forgeToken(header, without(claims, 'aud'), secret)],
  ['another typ', (header, claims, secret) => forgeToken({ ...header, typ: 'JWT' }, claims, secret)],
  ['no typ', (header, claims, secret) => forgeToken({ alg: header.alg }, claims, secret)],
]

const openMail = (harness: Harness, token: string) => harness.send('GET', '/mail', { token })

function inSeconds(harness: Harness): number {
  return Math.floor(harness.clock.now() / 1_000)
}

describe('a token', () => {
  test('made by hand with the right secret passes, so that the forgeries below fail for their own reason', async () => {
    const harness = await startHarness()
    const { token, address } = harness.user()
    const [header, claims] = openToken(token)
    const made = forgeToken(header, claims, harness.env.JWT_SECRET as string)
    expect(await openMail(harness, made)).toMatchObject({ status: 200 })
    expect(claims.sub).toBe(address)
    const skewed = forgeToken(
      header,
      { ...claims, iat: inSeconds(harness) + 60 },
      harness.env.JWT_SECRET as string,
    )
    expect(await openMail(harness, skewed)).toMatchObject({ status: 200 })
  })

  test.each(forgeries)('is refused: %s', async (_what, forge) => {
    const harness = await shared()
    const secret = harness.env.JWT_SECRET as string
    const [header, claims] = openToken(harness.user().token)
    const answer = await openMail(harness, forge(header, claims, secret, inSeconds(harness)))
    expect(answer).toMatchObject({ status: 401, body: { error: expect.any(String) } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each(forgeries)('for a nonce is refused: %s', async (_what, forge) => {
    const harness = await shared()
    const body = await prepareSignIn(harness)
    const [header, claims] = openToken(body.nonceToken)
    const nonceToken = forge(header, claims, harness.env.JWT_SECRET as string, inSeconds(harness))
    const answer = await harness.send('POST', '/auth/verify', { body: { ...body, nonceToken } })
    expect(answer).toMatchObject({ status: 401, body: { error: expect.any(String) } })
  })

  test('for a nonce opens no mailbox, and one for a mailbox signs nobody in', async () => {
    const harness = await startHarness()
    const wallet = createWallet()
    const body = await prepareSignIn(harness, {}, wallet)
    expect(await openMail(harness, body.nonceToken)).toMatchObject({ status: 401 })
    const { token } = harness.user(wallet)
    const swapped = await harness.send('POST', '/auth/verify', { body: { ...body, nonceToken: token } })
    expect(swapped).toMatchObject({ status: 401 })
    const [header] = openToken(body.nonceToken)
    const [, claims] = openToken(token)
    const dressed = forgeToken(header, { ...claims, jti: body.nonce }, harness.env.JWT_SECRET as string)
    const disguised = await harness.send('POST', '/auth/verify', { body: { ...body, nonceToken: dressed } })
    expect(disguised).toMatchObject({ status: 401 })
  })

  test('of another deployment is refused', async () => {
    const [here, there] = [
      await startHarness(),
      await startHarness({ env: { JWT_SECRET: 'another deployment has another secret' } }),
    ]
    expect(await openMail(here, there.user().token)).toMatchObject({ status: 401 })
  })

  test('is valid for 24 hours and not a second longer', async () => {
    const harness = await startHarness()
    const { token } = harness.user()
    harness.clock.advance(24 * hour - 1_000)
    expect(await openMail(harness, token)).toMatchObject({ status: 200 })
    harness.clock.advance(1_000)
    expect(await openMail(harness, token)).toMatchObject({ status: 401 })
  })

  test('of a previous secret stays valid, and new ones are signed with the new secret', async () => {
    const database = await takeSharedDatabase()
    const [old, current] = ['the old secret of a good length', 'the new secret of a good length']
    const before = await startHarness({ env: { ...database, JWT_SECRET: old } })
    const { token } = before.user()
    const started = await prepareSignIn(before)
    const after = await startHarness({
      env: { ...database, JWT_SECRET: current, JWT_SECRET_PREVIOUS: `unrelated, ${old}` },
    })
    expect(await openMail(after, token)).toMatchObject({ status: 200 })
    expect(await after.send('POST', '/auth/verify', { body: started })).toMatchObject({ status: 200 })
    expect(await openMail(before, after.user().token)).toMatchObject({ status: 401 })
    // The nonces are in the database: used up for one process is used up for both.
    expect(await before.send('POST', '/auth/verify', { body: started })).toMatchObject({ status: 401 })
  })
})

describe('the Authorization header', () => {
  test.each([
    ['Bearer %', 200],
    ['bearer %', 200],
    ['BEARER   %', 200],
    ['%', 401],
    ['Basic %', 401],
    ['Bearer', 401],
    ['Bearer % %', 401],
    ['Bearer "%"', 401],
    ['Bearer %,Bearer %', 401],
  ])('%s is answered with %i', async (form, status) => {
    const harness = await shared()
    const authorization = form.replaceAll('%', harness.user().token)
    const answer = await harness.send('GET', '/mail', { headers: { authorization } })
    expect(answer.status).toBe(status)
    if (status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('given twice is refused, even with the same token', async () => {
    const { baseUrl, user } = await startHarness()
    const header = `Authorization: Bearer ${user().token}\r\n`
    const ask = (headers: string) =>
      exchange(baseUrl, `GET /api/mail HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`)
    expect((await ask(header)).status).toBe(200)
    const twice = await ask(header + header.replace('Authorization', 'AUTHORIZATION'))
    expect(twice.status).toBe(401)
    expect(twice.head).toContain('www-authenticate: bearer')
  })

  test.each(['access_token', 'token', 'authorization', 'bearer'])(
    'is not replaced by %s in the query',
    async name => {
      const { send, user } = await shared()
      const answer = await send('GET', `/mail?${name}=${user().token}`)
      expect(answer).toMatchObject({ status: 401, body: { error: expect.any(String) } })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    },
  )

  test('missing, is asked for wherever a session is needed', async () => {
    const { send } = await startHarness()
    for (const [method, path] of [
      ['GET', '/mail'],
      ['POST', '/mail'],
      ['PATCH', '/mail'],
      ['DELETE', '/mail'],
      ['PUT', '/profile/'],
      ['POST', '/quests'],
      ['PATCH', '/quests'],
      ['POST', '/community-dao'],
      ['PUT', '/community-dao'],
    ] as const) {
      // Even with an invalid body: the caller is checked before the body.
      const answer = await send(method, path, method === 'GET' ? {} : { body: '{' })
      expect(answer, `${method} ${path}`).toMatchObject({ status: 401 })
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })
})
