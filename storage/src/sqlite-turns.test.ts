import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFurrow } from '@furrow/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createWallet,
  engine,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../server/test/harness.ts'
import { holdQuests } from '../../server/test/hold.ts'
import { startProcess } from '../../server/test/processes.ts'

/** On both runs the embedded database, in a file; or, of the other, a row that somebody holds. */
async function start(timeout: string) {
  const env = { ...(await takeSharedDatabase()), DATABASE_TIMEOUT: timeout }
  const harness = await startHarness({ env })
  return { ...harness, giver: harness.user(), shared: env }
}

describe('writes that another process keeps waiting', () => {
  test('are each refused by half of DATABASE_TIMEOUT after they came, however many there are', async () => {
    const { giver, user, send, shared } = await start('2')
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 100 })
    await holdQuests(shared, [id])
    const ask = async (index: number) => {
      const began = performance.now()
      const body = { questId: id, action: 'accept' }
      const { status } = await send('PATCH', '/quests', { token: user().token, body })
      return { index, status, took: performance.now() - began }
    }
    const asked: ReturnType<typeof ask>[] = []
    for (let index = 0; index < 20; index++) {
      asked.push(ask(index))
      await new Promise(resolve => setTimeout(resolve, 100))
    }
    for (const { index, status, took } of await Promise.all(asked)) {
      expect({ index, status }).toEqual({ index, status: 503 })
      expect(took).toBeLessThan(engine === 'sqlite' ? 1_500 : 3_500)
    }
  })

  test('go on as soon as they can, and keep no reader waiting, who sees all that was committed', async () => {
    const { giver, visitor, shared } = await start('20')
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const hold = await holdQuests(shared, [id])
    let isDone = false
    const renamed = giver.furrow.quests.cancel(id).then(() => {
      isDone = true
    })
    for (let count = 0; count < 20; count++) {
      expect((await visitor.quests.get(id)).status).toBe('open')
      expect((await visitor.quests.list({ giver: giver.address })).items).toHaveLength(1)
      expect((await giver.furrow.mail.list()).items).toEqual([])
    }
    expect(isDone).toBe(false)
    await hold.letGo()
    await renamed
    expect((await visitor.quests.get(id)).status).toBe('cancelled')
  })

  test('and reads of many at once always see what the same client wrote before', async () => {
    const { user, visitor } = await start('20')
    const people = Array.from({ length: 20 }, () => user())
    await Promise.all(
      people.map(async ({ furrow, address }) => {
        for (let count = 1; count <= 5; count++) {
          const { id } = await furrow.quests.post(sampleQuest)
          expect((await visitor.quests.get(id)).giver.toLowerCase()).toBe(address)
          expect((await furrow.quests.list({ giver: address })).items).toHaveLength(count)
        }
      }),
    )
  })
})

describe('a disk that fails under the embedded database', () => {
  test('is 503 and not ready, until it works again', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'furrow-test-'))
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
    const service = await startProcess({ DATA_DIR })
    onTestFinished(async () => void (await service.kill('SIGKILL')))
    // Bounds the size of the process's files: writes beyond it fail as on a broken disk.
    const allow = (bytes: string) =>
      expect(spawnSync('prlimit', ['--pid', String(service.pid), `--fsize=${bytes}`]).status).toBe(0)
    const { account } = createWallet()
    const furrow = createFurrow({ baseUrl: service.baseUrl, retry: false })
    await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
    const { id } = await furrow.quests.post(sampleQuest)
    const readiness = async () => (await fetch(new URL('/readyz', service.baseUrl))).status
    allow('0:unlimited')
    for (let count = 0; count < 3; count++)
      await expect(furrow.quests.post(sampleQuest)).rejects.toMatchObject({ status: 503, retryAfter: 5 })
    await expect.poll(readiness, { timeout: 10_000 }).toBe(503)
    expect((await furrow.quests.get(id)).id).toBe(id)
    await expect.poll(service.output).toContain('disk I/O error')
    allow('unlimited:unlimited')
    await furrow.quests.post(sampleQuest)
    await expect.poll(readiness, { timeout: 10_000 }).toBe(200)
    expect(service.output()).not.toContain('"status":500')
  })
})
