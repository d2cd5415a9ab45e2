import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type GithubStandIn, type Person, people, startGithub } from '../../../test/github.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { day, hour, minute, second } from '../../ground/clock.ts'
import { tellPulls } from './tell-pulls.ts'

const gate = { owner: 'giver', repo: 'gate' }
const linked = { ...sampleQuest, maxFarmers: 1, codehostRepo: 'giver/gate', codehostIssue: '1' }

async function start(settings: Record<string, string> = {}) {
  const github = await startGithub()
  await github.as('giver').issues.create({ ...gate, title: 'The gate squeaks' })
  await github.as('giver').issues.create({ ...gate, title: 'The fence' })
  await github.as('giver').repos.addCollaborator({ ...gate, username: 'service', permission: 'push' })
  const env = { ...github.env, CODEHOST_BOT: 'true', PUBLIC_URL: 'https://barn.example', ...settings }
  const harness = await startHarness({ env })
  const giver = await link(harness, 'giver')
  const started = { github, harness, giver }
  // The service speaks for people who are known to push.
  await harness.context.db
    .insertInto('bot_writers')
    .values({ repo_key: 'giver/gate', address: giver.address, at: 0 })
    .execute()
  return started
}

type Started = Awaited<ReturnType<typeof start>>

async function link({ user }: Harness, person: Person): Promise<User> {
  const linked = user()
  await linked.furrow.profile.change({ codehostToken: people[person] })
  return linked
}

const open = (github: GithubStandIn, who: Person, body = 'Closes #1', options: object = {}) =>
  github.merge(who, body, { merge: false, ...options })

let deliveries = 0

/** As the host tells of a change of a pull request. */
async function tell(
  { harness }: Pick<Started, 'harness'>,
  pr: number,
  action: string,
  secret = 'CANARY-webhook',
) {
  const body = JSON.stringify({
    action,
    pull_request: { number: pr, merged: false },
    repository: { full_name: 'giver/gate' },
  })
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'pull_request',
    'x-github-delivery': `pull ${++deliveries}`,
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  }
  const answer = await harness.send('POST', '/codehost/webhook', { body, headers })
  await settle(harness)
  return answer
}

/** Runs due work, and the work that follows from it. */
async function settle({ runDue }: Harness): Promise<void> {
  await runDue()
  await runDue()
}

const said = ({ github }: Started) =>
  github.statuses.map(({ state, description }) => `${state}: ${description}`)

test('the head of a pull request says whether its merge pays, with one write for each state', async () => {
  const all = await start()
  const { github, harness, giver } = all
  const { id } = await giver.furrow.quests.post(linked)
  const pr = await open(github, 'bob')
  expect((await tell(all, pr, 'opened')).body).toEqual({ pullRequest: pr })
  expect(said(all)).toEqual(['pending: @bob has no place yet; one is free'])
  expect(github.statuses[0]).toMatchObject({
    context: 'furrow/quest',
    target_url: `https://barn.example/quests/${id}`,
  })
  const { data } = await github.as('bob').pulls.get({ ...gate, pull_number: pr })
  expect(github.statuses[0]?.sha).toBe(data.head.sha)

  // Told again, edited, labelled and forged: nothing is written again.
  for (const action of ['edited', 'synchronize', 'labeled']) await tell(all, pr, action)
  expect((await tell(all, pr, 'opened', 'not it')).status).toBe(401)
  expect(said(all)).toHaveLength(1)

  // The place is taken, dropped, taken by its author, and expires: the host is asked nothing about that.
  const alice = await link(harness, 'alice')
  github.asked.length = 0
  await alice.furrow.quests.accept(id)
  await settle(harness)
  expect(said(all).at(-1)).toMatch(/^failure: @bob has no place; @alice has it until \d+ Mar$/)
  await alice.furrow.quests.withdraw(id)
  await settle(harness)
  const bob = await link(harness, 'bob')
  await bob.furrow.quests.accept(id)
  await settle(harness)
  expect(said(all).at(-1)).toBe('success: pays 100 USDC to @bob 48 h after the merge')
  harness.clock.advance(100 * day)
  await settle(harness)
  expect(said(all)).toHaveLength(5)
  expect(said(all).at(-1)).toBe(said(all)[0])
  const asked = github.asked.filter(question => !question.includes('/statuses/'))
  expect(asked.filter(question => question !== 'GET /user')).toEqual([])

  // A new head says it anew; one that closes the issue no more takes it back.
  github.change = (path, body) =>
    path.endsWith(`/pulls/${pr}`) && Object.assign(body, { head: { sha: 'f00', ref: 'work' } })
  await tell(all, pr, 'synchronize')
  expect(github.statuses.at(-1)).toMatchObject({ sha: 'f00', state: 'pending' })
  expect(github.statuses).toHaveLength(6)
})

