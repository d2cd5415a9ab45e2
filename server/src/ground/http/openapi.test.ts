import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { operations } from './operations.ts'

type Described = {
  readonly parameters?: readonly { readonly name: string; readonly required?: boolean }[]
  readonly responses: Readonly<Record<string, { readonly headers?: object }>>
}

const endpoints = {
  'GET /auth/nonce': false,
  'GET /config': false,
  'GET /doctor': true,
  'GET /setup': true,
  'GET /setup/check': true,
  'POST /setup/github': true,
  'POST /setup/github/app': true,
  'DELETE /setup/github/app': true,
  'GET /version': false,
  'GET /events': false,
  'POST /auth/verify': false,
  'POST /auth/beta': false,
  'POST /auth/revoke': true,
  'DELETE /auth/session': true,
  'GET /auth/sessions': true,
  'DELETE /auth/sessions/{id}': true,
  'GET /auth/me': true,
  'GET /auth/keys': true,
  'POST /auth/keys': false,
  'DELETE /auth/keys': true,
  'GET /auth/authorize': false,
  'POST /auth/authorize': false,
  'GET /profile/': false,
  'PUT /profile/': true,
  'GET /profile/payer': false,
  'GET /profile/passkey': false,
  'GET /profile/giving': true,
  'GET /profile/giving.csv': true,
  'GET /profiles': false,
  'GET /pictures/profile/{address}': false,
  'GET /pictures/logo': false,
  'GET /overview': false,
  'GET /quests': false,
  'GET /quests.atom': false,
  'GET /quests.ics': false,
  'GET /quests/facets': false,
  'POST /quests': true,
  'PATCH /quests': true,
  'GET /quests/events': false,
  'GET /quests/applications': true,
  'GET /quests/eligibility': true,
  'GET /quests/comments': false,
  'GET /quests/disputes': true,
  'GET /quests/evidence': true,
  'POST /quests/comments': true,
  'PATCH /quests/comments': true,
  'PUT /quests/comments': true,
  'DELETE /quests/comments': true,
  'POST /quests/invite': true,
  'DELETE /quests/invite': true,
  'GET /tasks': true,
  'GET /tasks/counts': true,
  'GET /paymaster/ticket': true,
  'GET /payouts/due': true,
  'POST /payouts/paid-many': true,
  'GET /thanks': false,
  'GET /thanks/own': true,
  'POST /quests/plan': true,
  'POST /thanks': true,
  'PATCH /thanks': true,
  'GET /credentials': true,
  'POST /credentials': true,
  'GET /credentials/{id}': false,
  'GET /credentials/status/{list}': false,
  'GET /quests/revisions': false,
  'GET /quests/approval': true,
  'GET /quests/desk': true,
  'PUT /quests/desk': true,
  'GET /quests/trust': true,
  'PUT /quests/trust': true,
  'GET /quests/drafts': true,
  'POST /quests/drafts': true,
  'PATCH /quests/drafts': true,
  'DELETE /quests/drafts': true,
  'POST /quests/import': true,
  'POST /quests/import/label': true,
  'GET /mail': true,
  'POST /mail': true,
  'PATCH /mail': true,
  'DELETE /mail': true,
  'GET /mail/blocks': true,
  'PUT /mail/blocks': true,
  'DELETE /mail/blocks': true,
  'GET /leaderboard': false,
  'GET /leaderboard/rules': false,
  'GET /reputation': false,
  'GET /community-dao': false,
  'GET /community-dao/dao.json': false,
  'GET /community-dao/members.json': false,
  'GET /community-dao/proposals.json': false,
  'GET /community-dao/activities.json': false,
  'GET /community-dao/contracts.json': false,
  'POST /community-dao': true,
  'PUT /community-dao': true,
  'GET /community-dao/proposals': false,
  'GET /community-dao/proposals/safe.json': false,
  'POST /community-dao/proposals/paid': true,
  'GET /community-dao/votes': false,
  'GET /community-dao/votes/own': true,
  'GET /community-dao/votes/export': false,
  'POST /community-dao/votes': true,
  'GET /community-dao/delegations': true,
  'POST /community-dao/delegations': true,
  'DELETE /community-dao/delegations': true,
  'POST /community-dao/veto': true,
  'GET /resolve': false,
  'POST /codehost/token': false,
  'POST /codehost/webhook': false,
  'POST /verify': false,
  'GET /verify/preview': false,
  'GET /files': true,
  'POST /files': true,
  'GET /files/{name}': false,
  'DELETE /files/{name}': true,
  'POST /reports': true,
  'GET /moderation/queue': true,
  'GET /moderation/log': true,
  'GET /moderation/mine': true,
  'POST /moderation': true,
  'POST /moderation/answers': true,
  'POST /moderation/dismissals': true,
  'GET /moderation/moderators': true,
  'POST /moderation/moderators': true,
  'DELETE /moderation/moderators': true,
  'GET /account': true,
  'GET /account/export': true,
  'GET /account/statement.csv': true,
  'DELETE /account': true,
  'GET /notifications': true,
  'GET /quests/follows': true,
  'POST /quests/follows': true,
  'PUT /quests/follows': true,
  'DELETE /quests/follows': true,
  'GET /quests/ballots': false,
  'GET /quests/ballots/own': true,
  'PUT /quests/ballots': true,
  'GET /quests/entries': false,
  'PUT /quests/entries': true,
  'DELETE /quests/entries': true,
  'GET /quests/bookmarks': true,
  'GET /quests/bookmarks/ids': true,
  'PUT /quests/bookmarks': true,
  'DELETE /quests/bookmarks': true,
  'POST /notifications/channels': true,
  'PATCH /notifications/channels': true,
  'DELETE /notifications/channels': true,
  'POST /notifications/channels/test': true,
  'POST /notifications/channels/confirm': false,
  'GET /notifications/unsubscribe': false,
  'POST /notifications/unsubscribe': false,
}

