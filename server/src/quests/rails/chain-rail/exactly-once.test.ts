import { createFurrow } from '@furrow/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasChain, startChain, type TestChain } from '../../../../test/chain.ts'
import { createWallet, sampleQuest, startHarness, takeSharedDatabase } from '../../../../test/harness.ts'
import { type ServiceProcess, startProcess } from '../../../../test/processes.ts'
import { type RpcCall, startRpcProxy } from '../../../../test/rpc-proxy.ts'
import { createAccessToken } from '../../../access/auth/tokens.ts'
import { systemClock } from '../../../ground/clock.ts'

const reward = 2_000_000n
const paid = { ...sampleQuest, reward: '2 USDC', rewardAmount: 2 }
// Each kill is followed by a start, which takes a busy machine seconds.
const deadline = 180_000

async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + deadline
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`it took too long: ${what}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/**
 * Where a process is killed: with a call to the chain that it made, before the chain saw it, or after. Between them
 * these are all the points between which the database and the chain can differ.
 */
const points: Record<string, { method: string; when: 'before' | 'after' }> = {
  'before the nonce is committed': { method: 'eth_estimateGas', when: 'after' },
  'after the commit, before the first send': { method: 'eth_sendRawTransaction', when: 'before' },
  'after the send, before it is known': { method: 'eth_sendRawTransaction', when: 'after' },
  'after it is mined, before its receipt is seen': { method: 'eth_getTransactionReceipt', when: 'before' },
  'after its receipt is seen, before it is recorded': { method: 'eth_getTransactionReceipt', when: 'after' },
  'before its event is seen': { method: 'eth_getLogs', when: 'before' },
  'after its event is seen, before it is recorded': { method: 'eth_getLogs', when: 'after' },
}

/** Processes on one database, behind a proxy that can kill them; each that dies is followed by another. */
async function startKillable(processes: number, version: 1 | 2 = 1) {
  const chain = await startChain({ reviewSeconds: 1, version })
  const proxy = await startRpcProxy(chain.rpcUrl)
  const database = await takeSharedDatabase()
  const env = {
    ...chain.env,
    ...database,
    RPC_URLS: `31337=${proxy.url}`,
    ESCROW_BUMP_SECONDS: '0.4',
    JWT_SECRET: 'a secret for tests that is long enough to be one',
    RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  }
  let kills = 0
  let stopped = false
  const running = new Set<ServiceProcess>()
  const keepers: Promise<void>[] = []
  const keep = async () => {
    while (!stopped) {
      const service = await startProcess({ ...env, LOG_LEVEL: 'info' }).catch(error => {
        if (stopped) return null
        throw error
      })
      if (service === null) return
      running.add(service)
      // It came up while the test was ending.
      if (stopped) await service.kill('SIGKILL')
      await service.ended
      running.delete(service)
    }
  }
  const end = async () => {
    stopped = true
    await Promise.all([...running].map(service => service.kill('SIGKILL')))
    await Promise.all(keepers)
  }
  onTestFinished(end)
  return {
    chain,
    proxy,
    env,
    kills: () => kills,
    run: () => keepers.push(...Array.from({ length: processes }, keep)),
    /** One of the processes dies now, wherever it is. */
    async kill() {
      const [service] = running
      if (service === undefined) return
      running.delete(service)
      kills++
      await service.kill('SIGKILL')
    },
    end,
  }
}

/** Quests with farmers whose work was handed in, made through a service that only speaks HTTP and keeps nothing. */
async function startWork(
  chain: TestChain,
  env: Record<string, string>,
  count: number,
  { signed = false } = {},
) {
  const { context, baseUrl } = await startHarness({
    env: { ...env, RPC_URLS: chain.env.RPC_URLS },
    clock: { ...systemClock, advance: () => {} },
  })
  const client = (address: string) =>
    createFurrow({ baseUrl, token: createAccessToken(context, address as never) })
  return Promise.all(
    Array.from({ length: count }, async () => {
      const [giver, farmer] = [createWallet(), createWallet()]
      const { id } = await client(giver.address).quests.post(paid)
      await chain.fund(giver.account, id, reward, 1, chain.token)
      await until(async () => {
        const { funding } = await client(giver.address).quests.fund(id)
        return funding.status === 'funded'
      }, 'funding')
      await client(farmer.address).quests.accept(id)
      await client(farmer.address).quests.submit(id, { note: 'done' })
      const { account } = giver
      const signer = { account, signTypedData: (words: never) => account.signTypedData(words) }
      if (signed) await client(giver.address).quests.signApproval(signer, id, farmer.address)
      return { id, farmer: farmer.account.address, furrow: client(farmer.address) }
    }),
  )
}

type Work = Awaited<ReturnType<typeof startWork>>

/** By default one proposal and one release each: a repeated one would have taken another nonce. */
async function expectPaidOnce(chain: TestChain, work: Work, transactions = 2 * work.length): Promise<void> {
  await until(async () => {
    const quests = await Promise.all(work.map(({ id, furrow }) => furrow.quests.get(id)))
    return quests.every(({ farmers }) => farmers[0]?.status === 'released')
  }, 'releases')
  for (const { farmer } of work) expect(await chain.balanceOf(farmer)).toBe(reward)
  const operator = chain.account(1).address
  const [mined, pending] = await Promise.all(
    (['latest', 'pending'] as const).map(blockTag =>
      chain.client.getTransactionCount({ address: operator, blockTag }),
    ),
  )
  expect(pending).toBe(mined)
  expect(mined).toBe(transactions)
}

describe.skipIf(!hasChain)('exactly once', () => {
  test('two processes that die anywhere, on a slow chain that makes them raise their fees', {
    timeout: 4 * deadline,
  }, async () => {
    const rail = await startKillable(2)
    rail.run()
    const { chain, proxy, env, kill, end } = rail
    const wanted = 4
    const work = await startWork(chain, env, 6)
    await chain.client.setAutomine(false)
    let busy = false
    let calls = 0
    proxy.after = async () => {
      // Neither every call nor the same one each time; 7 and 13 have no common divisor with what a round does.
      if (busy || rail.kills() >= wanted || ++calls % (7 + (rail.kills() % 3) * 13) !== 0) return
      busy = true
      await kill()
      busy = false
    }
    let mining = true
    const miner = (async () => {
      while (mining) {
        await new Promise(resolve => setTimeout(resolve, 900))
        await chain.client.mine({ blocks: 1 })
      }
    })()
    await expectPaidOnce(chain, work).finally(() => {
      mining = false
    })
    await miner
    expect(rail.kills()).toBeGreaterThanOrEqual(wanted / 2)
    await end()
  })

  test.each([
    ['each call goes by itself', 1, 12, false],
    ['many go in one transaction', 2, 2, false],
    ['signed approvals are carried', 2, 6, true],
  ] as const)(
    'a process killed at each of these points in turn, while %s',
    {
      timeout: 4 * deadline,
    },
    async (_how, version, transactions, signed) => {
      const rail = await startKillable(1, version)
      const { chain, proxy, env, kill, end } = rail
      const work = await startWork(chain, env, 6, { signed })
      const left = Object.values(points)
      let busy = false
      const maybeKill = async ({ method }: RpcCall, now: 'before' | 'after') => {
        if (busy || left[0]?.method !== method || left[0].when !== now) return false
        busy = true
        left.shift()
        await kill()
        busy = false
        return true
      }
      proxy.before = async call => ((await maybeKill(call, 'before')) ? 'down' : 'pass')
      proxy.after = async call => {
        await maybeKill(call, 'after')
      }
      rail.run()
      await expectPaidOnce(chain, work, transactions)
      expect(left).toEqual([])
      await end()
    },
  )
})
