import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { startSlowCodeHost } from '../../../test/slow-code-host.ts'

const gate = { owner: 'giver', repo: 'gate' }
const label = 'help wanted'

/** A host whose issues say no more than what is needed, the newest first. */
async function startListing(
  kind: 'github' | 'gitea' | 'gitlab',
  issues: readonly object[],
  { mostItems = 100 } = {},
) {
  const [api, repository, list] = {
    github: ['/api/v3', '/repos/farm/gate', '/repos/farm/gate/issues'],
    gitea: ['/api/v1', '/repos/farm/gate', '/repos/farm/gate/issues'],
    gitlab: ['/api/v4', '/projects/farm%2Fgate', '/projects/9/issues'],
  }[kind] as [string, string, string]
  const host = await startJsonHost(
    {
      [`GET ${api}${repository}`]: {
        id: 9,
        full_name: 'farm/gate',
        private: false,
        path_with_namespace: 'farm/gate',
        visibility: 'public',
      },
      [`GET ${api}${list}`]: issues,
    },
    { mostItems },
  )
  return { host, env: { CODEHOST_KIND: kind, CODEHOST_URL: host.url, CODEHOST_TOKEN: 't' } }
}

const many = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    number: 1_000 - index,
    title: `Issue ${1_000 - index}`,
    body: null,
    labels: [{ name: label }],
    ...more,
  }))

