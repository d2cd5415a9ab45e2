import { expect, test } from 'vitest'
import { type Person, people, startGithub } from '../../../test/github.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { createCodeHost } from '../../ground/clients/codehost/create-codehost.ts'
import { readConfig } from '../../ground/config/config.ts'

const gate = { owner: 'giver', repo: 'gate' }
const issue = { ...gate, issue_number: 1 }

async function link({ user }: Harness, person: Person): Promise<User> {
  const linked = user()
  await linked.furrow.profile.change({ codehostToken: people[person] })
  return linked
}

test('an issue is assigned to the accounts that have places, and others’ assignments stay', async () => {
  const github = await startGithub()
  const owner = github.as('giver')
  await owner.issues.create({ ...gate, title: 'The gate squeaks' })
  await owner.repos.addCollaborator({ ...gate, username: 'service', permission: 'push' })
  const harness = await startHarness({ env: { ...github.env, CODEHOST_BOT: 'true' } })
  const { context } = harness
  const [giver, alice, bob] = [
    await link(harness, 'giver'),
    await link(harness, 'alice'),
    await link(harness, 'bob'),
  ]
  const row = { repo_key: 'giver/gate', at: 0 }
  await context.db
    .insertInto('bot_writers')
    .values({ ...row, address: giver.address })
    .execute()
  const comment = { repository: 'giver/gate', asker: giver.address, since: 0, issue_number: 1, next_at: 0 }
  await context.db
    .insertInto('bot_comments')
    .values({ repo_key: 'giver/gate', ...comment })
    .execute()
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    maxFarmers: 3,
    codehostRepo: 'giver/gate',
    codehostIssue: '1',
  })
  const assigned = async () => {
    await harness.runDue()
    await harness.runDue()
    return (await owner.issues.get(issue)).data.assignees?.map(({ login }) => login)
  }
  const said = async () =>
    (await owner.issues.listComments(issue)).data.flatMap(({ body }) => body ?? []).join('\n')

  // Another person, and somebody who takes a place later: the giver assigned both.
  await owner.issues.addAssignees({ ...issue, assignees: ['giver', 'bob'] })
  await alice.furrow.quests.accept(id)
  await bob.furrow.quests.accept(id)
  expect(await assigned()).toEqual(['giver', 'bob', 'alice'])
  await bob.furrow.quests.withdraw(id)
  await alice.furrow.quests.withdraw(id)
  expect(await assigned()).toEqual(['giver', 'bob'])

  // Somebody takes the assignment away: it is not made again.
  await alice.furrow.quests.accept(id)
  expect(await assigned()).toContain('alice')
  await owner.issues.removeAssignees({ ...issue, assignees: ['alice', 'bob'] })
  await giver.furrow.quests.pause(id)
  expect(await assigned()).toEqual(['giver'])
  await alice.furrow.quests.withdraw(id)
  await giver.furrow.quests.resume(id)
  expect(await assigned()).toEqual(['giver'])

  // The host refuses without a word, as GitHub does; the comment says it, and stops when it takes them.
  github.change = (path, body) => path.endsWith('/assignees') && Object.assign(body, { assignees: [] })
  await alice.furrow.quests.accept(id)
  await assigned()
  expect(await said()).toContain('does not let `alice` be assigned')
  github.change = () => {}
  await bob.furrow.quests.accept(id)
  expect(await assigned()).toEqual(['giver', 'alice', 'bob'])
  expect(await said()).not.toContain('be assigned')
})

test('Gitea takes whole lists, and GitLab numbers, of which a free plan keeps the first', async () => {
  const gitea = '/api/v1/repos/farm/gate/issues/7'
  const gitlab = '/api/v4/projects/farm%2Fgate/issues/7'
  const [giver, alice] = [
    { id: 5, login: 'giver' },
    { id: 6, login: 'alice' },
  ]
  const host = await startJsonHost({
    [`GET ${gitea}`]: { assignees: [giver] },
    [`PATCH ${gitea}`]: { assignees: [giver, alice] },
    [`GET ${gitlab}`]: { assignees: [{ id: 5, username: 'giver' }] },
    [`PUT ${gitlab}`]: { assignees: [{ id: 5, username: 'giver' }] },
  })
  const account = { id: '6', login: 'alice' }
  const hostOf = (kind: string) => {
    const env = { NODE_ENV: 'test', CODEHOST_KIND: kind, CODEHOST_URL: host.url, CODEHOST_TOKEN: 't' }
    const { codehost } = readConfig(env)
    if (codehost === null) throw new Error('there is no code host')
    return createCodeHost(codehost)
  }
  expect(await hostOf('gitea').assign('farm/gate', 7, account)).toBe(true)
  await hostOf('gitea').unassign('farm/gate', 7, { id: '5', login: 'giver' })
  expect(await hostOf('gitlab').assign('farm/gate', 7, account)).toBe(false)
  await hostOf('gitlab').unassign('farm/gate', 7, { id: '5', login: 'giver' })
  // The name is another person's by now: they are not assigned in its place.
  expect(await hostOf('gitea').assign('farm/gate', 7, { id: '9', login: 'Alice' })).toBe(false)
  expect(host.sent.map(({ body }) => JSON.parse(body))).toEqual([
    { assignees: ['giver', 'alice'] },
    { assignees: [] },
    { assignee_ids: [5, 6] },
    { assignee_ids: [0] },
    { assignees: ['giver', 'Alice'] },
    { assignees: ['giver'] },
  ])
})
