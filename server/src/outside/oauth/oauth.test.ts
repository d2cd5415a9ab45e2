import { createHash } from 'node:crypto'
import { createFurrow, type KeyRequest } from '@furrow/sdk'
import {
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { type Harness, startHarness, type User } from '../../../test/harness.ts'
import { startAgent } from '../../../test/play-tools.ts'
import { minute } from '../../ground/clock.ts'

const verifier = 'v'.repeat(43)
const code_challenge = createHash('sha256').update(verifier).digest('base64url')
const redirect_uri = 'http://127.0.0.1:4321/callback'

const originOf = ({ baseUrl }: Harness) => new URL(baseUrl).origin

async function register(
  harness: Harness,
  redirect_uris: unknown = [redirect_uri],
  client_name: unknown = 'Plough',
) {
  const response = await fetch(`${originOf(harness)}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris, client_name, token_endpoint_auth_method: 'client_secret_post' }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

async function requestOf(harness: Harness, change: Partial<KeyRequest> = {}): Promise<KeyRequest> {
  const { client_id } = (await register(harness)).body as { client_id: string }
  const request = {
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge,
    code_challenge_method: 'S256',
  }
  return { ...request, scope: 'read take', state: 'mine', resource: `${originOf(harness)}/mcp`, ...change }
}

/** The page's part: the wallet signs. Gives the code. */
async function consent(
  { furrow, account }: User,
  request: KeyRequest,
  scopes: readonly ('read' | 'take')[] = ['read'],
) {
  const signMessage = ({ message }: { message: string }) => account.signMessage({ message })
  const terms = { name: 'Plough', scopes, days: 7, agent: true }
  const { redirect } = await furrow.keys.grant({ account, signMessage }, terms, request)
  return new URL(redirect)
}

async function change(harness: Harness, fields: Record<string, string>) {
  const response = await fetch(`${originOf(harness)}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', ...fields }),
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

describe('a program that asks for an API key', () => {
  test('as the official MCP client gets one that the wallet signed, and acts with it', async () => {
    const harness = await startHarness()
    const user = harness.user()
    let leads: URL | null = null
    // biome-ignore lint/suspicious/noExplicitAny: whatever the client wants kept
    const kept: Record<string, any> = {}
    const provider: OAuthClientProvider = {
      redirectUrl: redirect_uri,
      clientMetadata: { client_name: 'Plough <b>', redirect_uris: [redirect_uri] },
      state: () => 'mine',
      clientInformation: () => kept.client,
      saveClientInformation: client => {
        kept.client = client
      },
      tokens: () => kept.tokens,
      saveTokens: tokens => {
        kept.tokens = tokens
      },
      saveCodeVerifier: verifier => {
        kept.verifier = verifier
      },
      codeVerifier: () => kept.verifier,
      discoveryState: () => kept.discovery,
      saveDiscoveryState: state => {
        kept.discovery = state
      },
      redirectToAuthorization: url => {
        leads = url
      },
    }
    const open = () =>
      new StreamableHTTPClientTransport(new URL('/mcp', harness.baseUrl), { authProvider: provider })
    const first = open()
    const visitor = await startAgent(client => client.connect(first))
    await expect(visitor.call('my_tasks')).rejects.toThrow(UnauthorizedError)

    expect(`${leads}`).toMatch(`${originOf(harness)}/authorize?`)
    const request = Object.fromEntries(new URL(`${leads}`).searchParams) as unknown as KeyRequest
    const asked = await harness.visitor.keys.asked(request)
    expect(asked).toMatchObject({
      name: 'Plough b',
      host: null,
      redirectHost: '127.0.0.1:4321',
      local: true,
      scopes: ['read'],
      agent: true,
      problem: null,
    })
    const back = await consent(user, request)
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual([
      'mine',
      originOf(harness),
    ])
    await first.finishAuth(back.searchParams)

    const agent = await startAgent(client => client.connect(open()))
    expect((await agent.call('my_tasks')).isError).toBe(false)
    const token = kept.tokens.access_token as string
    expect(kept.tokens).toMatchObject({ token_type: 'Bearer', scope: 'read', expires_in: 7 * 86_400 })
    const me = await createFurrow({ baseUrl: harness.baseUrl, token }).getMe()
    expect(me).toEqual({ address: user.account.address, scopes: ['read'], agent: true })
    expect(await user.furrow.keys.list()).toMatchObject([{ name: 'Plough', scopes: ['read'], agent: true }])
  })

  test('gets a code that is good once: a second use ends the key, also where both come at once', async () => {
    const harness = await startHarness()
    const user = harness.user()
    const request = await requestOf(harness)
    const { client_id } = request
    const code = (await consent(user, request)).searchParams.get('code') ?? ''
    expect(await user.furrow.keys.list()).toEqual([])
    const fields = { code, client_id, redirect_uri, code_verifier: verifier }
    for (const wrong of [
      { client_id: (await register(harness, ['https://other.example/cb'])).body.client_id as string },
      { redirect_uri: 'http://127.0.0.1:4322/callback' },
      { code_verifier: 'w'.repeat(43) },
      { resource: originOf(harness) },
      { code: `${code.slice(0, -4)}AAAA` },
      { code: 'none' },
    ])
      expect(await change(harness, { ...fields, ...wrong }), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        body: { error: 'resource' in wrong ? 'invalid_target' : 'invalid_grant' },
      })
    const answers = await Promise.all([change(harness, fields), change(harness, fields)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    await change(harness, fields)
    expect(await user.furrow.keys.list()).toEqual([])
    expect(await change(harness, { ...fields, code_verifier: 'short' })).toMatchObject({
      body: { error: 'invalid_request' },
    })
    expect(await change(harness, { ...fields, grant_type: 'refresh_token' })).toMatchObject({
      body: { error: 'unsupported_grant_type' },
    })
  })

  test('ends its key by the key itself, and learns nothing of other tokens', async () => {
    const harness = await startHarness()
    const user = harness.user()
    const request = await requestOf(harness)
    const code = (await consent(user, request)).searchParams.get('code') ?? ''
    const { client_id } = request
    const { body } = await change(harness, { code, client_id, redirect_uri, code_verifier: verifier })
    const token = body.access_token as string
    const revoke = async (fields: Record<string, string>, json = false) => {
      const response = await fetch(`${originOf(harness)}/oauth/revoke`, {
        method: 'POST',
        ...(json && { headers: { 'content-type': 'application/json' } }),
        body: json ? JSON.stringify(fields) : new URLSearchParams(fields),
      })
      expect(response.headers.get('cache-control')).toBe('no-store')
      return [response.status, await response.text()] as const
    }
    const metadata = await fetch(`${originOf(harness)}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({
      revocation_endpoint: `${originOf(harness)}/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: ['none'],
    })
    const stranger = `${token.slice(0, -4)}AAAA`
    for (const other of ['none', 'a.b.c', user.token, stranger])
      expect(await revoke({ token: other })).toEqual([200, ''])
    const agent = createFurrow({ baseUrl: harness.baseUrl, token })
    expect(await agent.getMe()).toMatchObject({ address: user.account.address })
    expect(await harness.user(user).furrow.getMe()).toMatchObject({ address: user.account.address })

    const both = { token, token_type_hint: 'refresh_token', client_id: client_id ?? '' }
    const answers = await Promise.all([revoke(both), revoke(both)])
    expect(answers).toEqual([
      [200, ''],
      [200, ''],
    ])
    await expect(agent.getMe()).rejects.toMatchObject({ status: 401, code: 'key-invalid' })
    expect(await user.furrow.keys.list()).toEqual([])
    for (const wrong of [{}, { token: '' }, { token: ['a'] as unknown as string }]) {
      const [status, text] = await revoke(wrong, true)
      expect([status, JSON.parse(text).error]).toEqual([400, 'invalid_request'])
    }
  })

  test('gets a code for two minutes, and none of a wallet that was frozen or has signed out everywhere', async () => {
    const harness = await startHarness()
    const [user, moderator] = [harness.user(), harness.user(harness.platform)]
    const request = await requestOf(harness)
    const fieldsOf = async (who: User) => ({
      code: (await consent(who, request)).searchParams.get('code') ?? '',
      client_id: request.client_id,
      redirect_uri,
      code_verifier: verifier,
    })
    const late = await fieldsOf(user)
    harness.clock.advance(2 * minute)
    expect(await change(harness, late)).toMatchObject({ body: { error: 'invalid_grant' } })

    const left = await fieldsOf(user)
    await user.furrow.signOutEverywhere()
    const { body } = await change(harness, left)
    const furrow = createFurrow({ baseUrl: harness.baseUrl, token: body.access_token as string })
    await expect(furrow.getMe()).rejects.toMatchObject({ code: 'key-ended' })

    const frozen = harness.user()
    const cold = await fieldsOf(frozen)
    await moderator.furrow.moderation.act({
      action: 'freeze',
      kind: 'wallet',
      id: frozen.address,
      reason: 'Spam.',
    })
    expect(await change(harness, cold)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('is told what is wrong with its request, and nobody is sent to an address that is not its own', async () => {
    const harness = await startHarness()
    const request = await requestOf(harness)
    const ask = (change: Partial<KeyRequest>) => harness.visitor.keys.asked({ ...request, ...change })
    expect((await ask({ redirect_uri: 'http://127.0.0.1:9/callback' })).problem).toBeNull()
    for (const redirect_uri of [
      'http://127.0.0.1:4321/other',
      'https://evil.example/callback',
      'http://localhost:4321/callback',
    ])
      await expect(ask({ redirect_uri })).rejects.toMatchObject({ status: 400, code: 'redirect-unknown' })
    for (const client_id of [
      'none',
      `${request.client_id}x`,
      'furrow-client_e30.e30',
      'https://127.0.0.1/program',
    ])
      await expect(ask({ client_id }), client_id).rejects.toMatchObject({
        status: 400,
        code: 'client-unknown',
      })
    for (const [change, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ scope: 'everything' }, 'invalid_scope'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ] as const) {
      const { problem, back } = await ask(change)
      expect(problem).not.toBeNull()
      const { host, searchParams } = new URL(back)
      expect([host, searchParams.get('error'), searchParams.get('state')]).toEqual([
        '127.0.0.1:4321',
        error,
        'mine',
      ])
      await expect(consent(harness.user(), { ...request, ...change })).rejects.toMatchObject({
        code: 'key-request-invalid',
      })
    }
    expect(new URL((await ask({})).back).searchParams.get('error')).toBe('access_denied')
  })

  test('registers without leaving a row, by redirects that are safe alone', async () => {
    const harness = await startHarness()
    const { status, body } = await register(harness, [
      'https://app.example/cb',
      'com.example.app:/cb',
      'cursor://x/cb',
    ])
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        client_name: 'Plough',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
      },
    })
    for (const redirects of [
      ...[
        [],
        'https://app.example',
        ['javascript:alert(1)'],
        ['data:text/html,x'],
        ['http://app.example/cb'],
      ],
      ...[
        ['https://a.example/#x'],
        ['https://user@a.example/'],
        ['http://127.0.0.1.evil.example/'],
        ['file:///etc'],
      ],
      ...[
        ['https://a.example/ b'],
        ['plough:/cb'],
        [`https://a.example/${'a'.repeat(600)}`],
        Array(6).fill('https://a.example/'),
      ],
      Array.from({ length: 5 }, (_, index) => `https://a.example/${index}${'a'.repeat(470)}`),
    ])
      expect(await register(harness, redirects), JSON.stringify(redirects)).toMatchObject({
        status: 400,
        body: { error: 'invalid_redirect_uri' },
      })
    expect((await register(harness, [redirect_uri], { a: 1 })).body.client_name).toBe('A program')
    const metadata = await fetch(`${originOf(harness)}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({
      issuer: originOf(harness),
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    })
  })

  test('is given keys by the service’s own page alone', async () => {
    const harness = await startHarness()
    const request = await requestOf(harness)
    const { status } = await harness.send('POST', '/auth/authorize', {
      headers: { origin: 'https://evil.example' },
      body: {
        request,
        address: harness.user().address,
        signature: '0x',
        nonce: 'a',
        nonceToken: 'a',
        message: 'a',
      },
    })
    expect(status).toBe(403)
  })
})
