import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { startHarness } from '../../../../test/harness.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import type { Escrow } from '../../../ground/clients/escrow.ts'
import { hour, minute, second } from '../../../ground/clock.ts'
import { reconcileEscrow } from './reconcile.ts'
import { keepHash, windBack } from './wind-back.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

async function submit(rail: Rail) {
  const quest = await rail.startQuest()
  await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
  return quest
}

const readContract = ({ context }: Rail) =>
  context.db.selectFrom('escrow_contracts').selectAll().executeTakeFirstOrThrow()

const holdOf = async (rail: Rail, { id }: { id: string }) => (await rail.read(id)).farmers[0]?.holdReason

/** The daemon's work of some minutes. */
async function compare(rail: Rail) {
  rail.clock.advance(5 * minute)
  while ((await reconcileEscrow.round(rail.context)) > 0);
}

async function readFigure(rail: Rail, name: string) {
  rail.clock.advance(5 * second)
  const text = await (await fetch(new URL('/metrics', rail.baseUrl))).text()
  return Number(new RegExp(`^${name}\\{[^}]*\\} (.+)$`, 'm').exec(text)?.[1])
}

describe.skipIf(!hasChain)('a chain that takes back what was final', () => {
  test('is believed where it is shorter by more than a node may be behind', async () => {
    const rail = await startRail()
    const { client } = rail.chain
    const snapshot = await client.snapshot()
    await client.mine({ blocks: 301 })
    await rail.keep()
    await client.revert({ id: snapshot })
    await rail.keep()
    expect(rail.logged().match(/took back blocks that were final/g)).toHaveLength(1)
    expect(await readContract(rail)).toMatchObject({ reorganised: 1, reorganisations: 1 })
  })

  test('has nothing sent for a quest whose work it contradicts, until that is mended', async () => {
    const rail = await startRail()
    const quest = await submit(rail)
    const contradict = (contradiction: string | null) =>
      rail.context.db.updateTable('escrows').set({ contradiction }).where('quest_id', '=', quest.id).execute()
    await contradict('the work is not there')
    for (let round = 0; round < 2; round++) await rail.keep()
    expect(await rail.chain.client.getTransactionCount({ address: rail.operator })).toBe(0)
    await contradict(null)
    for (let round = 0; round < 2; round++) await rail.keep()
    expect(await holdOf(rail, quest)).toBe('in-review')
  })

  test('is followed again from the last block that is the same, told of, and nothing new is sent until all is compared', async () => {
    const rail = await startRail()
    const { chain, keep } = rail
    const quest = await submit(rail)
    for (let round = 0; round < 8; round++) {
      await chain.client.mine({ blocks: 1 })
      await keep()
    }
    // Blocks without any transaction may be taken back for the very same ones.
    const others = { account: chain.account(9), to: chain.account(8).address, chain: chain.client.chain }
    const hash = await chain.client.sendTransaction(others)
    await chain.client.waitForTransactionReceipt({ hash })
    await keep()
    expect(await holdOf(rail, quest)).toBe('in-review')
    const before = await readContract(rail)
    expect(before).toMatchObject({ reorganised: 0, reorganisations: 0 })

    // The proposal stays; five blocks after it do not.
    await chain.client.request({ method: 'anvil_reorg', params: [5, []] } as never)
    await rail.later(49 * hour)
    await keep()
    expect(await readContract(rail)).toMatchObject({ reorganised: 1, reorganisations: 1 })
    expect(rail.logged().match(/took back blocks that were final/g)).toHaveLength(1)
    expect(await readFigure(rail, 'furrow_escrow_reorganisations')).toBe(1)
    await keep()
    expect(await chain.client.getTransactionCount({ address: rail.operator })).toBe(1)

    await compare(rail)
    expect(await readContract(rail)).toMatchObject({ reorganised: 0, reorganisations: 1 })
    for (let round = 0; round < 4; round++) {
      await keep()
      await chain.client.mine({ blocks: 2 })
    }
    await keep()
    expect((await rail.read(quest.id)).farmers[0]?.status).toBe('released')
    expect(await chain.balanceOf(quest.farmer.account.address)).toBe(two)
    expect(rail.logged().match(/took back blocks that were final/g)).toHaveLength(1)
  })

  test('what was dropped is mined again, and paid once', async () => {
    const rail = await startRail()
    const { chain, keep } = rail
    await chain.client.mine({ blocks: 5 })
    await keep()
    const quests = [await submit(rail), await submit(rail)]
    await keep()
    await keep()
    await chain.client.request({ method: 'anvil_reorg', params: [2, []] } as never)
    rail.clock.advance(minute)
    await keep()
    await keep()
    await compare(rail)
    await compare(rail)
    await rail.later(49 * hour)
    for (let round = 0; round < 6; round++) {
      await keep()
      await chain.client.mine({ blocks: 1 })
    }
    for (const { id, farmer } of quests) {
      expect((await rail.read(id)).farmers[0]?.status).toBe('released')
      expect(await chain.balanceOf(farmer.account.address)).toBe(two)
    }
  })

  test('a finished quest whose deposit and payment are gone says so, and whoever runs the service is told', async () => {
    const rail = await startRail()
    const { chain, keep } = rail
    await chain.client.mine({ blocks: 5 })
    await keep()
    const depth = await chain.client.getBlockNumber()
    const quest = await submit(rail)
    await keep()
    await keep()
    await chain.call(quest.giver.account, 'approve', [quest.escrowId, quest.farmer.account.address])
    await keep()
    await keep()
    expect(await rail.read(quest.id)).toMatchObject({ status: 'completed', funding: { problem: null } })

    const blocks = Number((await chain.client.getBlockNumber()) - depth)
    await chain.client.request({ method: 'anvil_reorg', params: [blocks, []] } as never)
    await keep()
    await compare(rail)
    const { funding } = await rail.read(quest.id)
    expect(funding.problem).toContain('what was paid in, and what was paid out of it, is gone')
    expect(rail.logged()).toContain('contradicts the database')
    expect(await readFigure(rail, 'furrow_escrow_contradictions')).toBe(1)

    await compare(rail)
    expect(await readFigure(rail, 'furrow_escrow_contradictions')).toBe(1)
  })

  test('a head that is made up moves nothing for good', async () => {
    const rail = await startRail()
    const { chain, keep, proxy } = rail
    await keep()
    const quest = await submit(rail)
    const far = 10 ** 9
    proxy.before = async ({ method, params }) => {
      if (method !== 'eth_getBlockByNumber') return 'pass'
      const [block] = params as [string]
      const latest = (await chain.client.request({ method, params: ['latest', false] } as never)) as object
      if (block === 'latest' || Number(block) > 10 ** 6)
        return { answered: { ...latest, number: `0x${far.toString(16)}` } }
      return 'pass'
    }
    const claimed = keep()
    await claimed.catch(() => {})
    proxy.before = () => 'pass'
    for (let round = 0; round < 3; round++) await keep()
    expect(Number((await readContract(rail)).next_block)).toBeLessThan(10 ** 6)
    await compare(rail)
    await keep()
    await keep()
    expect(await holdOf(rail, quest)).toBe('in-review')
  })

  test('a node that is a little behind is no reorganisation', async () => {
    const rail = await startRail()
    const { chain, keep, proxy } = rail
    await chain.client.mine({ blocks: 10 })
    await keep()
    const behind = (await chain.client.getBlockNumber()) - 4n
    proxy.before = async ({ method, params }) => {
      if (method !== 'eth_getBlockByNumber' || (params as [string])[0] !== 'latest') return 'pass'
      const block = `0x${behind.toString(16)}`
      return { answered: await chain.client.request({ method, params: [block, false] } as never) }
    }
    await keep()
    expect(await readContract(rail)).toMatchObject({ reorganised: 0, reorganisations: 0 })
  })
})

