import { describe, expect, test } from 'vitest'
import { createFurrow } from './client.ts'
import type { Furrow, FurrowOptions } from './furrow.ts'
import { type Answer, startServer } from './test/server.ts'

const address = `0x${'1'.repeat(40)}`
const quest = {} as Parameters<Furrow['quests']['post']>[0]

/** A service that gives these answers in turn, and then good ones; with its requests, and the pauses of the client. */
async function startWith(answers: readonly Answer[], options: Partial<FurrowOptions> = {}) {
  const left = [...answers]
  const { baseUrl, asked, stop } = await startServer(() => left.shift() ?? { body: { id: 'done' } })
  const pauses: number[] = []
  const delay = async (milliseconds: number) => {
    pauses.push(milliseconds)
  }
  const furrow = createFurrow({ baseUrl, token: 'session', retry: { delay }, ...options })
  const keys = () => asked.map(({ headers }) => headers['idempotency-key'])
  return { furrow, asked, pauses, keys, stop }
}

const once: [string, (furrow: Furrow) => Promise<unknown>][] = [
  ['quests.post', f => f.quests.post(quest)],
  ['quests.accept', f => f.quests.accept('q')],
  ['quests.withdraw', f => f.quests.withdraw('q')],
  ['quests.submit', f => f.quests.submit('q', {})],
  ['quests.approve', f => f.quests.approve('q', address)],
  ['quests.dispute', f => f.quests.dispute('q', address, 'no')],
  ['quests.fund', f => f.quests.fund('q')],
  ['quests.resolve', f => f.quests.resolve('q', address, 'pay')],
  ['quests.review', f => f.quests.review('q', address, 5)],
  ['quests.complete', f => f.quests.complete('q')],
  ['quests.cancel', f => f.quests.cancel('q')],
  ['mail.send', f => f.mail.send({ to: address, subject: 's', body: 'b' })],
  ['mail.mark', f => f.mail.mark('m', true)],
  ['communityDao.propose', f => f.communityDao.propose({ title: 't', description: 'd', category: 'c' })],
]

test.each(once)('%s is asked again with its key, until there is an answer', async (_name, act) => {
  const { furrow, asked, keys } = await startWith([{ gone: true }, { status: 503, body: { error: 'Busy.' } }])
  expect(await act(furrow)).toEqual({ id: 'done' })
  await act(furrow)
  const [first, second, third, other] = keys()
  expect(first).toMatch(/^"[0-9a-f]{32}"$/)
  expect([second, third]).toEqual([first, first])
  expect(other).not.toBe(first)
  expect(asked.slice(1, 3)).toMatchObject([{ body: asked[0]?.body }, { body: asked[0]?.body }])
})

/** Calls without a key, and not repeatable by themselves. */
const others: [string, (furrow: Furrow) => Promise<unknown>][] = [
  ['checkBetaCode', f => f.checkBetaCode('c')],
  ['codehost.exchange', f => f.codehost.exchange('c')],
  ['verify', f => f.verify({ repo: 'farm/gate', pr: 1 })],
  ['profile.change', f => f.profile.change({})],
  ['communityDao.change', f => f.communityDao.change({})],
  ['mail.delete', f => f.mail.delete('m')],
  ['mail.block', f => f.mail.block(address)],
  ['mail.unblock', f => f.mail.unblock(address)],
]

test.each(others)('%s has no key, and is asked once', async (_name, act) => {
  const { furrow, keys } = await startWith([{ status: 503 }])
  await expect(act(furrow)).rejects.toMatchObject({ status: 503 })
  expect(keys()).toEqual([undefined])
})

const reads: [string, (furrow: Furrow) => Promise<unknown>][] = [
  ['one thing', f => f.leaderboard()],
  ['a page', f => f.mail.list()],
  ['all pages', f => f.quests.get('q')],
  ['a file', f => f.files.open('evidence.txt')],
]

describe('a read', () => {
  test.each(reads)('of %s is asked again, without a key', async (_name, read) => {
    const busy = { status: 429, headers: { 'retry-after': '1' } }
    const answers: Answer[] = [{ gone: true }, { status: 502 }, busy, { body: [{ id: 'done' }] }]
    const { furrow, asked, keys, pauses } = await startWith(answers)
    await read(furrow)
    expect(asked).toHaveLength(4)
    expect(keys()).toEqual([undefined, undefined, undefined, undefined])
    expect(pauses[2]).toBeGreaterThanOrEqual(1_000)
  })

  test.each(reads)('of %s is asked four times at most', async (_name, read) => {
    const { furrow, asked } = await startWith(Array.from({ length: 10 }, () => ({ status: 503 })))
    await expect(read(furrow)).rejects.toMatchObject({ status: 503 })
    expect(asked).toHaveLength(4)
  })

  test.each<[string, Answer]>([
    ['a refusal', { status: 404 }],
    ['a 429 that names no time', { status: 429 }],
    ['a 429 of a day', { status: 429, headers: { 'retry-after': '86400' } }],
  ])('is not asked again after %s', async (_name, answer) => {
    const { furrow, asked } = await startWith([answer])
    await expect(furrow.leaderboard()).rejects.toMatchObject({ status: answer.status })
    expect(asked).toHaveLength(1)
  })

  test.each<[string, Partial<FurrowOptions>]>([
    ['with all asking again', { retry: false }],
    ['alone', { retry: { reads: false } }],
  ])('is asked once where that is turned off, %s', async (_name, options) => {
    const { furrow, asked } = await startWith([{ status: 503 }], options)
    await expect(furrow.leaderboard()).rejects.toMatchObject({ status: 503 })
    expect(asked).toHaveLength(1)
  })
})

