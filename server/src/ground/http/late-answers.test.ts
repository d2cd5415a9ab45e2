import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
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
  expect(await answer.json()).toEqual({ error: 'This takes too long right now; try again in a moment.' })
})
