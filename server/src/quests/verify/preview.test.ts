import { describe, expect, test } from 'vitest'
import { type GithubStandIn, type Person, people, startGithub } from '../../../test/github.ts'
import { type Harness, reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { day, minute } from '../../ground/clock.ts'

const gate = { owner: 'giver', repo: 'gate' }
const linked = { ...sampleQuest, codehostRepo: 'giver/gate', codehostIssue: '1' }

async function start(env: Record<string, string> = {}) {
  const github = await startGithub()
  await github.as('giver').issues.create({ ...gate, title: 'The gate' })
  const harness = await startHarness({ env: { ...github.env, ...env } })
  const giver = await link(harness, 'giver')
  return { github, harness, giver }
}

async function link({ user }: Harness, person: Person): Promise<User> {
  const linked = user()
  await linked.furrow.profile.change({ codehostToken: people[person] })
  return linked
}

const open = (github: GithubStandIn, who: Person, body = 'Closes #1', options: object = {}) =>
  github.merge(who, body, { merge: false, ...options })

async function codes({ visitor }: Harness, pr: number) {
  const { reasons, ...rest } = await visitor.previewProof({ repo: 'giver/gate', pr })
  for (const { text, fix } of reasons) expect(text && fix).toMatch(/^[A-Z].+\.$/)
  return { ...rest, codes: reasons.map(({ code }) => code) }
}

describe('GET /verify/preview', () => {
  test('says before the merge whom it would pay, and writes nothing', async () => {
    const { github, harness, giver } = await start()
    const { id } = await giver.furrow.quests.post(linked)
    const alice = await link(harness, 'alice')
    await alice.furrow.quests.accept(id)
    const pr = await open(github, 'alice')
    const before = await harness.visitor.quests.events(id)
    const expected = { quest: id, farmer: alice.account.address, account: 'alice', wouldPay: true }
    expect(await codes(harness, pr)).toEqual({ ...expected, codes: ['merge-needed'] })
    expect(await harness.visitor.quests.events(id)).toEqual(before)
    expect(await harness.context.db.selectFrom('merge_hints').selectAll().execute()).toEqual([])

    // The same after the merge, after the hint, and after the payment.
    await github.as('giver').pulls.merge({ ...gate, pull_number: pr, merge_method: 'merge' })
    expect(await codes(harness, pr)).toEqual({ ...expected, codes: [] })
    await harness.visitor.verify({ repo: 'giver/gate', pr })
    expect(await codes(harness, pr)).toEqual({ ...expected, codes: [] })
    harness.clock.advance(reviewWindow)
    await harness.runDue()
    expect(await codes(harness, pr)).toEqual({ ...expected, codes: [] })
  })

  test('names every reason, each as a hint would be refused for it', async () => {
    const { github, harness, giver } = await start()
    const { id } = await giver.furrow.quests.post({ ...linked, maxFarmers: 1 })
    const bobs = await open(github, 'bob')
    const none = { quest: id, farmer: null, account: 'bob', wouldPay: false }
    expect(await codes(harness, bobs)).toEqual({ ...none, codes: ['merge-needed', 'account-unproved'] })
    const bob = await link(harness, 'bob')
    const bobHas = { ...none, farmer: bob.account.address }
    expect(await codes(harness, bobs)).toEqual({ ...bobHas, codes: ['merge-needed', 'no-place'] })
    await giver.furrow.quests.pause(id)
    expect(await codes(harness, bobs)).toMatchObject({ codes: ['merge-needed', 'no-place', 'quest-paused'] })
    await giver.furrow.quests.resume(id)
    const alice = await link(harness, 'alice')
    await alice.furrow.quests.accept(id)
    expect(await codes(harness, bobs)).toMatchObject({ codes: ['merge-needed', 'no-place', 'no-place-left'] })

    const elsewhere = await open(github, 'alice', 'Nothing', { base: 'next' })
    expect(await codes(harness, elsewhere)).toMatchObject({
      wouldPay: false,
      quest: null,
      codes: ['merge-needed', 'not-default-branch', 'closes-no-issue'],
    })
    expect(await codes(harness, await open(github, 'giver'))).toMatchObject({
      wouldPay: false,
      codes: ['merge-needed', 'own-quest'],
    })
    const early = await github.merge('alice', 'Closes #1')
    harness.clock.advance(Date.now() - harness.clock.now() + day)
    const later = harness.user(alice)
    await later.furrow.quests.withdraw(id)
    await later.furrow.quests.accept(id)
    expect(await codes(harness, early)).toMatchObject({ codes: ['merged-before-place'] })

    // The preview says of a merge the same as the answer to the hint.
    const { reasons } = await harness.visitor.previewProof({ repo: 'giver/gate', pr: early })
    const refused = await harness.send('POST', '/verify', { body: { repo: 'giver/gate', pr: early } })
    expect(refused.body.error).toBe(reasons[0]?.text)
  })

  test('knows an expired place, another account, and work that another pull request proved', async () => {
    const { github, harness, giver } = await start()
    const { id } = await giver.furrow.quests.post(linked)
    const alice = await link(harness, 'alice')
    await alice.furrow.quests.accept(id)
    const pr = await open(github, 'alice')
    harness.clock.advance(100 * day)
    await harness.runDue()
    expect(await codes(harness, pr)).toMatchObject({ codes: ['merge-needed', 'place-expired'] })
    const later = harness.user(alice)
    await later.furrow.quests.accept(id)
    await later.furrow.profile.change({ codehostToken: people.bob })
    const bobs = await open(github, 'bob')
    expect(await codes(harness, bobs)).toMatchObject({ codes: ['merge-needed', 'other-account'] })
    expect(await codes(harness, pr)).toMatchObject({ wouldPay: true })
    const second = await open(github, 'alice')
    await github.as('giver').pulls.merge({ ...gate, pull_number: pr, merge_method: 'merge' })
    // The stand-in's clock is another one.
    const now = new Date(harness.clock.now()).toISOString()
    github.change = (path, body) => path.endsWith(`/pulls/${pr}`) && Object.assign(body, { merged_at: now })
    await harness.visitor.verify({ repo: 'giver/gate', pr })
    expect(await codes(harness, second)).toMatchObject({
      wouldPay: false,
      codes: ['merge-needed', 'proved-other-work'],
    })
  })

  test('two quests in one pull request: the work that the merge would prove is named', async () => {
    const { github, harness, giver } = await start()
    await github.as('giver').issues.create({ ...gate, title: 'The fence' })
    const first = await giver.furrow.quests.post(linked)
    const second = await giver.furrow.quests.post({ ...linked, codehostIssue: '2' })
    const alice = await link(harness, 'alice')
    const pr = await open(github, 'alice', 'Closes #1, closes #2')
    await alice.furrow.quests.accept(second.id)
    expect(await codes(harness, pr)).toMatchObject({ quest: second.id, wouldPay: true })
    await alice.furrow.quests.accept(first.id)
    const { quest } = await codes(harness, pr)
    await github.as('giver').pulls.merge({ ...gate, pull_number: pr, merge_method: 'merge' })
    expect((await harness.visitor.verify({ repo: 'giver/gate', pr })).questId).toBe(quest)
  })

  test('a private repository is answered as one that does not exist, and a hidden quest as none', async () => {
    const { github, harness, giver } = await start()
    const { id } = await giver.furrow.quests.post(linked)
    const pr = await open(github, 'alice')
    const ask = async (number: number) => {
      const { status, body } = await harness.send('GET', `/verify/preview?repo=giver/gate&pr=${number}`)
      return `${status} ${String(body.error).replace(String(number), 'N')}`
    }
    const missing = await ask(999)
    expect(missing).toMatch(/^404 /)
    github.change = (path, body) => path === '/repos/giver/gate' && Object.assign(body, { private: true })
    expect(await ask(pr)).toBe(missing)
    github.change = () => {}
    await harness.context.db.updateTable('quests').set({ hidden_at: 1 }).where('id', '=', id).execute()
    expect(await ask(pr)).toBe('404 No open quest is linked to this repository.')
  })

  test('costs the host a bounded number of questions, and nothing where no quest is', async () => {
    const { github, harness, giver } = await start({ CODEHOST_LOOKUPS_A_MINUTE: '2', TRUST_PROXY: '1' })
    const ask = (pr: number | string, network = '192.0.2.1', repo = 'giver/gate') =>
      harness.send('GET', `/verify/preview?repo=${repo}&pr=${pr}`, {
        headers: { 'x-forwarded-for': network },
      })
    github.asked.length = 0
    expect((await ask(1)).status).toBe(404)
    expect(github.asked).toEqual([])
    await giver.furrow.quests.post(linked)
    const pr = await open(github, 'alice')
    expect([(await ask(pr)).status, (await ask(pr)).status]).toEqual([200, 200])
    const third = await ask(pr)
    expect(third.status).toBe(429)
    expect(third.headers.get('retry-after')).not.toBeNull()
    expect((await ask(pr, '198.51.100.9')).status, 'the repository is counted too').toBe(429)
    for (const wrong of ['0', '-1', '1.5', 'x', '9999999999', '']) expect((await ask(wrong)).status).toBe(400)
    expect((await ask(pr, '192.0.2.7', '../..')).status).toBe(400)
    // Hints have their own share.
    expect((await harness.visitor.verify({ repo: 'giver/gate', pr }).catch(e => e)).status).not.toBe(429)
    harness.clock.advance(minute)
    expect((await ask(pr)).status).toBe(200)
  })

  test('without a code host nothing can be said', async () => {
    const { send, user } = await startHarness()
    await user().furrow.quests.post(linked)
    expect((await send('GET', '/verify/preview?repo=giver/gate&pr=1')).status).toBe(503)
  })
})

const pull = {
  id: 501,
  number: 12,
  user: { id: 5, login: 'alice' },
  title: 'Work',
  body: 'Fixes #7',
  merged: false,
  merged_at: null,
  base: { ref: 'main', repo: { id: 9, full_name: 'farm/gate', default_branch: 'main' } },
}
const project = { id: 9, path_with_namespace: 'farm/gate', default_branch: 'main' }

const hosts = {
  gitea: {
    'GET /api/v1/user': { id: 5, login: 'alice' },
    'GET /api/v1/repos/farm/gate': { full_name: 'farm/gate', private: false },
    'GET /api/v1/repos/farm/gate/pulls/12': pull,
  },
  gitlab: {
    'GET /api/v4/user': { id: 5, username: 'alice' },
    'GET /api/v4/projects/farm%2Fgate': { ...project, visibility: 'public' },
    'GET /api/v4/projects/9/merge_requests/12': {
      id: 501,
      iid: 12,
      state: 'opened',
      target_branch: 'main',
      author: { id: 5, username: 'alice' },
      title: 'Work',
    },
    'GET /api/v4/projects/9/merge_requests/12/closes_issues': [{ iid: 7, project_id: 9 }],
  },
}

test.each(['gitea', 'gitlab'] as const)('with %s too', async kind => {
  const host = await startJsonHost(hosts[kind])
  const { user, visitor } = await startHarness({
    env: { CODEHOST_KIND: kind, CODEHOST_URL: host.url, CODEHOST_TOKEN: 't' },
  })
  const alice = user()
  await alice.furrow.profile.change({ codehostToken: 'hers' })
  const quest = { ...sampleQuest, codehostRepo: 'farm/gate', codehostIssue: '7' }
  const { id } = await user().furrow.quests.post(quest)
  await alice.furrow.quests.accept(id)
  expect(await visitor.previewProof({ repo: 'farm/gate', pr: 12 })).toMatchObject({
    wouldPay: true,
    quest: id,
    account: 'alice',
    reasons: [{ code: 'merge-needed' }],
  })
})
