import { describe, expect, test } from 'vitest'
import { sampleQuest, shareHarness, startHarness } from '../../../test/harness.ts'

const shared = shareHarness()

const failure = { error: expect.stringMatching(/^\S.+\.$/), code: expect.any(String) }

/** Refused for every caller and every route. */
const badBodies: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['half of an object', '{"code":'],
  ['a trailing comma', '{"code":"a",}'],
  ['two values', '{"code":"a"}{"code":"b"}'],
  ['a byte order mark', '\uFEFF{"code":"a"}'],
  ['UTF-16', Buffer.from('{"code":"a"}', 'utf16le')],
  ['bad UTF-8', Buffer.from('7b22636f6465223a22ff227d', 'hex')],
  ['overlong UTF-8', Buffer.from('7b22636f6465223a22c080227d', 'hex')],
  ['a surrogate in UTF-8', Buffer.from('7b22636f6465223a22eda080227d', 'hex')],
  ['NUL', '{"code":"a\\u0000b"}'],
  ['NUL in a key', '{"code":"a","\\u0000":1}'],
  ['a lone high surrogate', '{"code":"\\ud800"}'],
  ['a lone low surrogate', '{"code":"\\udc00a"}'],
  ['a lone surrogate in a field that nobody reads', '{"code":"a","more":["\\ud800"]}'],
  ['__proto__', '{"code":"a","__proto__":{"valid":true}}'],
  ['__proto__ in disguise', '{"code":"a","\\u005f_proto__":{"valid":true}}'],
  ['constructor.prototype', '{"code":"a","constructor":{"prototype":{"valid":true}}}'],
  ['too large a number', '{"code":"a","more":1e400}'],
  ['17 levels', `{"code":"a","more":${'['.repeat(17)}${']'.repeat(17)}}`],
  ['100,000 brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['1,001 values', `{"code":"a","more":[${'0,'.repeat(1_000)}0]}`],
  ['an array', '[{"code":"a"}]'],
  ['a string', '"code"'],
  ['null', 'null'],
]

describe('a body', () => {
  test.each(badBodies)('that is or has %s is refused with 400', async (_what, body) => {
    const { send } = await shared()
    const answer = await send('POST', '/auth/beta', { body })
    expect(answer).toMatchObject({ status: 400, body: failure })
    expect(Object.keys(answer.body)).toEqual(['error', 'code'])
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test('of 16 levels and a thousand values is read', async () => {
    const { send } = await startHarness()
    const deep = `{"code":"a","more":${'['.repeat(15)}${']'.repeat(15)}}`
    expect(await send('POST', '/auth/beta', { body: deep })).toMatchObject({ status: 200 })
    const wide = `{"code":"a","more":[${'0,'.repeat(900)}0]}`
    expect(await send('POST', '/auth/beta', { body: wide })).toMatchObject({ status: 200 })
  })

  test('whose text has quotes, and then many brackets and commas, is read: they are words', async () => {
    const { furrow } = (await startHarness()).user()
    const description = `She said "no", \\"${'[{'.repeat(20)}${','.repeat(1_001)}`
    const { id } = await furrow.quests.post({ ...sampleQuest, description })
    expect(await furrow.quests.get(id)).toMatchObject({ description })
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'nonsense',
  ])('of type %s is refused with 415', async type => {
    const { send } = await shared()
    const answer = await send('POST', '/auth/beta', {
      body: '{"code":"a"}',
      headers: { 'content-type': type },
    })
    expect(answer).toMatchObject({ status: 415, body: failure })
  })

  test.each(['application/json; charset=utf-8', 'Application/JSON'])('of type %s is read', async type => {
    const { send } = await startHarness()
    const headers = { 'content-type': type }
    const answer = await send('POST', '/auth/beta', { body: '{"code":"a"}', headers })
    expect(answer).toMatchObject({ status: 200 })
  })

  test('of more than 256 KiB is refused with 413', async () => {
    const { send } = await startHarness()
    const body = JSON.stringify({ code: 'a', more: 'x'.repeat(256 * 1_024) })
    expect(await send('POST', '/auth/beta', { body })).toMatchObject({ status: 413, body: failure })
  })

  test('whose fields are of another type is refused, never made to fit', async () => {
    const { send, user } = await startHarness()
    const { token } = user()
    for (const change of [
      { title: 7 },
      { rewardAmount: '100' },
      { maxFarmers: '1.0' },
      { maxFarmers: 1.5 },
      { maxFarmers: 2 ** 53 },
      { maxFarmers: null },
      { skills: 'carpentry' },
      { skills: { 0: 'carpentry', length: 1 } },
      { description: ['text'] },
      { codehostRepo: 7 },
    ]) {
      const answer = await send('POST', '/quests', { token, body: { ...sampleQuest, ...change } })
      expect(answer, JSON.stringify(change)).toMatchObject({ status: 400, body: failure })
    }
  })

  test('with fields that nobody asked for is read without them', async () => {
    const { send, user } = await startHarness()
    const { token, account } = user()
    const body = {
      ...sampleQuest,
      id: 'quest-1-a',
      giver: `0x${'1'.repeat(40)}`,
      status: 'completed',
      taken: 9,
    }
    const answer = await send('POST', '/quests', { token, body })
    expect(answer).toMatchObject({ status: 201, body: { giver: account.address, status: 'open' } })
    expect(answer.body.id).not.toBe('quest-1-a')
    expect(answer.body).not.toHaveProperty('taken')
  })
})
