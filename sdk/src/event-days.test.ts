import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createFurrow } from './client.ts'

const event = { questId: 'quest-1', kind: 'posted' }
const asked: string[] = []
let shown: string | null = null

/** A client of a service whose file of any day has these bytes. */
function clientOf(bytes: Uint8Array) {
  const answer = async (url: unknown, init?: RequestInit) => {
    asked.push(String(url))
    shown = new Headers(init?.headers).get('authorization')
    return new Response(bytes as Uint8Array<ArrayBuffer>)
  }
  const at = { baseUrl: 'https://furrow.example.org/api', token: 'mine', retry: false } as const
  return createFurrow({ ...at, fetch: answer as typeof fetch })
}

function pack(...lines: readonly object[]): Uint8Array {
  return gzipSync(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
}

async function readAll(bytes: Uint8Array) {
  const events: object[] = []
  const { items } = await clientOf(bytes).quests.eventsOfDay('2026-01-31')
  for await (const event of items) events.push(event)
  return events
}

describe('the events of a day', () => {
  test('come from the root of the service, one by one', async () => {
    const bytes = pack({ day: '2026-01-31', events: 2, auditHead: null }, event, { ...event, kind: 'closed' })
    expect(await readAll(bytes)).toEqual([event, { ...event, kind: 'closed' }])
    expect(asked).toEqual(['https://furrow.example.org/data/events-2026-01-31.ndjson.gz'])
  })

  test('are asked for without the token, since they are for everyone', async () => {
    await readAll(pack({ day: '2026-01-31', events: 1, auditHead: null }, event))
    expect(shown).toBeNull()
  })

  const whole = pack({ day: '2026-01-31', events: 2, auditHead: null }, event)
  test.each([
    ['fewer than were told', whole],
    ['broken off', whole.subarray(0, whole.length - 12)],
    ['no gzip', Buffer.from('<html>')],
    ['nothing', gzipSync('')],
    ['no JSON', gzipSync('hello\n')],
  ])('are no day where there are %s', async (_, bytes) => {
    await expect(readAll(bytes)).rejects.toMatchObject({ status: 0, code: 'unreadable-answer' })
  })
})
