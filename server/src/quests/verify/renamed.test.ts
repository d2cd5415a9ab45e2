import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { reviewWindow, sampleQuest, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { requireSound } from '../../../test/soundness.ts'
import { minute } from '../../ground/clock.ts'

const secret = 'a webhook secret of tests'
const hmac = (body: string) => createHmac('sha256', secret).update(body).digest('hex')

/** Each host's way to tell of a pull request, and to show a repository. */
const hosts = {
  github: {
    api: '/api/v3/repos/',
    headers: (body: string) => ({
      'x-github-event': 'pull_request',
      'x-hub-signature-256': `sha256=${hmac(body)}`,
    }),
    body: (id: number, name: string, pr: number) => ({
      action: pr === 0 ? 'opened' : 'closed',
      pull_request: { number: pr || 1, merged: pr > 0 },
      repository: { id, full_name: name },
    }),
    shown: (id: number, name: string) => ({ id, full_name: name, default_branch: 'main', private: false }),
  },
  gitea: {
    api: '/api/v1/repos/',
    headers: (body: string) => ({ 'x-gitea-event': 'pull_request', 'x-gitea-signature': hmac(body) }),
    body: (id: number, name: string, pr: number) => hosts.github.body(id, name, pr),
    shown: (id: number, name: string) => hosts.github.shown(id, name),
  },
  gitlab: {
    api: '/api/v4/projects/',
    headers: () => ({ 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-token': secret }),
    body: (id: number, name: string, pr: number) => ({
      object_attributes: {
        iid: pr || 1,
        action: pr === 0 ? 'open' : 'merge',
        state: pr === 0 ? 'opened' : 'merged',
      },
      project: { id, path_with_namespace: name },
    }),
    shown: (id: number, name: string) => ({
      id,
      path_with_namespace: name,
      default_branch: 'main',
      visibility: 'public',
    }),
  },
} as const

async function start(kind: keyof typeof hosts) {
  const host = await startJsonHost({})
  const env = {
    CODEHOST_KIND: kind,
    CODEHOST_URL: host.url,
    CODEHOST_TOKEN: 't',
    CODEHOST_WEBHOOK_SECRET: secret,
  }
  const harness = await startHarness({ env })
  const { baseUrl, user, visitor, context } = harness
  const giver = user()
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    codehostRepo: 'farm/gate',
    codehostIssue: '7',
  })
  const { api, body, headers, shown } = hosts[kind]
  const at = (name: string) => `GET ${api}${kind === 'gitlab' ? encodeURIComponent(name) : name}`
  return {
    ...harness,
    ...{ host, giver, id, at },
    /** The host's own repositories, by name. */
    has(names: Record<string, number>) {
      host.answers = Object.fromEntries(
        Object.entries(names).map(([name, number]) => [at(name), shown(number, name)]),
      )
    },
    async tell(number: number, name: string, pr = 0) {
      const text = JSON.stringify(body(number, name, pr))
      const answer = await fetch(`${baseUrl}/codehost/webhook`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', ...headers(text) },
      })
      expect(answer.status).toBe(200)
      return answer.json()
    },
    repo: async () => (await visitor.quests.get(id)).codehostRepo,
    key: async () =>
      (
        await context.db
          .selectFrom('quests')
          .select('repo_key')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).repo_key,
  }
}

describe.each(['github', 'gitea', 'gitlab'] as const)('a repository at %s that is renamed', kind => {
  test('keeps its quests, also where another one takes the old name afterwards', async () => {
    const { context, has, host, key, repo, tell } = await start(kind)
    has({ 'farm/gate': 9 })
    await tell(9, 'farm/gate')
    const asked = host.asked.length
    await tell(9, 'farm/gate')
    expect(host.asked).toHaveLength(asked)

    has({ 'farm/Barn': 9 })
    await tell(9, 'farm/Barn')
    expect(await repo()).toBe('farm/Barn')
    expect(await key()).toBe('farm/barn')

    has({ 'farm/Barn': 9, 'farm/gate': 10 })
    await tell(10, 'farm/gate')
    expect(await key()).toBe('farm/barn')
    expect(await tell(10, 'farm/gate', 3)).toEqual({ ignored: 'No open quest is linked to this repository.' })
    await requireSound(context)
  })

  test('has them again under its new name, where another one took the old name before it was heard', async () => {
    const { context, has, key, repo, tell, visitor } = await start(kind)
    has({ 'farm/gate': 9 })
    await tell(9, 'farm/gate')
    has({ 'farm/barn': 9, 'farm/gate': 10 })
    expect(await tell(10, 'farm/gate', 3)).toEqual({ ignored: 'No open quest is linked to this repository.' })
    await expect(visitor.verify({ repo: 'farm/gate', pr: 3 })).rejects.toMatchObject({
      code: 'no-linked-quest',
    })
    await tell(9, 'farm/barn')
    expect(await repo()).toBe('farm/barn')
    expect(await key()).toBe('farm/barn')
    await requireSound(context)
  })

  test('is not believed to be one that only a delivery says it is', async () => {
    const { context, has, host, key, tell } = await start(kind)
    has({ 'farm/gate': 9, 'mallory/gate': 66 })
    await tell(66, 'farm/gate')
    await tell(9, 'farm/gate')
    await tell(9, 'mallory/gate')
    expect(await key()).toBe('farm/gate')
    // An outage is no news.
    host.answers = {}
    await tell(9, 'farm/barn')
    expect(await key()).toBe('farm/gate')
    expect(await context.db.selectFrom('quest_repositories').select('repository_id').execute()).toEqual([
      { repository_id: '9' },
    ])
  })
})