describe('POST /quests/import/label', () => {
  test('makes quests of the open issues at GitHub, says which are posted already, and posts nothing', async () => {
    const github = await startGithub()
    const { user, visitor } = await startHarness({ env: github.env })
    const { furrow } = user()
    const owner = github.as('giver')
    await owner.issues.create({
      ...gate,
      title: ' Mend the gate ',
      body: 'It does not close.',
      labels: [label, 'iron'],
    })
    await owner.issues.create({ ...gate, title: 'Oil the hinge', labels: [label] })
    await owner.issues.create({ ...gate, title: 'Of another label', labels: ['iron'] })
    await owner.issues.create({ ...gate, title: 'Done', labels: [label] })
    await owner.issues.update({ ...gate, issue_number: 4, state: 'closed' })
    await github.merge('alice', 'closes #1', { merge: false })

    const found = await furrow.quests.importLabel(`${github.env.CODEHOST_URL}/giver/gate`, label)
    expect(found.more).toBe(false)
    expect(found.issues.toSorted((one, other) => one.number - other.number)).toEqual([
      {
        number: 1,
        url: `${github.env.CODEHOST_URL}/giver/gate/issues/1`,
        title: 'Mend the gate',
        description: 'It does not close.',
        skills: [label, 'iron'],
        codehostRepo: 'giver/gate',
        codehostIssue: '1',
        questId: null,
      },
      {
        number: 2,
        url: `${github.env.CODEHOST_URL}/giver/gate/issues/2`,
        title: 'Oil the hinge',
        skills: [label],
        codehostRepo: 'giver/gate',
        codehostIssue: '2',
        questId: null,
      },
    ])
    expect((await visitor.quests.list()).items).toEqual([])

    // It does not matter who posted it: two quests of one issue would be paid for one piece of work.
    const linked = { ...sampleQuest, codehostRepo: 'giver/gate', codehostIssue: '1' }
    const first = await user().furrow.quests.post(linked)
    const second = await furrow.quests.post(linked)
    const questOf = async () =>
      (await furrow.quests.importLabel('giver/gate', label)).issues.find(({ number }) => number === 1)
        ?.questId
    expect([first.id, second.id]).toContain(await questOf())
    await furrow.quests.cancel(second.id)
    expect(await questOf()).toBe(first.id)
  })

  test('an unknown label is an empty list, and an unknown repository 404', async () => {
    const github = await startGithub()
    const { user, send } = await startHarness({ env: github.env })
    const { furrow, token } = user()
    await github.as('giver').issues.create({ ...gate, title: 'Mend the gate', labels: [label] })
    expect(await furrow.quests.importLabel('giver/gate', 'no such')).toEqual({ issues: [], more: false })
    const asked = github.asked.length
    for (const [repo, status, code] of [
      ['gate', 400, 'codehost-link-invalid'],
      ['giver/..', 400, 'codehost-link-invalid'],
      ['https://example.org/giver/gate', 400, 'codehost-link-invalid'],
    ] as const)
      expect(
        await send('POST', '/quests/import/label', { token, body: { repo, label } }),
        repo,
      ).toMatchObject({
        status,
        body: { code },
      })
    expect(github.asked).toHaveLength(asked)
    const body = { repo: 'giver/gate', label }
    expect((await send('POST', '/quests/import/label', { body })).status).toBe(401)
    await expect(furrow.quests.importLabel('giver/none', label)).rejects.toMatchObject({
      status: 404,
      code: 'issue-not-found',
    })

    // Issues that only the service may read are not for everybody; people get what they may read themselves.
    github.change = (path, answer) => {
      if (path === '/repos/giver/gate') answer.private = true
    }
    await expect(furrow.quests.importLabel('giver/gate', label)).rejects.toMatchObject({ status: 404 })
    const own = await furrow.quests.importLabel('giver/gate', label, { codehostToken: people.giver })
    expect(own.issues).toMatchObject([{ title: 'Mend the gate' }])
    await expect(
      furrow.quests.importLabel('giver/gate', label, { codehostToken: 'wrong' }),
    ).rejects.toMatchObject({ status: 400, code: 'access-token-refused' })
    github.mode = 'down'
    await expect(furrow.quests.importLabel('giver/gate', label)).rejects.toMatchObject({ status: 503 })
  })

  test('at GitHub goes on to a second page where pull requests took the place of issues', async () => {
    const issues = [...many(60, { pull_request: {} }), ...many(130).slice(60)]
    const { host, env } = await startListing('github', issues)
    const { user } = await startHarness({ env })
    const found = await user().furrow.quests.importLabel('farm/gate', label)
    expect(found.issues.map(({ number }) => number)).toEqual(
      many(130)
        .slice(60)
        .map(({ number }) => number),
    )
    expect(found.more).toBe(false)
    expect(host.asked).toHaveLength(3)
  })

  test('at Gitea shows a hundred, and says that there are more', async () => {
    const { host, env } = await startListing('gitea', many(101), { mostItems: 50 })
    const { user } = await startHarness({ env })
    const found = await user().furrow.quests.importLabel('farm/gate', label.toUpperCase())
    expect(found).toMatchObject({ more: true, issues: { length: 100 } })
    expect(found.issues[0]?.url).toBe(`${host.url}/farm/gate/issues/1000`)
    expect(host.asked).toHaveLength(3)
    expect(new URLSearchParams(host.queries[1])).toEqual(
      new URLSearchParams({
        state: 'open',
        labels: label.toUpperCase(),
        type: 'issues',
        per_page: '50',
        limit: '50',
        page: '1',
      }),
    )
    // It takes a label that it does not know for none.
    expect(await user().furrow.quests.importLabel('farm/gate', 'no such')).toEqual({
      issues: [],
      more: false,
    })
  })

  test('at GitLab leaves confidential issues out', async () => {
    const { host, env } = await startListing('gitlab', [
      { iid: 7, title: 'Mend the gate', description: 'It squeaks.', labels: [label] },
      { iid: 6, title: 'Secret', labels: [label], confidential: true },
      { iid: 5, title: 'Of another label', labels: ['iron'] },
    ])
    const { user } = await startHarness({ env })
    expect(await user().furrow.quests.importLabel('farm/gate', label)).toEqual({
      issues: [
        {
          number: 7,
          url: `${host.url}/farm/gate/-/issues/7`,
          title: 'Mend the gate',
          description: 'It squeaks.',
          skills: [label],
          codehostRepo: 'farm/gate',
          codehostIssue: '7',
          questId: null,
        },
      ],
      more: false,
    })
    const query = new URLSearchParams(host.queries[1])
    expect(Object.fromEntries(query)).toEqual({
      state: 'opened',
      labels: label,
      confidential: 'false',
      per_page: '100',
    })
  })

  test('counts as one import of its network, and of its wallet', async () => {
    const { env, issues } = await startSlowCodeHost()
    const { send, user } = await startHarness({ env: { ...env, QUOTA_IMPORTS_AN_HOUR: '2' } })
    const ask = async (path: string, body: object) =>
      (await send('POST', path, { token: user().token, body })).status
    expect(await ask('/quests/import', { url: issues.quick })).toBe(200)
    expect(await ask('/quests/import/label', { repo: 'farm/none', label })).toBe(404)
    expect(await ask('/quests/import/label', { repo: 'farm/gate', label })).toBe(429)

    const listing = await startListing('gitea', many(1))
    const other = await startHarness({ env: { ...listing.env, CODEHOST_LOOKUPS_A_MINUTE: '1' } })
    const { furrow } = other.user()
    await furrow.quests.importLabel('farm/gate', label)
    await expect(furrow.quests.importLabel('farm/gate', label)).rejects.toMatchObject({
      status: 429,
      code: 'codehost-quota',
    })
  })

  test('without a code host is 503', async () => {
    const { user } = await startHarness()
    await expect(user().furrow.quests.importLabel('farm/gate', label)).rejects.toMatchObject({
      status: 503,
      code: 'codehost-not-configured',
    })
  })
})
