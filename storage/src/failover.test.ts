import { createFurrow, type Furrow, FurrowError } from '@furrow/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { postgresBin, startCluster } from '../../ops/ha/cluster.ts'
import { createWallet, sampleQuest } from '../../server/test/harness.ts'
import { startProcess } from '../../server/test/processes.ts'

async function signIn(baseUrl: string): Promise<Furrow> {
  const { account } = createWallet()
  const furrow = createFurrow({ baseUrl, retry: false })
  await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })
  return furrow
}

describe.skipIf(postgresBin === null)(
  'two PostgreSQL servers (skipped where initdb is not installed)',
  () => {
    test('lose nothing that was acknowledged when the first one dies, and the service goes on with the other', async () => {
      const cluster = await startCluster()
      const service = await startProcess({
        DATABASE_URL: `${cluster.url}?target_session_attrs=read-write`,
        DATABASE_TIMEOUT: '2',
        QUOTA_QUESTS_A_DAY: '0',
        QUOTA_LIVE_QUESTS: '0',
        RATE_LIMIT: '0',
        JWT_SECRET: 'a secret for tests that is long enough to be one',
      })
      onTestFinished(async () => {
        await service.kill('SIGKILL')
        await cluster[Symbol.asyncDispose]()
      })
      const readiness = async () => (await fetch(new URL('/readyz', service.baseUrl))).status
      expect(await readiness()).toBe(200)
      const furrow = await signIn(service.baseUrl)

      const acknowledged: string[] = []
      const refusals = new Set<number>()
      let goesOn = true
      const writers = Array.from({ length: 4 }, async () => {
        while (goesOn)
          await furrow.quests.post(sampleQuest).then(
            ({ id }) => acknowledged.push(id),
            error => refusals.add(error instanceof FurrowError ? error.status : 0),
          )
      })
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(50)
      await cluster.primary.kill()
      await expect.poll(readiness, { timeout: 10_000 }).toBe(503)
      await cluster.standby.promote()
      await expect.poll(readiness, { timeout: 20_000 }).toBe(200)
      const before = acknowledged.length
      await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before + 20)
      goesOn = false
      await Promise.all(writers)

      expect([...refusals]).toEqual([503])
      const kept = new Set((await cluster.standby.ask('select id from quests')).split('\n'))
      expect(acknowledged.filter(id => !kept.has(id))).toEqual([])
      expect(service.output()).not.toMatch(/"status":500|not queryable/)
    })

    test('are waited for until one of them takes writes; one that only copies is not enough', async () => {
      const cluster = await startCluster()
      onTestFinished(() => cluster[Symbol.asyncDispose]())
      const [own, port] = [cluster.standby.port, cluster.primary.port]
      const service = await startProcess({
        DATABASE_URL: `postgres://postgres@127.0.0.1:${own},127.0.0.1:${port}/postgres`,
        JWT_SECRET: 'a secret for tests that is long enough to be one',
      })
      onTestFinished(async () => void (await service.kill('SIGKILL')))
      await (await signIn(service.baseUrl)).quests.post(sampleQuest)
      expect(await cluster.primary.ask('select count(*) from quests')).toBe('1')
    })
  },
)
