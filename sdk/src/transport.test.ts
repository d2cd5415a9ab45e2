import { describe, expect, test } from 'vitest'
import { createFurrow } from './client.ts'
import { FurrowError } from './errors.ts'
import { type Answer, startServer } from './test/server.ts'

/** The error of a call that gets this answer. */
async function failureOf(answer: Answer): Promise<FurrowError> {
  const { baseUrl } = await startServer(() => answer)
  const error = await createFurrow({ baseUrl, retry: false })
    .leaderboard()
    .then(
      () => new Error('nothing was thrown'),
      error => error,
    )
  expect(error).toBeInstanceOf(FurrowError)
  return error
}

describe('a request', () => {
  test('says who asks, and what, and nothing that was not given', async () => {
    const { baseUrl, asked } = await startServer(() => ({ body: [] }))
    const furrow = createFurrow({ baseUrl: `${baseUrl}/`, token: 'abc' })
    await furrow.quests.list({ status: 'open', skill: 'a & b' })
    await furrow.quests.list()
    await furrow.signOut()
    await furrow.quests.accept('quest-1')
    expect(asked).toMatchObject([
      { method: 'GET', path: '/api/quests?status=open&skill=a+%26+b', body: '' },
      { method: 'GET', path: '/api/quests' },
      { method: 'DELETE', path: '/api/auth/session' },
      { method: 'PATCH', path: '/api/quests', body: '{"questId":"quest-1","action":"accept"}' },
    ])
    expect(asked.map(({ headers }) => [headers.authorization, headers['content-type']])).toEqual([
      ['Bearer abc', undefined],
      ['Bearer abc', undefined],
      ['Bearer abc', undefined],
      [undefined, 'application/json'],
    ])
  })

  test('is never sent, and not tried again, with what no header can carry', async () => {
    const { baseUrl, asked } = await startServer(() => ({ body: [] }))
    const unsendable = new TypeError(
      'A token or an idempotency key has characters that a header cannot carry.',
    )
    await expect(createFurrow({ baseUrl, token: '“abc”' }).tasks.list()).rejects.toThrow(unsendable)
    await expect(
      createFurrow({ baseUrl }).quests.accept('quest-1', { idempotencyKey: 'ключ' }),
    ).rejects.toThrow(unsendable)
    expect(asked).toEqual([])
  })

  test('goes through another fetch where one is given', async () => {
    const fetch = async () => new Response('{"farmers":[]}')
    expect(await createFurrow({ baseUrl: 'http://nowhere', fetch }).leaderboard()).toEqual({ farmers: [] })
  })
})

describe('a failure', () => {
  test('is what the service said, with its status', async () => {
    const failure = await failureOf({ status: 404, body: { error: 'Nothing is here.' } })
    expect(failure).toMatchObject({ message: 'Nothing is here.', status: 404, retryAfter: null })
  })

  test('has the code of the service beside its sentence', async () => {
    const body = { error: 'The quest has no place left.', code: 'quest-full' }
    expect(await failureOf({ status: 409, body })).toMatchObject({ message: body.error, code: 'quest-full' })
    expect(await failureOf({ status: 409, body: { error: 'No.', code: 7 } })).toMatchObject({ code: null })
    expect(await failureOf({ status: 404, body: { error: 'No.' } })).toMatchObject({ code: null })
  })

  test.each([
    '<html>502 Bad Gateway</html>',
    '',
    'null',
    '"text"',
    '{}',
    '{"error":{"code":1}}',
    '{"error":""}',
  ])('of something between that answers %j is told by its status', async body => {
    const failure = await failureOf({ status: 502, body })
    expect(failure).toMatchObject({
      ...{ message: 'The service answered with status 502.', status: 502, code: 'unexplained-answer' },
    })
  })

  test.each([
    ['7', 7],
    ['0', 0],
    ['', null],
    ['soon', null],
    ['-1', null],
    ['1.5', null],
    ['Wed, 21 Oct 2026 07:28:00 GMT', null],
  ])('says after which time to try again: Retry-After: %j is %j', async (header, retryAfter) => {
    const failure = await failureOf({
      status: 503,
      headers: { 'retry-after': header },
      body: { error: 'Busy.' },
    })
    expect(failure.retryAfter).toBe(retryAfter)
  })

  test('to be reached has status 0, and its cause', async () => {
    const { baseUrl, stop } = await startServer(() => ({}))
    stop()
    const error = await createFurrow({ baseUrl, retry: false })
      .leaderboard()
      .catch(error => error)
    expect(error).toBeInstanceOf(FurrowError)
    expect(error).toMatchObject({ status: 0, code: 'no-answer', cause: expect.any(Error) })
  })

  test.each<[string, Answer]>([
    ['is cut off', { body: '{"farmers":', cut: true }],
    ['is a page', { body: '<html>Sign in to the hotel</html>' }],
    ['is empty', { body: '' }],
  ])('to be understood is one, too: an answer that %s', async (_what, answer) => {
    expect(await failureOf(answer)).toMatchObject({
      status: 0,
      code: 'unreadable-answer',
      cause: expect.any(Error),
    })
  })
})

