import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createSocket } from 'node:net'
import { schema as githubSchema } from '@octokit/graphql-schema'
import { Octokit } from '@octokit/rest'
import { createEmulator } from 'emulate'
import { buildSchema, graphql } from 'graphql'
import { onTestFinished } from 'vitest'
import { botLogins, botToken, createGithubApps, type GithubApps } from './github-apps.ts'

export const people = { giver: 't_giver', alice: 't_alice', bob: 't_bob', service: 't_service' } as const
export type Person = keyof typeof people

export type GithubStandIn = {
  readonly env: Record<string, string>
  /** Apps that people make there; their clock is to be set to the test's. */
  readonly apps: GithubApps
  /** The service's questions, in order. */
  readonly asked: string[]
  /** Questions that were asked while an equal one was under way. */
  readonly askedTwice: string[]
  /** The statuses that were written, in order: the emulator keeps none. */
  readonly statuses: { readonly sha: string; readonly state: string; readonly description: string }[]
  /** Answers wait for it. */
  held: Promise<unknown> | undefined
  mode: 'pass' | 'down' | 'limited' | 'html' | 'huge' | 'no-graphql'
  /** Changes an answer on its way. */
  change: (path: string, body: Record<string, unknown>) => void
  /** Octokit as one of the people. */
  as(person: Person): Octokit
  /** Signs in at the consent page: a code. */
  authorize(person: Person): Promise<string>
  /** Opens and merges a pull request from a branch of its own. */
  merge(
    author: Person,
    body: string,
    /** `by` merges it; by default the owner does. */
    options?: { base?: string; merge?: boolean; by?: Person; message?: string },
  ): Promise<number>
}

let schema: ReturnType<typeof buildSchema> | undefined

/**
 * `emulate`, a GitHub that is not ours, with its missing parts put in front of it: unknown tokens are refused, and there is
 * GraphQL, over GitHub's own schema.
 */
