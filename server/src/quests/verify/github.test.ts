import { describe, expect, test } from 'vitest'
import { type GithubStandIn, type Person, people, startGithub } from '../../../test/github.ts'
import { type Harness, reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { day, hour, minute } from '../../ground/clock.ts'

const linked = { ...sampleQuest, codehostRepo: 'giver/gate', codehostIssue: '1' }

async function start(at?: {
  rest: string
  graphql: string
}): Promise<{ github: GithubStandIn; harness: Harness }> {
  const github = await startGithub(at)
  await github.as('giver').issues.create({ owner: 'giver', repo: 'gate', title: 'The gate' })
  return { github, harness: await startHarness({ env: github.env }) }
}

/** Somebody who linked an account. */
async function link({ user }: Harness, person: Person): Promise<User> {
  const linked = user()
  await linked.furrow.profile.change({ codehostToken: people[person] })
  return linked
}

async function accepted(harness: Harness, change: object = {}) {
  const giver = await link(harness, 'giver')
  const alice = await link(harness, 'alice')
  const { id } = await giver.furrow.quests.post({ ...linked, ...change })
  await alice.furrow.quests.accept(id)
  return { giver, alice, id }
}

/** Resolves when the service has received so many requests. */
function received({ service }: Harness, count: number): Promise<void> {
  return new Promise(resolve => {
    let seen = 0
    service.app.server.on('request', () => {
      if (++seen === count) resolve()
    })
  })
}

describe('POST /verify, with a code host', () => {
  test('pays the farmer who wrote the merged pull request, whoever says so', async () => {
    const { github, harness } = await start()
    const { alice, id } = await accepted(harness)
    const pr = await github.merge('alice', 'Closes #1')
    github.asked.length = 0
    // The first answer is held until all hints are there, and what they need of the database is behind them.
    github.held = received(harness, 100).then(() => harness.visitor.quests.list())
    const hints = Array.from({ length: 100 }, () => harness.visitor.verify({ repo: 'giver/gate', pr }))
    const [first, ...others] = await Promise.all(hints)
    expect(first).toMatchObject({ questId: id, farmer: alice.account.address, status: 'in-review' })
    for (const other of others) expect(other).toEqual(first)
    // Equal questions share an answer, so no question is ever under way twice;
    expect(github.asked).toContain(`GET /repos/giver/gate/pulls/${pr}`)
    expect(github.askedTwice).toEqual([])
    // and what is proven is known, so nothing is asked at all.
    github.asked.length = 0
    expect(await harness.visitor.verify({ repo: 'giver/gate', pr })).toEqual(first)
    expect(github.asked).toEqual([])
    harness.clock.advance(reviewWindow)
    await harness.runDue()
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([{ status: 'released' }])
    expect(await harness.visitor.verify({ repo: 'giver/gate', pr })).toMatchObject({ status: 'released' })
  })

  test('refuses what proves nothing, and says why', async () => {
    const { github, harness } = await start()
    const hint = async (pr: number, repo = 'giver/gate') => {
      const { status, body } = await harness.send('POST', '/verify', { body: { repo, pr } })
      return `${status} ${body.error}`
    }
    expect(await hint(1, 'nobody/nothing')).toMatch(/^404 /)
    expect(github.asked).toEqual([])
    const { alice, giver } = await accepted(harness, { maxFarmers: 3 })
    expect(await hint(999)).toMatch(/^400 .*does not exist, or may not be read/)
    expect(await hint(await github.merge('alice', 'Closes #1', { merge: false }))).toMatch(
      /^400 .*not merged/,
    )
    expect(await hint(await github.merge('alice', 'Closes #1', { base: 'next' }))).toMatch(/^400 .*into next/)
    expect(await hint(await github.merge('alice', 'Nothing'))).toMatch(/^400 .*does not close/)
    expect(await hint(await github.merge('giver', 'Closes #1'))).toMatch(/^403 .*giver/)
    const byBob = await github.merge('bob', 'Closes #1')
    expect(await hint(byBob)).toMatch(/^403 .*bob/)
    const claimer = harness.user()
    await claimer.furrow.profile.change({ codehostUsername: 'bob' })
    const [quest] = (await giver.furrow.quests.list()).items
    await claimer.furrow.quests.accept(quest?.id ?? '')
    expect(await hint(byBob)).toMatch(/^403 .*bob/)
    const { farmers } = await harness.visitor.quests.get(quest?.id ?? '')
    expect(Object.fromEntries(farmers.map(({ address, status }) => [address, status]))).toEqual({
      [alice.account.address]: 'accepted',
      [claimer.account.address]: 'accepted',
    })
  })

  test('a pull request that was merged before the quest was accepted proves nothing', async () => {
    const { github, harness } = await start()
    const pr = await github.merge('alice', 'Closes #1')
    harness.clock.advance(Date.now() - harness.clock.now() + hour)
    await accepted(harness)
    const answer = await harness.send('POST', '/verify', { body: { repo: 'giver/gate', pr } })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('before the quest'), code: expect.any(String) },
    })
  })

  test.each(['down', 'limited', 'html', 'huge'] as const)('a host that is %s loses no hint', async mode => {
    const { github, harness } = await start()
    const { id } = await accepted(harness)
    const pr = await github.merge('alice', 'Closes #1')
    github.mode = mode
    const answer = await harness.send('POST', '/verify', { body: { repo: 'giver/gate', pr } })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).not.toBeNull()
    github.mode = 'pass'
    harness.clock.advance(minute)
    await harness.runDue()
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([
      { status: 'in-review', pullRequest: pr },
    ])
  })

  test('a hint that came before the proof of the account is tried again with it', async () => {
    const { github, harness } = await start()
    const { id } = await harness.user().furrow.quests.post(linked)
    const alice = harness.user()
    await alice.furrow.quests.accept(id)
    const pr = await github.merge('alice', 'Closes #1')
    expect((await harness.send('POST', '/verify', { body: { repo: 'giver/gate', pr } })).status).toBe(403)
    await alice.furrow.profile.change({ codehostToken: people.alice })
    await harness.runDue()
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([
      { status: 'in-review', pullRequest: pr },
    ])
  })

  test.each(['/api/graphql', '/api/v3/graphql'])('Enterprise Server has GraphQL at %s', async graphql => {
    const { github, harness } = await start({ rest: '/api/v3', graphql })
    const { id } = await accepted(harness)
    const pr = await github.merge('alice', 'Closes #1')
    github.change = (path, body) => path.includes('/pulls/') && Object.assign(body, { body: 'Edited since' })
    expect(await harness.visitor.verify({ repo: 'giver/gate', pr })).toMatchObject({ questId: id })
  })

  test('without GraphQL, the words of the pull request say what it closes', async () => {
    const { github, harness } = await start()
    const { id } = await accepted(harness)
    github.mode = 'no-graphql'
    const pr = await github.merge('alice', 'Fixes: giver/gate#1')
    expect(await harness.visitor.verify({ repo: 'giver/gate', pr })).toMatchObject({ questId: id })
  })

  test.each([
    { type: 'RATE_LIMIT', code: 'graphql_rate_limit', message: 'API rate limit already exceeded.' },
    { message: 'Something went wrong while executing your query.' },
  ])('words that were edited since are not believed where GraphQL answers only %j', async error => {
    const { github, harness } = await start()
    const { id } = await accepted(harness)
    const pr = await github.merge('alice', 'Nothing')
    let isInTrouble = true
    github.change = (path, body) => {
      if (path.includes('/pulls/')) Object.assign(body, { body: 'Closes #1' })
      if (path === '/graphql' && isInTrouble) Object.assign(body, { data: null, errors: [error] })
    }
    const answer = await harness.send('POST', '/verify', { body: { repo: 'giver/gate', pr } })
    expect(answer.status).toBe(503)
    isInTrouble = false
    await expect(harness.visitor.verify({ repo: 'giver/gate', pr })).rejects.toMatchObject({
      code: 'issue-not-closed',
    })
    expect((await harness.visitor.quests.get(id)).farmers).toMatchObject([{ status: 'accepted' }])
  })

  test.each([
    { type: 'FORBIDDEN', message: 'Resource not accessible by integration' },
    { extensions: { code: 'undefinedField' }, message: "Field doesn't exist" },
  ])('the words count where GraphQL never tells: %j', async error => {
    const { github, harness } = await start()
    const { id } = await accepted(harness)
    github.change = (path, body) =>
      path === '/graphql' && Object.assign(body, { data: undefined, errors: [error] })
    const pr = await github.merge('alice', 'Fixes #1')
    expect(await harness.visitor.verify({ repo: 'giver/gate', pr })).toMatchObject({ questId: id })
  })

  test('a merge of a member proves the work of a team once all of them have agreed', async () => {
    const { github, harness } = await start()
    const { alice, id } = await accepted(harness)
    const [bob, third] = [await link(harness, 'bob'), harness.user()]
    const share = 0.25
    const others = [bob, third].map(({ address }) => ({ address, share }))
    await alice.furrow.quests.share(id, [{ address: alice.address, share: 0.5 }, ...others])
    const agree = ({ furrow }: User) => furrow.quests.agreeToShare(id, { farmer: alice.address, share })
    await agree(bob)
    const pr = await github.merge('bob', 'Closes #1')
    const told = { repo: 'giver/gate', pr }
    await expect(harness.visitor.verify(told)).rejects.toMatchObject({ code: 'author-without-place' })
    await agree(third)
    expect(await harness.visitor.verify(told)).toMatchObject({ farmer: alice.account.address })
  })
})