describe('asking again', () => {
  test.each<[string, Answer]>([
    ['a connection that breaks', { gone: true }],
    ['an answer that is cut off', { body: '{"id":', cut: true }],
    ['a page of something in between', { body: '<html>' }],
    ['502', { status: 502 }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['409, while the first is under way', { status: 409, headers: { 'retry-after': '1' } }],
  ])('follows %s', async (_what, answer) => {
    const { furrow, asked } = await startWith([answer])
    await furrow.quests.post(quest)
    expect(asked).toHaveLength(2)
  })

  test.each([400, 401, 403, 404, 422, 429, 500])('does not follow %d', async status => {
    const { furrow, asked } = await startWith([{ status, headers: { 'retry-after': '1' } }])
    await expect(furrow.quests.post(quest)).rejects.toMatchObject({ status })
    expect(asked).toHaveLength(1)
  })

  test('does not follow a 409 that waiting cannot change: somebody else was there before', async () => {
    const changed = { before: { rewardAmount: 50 }, after: { rewardAmount: 1 } }
    const { furrow, asked } = await startWith([{ status: 409, body: { error: 'It has changed.', changed } }])
    const read = { id: 'q', updatedAt: '2026-01-01T00:00:00.000Z' }
    await expect(furrow.quests.accept(read)).rejects.toMatchObject({ status: 409, changed })
    expect(asked).toHaveLength(1)
  })

  test('takes longer each time, and ends', async () => {
    const { furrow, asked, pauses } = await startWith(Array.from({ length: 10 }, () => ({ status: 503 })))
    await expect(furrow.quests.post(quest)).rejects.toMatchObject({ status: 503 })
    expect(asked).toHaveLength(4)
    expect(pauses).toHaveLength(3)
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(250 * 2 ** index)
      expect(pause).toBeLessThan(750 * 2 ** index)
    }
  })

  test('ends where nobody is there', async () => {
    const { furrow, pauses, stop } = await startWith([])
    stop()
    await expect(furrow.quests.post(quest)).rejects.toMatchObject({ status: 0 })
    expect(pauses).toHaveLength(3)
  })

  test('waits as long as the service says, up to half a minute', async () => {
    const busy = (seconds: number) => ({ status: 503, headers: { 'retry-after': `${seconds}` } })
    const { furrow, asked, pauses } = await startWith([busy(30), busy(31)])
    await expect(furrow.quests.post(quest)).rejects.toMatchObject({ status: 503, retryAfter: 31 })
    expect(pauses).toEqual([30_000])
    expect(asked).toHaveLength(2)
  })

  test('never waits for longer than that, however often', async () => {
    const pauses: number[] = []
    const delay = async (milliseconds: number) => void pauses.push(milliseconds)
    const failures = Array.from({ length: 30 }, () => ({ status: 503 }))
    const { furrow, asked } = await startWith(failures, { retry: { attempts: 50, delay } })
    await furrow.quests.post(quest)
    expect(asked).toHaveLength(31)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(30_000)
  })

  test('is in the name of who asked, whoever signed in meanwhile', async () => {
    const { furrow, asked } = await startWith([{ status: 503 }], {
      retry: { delay: async () => furrow.resume('another') },
    })
    await furrow.quests.post(quest)
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer session', 'Bearer session'])
    expect(furrow.token).toBe('another')
  })

  test('can be turned off, and the keys with it', async () => {
    const { furrow, keys } = await startWith([{ status: 503 }], { retry: false })
    await expect(furrow.quests.post(quest)).rejects.toMatchObject({ status: 503 })
    expect(keys()).toEqual([undefined])
  })
})

describe('a key of one’s own', () => {
  test.each([
    ['order 17', '"order 17"'],
    ['a "b" \\ c', '"a \\"b\\" \\\\ c"'],
  ])('%j is sent as %s, also where nothing is asked again', async (idempotencyKey, header) => {
    for (const options of [{}, { retry: false } as const]) {
      const { furrow, keys } = await startWith([], options)
      await furrow.quests.post(quest, { idempotencyKey })
      expect(keys()).toEqual([header])
    }
  })
})