export async function startGithub(at = { rest: '', graphql: '/graphql' }): Promise<GithubStandIn> {
  const accounts = [...Object.entries(people), ...botLogins.map(login => [login, botToken(login)] as const)]
  const tokens = Object.fromEntries(accounts.map(([login, token]) => [token, { login, scopes: ['repo'] }]))
  const emulator = await createEmulator({
    service: 'github',
    port: await findPort(),
    seed: {
      tokens,
      github: {
        users: accounts.map(([login]) => ({ login })),
        repos: [{ owner: 'giver', name: 'gate', auto_init: true }],
        oauth_apps: [
          {
            client_id: 'cid',
            client_secret: 'CANARY-secret',
            name: 'Furrow',
            redirect_uris: ['http://127.0.0.1/cb'],
          },
        ],
      },
    },
  })
  onTestFinished(() => emulator.close())
  const known = new Set<string>(Object.values(people))
  const bodies = new Map<number, string>()
  const github: GithubStandIn = {
    env: {},
    apps: createGithubApps(() => github.env.CODEHOST_URL ?? ''),
    asked: [],
    askedTwice: [],
    statuses: [],
    held: undefined,
    mode: 'pass',
    change() {},
    as: person => new Octokit({ baseUrl: emulator.url, auth: people[person], log: quiet }),
    async authorize(person) {
      const answer = await fetch(`${emulator.url}/login/oauth/callback`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({
          login: person,
          client_id: 'cid',
          redirect_uri: 'http://127.0.0.1/cb',
          state: 'x',
          scope: 'read:user repo read:org',
        }),
      })
      return new URL(answer.headers.get('location') ?? 'http://none').searchParams.get('code') ?? ''
    },
    async merge(author, body, { base = 'main', merge = true, by = 'giver', message = 'Work' } = {}) {
      const gate = { owner: 'giver', repo: 'gate' }
      const owner = github.as('giver')
      const branch = `work-${bodies.size}-${Math.random().toString(16).slice(2)}`
      const { data: main } = await owner.git.getRef({ ...gate, ref: 'heads/main' })
      const { sha } = main.object
      if (base !== 'main') await owner.git.createRef({ ...gate, ref: `refs/heads/${base}`, sha })
      await owner.git.createRef({ ...gate, ref: `refs/heads/${branch}`, sha })
      await owner.repos.createOrUpdateFileContents({
        ...gate,
        branch,
        path: `${branch}.txt`,
        message,
        content: Buffer.from(branch).toString('base64'),
      })
      const { data: pull } = await github
        .as(author)
        .pulls.create({ ...gate, title: 'Work', head: branch, base, body })
      bodies.set(pull.number, body)
      if (merge) await github.as(by).pulls.merge({ ...gate, pull_number: pull.number, merge_method: 'merge' })
      return pull.number
    },
  }

  const underWay = new Set<string>()
  const server = createServer(async (request, response): Promise<unknown> => {
    const url = request.url ?? ''
    const path = url === at.graphql ? '/graphql' : url.startsWith(at.rest) ? url.slice(at.rest.length) : url
    const body = await readBody(request)
    const question = `${request.method} ${path}`
    const key = `${question} ${request.headers.authorization} ${body}`
    github.asked.push(question)
    if (underWay.has(key)) github.askedTwice.push(question)
    underWay.add(key)
    await github.held
    const json = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      underWay.delete(key)
      return response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value))
    }
    response.on('close', () => underWay.delete(key))
    if (github.mode === 'down') return json(502, { message: 'Server Error' })
    if (github.mode === 'limited')
      return json(403, { message: 'API rate limit exceeded' }, { 'x-ratelimit-remaining': '0' })
    if (github.mode === 'html') return response.end('<html>Sign in to the hotel</html>')
    if (github.mode === 'huge') return response.end(`"${'x'.repeat(2_000_000)}"`)
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const { apps } = github
    const ofApp = apps.answer({ method: request.method ?? 'GET', path, token })
    if (ofApp !== null) return json(ofApp.status, ofApp.body, token === undefined ? {} : apps.quotaOf(token))
    const login = apps.isOfInstallation(token) ? apps.loginOf(token as string) : null
    const quota = login === null ? {} : apps.quotaOf(token as string)
    if (login !== null && !apps.mayReach(token as string, path))
      return json(403, { message: 'Resource not accessible by integration' })
    if (token !== undefined && login === null && !known.has(token))
      return json(401, { message: 'Bad credentials' })
    if (path === '/graphql' && github.mode !== 'no-graphql') {
      const said = { ...(await answerGraphql(JSON.parse(body), bodies)) }
      github.change(path, said)
      return json(200, said)
    }
    const [, sha] = /^\/repos\/[^/]+\/[^/]+\/statuses\/([0-9a-f]+)$/.exec(path) ?? []
    if (sha !== undefined && request.method === 'POST') {
      github.statuses.push({ sha, ...JSON.parse(body) })
      return json(201, {})
    }
    const answer = await fetch(`${emulator.url}${path}`, {
      method: request.method ?? 'GET',
      headers: {
        ...(request.headers.authorization && {
          authorization: login === null ? request.headers.authorization : `Bearer ${botToken(login)}`,
        }),
        ...(request.headers['content-type'] && { 'content-type': request.headers['content-type'] }),
        accept: 'application/json',
      },
      ...(body !== '' && { body }),
    })
    const value = (await answer.json().catch(() => ({}))) as Record<string, unknown>
    if (typeof value.access_token === 'string') known.add(value.access_token)
    github.change(path, value)
    const link = answer.headers.get('link')
    return json(answer.status, value, { ...quota, ...(link !== null && { link }) })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(github.env, {
    CODEHOST_URL: url,
    CODEHOST_API_URL: url + at.rest,
    CODEHOST_CLIENT_ID: 'cid',
    CODEHOST_CLIENT_SECRET: 'CANARY-secret',
    CODEHOST_TOKEN: people.service,
    CODEHOST_WEBHOOK_SECRET: 'CANARY-webhook',
  })
  return github
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} }

type GraphqlRequest = { query: string; variables: Record<string, unknown> }

/** The stand-in remembers each body from the opening of the pull request, and finds the linked issues in it. */
async function answerGraphql({ query, variables }: GraphqlRequest, bodies: ReadonlyMap<number, string>) {
  schema ??= buildSchema(githubSchema.idl, { assumeValid: true })
  const rootValue = {
    repository: ({ owner, name }: { owner: string; name: string }) => ({
      pullRequest: ({ number }: { number: number }) => ({
        closingIssuesReferences: {
          nodes: [...(bodies.get(number) ?? '').matchAll(/closes #(\d+)/gi)].map(([, digits]) => ({
            number: Number(digits),
            repository: { nameWithOwner: `${owner}/${name}` },
          })),
        },
      }),
    }),
  }
  return graphql({ schema, source: query, rootValue, variableValues: variables })
}

/** The emulator takes no port 0. */
async function findPort(): Promise<number> {
  const socket = createSocket()
  await new Promise<void>(resolve => socket.listen(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  await new Promise(resolve => socket.close(resolve))
  return port
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
