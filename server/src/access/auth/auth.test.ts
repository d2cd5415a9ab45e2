import { keyStatement } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { createWallet, shareHarness, startHarness } from '../../../test/harness.ts'
import { askNonce, openToken, prepareSignIn } from '../../../test/sign-in.ts'
import { startTwins } from '../../../test/twins.ts'
import { hour, minute } from '../../ground/clock.ts'
import { forgetUsedNonces } from './used-nonces.ts'

const shared = shareHarness()

const unauthorized = { status: 401, body: { error: expect.any(String), code: expect.any(String) } }
const malformed = { status: 400, body: { error: expect.any(String), code: expect.any(String) } }

describe('GET /auth/nonce', () => {
  test('gives an unguessable nonce and its token, which no cache keeps, and stores nothing', async () => {
    const harness = await startHarness()
    const { address } = createWallet()
    const [one, other] = [await askNonce(harness, address), await askNonce(harness, address)]
    expect(one.nonce).toMatch(/^[0-9a-zA-Z]{32,}$/)
    expect(one.nonce).not.toBe(other.nonce)
    const [header, claims] = openToken(one.nonceToken)
    expect(header).toMatchObject({ alg: 'HS256', typ: 'nonce+jwt' })
    expect(claims).toMatchObject({ sub: address, jti: one.nonce })
    expect(Number(claims.exp) - Number(claims.iat)).toBe((10 * minute) / 1_000)
    const answer = await harness.send('GET', `/auth/nonce?address=${address}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await harness.context.db.selectFrom('used_nonces').selectAll().execute()).toEqual([])
  })

  test('takes an address in any letter case', async () => {
    const { send } = await startHarness()
    const { account, address } = createWallet()
    for (const form of [account.address, address, `0X${address.slice(2).toUpperCase()}`])
      expect(await send('GET', `/auth/nonce?address=${form}`)).toMatchObject({ status: 200 })
  })

  test.each([
    ['no address', ''],
    ['an empty address', 'address='],
    ['a short address', 'address=0x1234'],
    ['a long address', `address=0x${'a'.repeat(41)}`],
    ['a name', 'address=farmer.eth'],
    ['two addresses', `address=0x${'a'.repeat(40)}&address=0x${'b'.repeat(40)}`],
    ['an array', `address[]=0x${'a'.repeat(40)}`],
    ['a line break after it', `address=0x${'a'.repeat(40)}%0A`],
  ])('refuses %s', async (_what, query) => {
    const { send } = await shared()
    expect(await send('GET', `/auth/nonce?${query}`)).toMatchObject(malformed)
  })
})

describe('POST /auth/verify', () => {
  test('gives a token that opens the mailbox of the address, whatever case the address came in', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness)
    const address = `0X${body.address.slice(2).toUpperCase()}`
    const answer = await harness.send('POST', '/auth/verify', { body: { ...body, address } })
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [header, claims] = openToken(answer.body.token)
    expect(header).toMatchObject({ alg: 'HS256', typ: 'at+jwt' })
    expect(claims).toMatchObject({ sub: body.address.toLowerCase() })
    expect(Number(claims.exp) - Number(claims.iat)).toBe((24 * hour) / 1_000)
    expect(await harness.send('GET', '/mail', { token: answer.body.token })).toMatchObject({ status: 200 })
  })

  test('refuses the same request a second time', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness)
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject({ status: 200 })
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject(unauthorized)
  })

  test('lets one through of fifty equal requests at once', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness)
    const sent = Array.from({ length: 50 }, () => harness.send('POST', '/auth/verify', { body }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(statuses.filter(status => status === 401)).toHaveLength(49)
  })

  test('does not use up a nonce in an attempt that fails', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness)
    const signature = await createWallet().account.signMessage({ message: body.message })
    const failed = await harness.send('POST', '/auth/verify', { body: { ...body, signature } })
    expect(failed).toMatchObject(unauthorized)
    expect(await harness.context.db.selectFrom('used_nonces').selectAll().execute()).toEqual([])
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject({ status: 200 })
  })

  test('refuses a nonce after its ten minutes', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness)
    harness.clock.advance(10 * minute)
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject(unauthorized)
  })

  test('refuses where the nonces of the request, its token and the message differ', async () => {
    const harness = await startHarness()
    const wallet = createWallet()
    const body = await prepareSignIn(harness, {}, wallet)
    const other = await askNonce(harness, wallet.address)
    const foreign = await prepareSignIn(harness, { nonce: other.nonce }, wallet)
    for (const forged of [
      { ...body, nonce: other.nonce },
      { ...body, nonceToken: other.nonceToken },
      { ...body, nonce: other.nonce, nonceToken: other.nonceToken },
      foreign,
      { ...body, nonce: '' },
    ])
      expect(await harness.send('POST', '/auth/verify', { body: forged })).toMatchObject(unauthorized)
  })

  test('refuses where the addresses of the request, its token, the message and the signature differ', async () => {
    const harness = await startHarness()
    const [victim, thief] = [createWallet(), createWallet()]
    const body = await prepareSignIn(harness, {}, thief)
    const named = await prepareSignIn(harness, { address: victim.account.address }, thief)
    const asked = await askNonce(harness, victim.address)
    for (const forged of [
      { ...body, address: victim.address },
      named,
      { ...named, address: victim.address },
      { ...(await prepareSignIn(harness, { nonce: asked.nonce }, thief)), ...asked },
      // All but the key: as a thief knowing only the address could make it.
      { ...(await prepareSignIn(harness, {}, victim)), signature: named.signature },
    ])
      expect(await harness.send('POST', '/auth/verify', { body: forged })).toMatchObject(unauthorized)
  })

  test('judges Expiration Time and Not Before by its own clock, and Issued At not at all', async () => {
    const harness = await startHarness()
    const at = (offset: number) => new Date(harness.clock.now() + offset).toISOString()
    const attempts = [
      [{ expirationTime: at(0) }, 401],
      [{ expirationTime: at(1_000) }, 200],
      [{ notBefore: at(1_000) }, 401],
      [{ notBefore: at(0) }, 200],
      [{ issuedAt: at(48 * hour) }, 200],
      [{ issuedAt: at(-48 * hour) }, 200],
    ] as const
    for (const [fields, status] of attempts) {
      const body = await prepareSignIn(harness, fields)
      expect(await harness.send('POST', '/auth/verify', { body }), JSON.stringify(fields)).toMatchObject({
        status,
      })
    }
  })

  test('refuses a message that is none with 400, though its signature is right', async () => {
    const harness = await startHarness()
    const wallet = createWallet()
    const body = await prepareSignIn(harness, {}, wallet)
    for (const message of [
      '',
      'Let me in',
      body.message.replace('Version: 1', 'Version: 2'),
      body.message.replace(/Nonce: .*\n/, ''),
      body.message.replace(/Issued At: .*/, 'Issued At: yesterday'),
      `${body.message}\nNonce: ${body.nonce}`,
      `${body.message}\r\n`,
      body.message.replace(/0x[0-9a-fA-F]{40}/, address =>
        address.replace(/[a-f]/i, digit => (digit < 'a' ? digit.toLowerCase() : digit.toUpperCase())),
      ),
      `${body.message}\n- ${'https://example.org/'.repeat(300)}`,
    ]) {
      const signature = await wallet.account.signMessage({ message })
      const answer = await harness.send('POST', '/auth/verify', { body: { ...body, message, signature } })
      expect(answer, message.slice(0, 300)).toMatchObject(malformed)
    }
  })

  test('judges the signature before the words: a message that is none, of somebody else, is 401', async () => {
    const harness = await startHarness()
    const [body, other] = [await prepareSignIn(harness), createWallet()]
    const resources = Array(34).fill(`\n- a://${'1.'.repeat(30)}1`)
    for (const message of [
      `${body.message}\nResources:${resources.join('')}`,
      `${body.message}\nLet me in`,
    ]) {
      const forged = { ...body, message, signature: await other.account.signMessage({ message }) }
      expect(await harness.send('POST', '/auth/verify', { body: forged })).toMatchObject(unauthorized)
    }
    // A smart wallet's signature, which only its chain could judge.
    const message = body.message.replace('Issued At: ', 'Issued At: not ')
    const wallets = { ...body, message, signature: `0x${'ab'.repeat(80)}` }
    expect(await harness.send('POST', '/auth/verify', { body: wallets })).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('smart wallets of chain 1'), code: expect.any(String) },
    })
    const chainless = { ...wallets, message: message.replace(/Chain ID: .*\n/, '') }
    expect(await harness.send('POST', '/auth/verify', { body: chainless })).toMatchObject(malformed)
  })

  test('uses a nonce up after twenty failures of who holds it, in every process, and of nobody else', async () => {
    const [harness, twin] = await startTwins()
    const victim = createWallet()
    const body = await prepareSignIn(harness, {}, victim)
    const stranger = await prepareSignIn(harness, {}, victim)
    const failing = { ...stranger, signature: `0x${'0'.repeat(130)}` }
    for (let count = 0; count < 20; count++)
      expect((await harness.send('POST', '/auth/verify', { body: failing })).body.error).toContain(
        'signature',
      )
    expect(await harness.send('POST', '/auth/verify', { body: stranger })).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('20 times'), code: expect.any(String) },
    })
    expect(await twin.send('POST', '/auth/verify', { body: stranger })).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('used before'), code: expect.any(String) },
    })
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject({ status: 200 })
  })

  test('takes a nonce once, also where old ones are forgotten, and forgets it when its token is long over', async () => {
    const harness = await startHarness()
    const { clock, context, send } = harness
    const body = await prepareSignIn(harness)
    expect((await send('POST', '/auth/verify', { body })).status).toBe(200)
    clock.advance(5 * minute)
    await forgetUsedNonces.round(context)
    expect(await send('POST', '/auth/verify', { body })).toMatchObject({
      status: 401,
      body: { code: 'nonce-used' },
    })
    clock.advance(25 * hour)
    await forgetUsedNonces.round(context)
    expect(await context.db.selectFrom('used_nonces').selectAll().execute()).toEqual([])
  })

  test('hears no more of a network with too many failures in a minute, and of every other', async () => {
    const harness = await startHarness({ env: { SIGN_IN_FAILURES: '3', TRUST_PROXY: 'true' } })
    const from = (ip: string, body: object, path = '/auth/verify') =>
      harness.send('POST', path, { body, headers: { 'x-forwarded-for': ip } })
    const right = async () => prepareSignIn(harness)
    for (let count = 0; count < 5; count++)
      expect((await from('2001:db8:1:1::1', await right())).status).toBe(200)
    const wrong = { ...(await right()), signature: '0x' }
    const failed = await Promise.all(Array.from({ length: 9 }, () => from('2001:db8:1:1::1', wrong)))
    expect(failed.map(({ status }) => status).sort()).toEqual([...Array(3).fill(401), ...Array(6).fill(429)])
    const refused = await from('2001:db8:1:1::2', await right())
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('failed sign-ins'), code: expect.any(String) },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('2001:db8:1:1::1', wrong, '/auth/keys')).status).toBe(429)
    // Its neighbours in the same /48 keep their own allowance while it goes on asking.
    for (let count = 0; count < 30; count++) await from('2001:db8:1:1::1', wrong)
    for (const ip of ['2001:db8:1:2::1', '2001:db8:2::1', '192.0.2.1'])
      expect((await from(ip, await right())).status).toBe(200)
    // A /48 cannot fail without end either, whichever of its networks it asks from.
    const statuses = []
    for (let net = 16; net < 46; net++)
      statuses.push((await from(`2001:db8:1:${net}::1`, { ...(await right()), signature: '0x' })).status)
    expect(statuses.filter(status => status === 401)).toHaveLength(3 * 8 - 3)
    harness.clock.advance(minute)
    expect((await from('2001:db8:1:1::1', await right())).status).toBe(200)
  })

  test('lets a network begin so many sessions and keys in an hour, whatever addresses they are of', async () => {
    const harness = await startHarness({ env: { SIGN_INS: '3', TRUST_PROXY: 'true' } })
    const from = (ip: string, body: object, path = '/auth/verify') =>
      harness.send('POST', path, { body, headers: { 'x-forwarded-for': ip } })
    const keyTerms = {
      statement: keyStatement,
      resources: ['urn:furrow:key:bot', 'urn:furrow:scope:read', 'urn:furrow:days:1'],
    }
    const site = '2001:db8:1'
    for (let count = 0; count < 5; count++) {
      const wrong = { ...(await prepareSignIn(harness)), signature: '0x' }
      expect((await from(`${site}:1::1`, wrong)).status).toBe(401)
    }
    const key = await from(`${site}:1::1`, await prepareSignIn(harness, keyTerms), '/auth/keys')
    expect(key.status).toBe(201)
    for (let count = 0; count < 2; count++)
      expect((await from(`${site}:1::${count}`, await prepareSignIn(harness))).status).toBe(200)
    const body = await prepareSignIn(harness)
    const refused = await from(`${site}:1::2`, body)
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('too many sign-ins'), code: expect.any(String) },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    const another = await prepareSignIn(harness, keyTerms)
    expect((await from(`${site}:1::1`, another, '/auth/keys')).status).toBe(429)
    expect(await harness.context.db.selectFrom('sessions').select('id').execute()).toHaveLength(2)
    // The nonce still works from a network that has room.
    expect((await from('192.0.2.1', body)).status).toBe(200)
    const statuses: number[] = []
    for (let net = 16; net < 40; net++)
      statuses.push((await from(`${site}:${net}::1`, await prepareSignIn(harness))).status)
    expect(statuses).toEqual([...Array(3 * 8 - 3).fill(200), ...Array(3).fill(429)])
    harness.clock.advance(hour)
    expect((await from(`${site}:1::1`, await prepareSignIn(harness))).status).toBe(200)
  })

  test('parses nothing for who has no nonce of this service', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness)
    for (const forged of [
      { ...body, message: 'Let me in', nonceToken: 'x.y.z' },
      { ...body, message: 'Let me in', nonce: 'another' },
      { ...body, message: body.message.replace(body.nonce, 'anotherNonce'), nonce: body.nonce },
    ])
      expect(await harness.send('POST', '/auth/verify', { body: forged })).toMatchObject(unauthorized)
  })

  test.each([
    ['a domain', { domain: 'a.'.repeat(200) }],
    ['a URI', { uri: `https://app.example.org/?${'a.'.repeat(1_000)}` }],
    ['a line', { chainId: '1'.repeat(600) }],
    ['a list of resources', { resources: Array(17).fill('a://1.1.1.1') }],
    ['a plain list of resources', { resources: Array(17).fill('urn:a') }],
    ['resources together', { resources: Array(8).fill(`a://${'1.'.repeat(64)}`) }],
  ])('refuses %s that is longer than any, with 400', async (_what, fields) => {
    const harness = await shared()
    const body = await prepareSignIn(harness, fields)
    const answer = await harness.send('POST', '/auth/verify', { body })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/long|more than/), code: expect.any(String) },
    })
  })

  test('takes a message of 4,096 characters and refuses a longer one', async () => {
    const harness = await startHarness()
    const short = (await prepareSignIn(harness, { statement: '' })).message.length
    const fitting = await prepareSignIn(harness, { statement: 'a'.repeat(4_096 - short) })
    expect(fitting.message).toHaveLength(4_096)
    expect(await harness.send('POST', '/auth/verify', { body: fitting })).toMatchObject({ status: 200 })
    const long = await prepareSignIn(harness, { statement: 'a'.repeat(4_097 - short) })
    expect(await harness.send('POST', '/auth/verify', { body: long })).toMatchObject(malformed)
  })

  test('wants every field, each a string', async () => {
    const harness = await startHarness()
    const body = await prepareSignIn(harness)
    for (const field of Object.keys(body))
      for (const value of [undefined, null, 1, [], {}, [body[field as keyof typeof body]]]) {
        const answer = await harness.send('POST', '/auth/verify', { body: { ...body, [field]: value } })
        expect(answer, `${field}: ${JSON.stringify(value)}`).toMatchObject(malformed)
      }
    expect(await harness.send('POST', '/auth/verify', { body })).toMatchObject({ status: 200 })
  })
})

