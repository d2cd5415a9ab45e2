import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'

const own = /^[0-9a-f]{16}-[0-9a-z]+$/

function linesOf(logged: string): Record<string, unknown>[] {
  const lines = logged.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]))
  return lines.filter(({ msg }) => msg === 'request')
}

describe('the line of a request', () => {
  test('has its id, which is answered too, its route, and who asked', async () => {
    const { send, user, logged } = await startHarness()
    const farmer = user()
    const answers = [
      await send('GET', '/quests?q=secret'),
      await send('GET', '/mail', { token: farmer.token }),
      await send('GET', '/profile/', { token: farmer.token }),
      await send('GET', '/mail', { token: `${farmer.token}x` }),
      await send('GET', '/nothing?token=secret'),
      await send('GET', '/%zz'),
      await send('POST', '/quests', { token: farmer.token, body: { ...sampleQuest, title: 7 } }),
    ]
    const ids = answers.map(({ headers }) => headers.get('x-request-id'))
    for (const id of ids) expect(id).toMatch(own)
    expect(new Set(ids).size).toBe(ids.length)
    const expected = [
      ['GET', '/api/quests', 200, null],
      ['GET', '/api/mail', 200, farmer.address],
      ['GET', '/api/profile/', 404, farmer.address],
      ['GET', '/api/mail', 401, null],
      ['GET', null, 404, null],
      ['POST', '/api/quests', 400, farmer.address],
    ]
    const lines = linesOf(logged())
    expect(lines.map(({ method, route, status, caller }) => [method, route, status, caller])).toEqual(
      expected,
    )
    // The malformed request never reached the framework.
    expect(lines.map(({ id }) => id)).toEqual(ids.toSpliced(5, 1))
    for (const { ms } of lines) expect(ms).toEqual(expect.any(Number))
    expect(logged()).not.toContain('secret')
    expect(logged()).not.toContain(farmer.token)
  })

  test('that failed has the same id as what is said of the failure', async () => {
    const { send, context, logged } = await startHarness()
    await context.db.destroy()
    const { headers } = await send('GET', '/quests')
    const id = headers.get('x-request-id') as string
    expect(
      logged()
        .split('\n')
        .filter(line => line.includes(`"id":"${id}"`)),
    ).toHaveLength(2)
  })
})

describe('the id that a request came with', () => {
  const ask = async (TRUST_PROXY: string, given: string) => {
    const { send } = await startHarness({ env: { TRUST_PROXY } })
    return (await send('GET', '/quests', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  }

  test('is taken over from a trusted proxy', async () => {
    for (const given of ['6f1c9a3e-77d1-4c3d-9a44-0d1b2f3c4d5e', 'Root=1-67891233-abcdef01'])
      expect(await ask('loopback', given)).toBe(given)
    expect(await ask('true', 'from-the-proxy')).toBe('from-the-proxy')
  })

  test('is a new one for a client that nobody vouches for, and for what is odd', async () => {
    expect(await ask('false', 'from-the-client')).toMatch(own)
    expect(await ask('10.0.0.0/8', 'from-the-client')).toMatch(own)
    for (const odd of ['short', 'x'.repeat(129), 'with a space', 'with"quotes"'])
      expect(await ask('true', odd), odd).toMatch(own)
  })
})
