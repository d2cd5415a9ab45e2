import { setTimeout as pause } from 'node:timers/promises'
import { createFurrow } from '@furrow/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../test/free-port.ts'
import { haproxyPath, startHaproxy } from '../../test/haproxy.ts'
import { createWallet, sampleQuest, takeSharedDatabase } from '../../test/harness.ts'
import { type ServiceProcess, startProcess } from '../../test/processes.ts'

const rounds = 2
const clients = 8

describe.skipIf(haproxyPath === null)(
  'two services behind haproxy (skipped where it is not installed)',
  () => {
    test('are restarted one after the other, twice, and no request is lost', async () => {
      const env = {
        ...(await takeSharedDatabase()),
        JWT_SECRET: 'a secret for tests that is long enough to be one',
        // Long enough for two checks on a busy machine.
        SHUTDOWN_DELAY: '2',
        RATE_LIMIT: '0',
        QUOTA_QUESTS_A_DAY: '0',
        QUOTA_LIVE_QUESTS: '0',
      }
      const findPorts = async () => ({ port: await findFreePort(), checked: await findFreePort() })
      const ports = [await findPorts(), await findPorts()]
      const start = ({ port, checked }: (typeof ports)[0]) =>
        startProcess({ ...env, PORT: String(port), METRICS: `127.0.0.1:${checked}` })
      const services: ServiceProcess[] = []
      for (const port of ports) services.push(await start(port))
      onTestFinished(async () => {
        await Promise.all(services.map(({ kill }) => kill('SIGKILL')))
      })
      const { origin, countUp } = await startHaproxy(ports)
      const { account } = createWallet()
      const furrow = createFurrow({ baseUrl: `${origin}/api`, retry: false })
      await furrow.signIn({ account, signMessage: ({ message }) => account.signMessage({ message }) })

      const posted: string[] = []
      const lost: unknown[] = []
      let goesOn = true
      const load = Array.from({ length: clients }, async (_, index) => {
        while (goesOn)
          try {
            if (index % 2 === 0) posted.push((await furrow.quests.post(sampleQuest)).id)
            else await furrow.quests.list({ status: 'open' })
            // Without it the clients take all that the machine has, for as long as the services wait.
            await pause(25)
          } catch (error) {
            lost.push(error)
          }
      })
      for (let round = 0; round < rounds; round++)
        for (const [index, port] of ports.entries()) {
          const before = posted.length
          expect(await services[index]?.kill('SIGTERM')).toBe(0)
          services[index] = await start(port)
          await expect.poll(countUp, { timeout: 20_000 }).toBe(ports.length)
          expect(posted.length).toBeGreaterThan(before)
        }
      goesOn = false
      await Promise.all(load)
      expect(lost).toEqual([])
      expect(posted.length).toBeGreaterThan(50)
    })
  },
)
