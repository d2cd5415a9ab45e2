import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'

const secret = 'a webhook secret'
const gitea = '/api/v1/repos/farm/gate'
const gitlab = '/api/v4/projects/farm%2Fgate'

/** In the shapes of each host's own documents: permissions, the issue, and its comments. */
const hosts = {
  gitea: {
    answers: {
      'GET /api/v1/user': { id: 5, login: 'alice' },
      [`GET ${gitea}/collaborators/alice/permission`]: {
        permission: 'write',
        user: { id: 5, login: 'alice' },
      },
      [`GET ${gitea}`]: { full_name: 'farm/gate', private: false },
      [`GET ${gitea}/issues/7`]: { title: 'Oil', body: 'It squeaks.', labels: [{ id: 3, name: 'tools' }] },
      [`POST ${gitea}/issues/7/comments`]: { id: 41 },
      [`PATCH ${gitea}/issues/comments/41`]: { id: 41 },
      [`POST ${gitea}/issues/7/labels`]: [{ id: 8, name: 'bounty' }],
      [`GET ${gitea}/issues/7/labels`]: [{ id: 8, name: 'bounty' }],
      [`DELETE ${gitea}/issues/7/labels/8`]: {},
      [`GET ${gitea}/collaborators/bob/permission`]: { permission: 'read', user: { id: 6, login: 'bob' } },
      [`GET ${gitea}/pulls/9`]: {
        id: 90,
        number: 9,
        state: 'open',
        merged: false,
        title: 'Oil it',
        body: 'Closes #7',
        user: { id: 6, login: 'bob' },
        // From a fork.
        head: { sha: 'abc1', ref: 'oil', repo: { full_name: 'bob/gate' } },
        base: { ref: 'main', repo: { id: 9, full_name: 'farm/gate', default_branch: 'main' } },
      },
      [`POST ${gitea}/statuses/abc1`]: { id: 1 },
    },
    pull: {
      headers: { 'x-gitea-event': 'pull_request' },
      event: {
        action: 'synchronized',
        pull_request: { number: 9, merged: false },
        repository: { full_name: 'farm/gate' },
      },
      status: `POST ${gitea}/statuses/abc1`,
      told: {
        state: 'pending',
        context: 'furrow/quest',
        description: '@bob has no place yet; one is free',
      },
    },
    headers: { 'x-gitea-event': 'issue_comment' },
    event: {
      action: 'created',
      // Opened by a job, whose account has such a number.
      issue: { number: 7, user: { id: -2, login: 'gitea-actions' } },
      comment: { id: 40, body: '/bounty 5 USDC', user: { id: 5, login: 'alice' } },
      repository: { id: 9, full_name: 'farm/gate' },
    },
    wrote: `POST ${gitea}/issues/7/comments`,
    edited: `PATCH ${gitea}/issues/comments/41`,
    unlabelled: `DELETE ${gitea}/issues/7/labels/8`,
  },
  gitlab: {
    answers: {
      'GET /api/v4/user': { id: 5, username: 'alice' },
      [`GET ${gitlab}/members/all/5`]: { access_level: 30, state: 'active' },
      [`GET ${gitlab}`]: {
        id: 9,
        path_with_namespace: 'farm/gate',
        visibility: 'public',
        default_branch: 'main',
      },
      'GET /api/v4/projects/9/issues/7': { title: 'Oil', description: 'It squeaks.', labels: ['tools'] },
      [`POST ${gitlab}/issues/7/notes`]: { id: 41, body: 'x', author: { id: 6, username: 'furrow' } },
      [`PUT ${gitlab}/issues/7/notes/41`]: { id: 41 },
      [`PUT ${gitlab}/issues/7`]: { iid: 7 },
      [`GET ${gitlab}/members/all/6`]: { access_level: 20 },
      'GET /api/v4/projects/9/merge_requests/9': {
        id: 90,
        iid: 9,
        state: 'opened',
        sha: 'abc1',
        source_branch: 'oil',
        target_branch: 'main',
        author: { id: 6, username: 'bob' },
        title: 'Oil it',
        description: 'Closes #7',
      },
      'GET /api/v4/projects/9/merge_requests/9/closes_issues': [{ iid: 7, project_id: 9 }],
      'POST /api/v4/projects/9/statuses/abc1': { id: 1 },
    },
    pull: {
      headers: { 'x-gitlab-event': 'Merge Request Hook', 'x-gitlab-token': secret },
      event: {
        object_attributes: { iid: 9, action: 'update', state: 'opened' },
        project: { path_with_namespace: 'farm/gate' },
      },
      status: 'POST /api/v4/projects/9/statuses/abc1',
      told: {
        state: 'skipped',
        name: 'furrow/quest',
        ref: 'oil',
        description: '@bob has no place yet; one is free',
      },
    },
    headers: { 'x-gitlab-event': 'Note Hook', 'x-gitlab-token': secret },
    event: {
      user: { id: 5, username: 'alice' },
      project: { id: 9, path_with_namespace: 'farm/gate' },
      issue: { iid: 7 },
      object_attributes: { id: 40, note: '/bounty 5 USDC', noteable_type: 'Issue', action: 'create' },
    },
    wrote: `POST ${gitlab}/issues/7/notes`,
    edited: `PUT ${gitlab}/issues/7/notes/41`,
    unlabelled: `PUT ${gitlab}/issues/7`,
  },
} as const

