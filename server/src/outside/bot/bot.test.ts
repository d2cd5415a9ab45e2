import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type GithubStandIn, type Person, people, startGithub } from '../../../test/github.ts'
import { type Harness, reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { day, hour, minute } from '../../ground/clock.ts'
import { keepComments } from './keep-comments.ts'

const gate = { owner: 'giver', repo: 'gate' }
const issue = { ...gate, issue_number: 1 }

async function start(settings: Record<string, string> = {}) {
  const github = await startGithub()
  const owner = github.as('giver')
  await owner.issues.create({ ...gate, title: 'The gate squeaks', body: 'Oil it.', labels: ['tools'] })
  await owner.repos.addCollaborator({ ...gate, username: 'service', permission: 'push' })
  const env = { ...github.env, CODEHOST_BOT: 'true', PUBLIC_URL: 'https://barn.example', ...settings }
  const harness = await startHarness({ env })
  return { github, harness, giver: await link(harness, 'giver') }
}

async function link({ user }: Harness, person: Person): Promise<User> {
  const linked = user()
  await linked.furrow.profile.change({ codehostToken: people[person] })
  return linked
}

/** Writes a comment, of which the host tells; returns the delivery, to be told again. */
async function write(
  { github, harness }: { github: GithubStandIn; harness: Harness },
  who: Person,
  body: string,
) {
  const { data } = await github.as(who).issues.createComment({ ...issue, body })
  const told = {
    action: 'created',
    issue: { number: 1 },
    comment: { id: data.id, body, user: { id: data.user?.id, login: who } },
    repository: { id: 1, full_name: 'giver/gate' },
  }
  const tell = (delivery: string, event: object = told, secret = 'CANARY-webhook') =>
    deliver(harness, delivery, event, secret)
  const first = await tell(`of ${data.id}`)
  expect(first.status).toBe(200)
  await settle(harness)
  return { told, tell, answer: first.body }
}

function deliver(harness: Harness, delivery: string, event: object, secret: string) {
  const text = JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'issue_comment',
    'x-github-delivery': delivery,
    'x-hub-signature-256': `sha256=${signature}`,
  }
  return harness.send('POST', '/codehost/webhook', { body: text, headers })
}

/** Runs due work, and the work that follows from it. */
async function settle({ runDue }: Harness): Promise<void> {
  await runDue()
  await runDue()
}

const draftsOf = async ({ furrow }: User) => (await furrow.quests.drafts.list()).items

/** The service's comments in the issue. */
async function said({ github }: { github: GithubStandIn }): Promise<string[]> {
  const { data } = await github.as('giver').issues.listComments({ ...issue, per_page: 100 })
  return data.flatMap(({ user, body }) => (user?.login === 'service' ? [body ?? ''] : []))
}