test('says nothing of maintainers and bots, of strangers’ quests, where it is silenced, and where nothing is meant', async () => {
  const all = await start()
  const { github, harness, giver } = all
  await github.as('giver').repos.addCollaborator({ ...gate, username: 'alice', permission: 'push' })
  github.change = (path, body) =>
    path.endsWith('/alice/permission') && Object.assign(body, { permission: 'write' })
  const stranger = harness.user()
  const evil = { reward: '1000000 EVIL', rewardAmount: 1e6, rewardToken: 'EVIL' }
  await stranger.furrow.quests.post({ ...linked, ...evil })
  const bobs = await open(github, 'bob')
  await tell(all, bobs, 'opened')
  expect(said(all)).toEqual([])
  await giver.furrow.quests.post(linked)
  await giver.furrow.quests.post({ ...sampleQuest, codehostRepo: 'giver/gate' })
  for (const pr of [
    await open(github, 'giver'),
    await open(github, 'alice'),
    await open(github, 'bob', 'A typo'),
  ])
    await tell(all, pr, 'opened')
  expect(said(all)).toEqual(['pending: @bob has no place yet; one is free'])
  github.statuses.length = 0
  await harness.context.db.insertInto('bot_silences').values({ repo_key: 'giver/gate', at: 0 }).execute()
  await tell(all, await open(github, 'bob'), 'opened')
  github.change = (path, body) =>
    path.includes('/pulls/') && Object.assign(body, { user: { id: 9, login: 'renovate[bot]', type: 'Bot' } })
  await harness.context.db.deleteFrom('bot_silences').execute()
  await tell(all, await open(github, 'bob'), 'opened')
  expect(said(all)).toEqual([])
})

test('two quests in one pull request, a fork, and a branch that is not the default one', async () => {
  const all = await start()
  const { github, harness, giver } = all
  const first = await giver.furrow.quests.post(linked)
  const second = await giver.furrow.quests.post({
    ...linked,
    codehostIssue: '2',
    rewardAmount: 50,
    reward: '50 USDC',
  })
  const [alice, bob] = [await link(harness, 'alice'), await link(harness, 'bob')]
  await bob.furrow.quests.accept(first.id)
  await alice.furrow.quests.accept(second.id)
  const both = await open(github, 'alice', 'Closes #1, closes #2')
  // The head of a fork is written in the repository that it is offered to.
  github.change = (path, body) =>
    path.endsWith(`/pulls/${both}`) &&
    Object.assign(body, { head: { sha: 'abc1', ref: 'main', repo: { full_name: 'alice/gate' } } })
  await tell(all, both, 'opened')
  expect(said(all)).toEqual(['success: pays 50 USDC to @alice 48 h after the merge'])
  expect(github.asked).toContain('POST /repos/giver/gate/statuses/abc1')
  await tell(all, await open(github, 'alice', 'Closes #2', { base: 'next' }), 'opened')
  expect(said(all).at(-1)).toBe('failure: @alice is paid only for a merge into the default branch')
})

test('waits for a host that is down or out of quota, survives a restart, and is written once by two processes', async () => {
  const all = await start()
  const { github, harness, giver } = all
  const { id } = await giver.furrow.quests.post(linked)
  const pr = await open(github, 'bob')
  for (const mode of ['down', 'limited'] as const) {
    github.mode = mode
    await tell(all, pr, 'opened')
    expect(said(all)).toEqual([])
  }
  github.mode = 'pass'
  harness.clock.advance(hour)
  const again = { ...harness.context }
  await Promise.all([tellPulls.round(harness.context), tellPulls.round(again)])
  expect(said(all)).toHaveLength(1)

  // GitHub links an issue a moment after the text names it.
  let linkedYet = false
  const late = await open(github, 'bob')
  github.change = (path, body) => {
    if (path === '/graphql' && !linkedYet) Object.assign(body, { data: { repository: null } })
  }
  await tell(all, late, 'opened')
  linkedYet = true
  harness.clock.advance(3 * second)
  await settle(harness)
  expect(said(all)).toHaveLength(2)

  // Closed and merged pull requests are left alone.
  await tell(all, pr, 'closed')
  await tell(all, late, 'closed')
  const alice = await link(harness, 'alice')
  await alice.furrow.quests.accept(id)
  harness.clock.advance(minute)
  await settle(harness)
  expect(said(all)).toHaveLength(2)
})

