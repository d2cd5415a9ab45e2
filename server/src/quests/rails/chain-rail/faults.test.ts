import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { startHarness, takeSharedDatabase } from '../../../../test/harness.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import { toAddress } from '../../../ground/address.ts'
import { hour, minute, second } from '../../../ground/clock.ts'
import { applyEvent } from './apply-event.ts'
import { pauseAfter } from './attempts.ts'
import { keepEscrow } from './keeper.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

/** A piece of work that is handed in, and not yet proposed. */
async function submit(rail: Rail) {
  const quest = await rail.startQuest()
  await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
  return quest
}

/** As `submit`, where four blocks make a deposit or a proposal final; from then on blocks are mined by hand. */
async function submitSlowly() {
  const rail = await startRail({ ESCROW_CONFIRMATIONS: '4' })
  const { chain } = rail
  const [giver, farmer] = [rail.user(), rail.user()]
  const { id } = await giver.furrow.quests.post(paid)
  await chain.fund(giver.account, id, two, 1, chain.token)
  await chain.client.mine({ blocks: 4 })
  await giver.furrow.quests.fund(id)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await chain.client.setAutomine(false)
  return { ...rail, id }
}

async function expectPaidOnce(rail: Rail, quests: readonly Awaited<ReturnType<typeof submit>>[]) {
  const { chain, operator } = rail
  await rail.later(49 * hour)
  for (let round = 0; round < 6; round++) {
    await rail.keep()
    await chain.client.mine({ blocks: 1 })
  }
  for (const { id, farmer } of quests) {
    expect((await rail.read(id)).farmers[0]?.status).toBe('released')
    expect(await chain.balanceOf(farmer.account.address)).toBe(two)
  }
  const counts = await Promise.all(
    (['latest', 'pending'] as const).map(blockTag =>
      chain.client.getTransactionCount({ address: operator, blockTag }),
    ),
  )
  expect(counts).toEqual([2 * quests.length, 2 * quests.length])
}