describe('/bounty in an issue', () => {
  test('makes a draft for its giver to post, and one comment that says where the quest stands from then on', async () => {
    const all = await start({ CODEHOST_BOT_LABEL: 'bounty' })
    const { github, harness, giver } = all
    const { tell, told, answer } = await write(all, 'giver', 'Who wants it?\n\n/bounty 100 USDC')
    expect(answer).toEqual({ command: 'offer' })
    const drafts = await draftsOf(giver)
    expect(drafts).toMatchObject([
      {
        quest: {
          title: 'The gate squeaks',
          description: 'Oil it.',
          skills: ['tools'],
          reward: '100 USDC',
          rewardAmount: 100,
          rewardToken: 'USDC',
          codehostRepo: 'giver/gate',
          codehostIssue: '1',
        },
      },
    ])
    const [draft] = drafts
    expect(await said(all)).toEqual([
      expect.stringContaining(`https://barn.example/quests/new?draft=${draft?.id}`),
    ])

    // Replayed, sent again as another delivery, edited, and forged: all of it makes nothing more.
    expect((await tell(`of ${told.comment.id}`)).body).toMatchObject({ ignored: expect.any(String) })
    expect((await tell('another')).body).toMatchObject({ ignored: expect.stringContaining('before') })
    expect((await tell('edited', { ...told, action: 'edited' })).body).toMatchObject({
      ignored: expect.any(String),
    })
    expect((await tell('forged', { ...told, comment: { ...told.comment, id: 999 } }, 'not it')).status).toBe(
      401,
    )
    await settle(harness)
    expect(await draftsOf(giver)).toHaveLength(1)
    expect(await said(all)).toHaveLength(1)

    // Another offer before the draft is posted changes it.
    await write(all, 'giver', '/bounty 120 USDC')
    expect(await draftsOf(giver)).toMatchObject([
      { id: draft?.id, quest: { rewardAmount: 120, title: 'The gate squeaks' } },
    ])
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      reward: '120 USDC',
      rewardAmount: 120,
      codehostRepo: 'giver/gate',
      codehostIssue: '1',
      ...(draft && { draftId: draft.id }),
    })
    const shows = async () => {
      await settle(harness)
      const [text, ...others] = await said(all)
      expect(others).toEqual([])
      return text
    }
    expect(await shows()).toContain(`[**120 USDC**](https://barn.example/quests/${id}): open`)
    const labels = async () =>
      (await github.as('giver').issues.get(issue)).data.labels.map(label => Object(label).name)
    expect(await labels()).toContain('bounty')
    const alice = await link(harness, 'alice')
    await alice.furrow.quests.accept(id)
    expect(await shows()).toContain('): taken\n')
    const pr = await github.merge('alice', 'Closes #1')
    await harness.visitor.verify({ repo: 'giver/gate', pr })
    expect(await shows()).toContain('): done, and in review')
    harness.clock.advance(reviewWindow)
    expect(await shows()).toContain('): released, and booked')
    expect(await labels()).not.toContain('bounty')
  })

  test('is nothing where the account is not proved here, or may not write there, or everybody was told to be quiet', async () => {
    const all = await start()
    const { github, harness, giver } = all
    github.asked.length = 0
    await write(all, 'bob', '/bounty 5 USDC')
    expect(github.asked).toEqual([])
    const bob = await link(harness, 'bob')
    await write(all, 'bob', '/bounty 5 USDC')
    expect(github.asked.some(question => question.includes('/permission'))).toBe(true)
    expect(await draftsOf(bob)).toEqual([])
    await write(all, 'giver', '/bounty off')
    await write(all, 'giver', '/bounty 5 USDC')
    expect(await draftsOf(giver)).toEqual([])
    expect(await said(all)).toEqual([])
    await write(all, 'giver', '/bounty on')
    await write(all, 'giver', '/bounty')
    expect(await said(all)).toEqual([expect.stringContaining('No quest is posted for this issue.')])
  })

  test('tells of no quest of a stranger, who may link anything', async () => {
    const all = await start()
    const stranger = all.harness.user()
    const link = { codehostRepo: 'giver/gate', codehostIssue: '1' }
    const promise = { reward: '1000000 EVIL', rewardAmount: 1e6, rewardToken: 'EVIL' }
    await stranger.furrow.quests.post({ ...sampleQuest, ...link, ...promise })
    await write(all, 'giver', '/bounty')
    expect(await said(all)).toEqual([expect.not.stringContaining('EVIL')])
  })

  test('tells no more of a quest that a moderator hides', async () => {
    const all = await start()
    const { harness, giver } = all
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      codehostRepo: 'giver/gate',
      codehostIssue: '1',
    })
    await write(all, 'giver', '/bounty')
    expect(await said(all)).toEqual([expect.stringContaining(id)])
    const hide = { action: 'hide', kind: 'quest', id, reason: 'A scam.' } as const
    await harness.user(harness.platform).furrow.moderation.act(hide)
    await settle(harness)
    expect(await said(all)).toEqual([expect.not.stringContaining(id)])
  })

  test('is answered once by two processes, and by one that was killed after it wrote', async () => {
    const all = await start()
    const { harness } = all
    const { context, clock } = harness
    await write(all, 'giver', 'Nothing yet')
    await context.db
      .insertInto('bot_comments')
      .values({
        repo_key: 'giver/gate',
        issue_number: 1,
        repository: 'giver/gate',
        asker: all.giver.address,
        since: clock.now(),
        draft: null,
        comment: null,
        next_at: 0,
      })
      .execute()
    await Promise.all([keepComments.round(context), keepComments.round({ ...context })])
    expect(await said(all)).toHaveLength(1)
    // Its number was not noted any more.
    await context.db
      .updateTable('bot_comments')
      .set({ comment: null, shown: '', tries: 1, next_at: 0 })
      .execute()
    await keepComments.round(context)
    expect(await said(all)).toHaveLength(1)
    const row = await context.db.selectFrom('bot_comments').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ comment: expect.any(String), shown: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('waits for a host that is down, and forgets nothing', async () => {
    const all = await start()
    const { github, harness, giver } = all
    const { told } = await write(all, 'giver', 'Nothing yet')
    github.mode = 'down'
    const comment = { ...told.comment, id: 77, body: '/bounty 5 USDC' }
    expect((await deliver(harness, 'x', { ...told, comment }, 'CANARY-webhook')).status).toBe(200)
    await settle(harness)
    github.mode = 'pass'
    harness.clock.advance(hour)
    await settle(harness)
    expect(await draftsOf(giver)).toHaveLength(1)
    expect(await said(all)).toHaveLength(1)
    // And says so when the draft is gone.
    await giver.furrow.quests.drafts.delete((await draftsOf(giver))[0]?.id ?? '')
    harness.clock.advance(day + minute)
    await settle(harness)
    expect(await said(all)).toEqual([expect.stringContaining('No quest is posted for this issue.')])
  })
})