describe.skipIf(!hasChain)('a chain whose finality is waited for', () => {
  test('tells nothing before it holds it to be final itself', async () => {
    const rail = await startRail({ ESCROW_CONFIRMATIONS: '31337=finalized' })
    const { chain, keep, user } = rail
    // The contract itself is final by then.
    await chain.client.mine({ blocks: 100 })
    const giver = user()
    const { id } = await giver.furrow.quests.post(paid)
    await chain.fund(giver.account, id, two, 1, chain.token)
    const funded = await chain.client.getBlockNumber()
    const isFunded = async () => (await rail.read(id)).funding.status === 'funded'
    for (let look = 0; look < 20; look++) {
      await keep()
      await giver.furrow.quests.fund(id)
      const { number } = await chain.client.getBlock({ blockTag: 'finalized' })
      expect(await isFunded()).toBe((number ?? 0n) >= funded)
      if (await isFunded()) break
      await chain.client.mine({ blocks: 16 })
    }
    expect(await isFunded()).toBe(true)
    expect(await chain.client.getBlockNumber()).toBeGreaterThan(funded + 20n)
    expect((await rail.visitor.config()).chains).toMatchObject([{ finalized: true, confirmations: 1 }])
  })
})

test('the blocks that are kept of one contract go with those of no other', async () => {
  const { context } = await startHarness()
  const contractOf = (id: string, hash: string) =>
    ({ id, readBlockHash: async () => hash }) as unknown as Escrow
  const keptOf = async (id: string) => {
    const rows = context.db.selectFrom('escrow_blocks').select('block').where('contract', '=', id).execute()
    return (await rows).map(({ block }) => Number(block))
  }
  const [one, other] = [contractOf('one', 'here'), contractOf('other', 'there')]
  await keepHash(context.db, one, { block: 10, hash: 'here' })
  await keepHash(context.db, other, { block: 9_000, hash: 'here' })
  expect(await keptOf('one')).toEqual([10])
  await keepHash(context.db, one, { block: 9_500, hash: 'here' })
  await windBack(context, other, { number: 9_100n, final: 9_090n, time: context.clock.now() })
  expect([await keptOf('one'), await keptOf('other')]).toEqual([[9_500], []])
})
