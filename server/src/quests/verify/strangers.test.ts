import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Harness, reviewWindow, sampleQuest, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { hour, minute, second } from '../../ground/clock.ts'

const secret = 'a webhook secret'
const pullOf = (number: number) => `GET /api/v1/repos/farm/gate/pulls/${number}`
const ours = { id: 9, full_name: 'farm/gate', default_branch: 'main' }

function pull(number: number, merged: boolean, more: object = {}) {
  return {
    id: 500 + number,
    number,
    user: { id: 5, login: 'alice' },
    title: 'Work',
    body: 'Fixes #7',
    merged,
    merged_at: merged ? '2026-03-01T12:30:00Z' : null,
    merge_commit_sha: merged ? 'a'.repeat(40) : null,
    base: { ref: 'main', repo: ours },
    ...more,
  }
}

/** A repository with an open quest that alice works at, at a host whose every question is counted. */
async function start(settings: Record<string, string> = {}) {
  const host = await startJsonHost({
    'GET /api/v1/user': { id: 5, login: 'alice' },
    'GET /api/v1/repos/farm/gate/issues/7': { state: 'closed' },
    [pullOf(12)]: pull(12, false),
  })
  const env = {
    CODEHOST_KIND: 'gitea',
    CODEHOST_URL: host.url,
    CODEHOST_TOKEN: 't',
    CODEHOST_WEBHOOK_SECRET: secret,
    TRUST_PROXY: '1',
    ...settings,
  }
  const harness = await startHarness({ env })
  const alice = harness.user()
  await alice.furrow.profile.change({ codehostToken: 'hers' })
  const { id } = await harness
    .user()
    .furrow.quests.post({ ...sampleQuest, maxFarmers: 2, codehostRepo: 'farm/gate', codehostIssue: '7' })
  await alice.furrow.quests.accept(id)
  host.asked.length = 0
  const status = async () => (await harness.visitor.quests.get(id)).farmers[0]?.status
  return { host, harness, alice, id, status }
}

/** A stranger's hint, from that network. */
function tell({ send }: Harness, pr: number, network = '192.0.2.1', token?: string) {
  const headers = { 'x-forwarded-for': network }
  const body = { repo: 'farm/gate', pr }
  return send('POST', '/verify', { body, headers, ...(token !== undefined && { token }) })
}

function deliver({ send }: Harness, number: number) {
  const body = JSON.stringify({
    action: 'closed',
    pull_request: { number, merged: true },
    repository: { full_name: 'farm/gate' },
  })
  const headers = {
    'content-type': 'application/json',
    'x-gitea-event': 'pull_request',
    'x-gitea-signature': createHmac('sha256', secret).update(body).digest('hex'),
  }
  return send('POST', '/codehost/webhook', { body, headers })
}

const keptOf = ({ context }: Harness) => context.db.selectFrom('merge_hints').selectAll().execute()

describe('what the host refused', () => {
  test('is not asked again for minutes, however many tell of it; and then once', async () => {
    const { host, harness } = await start()
    const first = await tell(harness, 12)
    expect(first).toMatchObject({ status: 400, body: { error: expect.stringMatching(/not merged\.$/) } })
    for (let count = 0; count < 50; count++) {
      const { status, body } = await tell(harness, 12, `192.0.2.${count}`)
      expect({ status, error: body.error }).toEqual({
        status: 400,
        error: expect.stringContaining('asked again at 2026-03-01T12:02:00.000Z'),
      })
    }
    expect(host.asked).toEqual([pullOf(12)])
    harness.clock.advance(2 * minute)
    await harness.runDue()
    await harness.runDue()
    expect(host.asked).toEqual([pullOf(12), pullOf(12)])
    // Nobody told of it since.
    harness.clock.advance(2 * minute)
    await harness.runDue()
    expect(host.asked).toHaveLength(2)
    expect(await harness.context.db.selectFrom('merge_refusals').selectAll().execute()).toEqual([])
  })

  test('keeps no merge waiting: the hint that comes with it is taken soon after', async () => {
    const { host, harness, status } = await start()
    expect((await tell(harness, 12)).status).toBe(400)
    harness.clock.advance(minute)
    host.answers = { ...host.answers, [pullOf(12)]: pull(12, true) }
    expect((await tell(harness, 12, '198.51.100.7')).status).toBe(400)
    harness.clock.advance(minute)
    await harness.runDue()
    expect(await status()).toBe('in-review')
  })

  test('is asked at once where the quests changed: the reason may be gone', async () => {
    const { host, harness, alice, id } = await start()
    await alice.furrow.quests.withdraw(id)
    host.answers = { ...host.answers, [pullOf(12)]: pull(12, true) }
    expect((await tell(harness, 12)).status).toBe(403)
    expect((await tell(harness, 12)).status).toBe(403)
    expect(host.asked).toEqual([pullOf(12)])
    await alice.furrow.quests.accept(id)
    expect((await tell(harness, 12)).status).toBe(200)
  })

  test.each([
    ['a signed webhook', (harness: Harness) => deliver(harness, 12)],
    ['who brings a token that reads it', (harness: Harness) => tell(harness, 12, '198.51.100.7', 'theirs')],
  ])('does not concern %s', async (_name, ask) => {
    const { host, harness, status } = await start()
    expect((await tell(harness, 12)).status).toBe(400)
    host.answers = { ...host.answers, [pullOf(12)]: pull(12, true) }
    expect((await ask(harness)).status).toBe(200)
    expect(await status()).toBe('in-review')
  })
})

