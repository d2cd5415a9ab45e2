import { encodeFunctionResult, type Hex, numberToHex, pad, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain, type TestChain } from '../../../../test/chain.ts'
import { startHarness, takeSharedDatabase, type User } from '../../../../test/harness.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import { day, hour, minute, second } from '../../../ground/clock.ts'
import { keepEscrow } from './keeper.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

/** Work in a quest of this giver that is handed in, and not yet proposed. */
async function submit(rail: Rail, giver: User = rail.user()) {
  const farmer = rail.user()
  const { id, maxFarmers } = await giver.furrow.quests.post(paid)
  await rail.chain.fund(giver.account, id, two, maxFarmers, rail.chain.token)
  await giver.furrow.quests.fund(id)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  return { id, giver, farmer }
}

const holdOf = async (rail: Rail, { id }: { id: string }) => (await rail.read(id)).farmers[0]?.holdReason

async function readMetrics({ baseUrl, clock }: Rail): Promise<string> {
  clock.advance(5 * second)
  return (await fetch(new URL('/metrics', baseUrl))).text()
}

const figureIn = (metrics: string, name: string) =>
  Number(new RegExp(`^${name}\\{[^}]*\\} (.+)$`, 'm').exec(metrics)?.[1])

const gwei = 10n ** 9n
const roundedUp = (wei: bigint) => Number((wei + gwei - 1n) / gwei)

const readSpent = ({ context }: Rail) => context.db.selectFrom('escrow_gas').selectAll().execute()

async function readCosts({ chain, context }: Rail): Promise<bigint[]> {
  const sent = await context.db.selectFrom('escrow_attempts').select('hash').execute()
  return Promise.all(
    sent.map(async ({ hash }) => {
      const { gasUsed, effectiveGasPrice } = await chain.client.getTransactionReceipt({ hash: hash as Hex })
      return gasUsed * effectiveGasPrice
    }),
  )
}

/** So that today does not end within a test. */
async function startAtMidnight(
  env: Record<string, string> = {},
  prepare?: (chain: TestChain) => Promise<void>,
) {
  const rail = await startRail(env, 1, prepare)
  await rail.later(day - (rail.clock.now() % day) + minute)
  // The base fee falls to next to nothing, and what a call offers is the same from then on.
  await rail.chain.client.mine({ blocks: 100 })
  return rail
}