test('the OpenAPI document describes every endpoint, from the schemas that validate it', async () => {
  const { send } = await startHarness()
  const { status, body: document } = await send('GET', '/openapi.json')
  expect({ status, openapi: document.openapi }).toEqual({ status: 200, openapi: '3.1.0' })
  const described: Record<string, boolean> = {}
  for (const [path, methods] of Object.entries<Record<string, Record<string, unknown>>>(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      // Where a session is optional, one of the ways is empty.
      const ways = operation.security as object[]
      described[`${method.toUpperCase()} ${path.replace('/api', '')}`] =
        ways.length > 0 && ways.every(way => Object.keys(way).length > 0)
      const responses = operation.responses as Record<string, { content: Record<string, { schema: object }> }>
      const [ok] = Object.keys(responses).filter(code => /^20\d$/.test(code))
      // Any type but JSON is a file.
      const [content] = Object.values(responses[ok ?? '']?.content ?? {})
      expect(content?.schema, path).toBeTruthy()
      expect(
        typeof operation.operationId,
        `${method} ${path} has no name yet: give it one in ground/http/operations.ts`,
      ).toBe('string')
      expect(Object.keys(responses), path).toEqual(
        expect.arrayContaining(['400', '404', '429', '500', '503']),
      )
      expect(typeof operation.summary, path).toBe('string')
      if (['post', 'put', 'patch'].includes(method)) expect(operation.requestBody, path).toBeTruthy()
    }
  expect(described).toEqual(endpoints)
  expect(JSON.stringify(document)).not.toContain('"$id"')
})

test('each operation has a name of its own, and each tag a description', async () => {
  const { send } = await startHarness()
  const { body: document } = await send('GET', '/openapi.json')
  const described = Object.values<Record<string, { operationId: string; security: unknown }>>(
    document.paths,
  ).flatMap(Object.values)
  const names = described.map(({ operationId }) => operationId)
  expect(names.toSorted()).toEqual(Object.values(operations).toSorted())
  expect(new Set(names).size).toBe(names.length)
  expect(described.filter(({ security }) => !Array.isArray(security))).toEqual([])
  for (const { name, description } of document.tags)
    expect(description, `${name} has no description yet: give it one in ground/http/document.ts`).not.toBe(
      name,
    )
})

test('an ETag and a Link are described where they are sent', async () => {
  const { baseUrl, send, user } = await startHarness()
  const { token, address, furrow } = user()
  await furrow.profile.get(address, { init: true })
  const { id: questId } = await furrow.quests.post(sampleQuest)
  const { paths } = (await send('GET', '/openapi.json')).body
  const values: Readonly<Record<string, string>> = { address, questId, id: questId, limit: '1' }
  const seen: string[] = []
  const differing: string[] = []
  for (const [path, { get }] of Object.entries<Record<string, Described>>(paths)) {
    if (get === undefined || path === '/api/events' || path.includes('{')) continue
    const query = (get.parameters ?? []).flatMap(({ name, required }) =>
      required && values[name] !== undefined ? [`${name}=${values[name]}`] : [],
    )
    const answer = await fetch(`${new URL(path, baseUrl)}?${query.join('&')}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) continue
    seen.push(path)
    const described = Object.keys(get.responses['200']?.headers ?? {})
    if (described.includes('ETag') !== answer.headers.has('etag')) differing.push(path)
    if (answer.headers.has('link')) expect(described, path).toContain('Link')
  }
  expect(differing).toEqual([])
  expect(seen.length).toBeGreaterThan(25)
})

test('the document is valid, for a parser and for the rules that a linter recommends', async () => {
  const { send } = await startHarness({ env: { PUBLIC_URL: 'https://gigs.example.org' } })
  const { body: document } = await send('GET', '/openapi.json')
  const text = JSON.stringify(document)
  expect(text).not.toContain('"maxBytes"')
  expect(document.servers).toEqual([{ url: 'https://gigs.example.org' }])
  await SwaggerParser.validate(JSON.parse(text))
  // The contract itself names `/profile/`.
  const rules = {
    'no-path-trailing-slash': 'off',
    // The examples fit their schemas, and have nothing that is not described.
    'no-invalid-media-type-examples': 'error',
    'no-invalid-parameter-examples': 'error',
  } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
}, 60_000)

test('a page to read it on is served with all that it needs', async () => {
  const { baseUrl } = await startHarness()
  const page = await fetch(`${baseUrl}/docs`)
  const html = await page.text()
  expect(page.status).toBe(200)
  const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, path]) => new URL(path ?? '', `${baseUrl}/docs/`),
  )
  expect(assets.length).toBeGreaterThan(3)
  for (const asset of assets) {
    const response = await fetch(asset)
    await response.arrayBuffer()
    expect(response.status, asset.pathname).toBe(200)
  }
})

test('neither is served where DOCS is off', async () => {
  const { send } = await startHarness({ env: { DOCS: 'off' } })
  for (const path of ['/openapi.json', '/docs', '/docs/json'])
    expect((await send('GET', path)).status, path).toBe(404)
  expect((await send('GET', '/leaderboard')).status).toBe(200)
})
