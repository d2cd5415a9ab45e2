import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { startSlowCodeHost } from '../../../test/slow-code-host.ts'
import { hour, minute } from '../../ground/clock.ts'

const gate = { owner: 'giver', repo: 'gate' }

describe('POST /quests/import', () => {
  test('makes a quest of an issue at GitHub, and posts nothing', async () => {
    const github = await startGithub()
    const { user, visitor, send } = await startHarness({ env: github.env })
    const { furrow, token } = user()
    const owner = github.as('giver')
    const body = 'The **gate** does not close.\r\n\r\n- [ ] hinges'
    await owner.issues.create({
      ...gate,
      title: ' Mend the gate ',
      body,
      labels: ['carpentry', 'x'.repeat(70)],
    })
    const url = `${github.env.CODEHOST_URL}/giver/gate/issues/1`
    const imported = await furrow.quests.import({ url: `${url}#issuecomment-1` })
    expect(imported).toEqual({
      title: 'Mend the gate',
      description: 'The **gate** does not close.\n\n- [ ] hinges',
      skills: ['carpentry', `${'x'.repeat(63)}…`],
      codehostRepo: 'giver/gate',
      codehostIssue: '1',
    })
    await furrow.quests.post({ ...sampleQuest, ...imported })
    expect((await visitor.quests.list()).items).toHaveLength(1)

    const asked = github.asked.length
    for (const [wrong, status] of [
      ['https://example.org/giver/gate/issues/1', 400],
      ['http://127.0.0.1:1/giver/gate/issues/1', 400],
      [`${github.env.CODEHOST_URL}/giver/gate`, 400],
      [`${github.env.CODEHOST_URL}/giver/gate/pull/1`, 400],
      [`${github.env.CODEHOST_URL}/giver/../issues/1`, 400],
      ['giver/gate#1', 400],
      ['file:///etc/passwd', 400],
    ] as const)
      expect((await send('POST', '/quests/import', { token, body: { url: wrong } })).status, wrong).toBe(
        status,
      )
    expect(github.asked).toHaveLength(asked)
    expect((await send('POST', '/quests/import', { body: { url } })).status).toBe(401)
    await expect(furrow.quests.import({ url: url.replace(/1$/, '99') })).rejects.toMatchObject({
      status: 404,
    })
    const pull = await github.merge('alice', 'closes #1', { merge: false })
    await expect(furrow.quests.import({ url: url.replace(/1$/, String(pull)) })).rejects.toMatchObject({
      status: 404,
    })
    await expect(furrow.quests.import({ url, codehostToken: 'wrong' })).rejects.toMatchObject({ status: 400 })

    // Issues that only the service may read are not for everybody; people get what they may read themselves.
    github.change = (path, answer) => {
      if (path === '/repos/giver/gate') answer.private = true
    }
    await expect(furrow.quests.import({ url })).rejects.toMatchObject({ status: 404 })
    expect(await furrow.quests.import({ url, codehostToken: people.giver })).toEqual(imported)
    github.change = (path, answer) => {
      if (path.includes('/issues/'))
        Object.assign(answer, { title: 't'.repeat(300), body: `\0${'\u0001'.repeat(30_000)}\ud800` })
    }
    const bounded = await user().furrow.quests.import({ url })
    expect(bounded.title).toBe(`${'t'.repeat(199)}…`)
    await furrow.quests.drafts.create({ quest: bounded })
    github.mode = 'down'
    await expect(user().furrow.quests.import({ url })).rejects.toMatchObject({ status: 503 })
  })

  test('asks the host for one wallet so often in a minute', async () => {
    const host = await startJsonHost({
      'GET /api/v1/repos/farm/gate': { full_name: 'farm/gate', private: false, internal: false },
      'GET /api/v1/repos/farm/gate/issues/7': {
        title: 'T',
        body: '',
        labels: [{ name: 'iron' }, { name: 'iron' }],
      },
    })
    const env = {
      CODEHOST_KIND: 'gitea',
      CODEHOST_URL: host.url,
      CODEHOST_TOKEN: 't',
      CODEHOST_LOOKUPS_A_MINUTE: '3',
    }
    const { user, clock } = await startHarness({ env })
    const wallet = user()
    const ask = () => user(wallet).furrow.quests.import({ url: `${host.url}/farm/gate/issues/7` })
    const all = await Promise.allSettled(Array.from({ length: 5 }, ask))
    expect(all[0]).toMatchObject({
      value: { title: 'T', skills: ['iron'], codehostRepo: 'farm/gate', codehostIssue: '7' },
    })
    expect(all.filter(({ status }) => status === 'rejected')).toMatchObject(
      Array(2).fill({ reason: { status: 429, retryAfter: expect.any(Number) } }),
    )
    await user().furrow.quests.import({ url: `${host.url}/farm/gate/issues/7` })
    clock.advance(minute)
    await ask()
    host.headers = {
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '1',
      'x-ratelimit-reset': String(clock.now() / 1_000 + 60),
    }
    await ask()
    await expect(ask()).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('only a little more'),
    })
  })

  test('looks up so many issues for one network in an hour, whatever wallet asks', async () => {
    const { env, issues } = await startSlowCodeHost()
    const { clock, send, user } = await startHarness({
      env: { ...env, QUOTA_IMPORTS_AN_HOUR: '2', TRUST_PROXY: '1' },
    })
    const ask = async (from: string) => {
      const headers = { 'x-forwarded-for': from }
      const body = { url: issues.quick }
      return (await send('POST', '/quests/import', { token: user().token, body, headers })).status
    }
    for (const [host, status] of [200, 200, 429].entries())
      expect(await ask(`2001:db8:7:1::${host}`)).toBe(status)
    expect(await ask('198.51.100.1')).toBe(200)
    clock.advance(hour)
    expect(await ask('2001:db8:7:1::1')).toBe(200)
  })

  test('looks up one issue of a network at a time, so that a slow one keeps nobody else waiting', async () => {
    const { asked, env, issues } = await startSlowCodeHost()
    const { send, user } = await startHarness({ env: { ...env, TRUST_PROXY: '1' } })
    const done: string[] = []
    const ask = async (from: string, url: string) => {
      const headers = { 'x-forwarded-for': from }
      const answer = await send('POST', '/quests/import', { token: user().token, body: { url }, headers })
      done.push(from)
      return answer.status
    }
    const first = ask('2001:db8:7:1::1', issues.slow)
    await expect.poll(() => asked).toHaveLength(1)
    const second = ask('2001:db8:7:2::1', issues.quick)
    expect(await ask('198.51.100.1', issues.quick)).toBe(200)
    expect(await ask('198.51.100.1', issues.quick)).toBe(200)
    expect(done).toEqual(['198.51.100.1', '198.51.100.1'])
    // The host's answer is waited for so long, and then the next one has its turn.
    expect(await first).toBe(503)
    expect(await second).toBe(200)
  })

  test.each([
    ['a public issue', {}, {}, 200],
    ['a private project', { visibility: 'private' }, {}, 404],
    ['issues for members alone', { issues_access_level: 'private' }, {}, 404],
    ['a confidential issue', {}, { confidential: true }, 404],
  ])('at GitLab tells what everybody may read: %s', async (_what, project, issue, status) => {
    const host = await startJsonHost({
      'GET /api/v4/projects/group%2Ffarm%2Fgate': {
        id: 9,
        path_with_namespace: 'group/farm/gate',
        visibility: 'public',
        issues_access_level: 'enabled',
        ...project,
      },
      'GET /api/v4/projects/9/issues/7': { title: 'T', description: null, labels: ['iron'], ...issue },
    })
    const env = { CODEHOST_KIND: 'gitlab', CODEHOST_URL: host.url, CODEHOST_TOKEN: 't' }
    const { user, send } = await startHarness({ env })
    const url = `${host.url}/group/farm/gate/-/issues/7`
    const answer = await send('POST', '/quests/import', { token: user().token, body: { url } })
    expect(answer.status).toBe(status)
    if (status === 200)
      expect(answer.body).toEqual({
        title: 'T',
        skills: ['iron'],
        codehostRepo: 'group/farm/gate',
        codehostIssue: '7',
      })
  })

  test('without a code host is 503', async () => {
    const { user } = await startHarness()
    await expect(
      user().furrow.quests.import({ url: 'https://github.com/a/b/issues/1' }),
    ).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('No code host'),
    })
  })
})
