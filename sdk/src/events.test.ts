import { expect, test } from 'vitest'
import { createFurrow } from './client.ts'
import type { LiveEvent } from './contract/events.ts'
import { type Answer, startServer } from './test/server.ts'

const stream = (body: string): Answer => ({ headers: { 'content-type': 'text/event-stream' }, body })

test('a stream that breaks is asked for again from where it was, each time a moment later, until that is no use', async () => {
  const answers: Answer[] = [
    stream(':\n\nid: 1.0\nevent: ready\ndata: {"address":null,"resumed":false,"unread":null}\n\n'),
    { gone: true },
    { status: 503, headers: { 'retry-after': '7' }, body: { error: 'Too many.' } },
    stream('id: 2.0\nevent: quests\r\ndata: {"revi\n\nevent: quests\ndata: {"revision":2}\nid: 3.0\n\n'),
    { status: 404, body: { error: 'There is nothing at this path.' } },
  ]
  const { asked, baseUrl } = await startServer(() => answers.shift() as Answer)
  const pauses: number[] = []
  const furrow = createFurrow({
    baseUrl,
    token: 'a.b.c',
    retry: { delay: async pause => void pauses.push(pause) },
  })
  const heard: LiveEvent[] = []
  let lost = 0
  const listen = async () => {
    for await (const event of furrow.events({ onLost: () => lost++ })) heard.push(event)
  }
  await expect(listen()).rejects.toMatchObject({ status: 404 })
  expect(heard).toEqual([
    { type: 'ready', address: null, resumed: false, unread: null },
    { type: 'quests', revision: 2 },
  ])
  expect(asked.map(({ path, headers }) => [path, headers.authorization, headers['last-event-id']])).toEqual(
    [undefined, '1.0', '1.0', '1.0', '3.0'].map(id => ['/api/events', 'Bearer a.b.c', id]),
  )
  expect(lost).toBe(4)
  expect(pauses).toHaveLength(4)
  expect(pauses[1]).toBeGreaterThanOrEqual(500)
  expect(pauses[2]).toBeGreaterThanOrEqual(7_000)
})

test('a stream is asked for again where too many are open, and with short pauses anew once there is news', async () => {
  const busy: Answer = { status: 429, body: { error: 'Too many.' } }
  const answers: Answer[] = [
    ...Array.from({ length: 5 }, () => busy),
    stream('id: 1.0\nevent: quests\ndata: {"revision":2}\n\n'),
    { status: 404, body: { error: 'There is nothing at this path.' } },
  ]
  const { baseUrl } = await startServer(() => answers.shift() as Answer)
  const pauses: number[] = []
  const furrow = createFurrow({ baseUrl, retry: { delay: async pause => void pauses.push(pause) } })
  const listen = async () => {
    for await (const { type } of furrow.events()) expect(type).toBe('quests')
  }
  await expect(listen()).rejects.toMatchObject({ status: 404 })
  expect(pauses).toHaveLength(6)
  expect(pauses[4]).toBeGreaterThanOrEqual(4_000)
  expect(pauses[5]).toBeLessThanOrEqual(1_500)
})

test('a stream is asked for again within a day, however long a time something between names', async () => {
  const answers: Answer[] = [
    { status: 503, headers: { 'retry-after': '9999999999' }, body: '<html>Down</html>' },
    { status: 404, body: { error: 'There is nothing at this path.' } },
  ]
  const { baseUrl } = await startServer(() => answers.shift() as Answer)
  const pauses: number[] = []
  const furrow = createFurrow({ baseUrl, retry: { delay: async pause => void pauses.push(pause) } })
  await expect(furrow.events().next()).rejects.toMatchObject({ status: 404 })
  // The most that a timer takes: one of more ends at once.
  expect(pauses).toEqual([24 * 60 * 60_000])
})
