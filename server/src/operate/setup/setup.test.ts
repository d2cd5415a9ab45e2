import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type GithubStandIn, type Person, people, startGithub } from '../../../test/github.ts'
import { botLogins, type GithubApps } from '../../../test/github-apps.ts'
import {
  createFakeClock,
  type Harness,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { signerOf } from '../../../test/signer.ts'
import { day, hour, minute, second } from '../../ground/clock.ts'
import { readConfig } from '../../ground/config/config.ts'
import { readSecrets } from '../../ground/config/secrets.ts'
import { rekey } from '../../people/mail/rekey.ts'
import { forgetDeliveries } from '../../quests/codehost/webhook.ts'
import { writeBackup } from '../backup/write-backup.ts'

const gate = { owner: 'giver', repo: 'gate' }
const issue = { ...gate, issue_number: 1 }
const canaries = /CANARY|PRIVATE KEY|ghs_/

type Village = { readonly github: GithubStandIn; readonly harness: Harness; readonly platform: User }

/** A service that knows which host it has, and nothing more. */
async function start(settings: Record<string, string> = {}): Promise<Village> {
  const github = await startGithub()
  await github.as('giver').issues.create({ ...gate, title: 'The gate squeaks', body: 'Oil it.' })
  for (const username of [...botLogins, 'alice'])
    await github.as('giver').repos.addCollaborator({ ...gate, username, permission: 'push' })
  const clock = createFakeClock()
  github.apps.now = clock.now
  const { CODEHOST_URL = '', CODEHOST_API_URL = '' } = github.env
  const harness = await startHarness({
    clock,
    env: {
      CODEHOST_KIND: 'github',
      CODEHOST_URL,
      CODEHOST_API_URL,
      CODEHOST_BOT: 'true',
      PUBLIC_URL: 'https://barn.example',
      ...settings,
    },
  })
  return { github, harness, platform: harness.user(harness.platform) }
}

/** The first act: a person presses the button, and confirms the app at GitHub. */
async function connect({ github, harness }: Village, name?: string) {
  const platform = harness.user(harness.platform)
  const { action, manifest } = await platform.furrow.setup.begin()
  const back = github.apps.confirm(action, manifest as Parameters<GithubApps['confirm']>[1], name)
  const code = back.searchParams.get('code') ?? ''
  const state = back.searchParams.get('state') ?? ''
  return { code, state, made: await platform.furrow.setup.connect({ code, state }) }
}

function deliver({ send }: Harness, secret: string, event: string, body: object, id = `${Math.random()}`) {
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'x-github-event': event,
    'x-github-delivery': id,
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
  }
  return send('POST', '/codehost/webhook', { body: text, headers })
}

async function comment({ github }: Village, who: Person, body: string) {
  const { data } = await github.as(who).issues.createComment({ ...issue, body })
  return {
    action: 'created',
    issue: { number: 1 },
    comment: { id: data.id, body, user: { id: data.user?.id, login: who } },
    repository: { id: 1, full_name: 'giver/gate' },
    installation: { id: 500 },
  }
}

async function link({ user }: Harness, person: Person): Promise<User> {
  const linked = user()
  await linked.furrow.profile.change({ codehostToken: people[person] })
  return linked
}

async function settle({ runDue }: Harness): Promise<void> {
  await runDue()
  await runDue()
}

async function saidBy({ github }: Village, login: string): Promise<string[]> {
  const { data } = await github.as('giver').issues.listComments({ ...issue, per_page: 100 })
  return data.flatMap(({ user, body }) => (user?.login === login ? [body ?? ''] : []))
}

const slug = 'furrow-barn-example'