describe('POST /auth/beta', () => {
  test('knows its codes, all of them, to the letter', async () => {
    const { send } = await startHarness({ env: { BETA_CODES: 'early-bird, green-thumb' } })
    const ask = async (code: string) => (await send('POST', '/auth/beta', { body: { code } })).body
    for (const code of ['early-bird', 'green-thumb']) expect(await ask(code)).toEqual({ valid: true })
    for (const code of ['', 'Early-Bird', 'early-bird ', 'early-bird,green-thumb', 'early', 'x'.repeat(256)])
      expect(await ask(code)).toEqual({ valid: false })
  })

  test('knows none where none is configured', async () => {
    const { send } = await startHarness()
    expect(await send('POST', '/auth/beta', { body: { code: '' } })).toMatchObject({
      status: 200,
      body: { valid: false },
    })
  })

  test.each([[{}], [{ code: null }], [{ code: 1 }], [{ code: ['early-bird'] }], [{ code: 'x'.repeat(257) }]])(
    'refuses %j',
    async body => {
      const { send } = await startHarness({ env: { BETA_CODES: 'early-bird' } })
      expect(await send('POST', '/auth/beta', { body })).toMatchObject(malformed)
    },
  )

  test('slows a guesser down', async () => {
    const { send } = await startHarness({ env: { BETA_CODES: 'early-bird', RATE_LIMIT: '1000' } })
    const guess = () => send('POST', '/auth/beta', { body: { code: 'guess' } })
    for (let count = 0; count < 30; count++) expect((await guess()).status).toBe(200)
    const refused = await guess()
    expect(refused).toMatchObject({
      status: 429,
      body: { error: expect.any(String), code: expect.any(String) },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