describe.skipIf(!hasChain)('what calls to the contract cost', () => {
  test('is counted once for each giver and day, as the receipts have it, and told', async () => {
    const rail = await startAtMidnight()
    const { giver } = await submit(rail)
    await submit(rail, giver)
    const other = await submit(rail)
    for (let round = 0; round < 4; round++) await rail.keep()
    const costs = await readCosts(rail)
    expect(costs).toHaveLength(3)
    const spent = await readSpent(rail)
    expect(spent.map(row => row.giver).sort()).toEqual([giver.address, other.giver.address].sort())
    const total = spent.reduce((sum, row) => sum + row.gwei, 0)
    expect(total).toBe(costs.reduce((sum, cost) => sum + roundedUp(cost), 0))
    const metrics = await readMetrics(rail)
    expect(figureIn(metrics, 'furrow_escrow_gas_today_coins')).toBeCloseTo(total / 1e9, 12)
    await rail.later(49 * hour)
    for (let round = 0; round < 3; round++) await rail.keep()
    expect(new Set((await readSpent(rail)).map(row => row.day)).size).toBe(2)
  })

  test('has a bound for each giver: their calls wait for tomorrow then, and say so; all others go on', async () => {
    const rail = await startAtMidnight({ ESCROW_GAS_BUDGET: '0.000001' })
    const first = await submit(rail)
    const [second_, third] = [await submit(rail, first.giver), await submit(rail, first.giver)]
    await rail.keep()
    // Nobody knows yet what the first one costs; it may go whatever it is.
    expect(await holdOf(rail, second_)).toBe('proposing')
    rail.clock.advance(31 * second)
    await rail.keep()
    await rail.keep()
    const other = await submit(rail)
    for (let round = 0; round < 3; round++) await rail.keep()
    expect(await holdOf(rail, first)).toBe('in-review')
    expect(await holdOf(rail, other)).toBe('in-review')
    for (const work of [second_, third]) expect(await holdOf(rail, work)).toBe('gas-budget')
    expect(rail.logged()).toContain('gas budget of a giver is spent')
    const metrics = await readMetrics(rail)
    expect(figureIn(metrics, 'furrow_escrow_over_budget_calls')).toBe(2)
    expect(figureIn(metrics, 'furrow_escrow_oldest_call_seconds')).toBe(0)
    expect(await rail.chain.client.getTransactionCount({ address: rail.operator })).toBe(2)

    await rail.later(day)
    for (let round = 0; round < 3; round++) await rail.keep()
    const holds = await Promise.all([second_, third].map(work => holdOf(rail, work)))
    expect(holds.filter(reason => reason === 'in-review')).toHaveLength(1)
  })

  test('counts what is under way at the most that it may cost, and goes on when it was less', async () => {
    const rail = await startAtMidnight({ ESCROW_GAS_BUDGET: '1' })
    const { giver } = await submit(rail)
    await rail.keep()
    await rail.keep()
    const [{ gas, max_fee }] = (await rail.context.db
      .selectFrom('escrow_attempts')
      .select(['gas', 'max_fee'])
      .execute()) as [{ gas: string; max_fee: string }]
    const most = Number(BigInt(gas) * BigInt(max_fee)) / 1e18
    const tight = await startAtMidnight({ ESCROW_GAS_BUDGET: String(most * 2.2) })
    const works = [await submit(tight)]
    for (let count = 0; count < 3; count++) works.push(await submit(tight, works[0]?.giver))
    await tight.keep()
    const sent = async () => tight.chain.client.getTransactionCount({ address: tight.operator })
    expect(await sent()).toBe(2)
    for (let round = 0; round < 4; round++) {
      tight.clock.advance(31 * second)
      await tight.keep()
    }
    // They offered twice what they cost.
    expect(await sent()).toBeGreaterThan(2)
    const [spent] = await readSpent(tight)
    expect((spent?.gwei ?? 0) / 1e9).toBeLessThan(most * 3.2)
    expect(giver.address).not.toBe(spent?.giver)
  })

  test('a thousand calls that wait for a budget take no turn from an honest one, and are judged again after a start', async () => {
    const rail = await startAtMidnight({ ...(await takeSharedDatabase()), ESCROW_GAS_BUDGET: '0.000001' })
    const { context, clock } = rail
    const sybil = await submit(rail)
    await rail.keep()
    await rail.keep()
    const call = await context.db.selectFrom('escrow_calls').selectAll().executeTakeFirstOrThrow()
    await context.db
      .insertInto('escrow_calls')
      .values(
        Array.from({ length: 1_000 }, (_, index) => ({
          ...call,
          id: `${call.id}:${index}`,
          farmer: `0x${(index + 10 ** 6).toString(16).padStart(40, '0')}` as never,
          state: 'queued' as const,
          nonce: null,
          created_at: index,
        })),
      )
      .execute()
    const more = await submit(rail, sybil.giver)
    await context.db
      .updateTable('escrow_calls')
      .set({ created_at: 0 })
      .where('quest_id', '=', more.id)
      .execute()
    const honest = await submit(rail)
    await rail.keep()
    await rail.keep()
    expect(await holdOf(rail, honest)).toBe('in-review')
    expect(await holdOf(rail, more)).toBe('gas-budget')
    const due = await context.db
      .selectFrom('escrow_calls')
      .select('id')
      .where('state', '=', 'queued')
      .where('not_before', '<=', clock.now())
      .execute()
    expect(due).toHaveLength(0)
    const again = await startHarness({ env: { ...rail.env, ESCROW_GAS_BUDGET: '' }, clock })
    await keepEscrow.round(again.context)
    await rail.chain.settled(rail.operator)
    await keepEscrow.round(again.context)
    expect(await holdOf(rail, more)).toBe('in-review')
  })

  test('includes what a chain of the OP stack takes for its bytes, in estimates and from receipts', async () => {
    const fee = 3n * 10n ** 15n
    const oracle = '0x420000000000000000000000000000000000000F'
    const asked = { code: 0, fee: 0 }
    // Gives the same answer to any question.
    const rail = await startAtMidnight({}, ({ client }) =>
      client.setCode({ address: oracle, bytecode: `0x7f${pad(numberToHex(fee)).slice(2)}5f5260205ff3` }),
    )
    const { chain, context, keep, operator, proxy } = rail
    const abi = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])
    proxy.before = async ({ method, params }) => {
      const text = JSON.stringify(params ?? []).toLowerCase()
      if (method === 'eth_getCode' && text.includes(oracle.toLowerCase())) asked.code++
      if (method === 'eth_call' && text.includes(oracle.toLowerCase())) asked.fee++
      if (method !== 'eth_getTransactionReceipt') return 'pass'
      const answered = await chain.client.request({ method, params } as never)
      return { answered: answered && { ...(answered as object), l1Fee: numberToHex(fee) } }
    }
    expect(encodeFunctionResult({ abi, result: fee })).toBe(pad(numberToHex(fee)))
    await submit(rail)
    // Enough for the gas, and not for the bytes.
    await chain.client.setBalance({ address: operator, value: fee })
    await keep()
    expect(await chain.client.getTransactionCount({ address: operator })).toBe(0)
    await chain.client.setBalance({ address: operator, value: 10n ** 18n })
    // Nobody is taken while it has too little.
    await keep()
    const second_ = await submit(rail)
    for (let round = 0; round < 3; round++) await keep()
    expect(await holdOf(rail, second_)).toBe('in-review')
    const attempts = await context.db.selectFrom('escrow_attempts').select('l1_fee').execute()
    expect(attempts.map(row => BigInt(row.l1_fee))).toEqual([(fee * 5n) / 4n, (fee * 5n) / 4n])
    // It was looked for at the start.
    expect(asked.code).toBe(0)
    expect(asked.fee).toBeGreaterThanOrEqual(2)
    const costs = await readCosts(rail)
    const total = (await readSpent(rail)).reduce((sum, row) => sum + row.gwei, 0)
    expect(total).toBe(costs.reduce((sum, cost) => sum + roundedUp(cost + fee), 0))
  })
})