describe('a service at another address', () => {
  /** One that leads to it, as a proxy does from http to https. */
  async function startMoved(status: number) {
    const there = await startServer(({ headers }) =>
      headers.authorization === undefined
        ? { status: 401, body: { error: 'This needs a token.', code: 'no-token' } }
        : { body: [] },
    )
    const here = await startServer(({ path }) => ({
      status,
      headers: { location: `${there.baseUrl.replace('127.0.0.1', 'localhost')}${path.replace('/api', '')}` },
    }))
    return { ...here, there, furrow: createFurrow({ baseUrl: here.baseUrl, token: 'abc' }) }
  }

  test.each([301, 302, 303, 307, 308])('is told of by %i, and nothing is taken for written', async status => {
    const { furrow, asked, there } = await startMoved(status)
    await expect(furrow.quests.accept('quest-1')).rejects.toMatchObject({
      ...{ name: 'FurrowError', status, code: 'unexplained-answer' },
      message: expect.stringMatching(/another address.*: http:\/\/localhost:\d+\/api\/quests$/),
    })
    expect([asked.length, there.asked.length]).toEqual([1, 0])
  })

  test('that leads nowhere is told of by its status', async () => {
    const { baseUrl } = await startServer(() => ({ status: 302, headers: { location: 'http://' } }))
    await expect(createFurrow({ baseUrl }).quests.accept('quest-1')).rejects.toMatchObject({
      ...{ status: 302, message: 'The service answered with status 302.' },
    })
  })

  test('is named where a question lost its token on the way', async () => {
    const { furrow } = await startMoved(301)
    await expect(furrow.tasks.list()).rejects.toMatchObject({
      status: 401,
      message: expect.stringMatching(/another address.*: http:\/\/localhost:\d+\/api\/tasks$/),
    })
  })
})

describe('a list', () => {
  test.each([
    [undefined, null],
    ['</api/quests?limit=2&cursor=quest-1>; rel="next"', 'quest-1'],
    ['</api/quests?cursor=a%20b%26c>; rel="next"', 'a b&c'],
    ['</api/quests?cursor=first>; rel="first", </api/quests?cursor=second>; rel="next"', 'second'],
    ['</api/quests?cursor=last>; rel="prev"', null],
    ['</api/quests?limit=2>; rel="next"', null],
  ])('leads on with the cursor of its link: %j', async (link, cursor) => {
    const { baseUrl } = await startServer(() => ({ body: [], headers: link === undefined ? {} : { link } }))
    expect(await createFurrow({ baseUrl }).quests.list()).toEqual({ items: [], cursor })
  })

  /** Lists that change on command; a client with the newest version gets 304. */
  async function startLists() {
    const state = { version: 1, etags: true }
    const server = await startServer(({ headers, path }) => {
      const etag = `"${path} ${state.version}"`
      if (headers['if-none-match'] === etag) return { status: 304, headers: { etag } }
      return { body: [{ id: state.version }], headers: state.etags ? { etag } : {} }
    })
    return { ...server, state, furrow: createFurrow({ baseUrl: server.baseUrl, token: 'alice' }) }
  }

  test('that did not change is the very page that one has', async () => {
    const { furrow, state, asked } = await startLists()
    const page = await furrow.mail.list()
    expect(await furrow.mail.list()).toBe(page)
    state.version = 2
    const changed = await furrow.mail.list()
    expect(changed.items).toEqual([{ id: 2 }])
    expect(await furrow.mail.list()).toBe(changed)
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([
      undefined,
      '"/api/mail 1"',
      '"/api/mail 1"',
      '"/api/mail 2"',
    ])
  })

  test('is kept for its own query and session, and not beyond it', async () => {
    const { furrow, asked } = await startLists()
    await furrow.mail.list()
    await furrow.mail.list({ limit: '5' })
    furrow.resume('bob')
    await furrow.mail.list()
    furrow.resume('alice')
    await furrow.mail.list()
    await furrow.signOut()
    furrow.resume('alice')
    await furrow.mail.list()
    const known = asked
      .filter(({ method }) => method === 'GET')
      .map(({ headers }) => headers['if-none-match'] !== undefined)
    expect(known).toEqual([false, false, false, true, false])
  })

  test('without an ETag is not kept', async () => {
    const { furrow, state } = await startLists()
    await furrow.mail.list()
    state.version = 2
    state.etags = false
    await furrow.mail.list()
    state.version = 1
    expect((await furrow.mail.list()).items).toEqual([{ id: 1 }])
  })

  test('is one of twenty that are kept, the oldest goes first', async () => {
    const { furrow, asked } = await startLists()
    for (let limit = 1; limit <= 21; limit++) await furrow.mail.list({ limit: `${limit}` })
    asked.length = 0
    for (const limit of ['2', '21', '1']) await furrow.mail.list({ limit })
    expect(asked.map(({ headers }) => headers['if-none-match'] !== undefined)).toEqual([true, true, false])
  })
})
