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
    },
    headers: { 'x-gitea-event': 'issue_comment' },
    event: {
      action: 'created',
      issue: { number: 7 },
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
      [`GET ${gitlab}`]: { id: 9, path_with_namespace: 'farm/gate', visibility: 'public' },
      'GET /api/v4/projects/9/issues/7': { title: 'Oil', description: 'It squeaks.', labels: ['tools'] },
      [`POST ${gitlab}/issues/7/notes`]: { id: 41, body: 'x', author: { id: 6, username: 'furrow' } },
      [`PUT ${gitlab}/issues/7/notes/41`]: { id: 41 },
      [`PUT ${gitlab}/issues/7`]: { iid: 7 },
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
  '%s: a command, a comment that is edited, and a label',
  async kind => {
    const { answers, headers, event, wrote, edited, unlabelled } = hosts[kind]
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
    const text = JSON.stringify(event)
    const told = await harness.send('POST', '/codehost/webhook', {
      body: text,
      headers: { 'content-type': 'application/json', ...headers, ...sign(kind, text) },
    })
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