describe.skipIf(!hasChain)('the least reward of a token', () => {
  test('is refused below when a quest is posted or edited, and told in GET /config', async () => {
    const { chain, env } = await startRail()
    const { user, visitor } = await startHarness({
      env: { ...env, ESCROW_MIN_REWARD: 'usdc=5,ETH@31337=0.001' },
    })
    const { furrow } = user()
    const refused = { status: 400, message: 'rewardAmount must be at least 5 USDC on chain 31337.' }
    for (const rewardAmount of [2, 4.999999])
      await expect(
        furrow.quests.post({ ...paid, reward: `${rewardAmount} USDC`, rewardAmount }),
      ).rejects.toMatchObject(refused)
    const quest = await furrow.quests.post({ ...paid, reward: '5 USDC', rewardAmount: 5 })
    const edit = (rewardAmount: number, expectedUpdatedAt: string) =>
      furrow.quests.edit(quest.id, { rewardAmount, reward: `${rewardAmount} USDC` }, expectedUpdatedAt)
    await expect(edit(4, quest.updatedAt)).rejects.toMatchObject(refused)
    await edit(6, quest.updatedAt)
    const coin = { ...paid, rewardToken: 'ETH' }
    await expect(
      furrow.quests.post({ ...coin, reward: '0.0009 ETH', rewardAmount: 0.0009 }),
    ).rejects.toMatchObject({
      status: 400,
      message: 'rewardAmount must be at least 0.001 ETH on chain 31337.',
    })
    await furrow.quests.post({ ...coin, reward: '0.001 ETH', rewardAmount: 0.001 })
    const config = await visitor.config()
    const shown = [
      { symbol: 'ETH', minReward: '0.001' },
      { symbol: 'USDC', minReward: '5' },
    ]
    expect(config.tokens).toMatchObject(shown)
    expect(config.chains).toMatchObject([
      { escrow: expect.stringMatching(new RegExp(chain.escrow, 'i')), tokens: shown },
    ])
  })
})
