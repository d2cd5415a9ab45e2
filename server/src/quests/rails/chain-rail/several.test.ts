import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { clockOf, hasChain, startChain, type TestChain } from '../../../../test/chain.ts'
import { createWallet, type Harness } from '../../../../test/harness.ts'
import { type RpcProxy, startRpcProxy } from '../../../../test/rpc-proxy.ts'
import { at, keep, paid, startSeveral, startWork, two } from '../../../../test/several-rails.ts'
import { hour, second } from '../../../ground/clock.ts'
import { contract as contractCheck } from '../../../operate/doctor/contract.ts'
import { startDaemon } from '../../../service/daemon/daemon.ts'
import { keepEscrow } from './keeper.ts'
import { reconcileEscrow } from './reconcile.ts'

/** Two chains on which everything has the same addresses, and the contracts the same operator; their arbiters differ. */
async function startTwo(through: (chain: TestChain) => Promise<Partial<TestChain>> = async () => ({})) {
  const [one, far] = await Promise.all([startChain(), startChain({ chainId: 31_338, arbiter: 4 })])
  const reached = { ...far, ...(await through(far)) }
  const clock = await clockOf(one)
  const env = {
    ESCROWS: `31337=${one.escrow}:active,31338=${far.escrow}:active`,
    ESCROW_OPERATOR_KEY: one.keyOf(1),
  }
  const harness = await startSeveral([one, reached], env, clock)
  return {
    harness,
    one,
    far,
    chains: [one, far],
    async later(milliseconds: number) {
      clock.advance(milliseconds)
      for (const chain of [one, far]) await chain.later(milliseconds / second)
    },
  }
}

const statusOf = async ({ visitor }: Harness, id: string) => (await visitor.quests.get(id)).farmers[0]?.status

async function readMetrics({ baseUrl, clock }: Harness): Promise<string> {
  clock.advance(5 * second)
  return (await fetch(new URL('/metrics', baseUrl))).text()
}