describe('pull requests that somebody made up', () => {
  test('cost the host a bounded number of questions, and are answered with 429', async () => {
    const { host, harness } = await start({ CODEHOST_LOOKUPS_A_MINUTE: '10' })
    const answers = []
    for (let pr = 1_000; pr < 1_060; pr++) answers.push(await tell(harness, pr))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), ...Array(50).fill(429)])
    const last = answers.at(-1)
    expect(last?.body.error).toContain('kept')
    expect(Number(last?.headers.get('retry-after'))).toBe(60)
    // From other networks too, for the same repository.
    expect((await tell(harness, 2_000, '198.51.100.7')).status).toBe(429)
    expect(host.asked).toHaveLength(10)
    harness.clock.advance(minute)
    expect((await tell(harness, 2_001, '198.51.100.7')).status).toBe(400)
  })

  test('push out no hint of another network, and are themselves looked up slowly', async () => {
    const { host, harness, status } = await start({ CODEHOST_LOOKUPS_A_MINUTE: '10' })
    for (let pr = 1_000; pr < 1_100; pr++) await tell(harness, pr)
    host.answers = { ...host.answers, [pullOf(12)]: pull(12, true) }
    expect((await tell(harness, 12, '198.51.100.7')).status).toBe(429)
    for (let pr = 1_100; pr < 1_250; pr++) await tell(harness, pr)
    const kept = await keptOf(harness)
    expect(kept).toHaveLength(100)
    expect(kept.map(({ pull_request }) => pull_request)).toContain(12)
    expect(JSON.stringify(kept)).not.toContain('192.0.2')
    expect((await deliver(harness, 13)).status).toBe(200)
    host.asked.length = 0
    for (let minutes = 1; minutes <= 15; minutes++) {
      harness.clock.advance(minute)
      for (let round = 0; round < 12; round++) await harness.runDue()
      // With what came of the one that is real.
      expect(host.asked.length).toBeLessThanOrEqual(minutes * 10 + 5)
    }
    expect(await status()).toBe('in-review')
    expect(await keptOf(harness)).toEqual([])
  })
})

describe('where the host has little left to ask', () => {
  async function startLow() {
    const started = await start()
    const { host, harness } = started
    host.answers = { ...host.answers, [pullOf(12)]: pull(12, true) }
    const resetAt = (harness.clock.now() + 10 * minute) / second
    host.headers = {
      'x-ratelimit-limit': '5000',
      'x-ratelimit-remaining': '1249',
      'x-ratelimit-reset': String(resetAt),
    }
    // Any answer tells.
    expect((await tell(harness, 999)).status).toBe(400)
    host.asked.length = 0
    return started
  }

  test('strangers wait, and their hints are kept until it has more', async () => {
    const { host, harness, status } = await startLow()
    const answer = await tell(harness, 12)
    expect(answer).toMatchObject({ status: 429, body: { error: expect.stringContaining('kept') } })
    expect(answer.headers.get('retry-after')).toBe('600')
    harness.clock.advance(9 * minute)
    await harness.runDue()
    expect(host.asked).toEqual([])
    harness.clock.advance(minute)
    await harness.runDue()
    expect(await status()).toBe('in-review')
  })

  test('the host’s own signature is enough, and due work is looked at again', async () => {
    const { host, harness, status } = await startLow()
    expect((await deliver(harness, 12)).body).toMatchObject({ verification: { status: 'in-review' } })
    const resetAt = (harness.clock.now() + reviewWindow + hour) / second
    host.headers = { ...host.headers, 'x-ratelimit-reset': String(resetAt), 'x-ratelimit-remaining': '1' }
    host.answers = { ...host.answers, 'GET /api/v1/repos/farm/gate/commits': [] }
    harness.clock.advance(reviewWindow)
    await harness.runDue()
    await harness.runDue()
    expect(await status()).toBe('released')
  })

  test('with CODEHOST_RESERVE_PERCENT at 0 nobody waits', async () => {
    const { host, harness } = await start({ CODEHOST_RESERVE_PERCENT: '0' })
    host.headers = { 'ratelimit-limit': '100', 'ratelimit-remaining': '0', 'ratelimit-reset': '9999999999' }
    for (const pr of [998, 999]) expect((await tell(harness, pr)).status).toBe(400)
  })
})
