import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'

const secret = 'a webhook secret of tests'
const form = 'application/x-www-form-urlencoded'
const event = JSON.stringify({ action: 'opened', repository: { id: 9, full_name: 'farm/gate' } })

/** GitHub, to which a quest is linked. */
async function start() {
  const host = await startJsonHost({
    'GET /api/v3/repos/farm/gate': { id: 9, full_name: 'farm/gate', default_branch: 'main', private: false },
  })
  const harness = await startHarness({
    env: { CODEHOST_KIND: 'github', CODEHOST_URL: host.url, CODEHOST_WEBHOOK_SECRET: secret },
  })
  await harness.user().furrow.quests.post({ ...sampleQuest, codehostRepo: 'farm/gate', codehostIssue: '7' })
  return {
    host,
    async deliver(body: string, type: string, signed = body) {
      const signature = createHmac('sha256', secret).update(signed).digest('hex')
      const headers = {
        'content-type': type,
        'x-github-event': 'ping',
        'x-hub-signature-256': `sha256=${signature}`,
      }
      const answer = await fetch(`${harness.baseUrl}/codehost/webhook`, { method: 'POST', body, headers })
      return { status: answer.status, body: await answer.json() }
    },
  }
}

describe('a webhook that GitHub sends as a form', () => {
  test.each([form, `${form}; charset=utf-8`])('is taken as its JSON is (%s)', async type => {
    const { deliver, host } = await start()
    const asForm = await deliver(String(new URLSearchParams({ payload: event })), type)
    expect(asForm).toEqual({ status: 200, body: { ignored: expect.any(String) } })
    // It was read: the host is asked whose name that is.
    expect(host.asked).toHaveLength(1)
    expect(await deliver(event, 'application/json')).toEqual(asForm)
  })

  test('is signed as it comes, and has an event in it', async () => {
    const { deliver } = await start()
    const body = String(new URLSearchParams({ payload: event }))
    expect(await deliver(body, form, event)).toMatchObject({ status: 401 })
    for (const other of ['other=1', 'payload=', 'payload=%7B', event])
      expect(await deliver(other, form)).toMatchObject({ status: 400, body: { code: 'malformed-body' } })
  })
})