test('a gate labels or closes what has no place, and opens it again when its author gets one', async () => {
  const all = await start()
  const { github, harness, giver } = all
  const owner = github.as('giver')
  const { id } = await giver.furrow.quests.post(linked)
  const alice = await link(harness, 'alice')
  await alice.furrow.quests.accept(id)
  const bobs = await open(github, 'bob')
  await tell(all, bobs, 'opened')
  const pull = async (number: number) => {
    await settle(harness)
    const { data } = await owner.pulls.get({ ...gate, pull_number: number })
    const labels = data.labels.map(({ name }) => name)
    return { state: data.state, labels }
  }
  const comments = async (number: number) =>
    (await owner.issues.listComments({ ...gate, issue_number: number })).data.map(({ body }) => body)

  // Off by default, and only for who may push.
  const bob = await link(harness, 'bob')
  await command(all, 'bob', '/bounty gate close')
  expect(await pull(bobs)).toEqual({ state: 'open', labels: [] })
  await command(all, 'giver', '/bounty gate label')
  expect(await pull(bobs)).toEqual({ state: 'open', labels: ['no place'] })

  await command(all, 'giver', '/bounty gate close')
  expect(await pull(bobs)).toEqual({ state: 'closed', labels: [] })
  expect(await comments(bobs)).toEqual([expect.stringContaining('opens again by itself')])
  // The host tells of what the service did: nothing follows.
  await tell(all, bobs, 'closed')
  await tell(all, bobs, 'edited')
  github.asked.length = 0
  await alice.furrow.quests.withdraw(id)
  expect(await pull(bobs)).toMatchObject({ state: 'closed' })
  await bob.furrow.quests.accept(id)
  expect(await pull(bobs)).toEqual({ state: 'open', labels: [] })
  await tell(all, bobs, 'reopened')
  expect(said(all).at(-1)).toBe('success: pays 100 USDC to @bob 48 h after the merge')
  expect(github.asked.filter(question => question.startsWith('PATCH'))).toHaveLength(1)

  // Opened again by somebody who may: it stays so. Maintainers are never met by it.
  const hers = await open(github, 'alice')
  await tell(all, hers, 'opened')
  expect(await pull(hers)).toMatchObject({ state: 'closed' })
  await tell(all, hers, 'closed')
  await owner.pulls.update({ ...gate, pull_number: hers, state: 'open' })
  for (const action of ['reopened', 'synchronize']) await tell(all, hers, action)
  expect(await pull(hers)).toMatchObject({ state: 'open' })
  const own = await open(github, 'giver')
  await tell(all, own, 'opened')
  expect(await pull(own)).toEqual({ state: 'open', labels: [] })
  expect(await comments(hers)).toHaveLength(1)
})

test('fifty pull requests on one issue: the one with the place succeeds, the others have a label, and nobody is told more', async () => {
  const all = await start()
  const { github, harness, giver } = all
  const owner = github.as('giver')
  const { id } = await giver.furrow.quests.post(linked)
  const alice = await link(harness, 'alice')
  await alice.furrow.quests.accept(id)
  await command(all, 'giver', '/bounty gate label')
  const written = async () => {
    const { data } = await owner.issues.listComments({ ...gate, issue_number: 1 })
    const letters = await Promise.all([giver, alice].map(({ furrow }) => furrow.mail.list({ limit: '100' })))
    return { comments: data.length, letters: letters.map(({ items }) => items.length) }
  }
  const before = await written()
  github.change = (path, body) => {
    const [, number] = /\/pulls\/(\d+)$/.exec(path) ?? []
    if (number !== undefined && Number(number) !== hers)
      Object.assign(body, { user: { id: 10_000 + Number(number), login: `agent-${number}`, type: 'User' } })
  }
  const hers = await open(github, 'alice')
  const agents: number[] = []
  for (let count = 0; count < 49; count++) agents.push(await open(github, 'bob'))
  for (const pr of [hers, ...agents]) await tell(all, pr, 'opened')
  expect(said(all).filter(words => words.startsWith('success: pays 100 USDC to @alice'))).toHaveLength(1)
  expect(said(all).filter(words => words.startsWith('failure: @agent-'))).toHaveLength(49)
  const labelled = async (number: number) =>
    (await owner.pulls.get({ ...gate, pull_number: number })).data.labels.some(
      ({ name }) => name === 'no place',
    )
  expect(await Promise.all(agents.map(labelled))).toEqual(agents.map(() => true))
  expect(await labelled(hers)).toBe(false)
  expect(await written()).toEqual(before)
})

/** By the host's word on who wrote it. */
async function command({ github, harness }: Started, who: Person, text: string) {
  const { data } = await github.as(who).users.getAuthenticated()
  const body = JSON.stringify({
    action: 'created',
    issue: { number: 1 },
    comment: { id: ++deliveries, body: text, user: { id: data.id, login: who } },
    repository: { id: 1, full_name: 'giver/gate' },
  })
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'issue_comment',
    'x-hub-signature-256': `sha256=${createHmac('sha256', 'CANARY-webhook').update(body).digest('hex')}`,
  }
  await harness.send('POST', '/codehost/webhook', { body, headers })
  await settle(harness)
}