describe.skipIf(!hasChain)('contracts on two chains', () => {
  test('each quest is funded, proposed and paid on its own chain', async () => {
    const { harness, one, far, chains, later } = await startTwo()
    const near = await startWork(harness, one)
    const away = await startWork(harness, far, { chainId: 31_338 })
    expect([near.funding.chainId, away.funding.chainId]).toEqual([31_337, 31_338])
    for (const { farmer, id } of [near, away]) await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep(harness, chains)
    await later(49 * hour)
    await keep(harness, chains)
    for (const { id } of [near, away]) expect(await statusOf(harness, id)).toBe('released')
    for (const [chain, paidHere, paidThere] of [
      [one, near, away],
      [far, away, near],
    ] as const) {
      expect(await chain.balanceOf(paidHere.farmer.account.address)).toBe(two)
      expect(await chain.balanceOf(paidThere.farmer.account.address)).toBe(0n)
      expect(await chain.client.getTransactionCount({ address: chain.account(1).address })).toBe(2)
    }
  })

  test('a deposit in the contract of the other chain funds nothing', async () => {
    const { harness, one, far, chains } = await startTwo()
    const giver = harness.user()
    const { id } = await giver.furrow.quests.post(paid)
    await far.fund(giver.account, id, two, 1, far.token)
    await keep(harness, chains)
    expect((await harness.visitor.quests.get(id)).funding.status).toBe('unfunded')
    await expect(giver.furrow.quests.fund(id)).rejects.toMatchObject({ status: 400 })
    expect(harness.logged()).not.toContain('parked')
    await one.fund(giver.account, id, two, 1, one.token)
    await keep(harness, chains)
    expect((await harness.visitor.quests.get(id)).funding.status).toBe('funded')
  })

  test('a giver names the chain; clients of before see the first one', async () => {
    const { harness, one, far } = await startTwo()
    const { furrow } = harness.user()
    await expect(furrow.quests.post({ ...paid, chainId: 1 })).rejects.toMatchObject({
      status: 400,
      message: 'chainId must be one of 31337, 31338.',
    })
    const coins = { ...paid, reward: '2 ETH', rewardToken: 'ETH' }
    await expect(furrow.quests.post({ ...coins, chainId: 31_338 })).rejects.toMatchObject({
      status: 400,
      message: 'rewardToken must be one of USDC.',
    })
    const config = await harness.visitor.config()
    expect(config.chain).toMatchObject({ chainId: 31_337, escrow: getAddress(one.escrow) })
    expect(config.tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
    expect(config.chains).toMatchObject([
      { chainId: 31_337, active: true, tokens: [{ symbol: 'ETH' }, { symbol: 'USDC' }] },
      { chainId: 31_338, escrow: getAddress(far.escrow), active: true, tokens: [{ symbol: 'USDC' }] },
    ])
    // Its address may hold a key.
    for (const { rpcUrl } of [one, far]) expect(JSON.stringify(config)).not.toContain(new URL(rpcUrl).host)
  })

  test('who judges is the arbiter of the contract', async () => {
    const { harness, one, far, chains } = await startTwo()
    const works = [
      { chain: one, ...(await startWork(harness, one)) },
      { chain: far, ...(await startWork(harness, far, { chainId: 31_338 })) },
    ]
    for (const { farmer, id } of works) await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep(harness, chains)
    for (const { chain, giver, farmer, escrowId } of works)
      await chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
    await keep(harness, chains)
    const seenBy = async (address: string) => {
      const { furrow } = harness.user({ ...createWallet(), address: address.toLowerCase() as never })
      return (await furrow.quests.disputes()).items.map(({ questId }) => questId)
    }
    const [near, away] = works.map(({ id }) => id)
    expect(await seenBy(one.account(2).address)).toEqual([near])
    expect(await seenBy(far.account(4).address)).toEqual([away])
    expect(await seenBy(harness.platform.address)).toEqual([])
  })
})

describe.skipIf(!hasChain)('GET /config says who decides, and until when', () => {
  test('of each contract as it says itself, and of the ledger as the settings do', async () => {
    const [one, far] = await Promise.all([
      startChain({ version: 2 }),
      startChain({ version: 2, chainId: 31_338, arbiter: 4, disputeDays: 60, reviewSeconds: 7_200 }),
    ])
    const env = {
      // The second one takes nothing new, and its quests go on by its own terms.
      ESCROWS: `31337=${one.escrow}:active,31338=${far.escrow}`,
      ESCROW_OPERATOR_KEY: one.keyOf(1),
      DISPUTE_DAYS: '21',
    }
    const { platform, visitor } = await startSeveral([one, far], env, await clockOf(one))
    const { chains, disputes } = await visitor.config()
    const [near, away] = [one.account(2).address, far.account(4).address]
    expect(chains?.map(({ terms }) => terms)).toMatchObject([
      { decidedBy: near, disputeDays: 14, reviewWindowHours: 48, source: 'contract' },
      { decidedBy: away, disputeDays: 60, reviewWindowHours: 2, source: 'contract' },
    ])
    expect(disputes).toMatchObject({ decidedBy: near, days: 14, source: 'contract' })
    expect(disputes.ledger).toEqual({
      decidedBy: platform.account.address,
      days: 21,
      otherwise: expect.stringContaining('Other work is refunded.'),
      rule: 'merged-else-refund',
    })
  })

  test('as the settings do of a contract whose RPC is dead, and as it does itself once it was asked', async () => {
    const [one, far] = await Promise.all([
      startChain(),
      startChain({ version: 2, chainId: 31_338, arbiter: 4, disputeDays: 60 }),
    ])
    const proxy = await startRpcProxy(far.rpcUrl)
    proxy.before = () => 'down'
    const env = {
      ESCROWS: `31337=${one.escrow}:active,31338=${far.escrow}:active`,
      ESCROW_OPERATOR_KEY: one.keyOf(1),
    }
    const reached = [one, { ...far, rpcUrl: proxy.url }]
    const harness = await startSeveral(reached, env, await clockOf(one))
    const termsOfBoth = async () => (await harness.visitor.config()).chains?.map(({ terms }) => terms)
    expect(await termsOfBoth()).toMatchObject([
      { decidedBy: one.account(2).address, source: 'contract' },
      { decidedBy: harness.platform.account.address, disputeDays: 14, source: 'settings' },
    ])
    proxy.before = () => 'pass'
    await keep(harness, [one, far], 1)
    expect((await termsOfBoth())?.[1]).toMatchObject({
      decidedBy: far.account(4).address,
      disputeDays: 60,
      source: 'contract',
    })
  })
})

describe.skipIf(!hasChain)('where the RPC of one chain hangs or is down', () => {
  async function startBehind() {
    let proxy = null as RpcProxy | null
    const rails = await startTwo(async ({ rpcUrl }) => {
      proxy = await startRpcProxy(rpcUrl)
      return { rpcUrl: proxy.url }
    })
    const { harness, one, far } = rails
    const near = await startWork(harness, one)
    const away = await startWork(harness, far, { chainId: 31_338 })
    for (const { farmer, id } of [near, away]) await farmer.furrow.quests.submit(id, { note: 'done' })
    return { ...rails, near, away, proxy: proxy as unknown as RpcProxy }
  }

  test('the other chain is kept up with meanwhile', { timeout: 60_000 }, async () => {
    const { harness, later, near, away, proxy, chains } = await startBehind()
    const hanging = Promise.withResolvers<'pass'>()
    proxy.before = () => hanging.promise
    const daemon = startDaemon(harness.context, [keepEscrow, reconcileEscrow])
    await expect.poll(() => statusAndHold(harness, near.id), { timeout: 8_000 }).toBe('in-review in-review')
    await later(49 * hour)
    await expect.poll(() => statusOf(harness, near.id), { timeout: 8_000 }).toBe('released')
    expect(await statusOf(harness, away.id)).toBe('in-review')
    hanging.resolve('pass')
    await daemon[Symbol.asyncDispose]()
    await keep(harness, chains, 4)
    await later(49 * hour)
    await keep(harness, chains, 4)
    expect(await statusOf(harness, away.id)).toBe('released')
  })

  test('what is told of each contract is its own', async () => {
    const { harness, one, far, near, away, proxy } = await startBehind()
    const [ours, theirs] = [one, far].map(({ chainId, escrow }) => `${chainId}:${escrow.toLowerCase()}`)
    proxy.before = () => 'down'
    for (let round = 0; round < 3; round++) {
      await expect(keepEscrow.round(harness.context)).rejects.toThrow()
      await one.settled(one.account(1).address)
    }
    expect(await statusAndHold(harness, near.id)).toBe('in-review in-review')
    expect(await statusAndHold(harness, away.id)).toBe('in-review chain-unreachable')
    const figures = await readMetrics(harness)
    const stopped = 'furrow_escrow_stopped{reason="chain-unreachable",contract='
    expect(figures).toContain(`${stopped}"${ours}"} 0`)
    expect(figures).toContain(`${stopped}"${theirs}"} 1`)
    expect(figures).toContain(`furrow_escrow_held_tokens{contract="${ours}"`)
    expect(figures).not.toContain(`furrow_escrow_held_tokens{contract="${theirs}"`)
    expect(figures).toContain(`furrow_escrow_balance_days{operator="31337:`)
    const seen = await contractCheck.look({ ...harness.context })
    expect(seen.filter(({ state }) => state === 'wrong')).toEqual([
      expect.objectContaining({
        says: expect.stringMatching(/on chain 31338: The chain .* cannot be asked/),
      }),
    ])
    expect(seen.some(({ says }) => /on chain 31337: Its operator can pay/.test(says))).toBe(true)
    const giver = at(harness, near.giver)
    await expect(giver.furrow.quests.post({ ...paid, chainId: 31_338 })).resolves.toBeDefined()
    await expect(giver.furrow.quests.post(paid)).resolves.toBeDefined()
  })
})

async function statusAndHold({ visitor }: Harness, id: string): Promise<string> {
  const [farmer] = (await visitor.quests.get(id)).farmers
  return `${farmer?.status} ${farmer?.holdReason}`
}
