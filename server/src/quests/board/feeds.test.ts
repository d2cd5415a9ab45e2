import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'

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
      title: nasty.replace(/\p{Cc}/gu, ''),
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

/** The parser of Thunderbird and of Nextcloud. */
const require = createRequire(import.meta.url)
const loaded = require('ical.js')
const ICAL = loaded.default ?? loaded

describe('/quests.ics', () => {
  test('is taken by the parser of calendars, whatever anybody wrote, and each deadline is a moment', async () => {
    const harness = await startHarness({
      env: { COMMUNITY_NAME: 'Mühle, alt; neu \\\\', PUBLIC_URL: 'https://mill.example/furrow' },
    })
    const giver = harness.user()
    const title = `${'Überprüfung '.repeat(14)}, ; \\\\ \u{1f33e}`
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      title,
      deadline: '2026-04-01T12:30:00.000Z',
    })
    const text = await (await fetch(`${harness.baseUrl}/quests.ics`)).text()
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
    expect(text).not.toContain('DURATION')
    const calendar = new ICAL.Component(ICAL.parse(text))
    for (const name of ['version', 'prodid']) expect(calendar.getFirstPropertyValue(name)).toBeTruthy()
    const [event, ...others] = calendar
      .getAllSubcomponents('vevent')
      .map((one: object) => new ICAL.Event(one))
    expect(others).toEqual([])
    expect(event).toMatchObject({ uid: `${id}@furrow`, summary: title.trim() })
    expect(event.startDate.toJSDate()).toEqual(new Date('2026-04-01T12:30:00.000Z'))
    expect(event.endDate.compare(event.startDate)).toBe(0)
    expect(event.component.getFirstPropertyValue('dtstamp')).toBeTruthy()
    expect(event.component.getFirstPropertyValue('url')).toBe(`https://mill.example/furrow/quests/${id}`)
    const atom = await (await fetch(`${harness.baseUrl}/quests.atom`)).text()
    expect(atom).toContain(`href="https://mill.example/furrow/quests/${id}"`)
  })

  test('has the deadlines of quests, each with its place in the web client', async () => {
    const { user, read } = await start()
    const giver = user()
    const deadline = '2026-04-01T12:30:00.000Z'
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      title: nasty.replace(/\p{Cc}/gu, ''),
      deadline,
    })
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
    // Characters that would end a line or a value are escaped.
    expect(lines.find(line => line.startsWith('SUMMARY:'))).toContain('gate\\, at\\; once')
    expect((await read('/quests.ics?skill=none')).text).toContain('END:VCALENDAR')
  })
})