describe('before work that a merge proved is paid', () => {
  async function proven() {
    const { github, harness } = await start()
    const { alice, id } = await accepted(harness)
    const pr = await github.merge('alice', 'Closes #1')
    await github.as('giver').issues.update({ owner: 'giver', repo: 'gate', issue_number: 1, state: 'closed' })
    await harness.visitor.verify({ repo: 'giver/gate', pr })
    harness.clock.advance(reviewWindow)
    const farmer = async () => (await harness.visitor.quests.get(id)).farmers[0]
    return { github, harness, farmer, alice, pr }
  }

  test('an issue that was opened again holds it', async () => {
    const { github, harness, farmer } = await proven()
    await github.as('giver').issues.update({ owner: 'giver', repo: 'gate', issue_number: 1, state: 'open' })
    await harness.runDue()
    expect(await farmer()).toMatchObject({ status: 'disputed' })
  })

  test('the place and the list of disputes say what broke as a code too, the place also once it is decided', async () => {
    const { github, harness, farmer, alice, pr } = await proven()
    const fault = { code: 'issue-reopened', pullRequest: pr, issue: 1 }
    expect(await farmer()).not.toHaveProperty('fault')
    await github.as('giver').issues.update({ owner: 'giver', repo: 'gate', issue_number: 1, state: 'open' })
    await harness.runDue()
    expect((await harness.user(alice).furrow.quests.disputes()).items).toMatchObject([
      {
        disputedBy: 'code-host',
        disputeReason: `Issue 1 was opened again after pull request ${pr} closed it.`,
        fault,
        otherwise: { code: 'pay-if-merge-stands' },
      },
    ])
    expect(await farmer()).toMatchObject({ status: 'disputed', fault })
    harness.clock.advance(14 * day)
    await harness.runDue()
    expect(await farmer()).toMatchObject({ status: 'refunded', disputeOtherwise: null, fault })
  })

  test.each<[string, (path: string, body: Record<string, unknown>) => void]>([
    ['a revert', (path, body) => path.includes('/compare/') && Object.assign(body, { status: 'diverged' })],
    [
      'another repository',
      (path, body) =>
        path.includes('/pulls/') &&
        Object.assign(body.base as { repo: object }, {
          repo: { id: 77, full_name: 'giver/gate', default_branch: 'main' },
        }),
    ],
    [
      'a pull request that is not merged any more',
      (path, body) => path.includes('/pulls/') && Object.assign(body, { merged: false }),
    ],
  ])('%s holds it', async (_name, change) => {
    const { github, harness, farmer } = await proven()
    github.change = change
    await harness.runDue()
    expect(await farmer()).toMatchObject({ status: 'disputed' })
  })

  test('another merge commit than the one that proved it holds it, and says so', async () => {
    const { github, harness, farmer } = await proven()
    github.change = (path, body) =>
      path.includes('/pulls/') && Object.assign(body, { merge_commit_sha: 'f'.repeat(40) })
    await harness.runDue()
    expect(await farmer()).toMatchObject({ status: 'disputed', fault: { code: 'other-merge' } })
  })

  test('a host that cannot be asked delays it, and no longer than a dispute would', async () => {
    const { github, harness, farmer } = await proven()
    github.mode = 'down'
    await harness.runDue()
    expect(await farmer()).toMatchObject({ status: 'in-review', holdReason: 'code-host-unreachable' })
    github.mode = 'pass'
    harness.clock.advance(minute)
    await harness.runDue()
    expect(await farmer()).toMatchObject({ status: 'released' })
  })

  test('what cannot be asked for a fortnight is disputed', async () => {
    const { github, harness, farmer } = await proven()
    github.mode = 'down'
    harness.clock.advance(14 * day)
    await harness.runDue()
    expect(await farmer()).toMatchObject({ status: 'disputed' })
  })

  test('a dispute that nobody decided waits for it at its end too, and ends by what it says then', async () => {
    const { github, harness } = await start()
    const { giver, alice, id } = await accepted(harness)
    const statusOf = async () => (await harness.visitor.quests.get(id)).farmers[0]?.status
    await harness.visitor.verify({ repo: 'giver/gate', pr: await github.merge('alice', 'Closes #1') })
    await giver.furrow.quests.dispute(id, alice.address, 'It squeaks')
    github.mode = 'down'
    harness.clock.advance(14 * day)
    await harness.runDue()
    expect(await statusOf()).toBe('disputed')
    github.mode = 'pass'
    github.change = (path, body) => path.includes('/pulls/') && Object.assign(body, { merged: false })
    harness.clock.advance(hour)
    await harness.runDue()
    expect(await statusOf()).toBe('refunded')
  })
})
