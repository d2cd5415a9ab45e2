import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../test/harness.ts'

const nasty = 'Mend ]]> <script>alert(1)</script> & "the" gate\u0001\u000b, at; once'

async function start() {
  const harness = await startHarness({
    env: { COMMUNITY_NAME: 'The Old Mill', SIWE_DOMAINS: 'mill.example' },
  })
  const read = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${harness.baseUrl}${path}`, { headers })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  return { ...harness, read }
}

describe('/quests.atom', () => {
  test('tells of open quests with the filters of the board, and of what anybody wrote as text', async () => {
    const { user, read } = await start()
    const giver = user()
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      title: nasty,
      description: nasty,
      skills: ['a&b'],
    })
    await giver.furrow.quests.post({ ...sampleQuest, title: 'Shear the sheep' })
    const closed = await giver.furrow.quests.post({ ...sampleQuest, title: 'Too late' })
    await giver.furrow.quests.cancel(closed.id)

    const { headers, text } = await read('/quests.atom')
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(text.match(/<entry>/g)).toHaveLength(2)
    expect(text).toContain(`href="http://mill.example/quests/${id}"`)
    expect(text).toContain('Quests of The Old Mill')
    expect(text).not.toContain('Too late')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has none of them
    expect(text).not.toMatch(/[\0-\x08\x0b-\x1f]/)
    // Outside of CDATA there is no such tag, and what is inside is HTML that shows it.
    const unescaped = text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '')
    expect(unescaped).not.toContain('<script>')
    expect(text).toContain('&lt;script&gt;')
    const { text: filtered } = await read('/quests.atom?q=sheep')
    expect(filtered.match(/<entry>/g)).toHaveLength(1)
    expect((await read('/quests.atom?giver=nobody')).status).toBe(400)
  })

  test('is not sent again to who has it, and is new with a new quest', async () => {
    const { user, read } = await start()
    const etag = (await read('/quests.atom')).headers.get('etag') ?? ''
    expect((await read('/quests.atom', { 'if-none-match': etag })).status).toBe(304)
    await user().furrow.quests.post(sampleQuest)
    expect((await read('/quests.atom', { 'if-none-match': etag })).status).toBe(200)
  })
})

describe('/quests.ics', () => {
  test('has the deadlines of quests, each with its place in the web client', async () => {
    const { user, read } = await start()
    const giver = user()
    const deadline = '2026-04-01T12:30:00.000Z'
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, title: nasty, deadline })
    await giver.furrow.quests.post({ ...sampleQuest, title: 'Whenever' })
    const { headers, text } = await read('/quests.ics')
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const lines = text.replaceAll('\r\n\t', '').replaceAll('\r\n ', '').split('\r\n')
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'DTSTART:20260401T123000Z',
        `UID:${id}@furrow`,
        `URL:http://mill.example/quests/${id}`,
      ]),
    )
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(text).not.toContain('Whenever')
    // What would end a line or a value is escaped.
    expect(lines.find(line => line.startsWith('SUMMARY:'))).toContain('gate\\, at\\; once')
    expect((await read('/quests.ics?skill=none')).text).toContain('END:VCALENDAR')
  })
})