describe('Connect GitHub', () => {
  test('leads from an empty database to the first comment of the bot in two acts of a person', async () => {
    const village = await start()
    const { github, harness, platform } = village
    const { made } = await connect(village)
    expect(made).toEqual({
      slug,
      page: `${github.env.CODEHOST_URL}/apps/${slug}`,
      installAt: `${github.env.CODEHOST_URL}/apps/${slug}/installations/new`,
    })
    github.apps.install(slug, ['giver/gate'])

    await link(harness, 'giver')
    const secret = github.apps.secretOf(slug)
    const told = await comment(village, 'giver', '/bounty 100 USDC')
    expect((await deliver(harness, secret, 'issue_comment', told)).body).toEqual({ command: 'offer' })
    await settle(harness)
    expect(await saidBy(village, `${slug}[bot]`)).toEqual([expect.stringContaining('waits for its giver')])
    // One token, for all that was asked.
    expect(github.apps.made).toEqual([500])

    const { codehost, findings } = await platform.furrow.setup.get()
    expect(codehost).toMatchObject({
      token: 'app',
      webhookSecret: 'app',
      client: 'app',
      bot: true,
      webhookUrl: 'https://barn.example/api/codehost/webhook',
      app: {
        slug,
        state: 'fine',
        installations: [
          {
            account: 'giver',
            state: 'fine',
            quota: { limit: 5_000, remaining: expect.any(Number), resetsAt: expect.any(String) },
            repositories: [
              { name: 'giver/gate', lastDelivery: { kind: 'issue_comment created', at: expect.any(String) } },
            ],
            count: 1,
          },
        ],
      },
    })
    expect(findings).toContainEqual({
      about: 'Code host',
      state: 'fine',
      says: `It knows the app ${slug}, which 1 accounts have installed.`,
      mend: null,
    })
  })

  test('asks for no more rights than the bot needs, and leads to an organization where one is named', async () => {
    const { github, platform, harness } = await start()
    const begun = await platform.furrow.setup.begin({ organization: 'barn-org' })
    expect(begun.action).toBe(
      `${github.env.CODEHOST_URL}/organizations/barn-org/settings/apps/new?state=${begun.state}`,
    )
    expect(begun.manifest).toMatchObject({
      name: 'Furrow barn.example',
      url: 'https://barn.example',
      hook_attributes: { url: 'https://barn.example/api/codehost/webhook', active: true },
      redirect_url: 'https://barn.example/setup',
      callback_urls: ['https://barn.example/codehost/callback'],
      default_permissions: {
        issues: 'write',
        pull_requests: 'write',
        statuses: 'write',
        metadata: 'read',
        contents: 'read',
      },
      default_events: ['issues', 'issue_comment', 'pull_request'],
    })
    const { token } = platform
    for (const organization of ['../x', 'a b', '-a', ''])
      expect((await harness.send('POST', '/setup/github', { token, body: { organization } })).status).toBe(
        400,
      )
  })

  test('refuses a state that was forged, used before, or is an hour old', async () => {
    const village = await start()
    const { github, harness, platform } = village
    const refused = async (body: { code: string; state: string }, code: string) => {
      const answer = await harness.send('POST', '/setup/github/app', { token: platform.token, body })
      expect(answer).toMatchObject({ status: 400, body: { code } })
    }
    const begin = async () => {
      const { action, manifest } = await platform.furrow.setup.begin()
      const { searchParams } = github.apps.confirm(action, manifest as never)
      return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
    }
    const one = await begin()
    await refused({ ...one, state: 'forged' }, 'setup-state-invalid')
    await refused({ ...one, code: 'forged' }, 'setup-code-refused')
    // The state is used up by then.
    await refused(one, 'setup-state-invalid')
    const { code, state } = await connect(village)
    await refused({ code, state }, 'setup-state-invalid')
    const late = await begin()
    harness.clock.advance(hour)
    await refused(late, 'setup-state-expired')
    await refused(late, 'setup-state-invalid')
  })

  test('is for a session of the platform wallet: no other wallet, and no key of its own', async () => {
    const { github, harness, platform } = await start()
    const { action, manifest, state } = await platform.furrow.setup.begin()
    const code = github.apps.confirm(action, manifest as never).searchParams.get('code') ?? ''
    const stranger = harness.user()
    const routes = [
      ['GET', '/setup'],
      ['GET', '/setup/check?repository=giver/gate'],
      ['POST', '/setup/github', {}],
      ['POST', '/setup/github/app', { code, state }],
      ['DELETE', '/setup/github/app'],
    ] as const
    const terms = { name: 'a job', scopes: ['read'], days: 1 } as const
    const { key } = await platform.furrow.keys.make(signerOf(platform), terms)
    for (const [method, path, body] of routes) {
      const ask = async (token?: string) =>
        (await harness.send(method, path, { ...(token !== undefined && { token }), body })).body.code
      expect(await ask(stranger.token), path).toBe('platform-only')
      expect(await ask(key), path).toBe('key-not-allowed')
      expect(await ask(), path).toBe('token-missing')
    }
    // A state is its wallet's: after a change of the setting it is nobody's.
    const other = await startHarness({
      clock: harness.clock,
      env: { ...harness.env, PLATFORM_WALLET: stranger.address },
    })
    const answer = await other.send('POST', '/setup/github/app', {
      token: other.user(stranger).token,
      body: { code, state },
    })
    expect(answer.body.code).toBe('setup-state-invalid')
  })

  test('keeps the state while GitHub is away, so that the app is not made in vain', async () => {
    const { github, platform } = await start()
    const { action, manifest } = await platform.furrow.setup.begin()
    const { searchParams } = github.apps.confirm(action, manifest as never)
    const body = { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' }
    github.mode = 'down'
    await expect(platform.furrow.setup.connect(body)).rejects.toMatchObject({ code: 'codehost-unavailable' })
    github.mode = 'pass'
    expect(await platform.furrow.setup.connect(body)).toMatchObject({ slug })
  })

  test('is refused where the code host is none that has apps', async () => {
    const harness = await startHarness({
      env: { CODEHOST_KIND: 'gitea', CODEHOST_URL: 'https://git.example' },
    })
    const { furrow } = harness.user(harness.platform)
    await expect(furrow.setup.begin()).rejects.toMatchObject({ code: 'codehost-not-configured' })
    expect((await furrow.setup.get()).codehost).toMatchObject({ kind: 'gitea', app: null, token: null })
  })
})

describe('an installation', () => {
  test('has one token for all who ask at once, which is renewed shortly before it ends', async () => {
    const village = await start()
    const { github, harness } = village
    await connect(village)
    github.apps.install(slug, ['giver/gate'])
    const { codehost } = harness.context
    const read = () => codehost?.readAccess('giver/gate')
    await Promise.all(Array.from({ length: 20 }, read))
    expect(github.apps.made).toEqual([500])
    expect(github.asked.filter(question => question.endsWith('/installation'))).toHaveLength(1)
    harness.clock.advance(54 * minute)
    await read()
    expect(github.apps.made).toEqual([500])
    harness.clock.advance(2 * minute)
    expect(await read()).toBe('own')
    expect(github.apps.made).toEqual([500, 500])
  })

  test('that is revoked is a finding, and no reason to ask in a loop', async () => {
    const village = await start()
    const { github, harness, platform } = village
    await connect(village)
    const id = github.apps.install(slug, ['giver/gate'])
    const { codehost } = harness.context
    expect(await codehost?.readAccess('giver/gate')).toBe('own')
    const installation = github.apps.installations.get(id) as { suspended: boolean }
    installation.suspended = true
    github.apps.expireTokens()
    harness.clock.advance(2 * minute)
    expect(await codehost?.addComment('giver/gate', 1, 'Hello?')).toBeNull()
    const asked = github.asked.length
    for (let count = 0; count < 20; count++) await codehost?.addComment('giver/gate', 1, 'Hello?')
    expect(github.asked.length - asked).toBeLessThanOrEqual(1)
    const { findings, codehost: shown } = await platform.furrow.setup.get()
    expect(findings).toContainEqual({
      about: 'Code host',
      state: 'warning',
      says: 'The app may do nothing in the repositories of giver: its installation is suspended.',
      mend: expect.stringContaining('install it anew'),
    })
    expect(shown?.app?.installations).toMatchObject([{ state: 'suspended', repositories: [] }])

    installation.suspended = false
    await deliver(harness, github.apps.secretOf(slug), 'installation', {
      action: 'unsuspend',
      installation: { id },
    })
    expect(await codehost?.addComment('giver/gate', 1, 'Hello.')).not.toBeNull()
  })

  test('that comes later is known by its delivery, or after ten seconds', async () => {
    const village = await start()
    const { github, harness } = village
    await connect(village)
    const { codehost } = harness.context
    expect(await codehost?.readAccess('giver/gate')).toBe('anybody')
    github.apps.install(slug, ['giver/gate'])
    expect(await codehost?.readAccess('giver/gate')).toBe('anybody')
    await deliver(harness, github.apps.secretOf(slug), 'installation_repositories', {
      action: 'added',
      installation: { id: 500 },
      repositories_added: [{ id: 1, full_name: 'giver/gate' }],
    })
    expect(await codehost?.readAccess('giver/gate')).toBe('own')

    const other = await startHarness({ clock: harness.clock, env: harness.env })
    expect(await other.context.codehost?.readAccess('giver/barn')).toBe('none')
    expect(github.apps.made).toHaveLength(1)
  })

  test('tells of its quota, and a low one keeps only its own repositories waiting', async () => {
    const village = await start({ CODEHOST_RESERVE_PERCENT: '25' })
    const { github, harness } = village
    await connect(village)
    github.apps.install(slug, ['giver/gate'])
    const { codehost } = harness.context
    await codehost?.readAccess('giver/gate')
    expect(codehost?.readQuotas('giver/gate')).toMatchObject([{ limit: 5_000 }])
    expect(codehost?.readQuotas('bob/barn')).toEqual([])
    expect(codehost?.readQuotas()).toHaveLength(1)
  })
})

describe('the settings', () => {
  test('go before the app, and both secrets are good for webhooks', async () => {
    const village = await start({
      CODEHOST_TOKEN: people.service,
      CODEHOST_WEBHOOK_SECRET: 'of the settings',
      CODEHOST_CLIENT_ID: 'cid',
      CODEHOST_CLIENT_SECRET: 'CANARY-secret',
    })
    const { github, harness, platform } = village
    await connect(village)
    github.apps.install(slug, ['giver/gate'])
    expect(await harness.context.codehost?.readAccess('giver/gate')).toBe('own')
    expect(github.apps.made).toEqual([])
    expect((await platform.furrow.setup.get()).codehost).toMatchObject({
      token: 'settings',
      webhookSecret: 'settings',
      client: 'settings',
    })
    expect((await harness.visitor.config()).codehost?.clientId).toBe('cid')
    const told = { action: 'labeled', repository: { full_name: 'giver/gate' } }
    const heard = (secret: string) => deliver(harness, secret, 'label', told).then(({ status }) => status)
    expect(await heard('of the settings')).toBe(200)
    expect(await heard(github.apps.secretOf(slug))).toBe(200)
    expect(await heard('of nobody')).toBe(401)
  })

  test('without an OAuth client leave the links of accounts to the app', async () => {
    const village = await start()
    const { harness } = village
    expect((await harness.visitor.config()).codehost).toBeNull()
    await connect(village)
    expect((await harness.visitor.config()).codehost).toMatchObject({ kind: 'github', clientId: 'Iv1.1000' })
  })
})

describe('connecting again', () => {
  test('rotates: the new app comes first, and the one before goes on for seven days', async () => {
    const village = await start()
    const { github, harness } = village
    await connect(village)
    github.apps.install(slug, ['giver/gate'])
    harness.clock.advance(day)
    await connect(village, 'Furrow barn again')
    const { codehost } = harness.context
    const [first, second] = [github.apps.secretOf(slug), github.apps.secretOf('furrow-barn-again')]
    const status = async (secret: string) => (await deliver(harness, secret, 'ping', { zen: 'Calm.' })).status
    // The new one is installed nowhere yet.
    expect(await codehost?.readAccess('giver/gate')).toBe('own')
    expect([await status(first), await status(second)]).toEqual([200, 200])
    const { furrow } = harness.user(harness.platform)
    expect((await furrow.setup.get()).codehost?.app?.slug).toBe('furrow-barn-again')

    github.apps.install('furrow-barn-again', ['giver/gate'])
    harness.clock.advance(hour)
    await codehost?.addComment('giver/gate', 1, 'Of the new one.')
    expect(await saidBy(village, 'furrow-barn-again[bot]')).toEqual(['Of the new one.'])

    harness.clock.advance(7 * day)
    expect([await status(first), await status(second)]).toEqual([401, 200])
    await forgetDeliveries.round(harness.context)
    expect(await harness.context.db.selectFrom('codehost_apps').select('slug').execute()).toEqual([
      { slug: 'furrow-barn-again' },
    ])
  })

  test('a second process knows the app within ten seconds, and a restarted one at once', async () => {
    const village = await start(await takeSharedDatabase())
    const { github, harness, platform } = village
    const second_ = await startHarness({ clock: harness.clock, env: harness.env })
    const reaches = (one: Harness) => one.context.codehost?.readAccess('giver/gate')
    expect(await reaches(second_)).toBe('anybody')
    await connect(village)
    github.apps.install(slug, ['giver/gate'])
    expect(await reaches(harness)).toBe('own')
    harness.clock.advance(10 * second)
    expect(await reaches(second_)).toBe('own')
    const restarted = await startHarness({ clock: harness.clock, env: harness.env })
    expect(await reaches(restarted)).toBe('own')

    await platform.furrow.setup.disconnect()
    expect(await reaches(harness)).toBe('anybody')
    harness.clock.advance(10 * second)
    expect(await reaches(second_)).toBe('anybody')
    const secret = github.apps.secretOf(slug)
    for (const one of [harness, second_])
      expect((await deliver(one, secret, 'ping', { zen: 'Calm.' })).status).toBe(404)
    await expect(platform.furrow.setup.disconnect()).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('the secrets of the app', () => {
  test('are in no answer, no log and no row in clear', async () => {
    const village = await start()
    const { github, harness, platform } = village
    await connect(village)
    github.apps.install(slug, ['giver/gate'])
    await harness.context.codehost?.readAccess('giver/gate')
    const setup = await platform.furrow.setup.get()
    const exported = await harness.send('GET', '/account', { token: platform.token })
    const rows = await harness.context.db.selectFrom('codehost_apps').selectAll().execute()
    const all = JSON.stringify([setup, exported.body, rows])
    expect(all).not.toMatch(canaries)
    expect(harness.logged()).not.toMatch(canaries)
    expect(all).toContain(slug)
  })

  test('are sealed in a backup, too', async () => {
    const village = await start()
    const { harness } = village
    await connect(village)
    const folder = await mkdtemp(join(tmpdir(), 'furrow-setup-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const { file } = await writeBackup(harness.context, folder)
    const text = gunzipSync(await readFile(file)).toString()
    expect(text).toContain(slug)
    expect(text).not.toMatch(canaries)
  })

  test('are sealed anew by npm run rekey', async () => {
    const village = await start(await takeSharedDatabase())
    const { github, harness } = village
    await connect(village)
    github.apps.install(slug, ['giver/gate'])
    const current = 'another secret for tests that is long enough'
    const env = { ...harness.env, JWT_SECRET: current, JWT_SECRET_PREVIOUS: harness.env.JWT_SECRET ?? '' }
    const secrets = readSecrets(readConfig(env))
    const { db } = harness.context
    expect(await rekey({ db, secrets })).toMatchObject({ stale: 0, unopened: 0 })
    const after = await startHarness({ clock: harness.clock, env: { ...harness.env, JWT_SECRET: current } })
    expect(await after.context.codehost?.readAccess('giver/gate')).toBe('own')
  })
})

describe('the check of a repository', () => {
  test('says whether the service reaches it, and what it heard of it last', async () => {
    const village = await start()
    const { github, harness, platform } = village
    const check = () => platform.furrow.setup.check('giver/gate')
    expect(await check()).toMatchObject({ ok: false, lastDelivery: null })
    await connect(village)
    github.apps.install(slug, ['giver/gate'])
    harness.clock.advance(10 * second)
    const told = { action: 'opened', repository: { full_name: 'giver/gate' } }
    await deliver(harness, github.apps.secretOf(slug), 'label', told)
    expect(await check()).toMatchObject({
      ok: true,
      findings: [
        { about: 'Access', state: 'fine', says: 'The service reads giver/gate by its own right.' },
        { about: 'Webhook', state: 'fine' },
      ],
      lastDelivery: { repository: 'giver/gate', kind: 'label opened' },
    })
    expect(await platform.furrow.setup.check('giver/nothing')).toMatchObject({
      ok: false,
      findings: [{ state: 'wrong' }, { state: 'warning' }],
    })
    await expect(platform.furrow.setup.check('nonsense')).rejects.toMatchObject({
      code: 'codehost-link-invalid',
    })
  })
})