test.each(['gitea', 'gitlab'] as const)(
  '%s: a command, a comment that is edited, a label, and the status of a pull request',
  async kind => {
    const { answers, headers, event, wrote, edited, unlabelled, pull } = hosts[kind]
    const host = await startJsonHost(answers)
    const harness = await startHarness({
      env: {
        CODEHOST_KIND: kind,
        CODEHOST_URL: host.url,
        CODEHOST_TOKEN: 't',
        CODEHOST_WEBHOOK_SECRET: secret,
        CODEHOST_BOT: 'true',
        CODEHOST_BOT_LABEL: 'bounty',
      },
    })
    const alice = harness.user()
    await alice.furrow.profile.change({ codehostToken: 'hers' })
    const tell = (event: object, headers: object) => {
      const text = JSON.stringify(event)
      return harness.send('POST', '/codehost/webhook', {
        body: text,
        headers: { 'content-type': 'application/json', ...headers, ...sign(kind, text) },
      })
    }
    const told = await tell(event, headers)
    expect(told.body).toEqual({ command: 'offer' })
    const settle = async () => (await harness.runDue()) + (await harness.runDue())
    await settle()
    const { items } = await alice.furrow.quests.drafts.list()
    expect(items).toMatchObject([{ quest: { title: 'Oil', skills: ['tools'], codehostRepo: 'farm/gate' } }])
    const bodies = (to: string) => host.sent.flatMap(sent => (sent.to === to ? [sent.body] : []))
    expect(bodies(wrote)).toEqual([expect.stringContaining('waits for its giver')])
    const { id } = await alice.furrow.quests.post({
      ...sampleQuest,
      codehostRepo: 'farm/gate',
      codehostIssue: '7',
      draftId: items[0]?.id ?? '',
    })
    await settle()
    expect(bodies(edited)).toEqual([expect.stringContaining(`/quests/${id}): open`)])
    for (const _ of [1, 2]) {
      expect((await tell(pull.event, pull.headers)).body).toEqual({ pullRequest: 9 })
      await settle()
    }
    expect(bodies(pull.status).map(body => JSON.parse(body))).toEqual([expect.objectContaining(pull.told)])
    await alice.furrow.quests.cancel(id)
    await settle()
    expect(bodies(edited)).toHaveLength(2)
    expect(bodies(wrote)).toHaveLength(1)
    expect(host.asked).toContain(unlabelled)
  },
)

/** GitLab sends the secret itself. */
function sign(kind: 'gitea' | 'gitlab', text: string): Record<string, string> {
  if (kind === 'gitlab') return {}
  return { 'x-gitea-signature': createHmac('sha256', secret).update(text).digest('hex') }
}
