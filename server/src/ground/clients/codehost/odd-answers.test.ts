import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFakeClock } from '../../../../test/harness.ts'
import { hour, minute } from '../../clock.ts'
import { readConfig } from '../../config/config.ts'
import { UnavailableError } from '../../errors.ts'
import type { HostApp } from './app-token.ts'
import { createCodeHost } from './create-codehost.ts'

type Said = {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}
type Host = {
  url: string
  readonly asked: string[]
  answer: (question: string, token: string) => Said
}

/** Answers whatever it is told to. */
async function startHost(): Promise<Host> {
  const host: Host = { url: '', asked: [], answer: () => ({}) }
  const server = createServer((request, response) => {
    const question = `${request.method} ${request.url}`
    const token = request.headers.authorization?.replace('Bearer ', '') ?? 'none'
    host.asked.push(`${question} ${token}`)
    const { status = 200, body = {}, headers = {} } = host.answer(question, token)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return host
}

async function open(kind: 'github' | 'gitea' | 'gitlab', { apps = [] }: { apps?: HostApp[] } = {}) {
  const host = await startHost()
  const clock = createFakeClock()
  const token: Record<string, string> = apps.length > 0 ? {} : { CODEHOST_TOKEN: 'ours' }
  const { codehost: config } = readConfig({ CODEHOST_KIND: kind, CODEHOST_URL: host.url, ...token })
  if (config === null) throw new Error('no code host is set')
  return { host, clock, client: createCodeHost(config, { clock, readApps: async () => apps }) }
}

const pull = {
  id: 501,
  number: 12,
  user: { id: 5, login: 'alice' },
  merged: true,
  base: { ref: 'main', repo: { id: 9, full_name: 'farm/gate', default_branch: 'main' } },
}

/** Of GitLab: the project and its merge request, in one. */
const merge = {
  ...{ id: 9, iid: 12, state: 'merged', merged_at: '2026-03-01T12:30:00Z', title: 'Work' },
  ...{ path_with_namespace: 'farm/gate', default_branch: 'main', target_branch: 'main' },
  author: { id: 5, username: 'alice' },
}

describe('a redirect', () => {
  test('within the host is followed, and one to another host gets neither the token nor says that there is nothing', async () => {
    const { host, client } = await open('github')
    const elsewhere = await startHost()
    host.answer = question =>
      question.endsWith('/repositories/9/pulls/12')
        ? { body: pull }
        : { status: 301, headers: { location: '/repositories/9/pulls/12' } }
    expect(await client.readPullRequest('farm/old', 12)).toMatchObject({ repository: { name: 'farm/gate' } })
    host.answer = () => ({ status: 302, headers: { location: `${elsewhere.url}/maintenance` } })
    await expect(client.readPullRequest('farm/gate', 12)).rejects.toThrow(UnavailableError)
    expect(elsewhere.asked).toEqual([])
  })

  test('to itself ends', async () => {
    const { host, client } = await open('github')
    host.answer = () => ({ status: 302, headers: { location: '/again' } })
    await expect(client.readPullRequest('farm/gate', 12)).rejects.toThrow(UnavailableError)
    expect(host.asked).toHaveLength(3)
  })
})

test('all issues that a merge request of GitLab closes are read, and not its usual page of twenty', async () => {
  const { host, client } = await open('gitlab')
  const issues = Array.from({ length: 30 }, (_, at) => ({ iid: at + 1, project_id: 9 }))
  host.answer = question => {
    const size = Number(/per_page=(\d+)/.exec(question)?.[1] ?? 20)
    return { body: question.includes('/closes_issues') ? issues.slice(0, size) : merge }
  }
  const read = await client.readPullRequest('farm/gate', 12)
  expect((read && (await client.readClosedIssues(read)))?.has(30)).toBe(true)
})

test('a suspended account of the service is no sign that a pull request is gone', async () => {
  const { host, client } = await open('github')
  host.answer = () => ({
    status: 403,
    body: { message: 'Sorry. Your account was suspended. Please contact support.' },
  })
  await expect(client.readPullRequest('farm/gate', 12)).rejects.toThrow(UnavailableError)
})

describe('an app', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const app: HostApp = {
    id: '1',
    slug: 'furrow',
    page: 'http://host/apps/furrow',
    key: privateKey,
    webhookSecret: null,
    client: null,
  }

  test('that may ask no more for a while, which only words say, writes its comment later', async () => {
    const { host, client } = await open('github', { apps: [app] })
    host.answer = question =>
      question.endsWith('/installation')
        ? { body: { id: 7 } }
        : { status: 403, body: { message: 'You have exceeded a secondary rate limit.' } }
    await expect(client.addComment('farm/gate', 7, 'Oil it.')).rejects.toThrow(UnavailableError)
  })

  test('with an installation that was suspended since reads what everybody may', async () => {
    const { host, client, clock } = await open('github', { apps: [app] })
    const suspended = { status: 403, body: { message: 'This installation has been suspended' } }
    let isSuspended = false
    host.answer = (question, token) => {
      if (question.endsWith('/installation')) return { body: { id: 7 } }
      if (question.endsWith('/access_tokens'))
        return isSuspended
          ? suspended
          : { body: { token: 'ghs_1', expires_at: new Date(clock.now() + hour).toISOString() } }
      return isSuspended && token === 'ghs_1' ? suspended : { body: pull }
    }
    expect(await client.readPullRequest('farm/gate', 12)).toMatchObject({ number: 12 })
    clock.advance(2 * minute)
    isSuspended = true
    expect(await client.readPullRequest('farm/gate', 12)).toMatchObject({ number: 12 })
    expect(host.asked.at(-1)).toMatch(/\/pulls\/12 none$/)
  })
})

test.each(['github', 'gitea', 'gitlab'] as const)(
  '%s: the own comment is found among long ones, also those of accounts that are nobody’s',
  async kind => {
    const { host, client } = await open(kind)
    const by = (id: number, login: string) =>
      kind === 'gitlab' ? { author: { id, username: login } } : { user: { id, login } }
    const long = Array.from({ length: 20 }, (_, at) => ({
      id: at + 1,
      body: 'log '.repeat(16_000),
      ...(kind === 'gitea' ? by(-2, 'gitea-actions') : by(6, 'bob')),
    }))
    const comments = [...long, { id: 41, body: 'Told. <!-- mark -->', ...by(5, 'furrow') }]
    host.answer = question =>
      question.endsWith('/user')
        ? { body: { id: 5, login: 'furrow', username: 'furrow' } }
        : { body: comments }
    expect(await client.findComment('farm/gate', 7, '<!-- mark -->', 0)).toBe('41')
  },
)
