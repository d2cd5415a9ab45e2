import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { makeKey, playEveryTool, startAgent, startWithPull } from '../../../test/play-tools.ts'

const originOf = ({ baseUrl }: Harness) => new URL(baseUrl).origin

async function startOver(harness: Harness, token: string | null, mode: 'auto' | 'legacy' = 'auto') {
  const requestInit = token === null ? {} : { headers: { authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', harness.baseUrl), { requestInit })
  return startAgent(client => client.connect(transport), mode)
}

const all = ['read', 'take', 'give', 'talk'] as const

async function startAs(harness: Harness, user: User, mode: 'auto' | 'legacy') {
  const agent = await startOver(harness, await makeKey(user, all), mode)
  return { ...agent, address: user.account.address }
}

type Message = Record<string, unknown>
const toCall = (name: string, args: object = {}): Message => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})

/** A raw request, as a client of the earlier revision makes it. */
async function ask(harness: Harness, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(new URL('/mcp', harness.baseUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('POST /mcp', () => {
  test.each(['auto', 'legacy'] as const)(
    'plays quests with the official client (%s): every tool is called',
    async mode => {
      const harness = await startWithPull()
      const giver = await startAs(harness, harness.user(), mode)
      const farmer = await startAs(harness, harness.user(), mode === 'auto' ? 'legacy' : 'auto')
      expect(giver.client.getNegotiatedProtocolVersion()).toBe(mode === 'auto' ? '2026-07-28' : '2025-11-25')
      await playEveryTool(harness, { giver, farmer })
    },
  )

  test('lets visitors read, and lists all tools to them', async () => {
    const harness = await startHarness()
    const { id } = await harness.user().furrow.quests.post(sampleQuest)
    for (const mode of ['auto', 'legacy'] as const) {
      const { client, call } = await startOver(harness, null, mode)
      expect((await client.listTools()).tools.length).toBeGreaterThan(10)
      expect(client.getInstructions()).toContain('untrusted')
      expect((await call('find_quests')).value.quests).toMatchObject([{ id }])
      expect((await call('quest_terms', { id })).value).toMatchObject({ eligibility: { mayJoin: null } })
      expect((await call('get_quest', { id: 'quest-0-none' })).value).toMatchObject({ status: 404 })
    }
  })

  test('asks for a key where a tool needs one, and says where its terms are', async () => {
    const harness = await startHarness()
    const origin = originOf(harness)
    const visitor = await ask(harness, toCall('my_tasks'))
    expect(visitor.status).toBe(401)
    expect(JSON.parse(visitor.text)).toMatchObject({ error: expect.stringContaining('API key') })
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
    expect(visitor.headers.get('www-authenticate')).toBe(
      `Bearer scope="read", resource_metadata="${metadata}"`,
    )
    const answer = await fetch(metadata)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toMatchObject({
      resource: `${origin}/mcp`,
      scopes_supported: expect.arrayContaining(['take']),
    })

    const wrong = await ask(harness, toCall('find_quests'), { authorization: 'Bearer furrow_none' })
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", resource_metadata="${metadata}"`,
    ])
    const authorization = `Bearer ${await makeKey(harness.user(), ['read'])}`
    const narrow = await ask(harness, toCall('take_quest', { id: 'a', updatedAt: 'b' }), { authorization })
    expect(narrow.status).toBe(403)
    expect(narrow.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="read take"')
  })

  test('is for pages of this origin alone, whatever name a page gave this machine', async () => {
    const harness = await startHarness()
    const { host, origin } = new URL(harness.baseUrl)
    const rebound = { origin: `http://evil.example:${host.split(':')[1]}` }
    expect((await ask(harness, toCall('find_quests'), rebound)).status).toBe(403)
    expect((await ask(harness, toCall('find_quests'), { origin: 'null' })).status).toBe(403)
    expect((await ask(harness, toCall('find_quests'), { origin })).status).toBe(200)
    const named = await startHarness({
      env: { SIWE_DOMAINS: 'farm.example', CORS_ORIGINS: 'https://app.example' },
    })
    for (const [origin, status] of [
      ['https://farm.example', 200],
      ['https://app.example', 200],
      ['https://farm.example.evil.example', 403],
      [originOf(named), 403],
    ] as const)
      expect((await ask(named, toCall('find_quests'), { origin })).status, origin).toBe(status)
  })

  test('refuses what is no message of its own', async () => {
    const harness = await startHarness()
    const over = JSON.stringify(toCall('find_quests', { q: 'a'.repeat(200_000) }))
    for (const [body, status] of [
      [[toCall('find_quests')], 400],
      ['"text"', 400],
      ['{', 400],
      [over, 413],
    ] as const)
      expect((await ask(harness, body)).status).toBe(status)
    const unknown = await ask(harness, toCall('drop_tables'))
    expect(unknown.text).toContain('drop_tables')
    const get = await fetch(new URL('/mcp', harness.baseUrl))
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    // A stream would outlive its request.
    const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {} } }
    expect((await ask(harness, listen)).text).toContain('error')
  })

  test('has one limit for a wallet, however many networks and keys it comes from', async () => {
    const harness = await startHarness({ env: { RATE_LIMIT: '20', TRUST_PROXY: 'true' } })
    const user = harness.user()
    const statuses: number[] = []
    for (let index = 0; index < 22; index++) {
      const headers = { authorization: `Bearer ${user.token}`, 'x-forwarded-for': `10.${index}.0.1` }
      statuses.push((await ask(harness, toCall('find_quests'), headers)).status)
    }
    expect(statuses).toEqual([...Array<number>(20).fill(200), 429, 429])
    const other = { authorization: `Bearer ${harness.user().token}`, 'x-forwarded-for': '10.30.0.1' }
    expect((await ask(harness, toCall('find_quests'), other)).status).toBe(200)
  })

  test('counts what it does against the network and the wallet that asked', async () => {
    const harness = await startHarness({ env: { QUOTA_QUESTS_A_DAY: '1' } })
    const { call } = await startAs(harness, harness.user(), 'auto')
    const { reward: _, ...quest } = sampleQuest
    expect((await call('post_quest', quest)).isError).toBe(false)
    expect(await call('post_quest', quest)).toMatchObject({ isError: true, value: { status: 429 } })
  })
})
