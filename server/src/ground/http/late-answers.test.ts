import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { startSlowCodeHost } from '../../../test/slow-code-host.ts'
import { second } from '../clock.ts'
import { answerLate } from './late-answers.ts'

test('an answer that takes longer than a connection lives is 503, and no connection is cut without one', async () => {
  const server = createServer(() => {})
  server.setTimeout(50)
  answerLate(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(await answer.json()).toEqual({
    error: 'This takes too long right now; try again in a moment.',
    code: expect.any(String),
  })
})

test('of the service itself is 503 before most proxies would cut it off', async () => {
  const host = await startSlowCodeHost()
  const { send, service, user } = await startHarness({ env: host.env })
  const { server } = service.app
  expect(server.timeout).toBeGreaterThan(20 * second)
  expect(server.timeout).toBeLessThan(25 * second)
  // For connections that begin from here on.
  server.setTimeout(200)
  const answer = await send('POST', '/quests/import', {
    token: user().token,
    body: { url: host.issues.slow },
  })
  expect(answer).toMatchObject({
    status: 503,
    body: { error: 'This takes too long right now; try again in a moment.', code: expect.any(String) },
  })
  expect(host.asked).toHaveLength(1)
})