describe.skipIf(!hasChain)('the chain rail, when something breaks', () => {
  test('a transaction that the mempool lost is sent again, with the same bytes', async () => {
    const rail = await startRail()
    const { chain, keep, clock } = rail
    const quest = await submit(rail)
    await chain.client.setAutomine(false)
    await keep()
    const [pending] = (await rail.read(quest.id)).funding.transactions?.slice(-1) ?? []
    expect(pending).toMatchObject({ kind: 'propose', status: 'pending' })
    await chain.client.dropTransaction({ hash: pending?.hash as `0x${string}` })
    clock.advance(11_000)
    await keep()
    await chain.client.mine({ blocks: 1 })
    await keep()
    expect((await rail.read(quest.id)).funding.transactions?.at(-1)).toMatchObject({
      kind: 'propose',
      status: 'confirmed',
      hash: pending?.hash,
    })
    await chain.client.setAutomine(true)
    await expectPaidOnce(rail, [quest])
  })

  test('a transaction that waits for long is replaced by one that pays at least a tenth more, with its nonce', async () => {
    const rail = await startRail()
    const { chain, clock, context, keep } = rail
    const quest = await submit(rail)
    await chain.client.setAutomine(false)
    await keep()
    for (let round = 0; round < 3; round++) {
      clock.advance(minute)
      await keep()
    }
    const attempts = await context.db.selectFrom('escrow_attempts').selectAll().orderBy('attempt').execute()
    expect(attempts.map(({ nonce, attempt }) => [nonce, attempt])).toEqual([1, 2, 3, 4].map(n => [0, n]))
    for (const column of ['max_fee', 'priority_fee'] as const)
      for (const [index, attempt] of attempts.entries())
        if (index > 0)
          expect(BigInt(attempt[column]) * 100n).toBeGreaterThanOrEqual(
            BigInt(attempts[index - 1]?.[column] ?? 0) * 110n,
          )
    await chain.client.setAutomine(true)
    await chain.client.mine({ blocks: 1 })
    await expectPaidOnce(rail, [quest])
  })

  test('a fee that the node will not take is raised at once, and one that waits after many raises follows the market', async () => {
    const rail = await startRail()
    const { chain, clock, context, keep, proxy } = rail
    const quest = await submit(rail)
    const attempts = () => context.db.selectFrom('escrow_attempts').selectAll().orderBy('attempt').execute()
    proxy.before = ({ method }) =>
      method === 'eth_sendRawTransaction' ? { refused: 'transaction underpriced' } : 'pass'
    await keep()
    expect(await attempts()).toHaveLength(1)
    await keep()
    expect(await attempts()).toHaveLength(2)
    proxy.before = () => 'pass'
    await chain.client.setAutomine(false)
    for (let round = 0; round < 25; round++) {
      clock.advance(minute)
      await keep()
    }
    expect(await attempts()).toHaveLength(20)
    expect(rail.logged().match(/however often its fee was raised/g)).toHaveLength(1)
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 1_000n * 10n ** 9n })
    await chain.client.mine({ blocks: 1 })
    clock.advance(minute)
    await keep()
    expect(await attempts()).toHaveLength(21)
    await chain.client.mine({ blocks: 1 })
    await chain.client.setAutomine(true)
    await expectPaidOnce(rail, [quest])
  })

  test('a reorganisation that drops three blocks ends with one payment', async () => {
    const rail = await startRail()
    const { chain, keep, later } = rail
    const quests = [await submit(rail), await submit(rail), await submit(rail)]
    await keep()
    await keep()
    await later(48 * hour)
    await chain.client.setAutomine(false)
    await keep()
    await chain.client.mine({ blocks: 1 })
    await keep()
    await chain.client.mine({ blocks: 2 })
    await keep()
    for (const { farmer } of quests) expect(await chain.balanceOf(farmer.account.address)).toBe(two)
    await chain.client.request({ method: 'anvil_reorg', params: [3, []] } as never)
    for (const { farmer } of quests) expect(await chain.balanceOf(farmer.account.address)).toBe(0n)
    await chain.client.setAutomine(true)
    rail.clock.advance(minute)
    await expectPaidOnce(rail, quests)
  })

  test('an unreachable chain delays, says so, and is 503 where somebody asks for it', async () => {
    const rail = await startRail()
    const { chain, context, keep, proxy, user } = rail
    const quest = await submit(rail)
    const giver = user()
    const unfunded = await giver.furrow.quests.post({ ...quest.draft })
    proxy.before = () => 'down'
    await expect(giver.furrow.quests.fund(unfunded.id)).rejects.toMatchObject({ status: 503 })
    await expect(keep()).rejects.toThrow()
    expect((await rail.read(quest.id)).farmers[0]).toMatchObject({ holdReason: 'chain-unreachable' })
    expect(rail.logged()).toContain('the chain cannot be reached')
    proxy.before = ({ method }) => (method === 'eth_sendRawTransaction' ? 'down' : 'pass')
    await keep()
    expect(await chain.client.getTransactionCount({ address: rail.operator })).toBe(0)
    expect(await context.db.selectFrom('escrow_attempts').selectAll().execute()).toHaveLength(1)
    proxy.before = () => 'pass'
    await keep()
    await expectPaidOnce(rail, [quest])
  })

  test('a deposit that a log makes up funds nothing; one that is there funds as soon as the contract has it', async () => {
    const rail = await startRail()
    const { chain, clock, keep, proxy, user } = rail
    const giver = user()
    const real = await giver.furrow.quests.post(paid)
    const lied = await giver.furrow.quests.post(paid)
    await chain.fund(giver.account, real.id, two, 1, chain.token)
    const asked = { address: chain.escrow, fromBlock: '0x0' }
    const logs = await chain.client.request({ method: 'eth_getLogs', params: [asked] } as never)
    const log = (logs as { topics: string[] }[]).at(-1)
    const [kind, , ...rest] = log?.topics ?? []
    const told = { ...log, topics: [kind, lied.funding.escrowId, ...rest], logIndex: '0x7' }
    proxy.before = ({ method }) => (method === 'eth_getLogs' ? { answered: [told] } : 'pass')
    await keep()
    expect((await rail.read(lied.id)).funding.status).toBe('unfunded')
    expect(rail.logged()).toContain('the contract does not have the deposit that a log tells of')
    await expect(user().furrow.quests.accept(lied.id)).rejects.toMatchObject({ status: 400 })

    // The node was ahead of itself: the contract has it, and what was put aside is taken.
    await chain.fund(giver.account, lied.id, two, 1, chain.token)
    clock.advance(2 * minute)
    await keep()
    expect((await rail.read(lied.id)).funding.status).toBe('funded')
    expect(await rail.context.db.selectFrom('escrow_parked').selectAll().execute()).toEqual([])
  })

  test.each([
    ['another token', { of: zeroAddress }],
    ['less for each place', { amountEach: two - 1n }],
    ['fewer places', { slots: 1 }],
  ])('a deposit of %s than a log tells of funds nothing', async (_of, less) => {
    const { chain, keep, logged, proxy, read, user } = await startRail()
    const giver = user()
    const draft = { ...paid, maxFarmers: 2 }
    const [real, lied] = [await giver.furrow.quests.post(draft), await giver.furrow.quests.post(draft)]
    await chain.fund(giver.account, real.id, two, 2, chain.token)
    const asked = { address: chain.escrow, fromBlock: '0x0' }
    const logs = await chain.client.request({ method: 'eth_getLogs', params: [asked] } as never)
    const log = (logs as { topics: string[] }[]).at(-1)
    const [kind, , ...rest] = log?.topics ?? []
    const { amountEach, slots, of } = { amountEach: two, slots: 2, of: chain.token, ...less }
    await chain.fund(giver.account, lied.id, amountEach, slots, of)
    const told = { ...log, topics: [kind, lied.funding.escrowId, ...rest], logIndex: '0x7' }
    proxy.before = ({ method }) => (method === 'eth_getLogs' ? { answered: [told] } : 'pass')
    await keep()
    expect(logged()).toContain('the contract does not have the deposit that a log tells of')
    expect((await read(lied.id)).funding.status).toBe('unfunded')
    await expect(user().furrow.quests.accept(lied.id)).rejects.toMatchObject({ status: 400 })
  })

  test('an event that is told of once more is taken, and kept once', async () => {
    const { context, startQuest } = await startRail()
    const { id, escrowId } = await startQuest()
    const [escrow] = context.escrows.all
    if (escrow === undefined) throw new Error('there is a contract')
    const { number } = await escrow.readHead()
    const funded = (await escrow.readEvents(0n, number)).find(event => event.escrow === escrowId)
    if (funded?.kind !== 'fund') throw new Error('there is a deposit')
    const event = { ...funded, block: Number(funded.block) }
    // As another process does, which read the log before this one had taken the event.
    for (let process = 0; process < 2; process++) await applyEvent(context, escrow, escrowId, event)
    const kept = await context.db
      .selectFrom('escrow_events')
      .select('kind')
      .where('quest_id', '=', id)
      .execute()
    expect(kept).toEqual([{ kind: 'fund' }])
  })

  test('an answer that is lost on its way changes nothing', async () => {
    const rail = await startRail()
    const quests = [await submit(rail), await submit(rail)]
    rail.proxy.before = ({ method }) => (method === 'eth_sendRawTransaction' ? 'lost' : 'pass')
    await rail.keep()
    await rail.keep()
    await expectPaidOnce(rail, quests)
  })

  test('a mempool that is full takes the same bytes later', async () => {
    const rail = await startRail()
    const { chain, clock, context, keep, operator, proxy } = rail
    const quests = [await submit(rail), await submit(rail)]
    proxy.before = ({ method }) =>
      method === 'eth_sendRawTransaction' ? { refused: 'txpool is full' } : 'pass'
    for (let round = 0; round < 3; round++) {
      await keep()
      clock.advance(11_000)
    }
    expect(await chain.client.getTransactionCount({ address: operator })).toBe(0)
    const kept = await context.db.selectFrom('escrow_attempts').select('hash').execute()
    expect(kept).toHaveLength(2)
    proxy.before = () => 'pass'
    await keep()
    for (const { hash } of kept)
      expect(await chain.client.waitForTransactionReceipt({ hash: hash as `0x${string}` })).toMatchObject({
        status: 'success',
      })
    await expectPaidOnce(rail, quests)
  })

  test('an operator with too little for gas stops sending, says so, and goes on when topped up', async () => {
    const rail = await startRail()
    const { chain, keep, operator } = rail
    const quest = await submit(rail)
    const metrics = async () => (await fetch(new URL('/metrics', rail.baseUrl))).text()
    await chain.client.setBalance({ address: operator, value: 1_000n })
    await keep()
    await keep()
    expect(await chain.client.getTransactionCount({ address: operator, blockTag: 'pending' })).toBe(0)
    expect((await rail.read(quest.id)).farmers[0]).toMatchObject({ holdReason: 'low-balance' })
    expect(rail.logged().match(/too little to pay for gas/g)).toHaveLength(1)
    expect(await metrics()).toMatch(/furrow_escrow_stopped\{reason="low-balance",contract="[^"]+"\} 1/)
    await chain.client.setBalance({ address: operator, value: 10n ** 18n })
    await keep()
    rail.clock.advance(5 * second)
    expect(await metrics()).toMatch(/furrow_escrow_stopped\{reason="low-balance",contract="[^"]+"\} 0/)
    await expectPaidOnce(rail, [quest])
  })

  test('an operator with too little for gas is seen before anything is owed: nobody is taken until it is topped up', async () => {
    const rail = await startRail()
    const { chain, context, clock, keep, operator, user } = rail
    const giver = user()
    const { id } = await giver.furrow.quests.post(paid)
    await chain.fund(giver.account, id, two, 1, chain.token)
    await giver.furrow.quests.fund(id)
    await keep()
    await chain.client.setBalance({ address: operator, value: 1_000n })
    clock.advance(31 * second)
    await keep()
    expect(await context.db.selectFrom('escrow_calls').selectAll().execute()).toEqual([])
    const farmer = user()
    await expect(farmer.furrow.quests.accept(id)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('too little coin for gas'),
    })
    expect((await rail.read(id)).funding.stopped).toBe('low-balance')
    expect(rail.logged().match(/too little to pay for gas/g)).toHaveLength(1)
    const metrics = await (await fetch(new URL('/metrics', rail.baseUrl))).text()
    expect(metrics).toMatch(/furrow_escrow_stopped\{reason="low-balance",contract="[^"]+"\} 1/)

    await chain.client.setBalance({ address: operator, value: 10n ** 18n })
    await keep()
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep()
    await keep()
    await expectPaidOnce(rail, [{ id, giver, farmer, draft: paid, escrowId: '0x' }])
  })

  test('a service that starts with an empty key says so, and takes nobody', async () => {
    const { chain, env, clock, operator } = await startRail()
    await chain.client.setBalance({ address: operator, value: 0n })
    const { logged, visitor } = await startHarness({ env, clock })
    expect(logged()).toContain('too little to pay for gas')
    expect((await visitor.config()).chains).toMatchObject([{ stopped: 'low-balance' }])
  })

  test('a nonce that somebody else used with the key costs no payment', async () => {
    const rail = await startRail()
    const { chain, keep } = rail
    const quest = await submit(rail)
    await chain.client.setAutomine(false)
    await keep()
    const [pending] = (await rail.read(quest.id)).funding.transactions?.slice(-1) ?? []
    await chain.client.dropTransaction({ hash: pending?.hash as `0x${string}` })
    await chain.client.setAutomine(true)
    const hash = await chain.client.sendTransaction({
      account: chain.account(1),
      to: chain.account(9).address,
      value: 1n,
    })
    await chain.client.waitForTransactionReceipt({ hash })
    await keep()
    rail.clock.advance(minute)
    await keep()
    await keep()
    expect((await rail.read(quest.id)).farmers[0]?.holdReason).toBe('in-review')
    expect(rail.logged()).toContain('used by somebody else')
  })

  test('a transaction that the contract refuses only in its block is sent anew, and the work is not held up', async () => {
    const rail = await startRail()
    const { chain, keep } = rail
    const quest = await submit(rail)
    await chain.client.setAutomine(false)
    await keep()
    const contract = { address: chain.escrow }
    const code = await chain.client.getCode(contract)
    // Code that cannot be run refuses every call.
    await chain.client.setCode({ ...contract, bytecode: '0xfe' })
    await chain.client.mine({ blocks: 1 })
    await chain.client.setCode({ ...contract, bytecode: code as `0x${string}` })
    await chain.client.setAutomine(true)
    await keep()
    expect(rail.logged()).toContain('the escrow contract refused a transaction')
    expect((await rail.read(quest.id)).farmers[0]?.holdReason).toBe('proposing')
    rail.clock.advance(minute)
    for (let round = 0; round < 2; round++) await keep()
    expect((await rail.read(quest.id)).farmers[0]?.holdReason).toBe('in-review')
    await rail.later(49 * hour)
    for (let round = 0; round < 3; round++) await keep()
    expect(await chain.balanceOf(quest.farmer.account.address)).toBe(two)
  })

  test('a transaction is told of as pending until its block is final', async () => {
    const { chain, id, keep, read } = await submitSlowly()
    await keep()
    const newest = async () => (await read(id)).funding.transactions?.at(-1)
    const sent = await newest()
    expect(sent).toMatchObject({ kind: 'propose', status: 'pending' })
    await chain.client.mine({ blocks: 1 })
    await keep()
    expect(await newest()).toEqual(sent)
    await chain.client.mine({ blocks: 3 })
    await keep()
    expect(await newest()).toMatchObject({ kind: 'propose', status: 'confirmed', hash: sent?.hash })
  })

  test('a call is given another nonce only once the transaction that used its own is final', async () => {
    const { id, ...rail } = await submitSlowly()
    const { chain, keep } = rail
    const { client } = chain
    await keep()
    const [pending] = (await rail.read(id)).funding.transactions?.slice(-1) ?? []
    await client.dropTransaction({ hash: pending?.hash as `0x${string}` })
    const hash = await client.sendTransaction({ account: chain.account(1), to: chain.account(9).address })
    await client.mine({ blocks: 1 })
    await client.waitForTransactionReceipt({ hash })
    await keep()
    expect(rail.logged()).not.toContain('used by somebody else')
    await client.mine({ blocks: 3 })
    await keep()
    expect(rail.logged()).toContain('used by somebody else')
  })

  test('keepers of two services on one database never use a nonce twice', async () => {
    const database = await takeSharedDatabase()
    const rail = await startRail(database)
    const other = await startHarness({ env: rail.env, clock: rail.clock })
    const second = { round: () => keepEscrow.round(other.context) }
    const quests = []
    for (let count = 0; count < 6; count++) quests.push(await submit(rail))
    await Promise.all([rail.keep(), second.round(), rail.keep(), second.round()])
    await Promise.all([rail.keep(), second.round()])
    await rail.later(48 * hour)
    await Promise.all([rail.keep(), second.round(), rail.keep(), second.round()])
    await expectPaidOnce(rail, quests)
  })

  test('a fee is raised up to ESCROW_MAX_FEE, and no further; it is mined when the chain is cheaper again', async () => {
    const rail = await startRail({ ESCROW_MAX_FEE: '4' })
    const { chain, clock, context, keep } = rail
    const quest = await submit(rail)
    await chain.client.setAutomine(false)
    await keep()
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 12n })
    await chain.client.mine({ blocks: 1 })
    for (let round = 0; round < 12; round++) {
      clock.advance(minute)
      await keep()
    }
    const attempts = await context.db.selectFrom('escrow_attempts').select('max_fee').execute()
    expect(attempts.length).toBeGreaterThan(1)
    for (const { max_fee } of attempts) expect(BigInt(max_fee)).toBeLessThanOrEqual(4n * 10n ** 9n)
    expect(rail.logged().match(/within ESCROW_MAX_FEE/g)).toHaveLength(1)
    await chain.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 10n ** 9n })
    await chain.client.mine({ blocks: 1 })
    await chain.client.setAutomine(true)
    clock.advance(minute)
    await keep()
    await keep()
    expect((await rail.read(quest.id)).farmers[0]?.holdReason).toBe('in-review')
    await expectPaidOnce(rail, [quest])
  })

  test('1,500 calls that the contract refuses starve no honest one, and wait longer each time', async () => {
    const rail = await startRail()
    const { clock, context, keep } = rail
    const quest = await submit(rail)
    await context.db
      .insertInto('escrow_calls')
      .values(refusedCalls(quest, context.escrows.first?.id ?? '', 1_500))
      .execute()
    await keep()
    await keep()
    expect((await rail.read(quest.id)).farmers[0]?.holdReason).toBe('in-review')
    const refused = await context.db
      .selectFrom('escrow_calls')
      .select('not_before')
      .where('tries', '=', 11)
      .execute()
    expect(refused.length).toBeGreaterThan(10)
    for (const { not_before } of refused) expect(not_before - clock.now()).toBe(1_024 * second)
    expect([13, 14, 15, 30].map(tries => pauseAfter({ tries }))).toEqual([
      8_192 * second,
      16_384 * second,
      6 * hour,
      6 * hour,
    ])
    await rail.later(49 * hour)
    for (let round = 0; round < 3; round++) await keep()
    expect((await rail.read(quest.id)).farmers[0]?.status).toBe('released')
  })

  test('a call that makes the node itself fail holds up no other', async () => {
    const rail = await startRail()
    const quests = [await submit(rail), await submit(rail)]
    const [first] = quests
    const farmer = first?.farmer.account.address.slice(2).toLowerCase() ?? ''
    rail.proxy.before = ({ method, params }) =>
      method === 'eth_estimateGas' && JSON.stringify(params).includes(farmer)
        ? { refused: 'gas required exceeds allowance (out of gas)' }
        : 'pass'
    await rail.keep()
    await rail.keep()
    expect((await rail.read(quests[1]?.id ?? '')).farmers[0]?.holdReason).toBe('in-review')
    expect((await rail.read(first?.id ?? '')).farmers[0]?.holdReason).toBe('proposing')
    rail.proxy.before = () => 'pass'
    rail.clock.advance(minute)
    await rail.keep()
    await rail.keep()
    await expectPaidOnce(rail, quests)
  })
})

/** Calls for farmers whom the contract does not know, which have been refused for long and are due. */
function refusedCalls({ id, escrowId }: { id: string; escrowId: string }, contract: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `release:${id}:${index}`,
    quest_id: id,
    contract,
    escrow: escrowId,
    kind: 'release' as const,
    farmer: toAddress(`0x${(index + 10 ** 6).toString(16).padStart(40, '0')}`),
    verified: 0,
    state: 'queued' as const,
    nonce: null,
    not_before: 0,
    tries: 10,
    problem: 'reverted',
    created_at: index,
  }))
}
