import { expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'

const endpoints = {
  'GET /auth/nonce': false,
  'GET /config': false,
  'GET /doctor': true,
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
  'GET /profile/': false,
  'PUT /profile/': true,
  'GET /profile/payer': false,
  'GET /profiles': false,
  'GET /pictures/profile/{address}': false,
  'GET /pictures/logo': false,
  'GET /overview': false,
  'GET /quests': false,
  'GET /quests.atom': false,
  'GET /quests.ics': false,
  'POST /quests': true,
  'PATCH /quests': true,
  'GET /quests/events': false,
  'GET /quests/applications': true,
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
  'GET /quests/revisions': false,
  'GET /quests/drafts': true,
  'POST /quests/drafts': true,
  'PATCH /quests/drafts': true,
  'DELETE /quests/drafts': true,
  'POST /quests/import': true,
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
  'POST /community-dao': true,
  'PUT /community-dao': true,
  'GET /community-dao/proposals': false,
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
      const ways = (operation.security ?? [{}]) as object[]
      described[`${method.toUpperCase()} ${path.replace('/api', '')}`] = ways.every(
        way => Object.keys(way).length > 0,
      )
      const responses = operation.responses as Record<string, { content: Record<string, { schema: object }> }>
      const [ok] = Object.keys(responses).filter(code => /^20\d$/.test(code))
      // Any type but JSON is a file.
      const [content] = Object.values(responses[ok ?? '']?.content ?? {})
      expect(content?.schema, path).toBeTruthy()
      expect(responses['4XX'] ?? responses['4xx'], path).toBeTruthy()
      expect(typeof operation.summary, path).toBe('string')
      if (['post', 'put', 'patch'].includes(method)) expect(operation.requestBody, path).toBeTruthy()
    }
  expect(described).toEqual(endpoints)
  expect(JSON.stringify(document)).not.toContain('"$id"')
})

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
