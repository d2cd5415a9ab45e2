import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { textsOf } from '../../../test/requests.ts'

describe('a text', () => {
  test('has a bound in bytes wherever it has one in characters: every text of every body', async () => {
    const { service } = await startHarness()
    const seen: string[] = []
    for (const [path, methods] of Object.entries(service.app.swagger().paths ?? {}))
      for (const [method, operation] of Object.entries(methods ?? {})) {
        const { requestBody } = operation as { requestBody?: { content: Record<string, { schema: object }> } }
        const schema = requestBody?.content['application/json']?.schema
        for (const [name, { maxLength, 'x-max-bytes': maxBytes }] of schema
          ? textsOf(schema, `${method} ${path}`)
          : []) {
          seen.push(name)
          expect({ name, maxBytes }).toEqual({
            name,
            maxBytes: maxLength === undefined ? undefined : 3 * maxLength,
          })
        }
      }
    expect(seen.length).toBeGreaterThan(50)
  })

  test.each<[string, string, number]>([
    ['letters', 'a', 201],
    ['letters of three bytes', '中', 201],
    ['quotes', '"', 201],
    ['letters of four bytes', '\u{20000}', 400],
    ['control characters', '\u0001', 400],
    ['a half of them', '\u0001b', 400],
    ['a third of them', '\u0001bc', 201],
  ])('full of %s', async (_what, unit, status) => {
    const { user, send } = await startHarness()
    const { token, address } = user()
    const full = (length: number) =>
      [...unit.repeat(length)]
        .slice(0, length)
        .join('')
        .slice(0, unit === '\u{20000}' ? undefined : length)
    const quest = { ...sampleQuest, description: full(20_000) }
    const posted = await send('POST', '/quests', { token, body: quest })
    expect(posted.status).toBe(status)
    if (status === 400) expect(posted.body.error).toMatch(/^description must take at most 60000 bytes/)
    const letter = { to: address, subject: 's', body: full(32_768) }
    expect((await send('POST', '/mail', { token, body: letter })).status).toBe(status)
    const { id } = await user().furrow.quests.post(sampleQuest)
    const work = await send('PATCH', '/quests', {
      token,
      body: { questId: id, action: 'submit', note: full(5_000) },
    })
    expect(work.body.error.includes('bytes')).toBe(status === 400)
  })
})
