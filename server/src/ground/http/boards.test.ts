import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import {
  createWallet,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { type Board, type Content, createBoards } from './boards.ts'

const someone = createWallet()

const boards: [string, (harness: Harness) => Promise<unknown>][] = [
  ['/quests', harness => harness.user().furrow.quests.post(sampleQuest)],
  [
    '/leaderboard',
    async harness => {
      const [giver, farmer] = [harness.user(), harness.user()]
      const { id } = await giver.furrow.quests.post(sampleQuest)
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.quests.submit(id, { url: 'https://example.org/work' })
      await giver.furrow.quests.approve(id, farmer.address)
    },
  ],
  [
    '/community-dao',
    async harness => {
      const body = { title: 'A well', description: 'By the lower field.', category: 'water' }
      await harness.send('POST', '/community-dao', { token: harness.user().token, body })
    },
  ],
  [`/profile/?init=true&address=${someone.address}`, payForWork],
  [`/reputation?address=${someone.address}`, payForWork],
]

async function payForWork(harness: Harness): Promise<void> {
  const [giver, farmer] = [harness.user(), harness.user(someone)]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.approve(id, farmer.address)
}

describe.each(boards)('GET %s', (path, change) => {
  test('answers 304 to who has it, until it changes', async () => {
    const harness = await startHarness()
    const first = await harness.send('GET', path)
    const etag = first.headers.get('etag') as string
    expect(etag).toMatch(/^"[^"]+"$/)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const ask = (known: string) => harness.send('GET', path, { headers: { 'if-none-match': known } })
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await ask(known)
      expect(answer, known).toMatchObject({ status: 304, body: null })
      expect(answer.headers.get('etag')).toBe(etag)
    }
    for (const known of ['"other"', 'nonsense', etag.slice(1, -1), ''])
      expect(await ask(known), known).toMatchObject({ status: 200, body: first.body })

    await change(harness)
    const changed = await ask(etag)
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    expect(changed.body).not.toEqual(first.body)
  })

  test('shows at the very next request what another process has written', async () => {
    const env = await takeSharedDatabase()
    const here = await startHarness({ env })
    const there = await startHarness({ env: { ...env, GENESIS_CREATOR: here.genesis.address } })
    for (let round = 0; round < 5; round++) {
      const [before] = await Promise.all([here.send('GET', path), there.send('GET', path)])
      await change(there)
      const after = await here.send('GET', path)
      expect(after.body).not.toEqual(before.body)
      expect(after.body).toEqual((await there.send('GET', path)).body)
      expect(after.headers.get('etag')).toBe((await there.send('GET', path)).headers.get('etag'))
    }
  })

  test('shows nobody less than what was written before they asked, under load', async () => {
    const harness = await startHarness()
    for (let round = 0; round < 10; round++) {
      const { etag } = Object.fromEntries((await harness.send('GET', path)).headers)
      const noise = Array.from({ length: 10 }, () => harness.send('GET', path))
      await change(harness)
      const seen = await Promise.all(Array.from({ length: 5 }, () => harness.send('GET', path)))
      for (const answer of seen) expect(answer.headers.get('etag')).not.toBe(etag)
      await Promise.all(noise)
    }
  })
})

test('who asks after a change gets nothing of a build that began before it', async () => {
  const boards = createBoards(() => Promise.reject(new Error('nobody asks for them')))
  const builds: (() => void)[] = []
  let version = 1
  const board: Board = {
    key: 'a board',
    readVersion: async () => version,
    make() {
      const { promise, resolve } = Promise.withResolvers<Content>()
      const value = { version }
      builds.push(() => resolve({ value }))
      return promise
    },
  }
  const app = fastify()
  app.get('/', (request, reply) => boards.send(request, reply, board))
  const early = app.inject('/')
  await expect.poll(() => builds).toHaveLength(1)
  version = 2
  const late = app.inject('/')
  await expect.poll(() => builds).toHaveLength(2)
  for (const build of builds) build()
  expect([(await early).json(), (await late).json()]).toEqual([{ version: 1 }, { version: 2 }])
})