test('a merge under the new name proves work, and one in a repository with the old name proves none', async () => {
  const { at, giver, has, host, id, tell, user, visitor } = await start('gitea')
  const alice = user()
  host.answers['GET /api/v1/user'] = { id: 7, login: 'alice' }
  await alice.furrow.profile.change({ codehostToken: 'hers' })
  await alice.furrow.quests.accept(id)
  has({ 'farm/gate': 9 })
  await tell(9, 'farm/gate')
  const pull = (number: number, repository: number, name: string) => ({
    ...{ id: number, number, merged: true, merged_at: new Date().toISOString(), merge_commit_sha: 'c0ffee' },
    ...{ title: 'Gate', body: 'Closes #7', state: 'closed', user: { id: 7, login: 'alice' } },
    base: { ref: 'main', repo: hosts.gitea.shown(repository, name) },
  })
  has({ 'farm/gate': 10, 'farm/barn': 9 })
  for (const [name, repository, number] of [
    ['farm/gate', 10, 3],
    ['farm/barn', 9, 4],
  ] as const) {
    host.answers[`${at(name)}/pulls/${number}`] = pull(number, repository, name)
    host.answers[`${at(name)}/issues/7`] = { state: 'closed' }
  }
  // No delivery told of it yet: a hint by hand under the old name.
  await expect(visitor.verify({ repo: 'farm/gate', pr: 3 })).rejects.toMatchObject({
    code: 'no-linked-quest',
  })
  expect(await tell(9, 'farm/barn', 4)).toMatchObject({ verification: { questId: id, status: 'in-review' } })
  expect((await giver.furrow.quests.get(id)).farmers[0]?.status).toBe('in-review')
})

/** A pull request of Gitea, which closes issue 7. */
const pullOf = (number: number, author: number, repository: number, name: string) => ({
  ...{ id: repository * 100 + number, number, merged: true, merged_at: new Date().toISOString() },
  ...{ merge_commit_sha: 'c0ffee', title: 'Gate', body: 'Closes #7', state: 'closed' },
  user: { id: author, login: `user-${author}` },
  base: { ref: 'main', repo: hosts.gitea.shown(repository, name) },
})

async function work({ host, user }: Awaited<ReturnType<typeof start>>, account: number, quest: string) {
  const farmer = user()
  host.answers['GET /api/v1/user'] = { id: account, login: `user-${account}` }
  await farmer.furrow.profile.change({ codehostToken: 'theirs' })
  await farmer.furrow.quests.accept(quest)
  return farmer
}

test.each(['renamed', 'taken'])(
  'proved work stands, and its number is free for a repository that took the old name: first it is heard to be %s',
  async first => {
    const all = await start('gitea')
    const { at, clock, context, giver, has, host, id, runDue, tell, visitor } = all
    const alice = await work(all, 7, id)
    has({ 'farm/gate': 9 })
    host.answers[`${at('farm/gate')}/pulls/3`] = pullOf(3, 7, 9, 'farm/gate')
    expect(await tell(9, 'farm/gate', 3)).toMatchObject({ verification: { questId: id } })

    const other = await giver.furrow.quests.post({
      ...sampleQuest,
      ...{ codehostRepo: 'farm/gate', codehostIssue: '7' },
    })
    await work(all, 8, other.id)
    has({ 'farm/barn': 9, 'farm/gate': 10 })
    host.answers[`${at('farm/barn')}/pulls/3`] = pullOf(3, 7, 9, 'farm/barn')
    host.answers[`${at('farm/gate')}/pulls/3`] = pullOf(3, 8, 10, 'farm/gate')
    if (first === 'renamed') await tell(9, 'farm/barn')
    await tell(10, 'farm/gate')
    if (first === 'taken') await tell(9, 'farm/barn')
    expect(await tell(10, 'farm/gate', 3)).toMatchObject({ verification: { questId: other.id } })
    expect(await tell(9, 'farm/barn', 3)).toMatchObject({
      verification: { questId: id, farmer: alice.account.address },
    })
    await requireSound(context)
    clock.advance(reviewWindow)
    await runDue()
    for (const questId of [id, other.id])
      expect((await visitor.quests.get(questId)).farmers).toMatchObject([{ status: 'released' }])
  },
)

test('a hint that was kept under the old name is tried under the new one', async () => {
  const all = await start('gitea')
  const { at, clock, has, host, id, runDue, tell, visitor } = all
  await work(all, 7, id)
  has({ 'farm/gate': 9 })
  // It is not understood for now.
  host.answers[`${at('farm/gate')}/pulls/3`] = []
  expect(await tell(9, 'farm/gate', 3)).toMatchObject({ ignored: expect.any(String) })
  has({ 'farm/barn': 9 })
  host.answers[`${at('farm/barn')}/pulls/3`] = pullOf(3, 7, 9, 'farm/barn')
  await tell(9, 'farm/barn')
  clock.advance(minute)
  await runDue()
  expect(await visitor.quests.get(id)).toMatchObject({ status: 'in-review' })
})

test('a quest that its giver links to another repository is not followed to the former one', async () => {
  const { giver, has, id, key, tell, visitor } = await start('gitea')
  has({ 'farm/gate': 9 })
  await tell(9, 'farm/gate')
  const { updatedAt } = await visitor.quests.get(id)
  await giver.furrow.quests.edit(id, { codehostRepo: 'farm/mill' }, updatedAt)
  has({ 'farm/barn': 9 })
  await tell(9, 'farm/barn')
  expect(await key()).toBe('farm/mill')
})
