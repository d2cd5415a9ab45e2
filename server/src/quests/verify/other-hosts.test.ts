import { createHmac } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { type Harness, reviewWindow, sampleQuest, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { hour, minute } from '../../ground/clock.ts'

const mergedAt = '2026-03-01T12:30:00Z'
const sha = 'a'.repeat(40)
const secret = 'a webhook secret'

/** The shapes of Gitea's API document (swagger.v1.json: User, PullRequest, Issue). */
const gitea = {
  'GET /api/v1/user': { id: 5, login: 'alice' },
  'GET /api/v1/repos/farm/gate/pulls/12': {
    id: 501,
    number: 12,
    user: { id: 5, login: 'alice' },
    title: 'Work',
    body: 'Fixes #7',
    merged: true,
    merged_at: mergedAt,
    merge_commit_sha: sha,
    merged_by: { id: 6, login: 'giver' },
    base: { ref: 'main', repo_id: 9, repo: { id: 9, full_name: 'farm/gate', default_branch: 'main' } },
  },
  'GET /api/v1/repos/farm/gate/issues/7': { state: 'closed' },
}

/** The shapes of GitLab's documents (users, projects, merge requests, issues). */
const gitlab = {
  'GET /api/v4/user': { id: 5, username: 'alice' },
  'GET /api/v4/projects/farm%2Fgate': { id: 9, path_with_namespace: 'farm/gate', default_branch: 'main' },
  'GET /api/v4/projects/9/merge_requests/12': {
    id: 501,
    iid: 12,
    project_id: 9,
    state: 'merged',
    merged_at: mergedAt,
    merge_commit_sha: sha,
    squash_commit_sha: null,
    sha: 'b'.repeat(40),
    target_branch: 'main',
    author: { id: 5, username: 'alice' },
    merge_user: { id: 6, username: 'giver' },
    title: 'Work',
    description: 'Closes #7',
  },
  'GET /api/v4/projects/9/merge_requests/12/closes_issues': [{ iid: 7, project_id: 9 }],
  'GET /api/v4/projects/farm%2Fgate/issues/7': { state: 'closed' },
}

async function start(kind: 'gitea' | 'gitlab') {
  const host = await startJsonHost(kind === 'gitea' ? gitea : gitlab)
  const env = {
    CODEHOST_KIND: kind,
    CODEHOST_URL: host.url,
    CODEHOST_TOKEN: 't',
    CODEHOST_WEBHOOK_SECRET: secret,
  }
  const harness = await startHarness({ env })
  return { host, harness, ...(await accept(harness)) }
}

async function accept(harness: Harness) {
  const alice = harness.user()
  await alice.furrow.profile.change({ codehostToken: 'hers' })
  const quest = { ...sampleQuest, codehostRepo: 'farm/gate', codehostIssue: '7' }
  const { id } = await harness.user().furrow.quests.post(quest)
  await alice.furrow.quests.accept(id)
  return { id, alice }
}

const repository = { full_name: 'farm/gate' }
const merged = { action: 'closed', pull_request: { number: 12, merged: true }, repository }

function signed(body: string, delivery: string): Record<string, string> {
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return {
    'content-type': 'application/json',
    'x-gitea-event': 'pull_request',
    'x-gitea-delivery': delivery,
    'x-gitea-signature': signature,
  }
}

describe.each(['gitea', 'gitlab'] as const)('with %s', kind => {
  test('a merge is looked up, and proves the work of its author', async () => {
    const { harness, id, alice } = await start(kind)
    expect(await alice.furrow.profile.get()).toMatchObject({
      codehostUsername: 'alice',
      codehostVerified: true,
    })
    expect(await harness.visitor.verify({ repo: 'farm/gate', pr: 12 })).toMatchObject({ questId: id })
    const missing = await harness.send('POST', '/verify', { body: { repo: 'farm/gate', pr: 12 } })
    expect(missing.status).toBe(200)
  })
})

test.each([
  ['that was opened again holds', ['closed', 'reopened'], 'disputed'],
  ['that was never closed does not hold', ['closed', 'reopened', 'closed'], 'released'],
  ['whose log nobody shows does not hold', null, 'released'],
])(
  'with gitlab, which closes it after the webhook of the merge, an issue %s the payment',
  async (_, states, status) => {
    const { host, harness, id } = await start('gitlab')
    const issue = 'GET /api/v4/projects/farm%2Fgate/issues/7'
    host.answers = { ...host.answers, [issue]: { state: 'opened' } }
    await harness.visitor.verify({ repo: 'farm/gate', pr: 12 })
    if (states !== null)
      host.answers[`${issue}/resource_state_events`] = states.map((state, at) => ({ id: at + 1, state }))
    harness.clock.advance(reviewWindow)
    await harness.runDue()
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([{ status }])
  },
)

describe('an account of Gitea that is nobody’s', () => {
  const at = 'GET /api/v1/repos/farm/gate/pulls/12'
  const ghost = { id: -1, login: 'Ghost' }

  test.each([ghost, { id: -2, login: 'gitea-actions' }])('keeps no work from its proof: %j', async merger => {
    const { host, harness, id } = await start('gitea')
    host.answers = { ...host.answers, [at]: { ...gitea[at], merged_by: merger } }
    expect(await harness.visitor.verify({ repo: 'farm/gate', pr: 12 })).toMatchObject({ questId: id })
  })

  test('is no author who could be paid', async () => {
    const { host, harness } = await start('gitea')
    host.answers = { ...host.answers, [at]: { ...gitea[at], user: ghost } }
    await expect(harness.visitor.verify({ repo: 'farm/gate', pr: 12 })).rejects.toMatchObject({
      code: 'author-gone',
    })
  })
})

describe('POST /codehost/webhook', () => {
  test('is looked up once more where the host itself does not know the merge yet', async () => {
    const { host, harness, id } = await start('gitea')
    const at = 'GET /api/v1/repos/farm/gate/pulls/12'
    const early = { ...gitea[at], merged: false, merged_at: null }
    host.answers = { ...host.answers, [at]: early }
    const body = JSON.stringify(merged)
    const told = await harness.send('POST', '/codehost/webhook', { body, headers: signed(body, 'early') })
    expect(told.body).toMatchObject({ ignored: expect.stringContaining('not merged') })
    host.answers = { ...host.answers, [at]: gitea[at] }
    harness.clock.advance(minute)
    await harness.runDue()
    expect(await harness.visitor.quests.get(id)).toMatchObject({ status: 'in-review' })
  })

  test('that came to nothing may be sent again by hand, as the same delivery', async () => {
    const { host, harness, id } = await start('gitea')
    const body = JSON.stringify(merged)
    const deliver = () =>
      harness.send('POST', '/codehost/webhook', { body, headers: signed(body, 'the same') })
    host.answers = {}
    expect((await deliver()).body).toMatchObject({ ignored: expect.stringContaining('may not be read') })
    host.answers = gitea
    expect((await deliver()).body).toMatchObject({ verification: { questId: id } })
    expect((await deliver()).body).toMatchObject({ ignored: expect.stringContaining('before') })
  })

  test('is not looked up for ever where nothing was merged', async () => {
    const { host, harness } = await start('gitea')
    const at = 'GET /api/v1/repos/farm/gate/pulls/12'
    host.answers = { ...host.answers, [at]: { ...gitea[at], merged: false, merged_at: null } }
    const body = JSON.stringify(merged)
    await harness.send('POST', '/codehost/webhook', { body, headers: signed(body, 'wrong') })
    for (const _ of [1, 2, 3]) {
      harness.clock.advance(hour)
      await harness.runDue()
    }
    expect(host.asked.filter(question => question === at)).toHaveLength(2)
  })

  test('a signed delivery is a hint, once', async () => {
    const { harness, id } = await start('gitea')
    const body = JSON.stringify(merged)
    const deliver = (headers: Record<string, string>, text = body) =>
      harness.send('POST', '/codehost/webhook', { body: text, headers })
    expect((await deliver({ ...signed(body, 'one'), 'x-gitea-signature': 'f'.repeat(64) })).status).toBe(401)
    expect(
      (await deliver({ 'content-type': 'application/json', 'x-gitea-event': 'pull_request' })).status,
    ).toBe(401)
    expect((await deliver(signed('{', 'one'), '{')).status).toBe(400)
    const other = JSON.stringify({ ...merged, action: 'opened' })
    expect((await deliver(signed(other, 'zero'), other)).body).toMatchObject({ ignored: expect.any(String) })
    expect((await deliver(signed(body, 'one'))).body).toMatchObject({ verification: { questId: id } })
    expect((await deliver(signed(body, 'one'))).body).toMatchObject({
      ignored: expect.stringContaining('before'),
    })
    expect((await deliver(signed(body, 'two'))).body).toMatchObject({ verification: { questId: id } })
  })

  test('of GitLab brings the secret itself', async () => {
    const { harness, id } = await start('gitlab')
    const body = {
      object_attributes: { iid: 12, action: 'merge', state: 'merged' },
      project: { path_with_namespace: 'farm/gate' },
    }
    const deliver = (token: string) =>
      harness.send('POST', '/codehost/webhook', {
        body,
        headers: { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-token': token },
      })
    expect((await deliver('wrong')).status).toBe(401)
    expect((await deliver(secret)).body).toMatchObject({ verification: { questId: id } })
  })

  test('without a secret there is none', async () => {
    const { send } = await startHarness()
    expect((await send('POST', '/codehost/webhook', { body: merged })).status).toBe(404)
  })
})

describe('a CI job that says who it is', () => {
  test('must be of that repository, host and audience', async () => {
    const { host, harness, id, alice } = await start('gitea')
    const { privateKey, publicKey } = await generateKeyPair('RS256')
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }]
    host.answers = { ...host.answers, 'GET /api/actions/.well-known/keys': { keys } }
    const issuer = `${host.url}/api/actions`
    const job = (claims: object, audience = 'furrow') =>
      new SignJWT({ repository_id: '9', event_name: 'pull_request_target', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime(Math.floor(harness.clock.now() / 1000) + 300)
        .sign(privateKey)
    const tell = async (token: string) =>
      (await harness.send('POST', '/verify', { token, body: { repo: 'farm/gate', pr: 12 } })).status
    expect(await tell(await job({}, 'others'))).toBe(401)
    expect(await tell(await job({ event_name: 'schedule' }))).toBe(401)
    expect(await tell(await job({ repository_id: '10' }))).toBe(403)
    expect(
      await tell(
        await job({ iss: 'https://elsewhere.example.org' }).then(token => `${token.slice(0, -6)}AAAAAA`),
      ),
    ).toBe(401)
    expect(await tell(await job({}))).toBe(200)
    // A session that is over adds nothing, and takes nothing away.
    expect(await tell(`${alice.token.slice(0, -6)}AAAAAA`)).toBe(200)
    expect((await harness.visitor.quests.get(id)).status).toBe('in-review')
  })
})
