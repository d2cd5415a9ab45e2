import { questEscrowAbi } from '@furrow/contracts'
import { encodeFunctionResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import type { RpcCall } from '../../../../test/rpc-proxy.ts'
import { day, hour, minute } from '../../../ground/clock.ts'
import { reconcileEscrow } from './reconcile.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

/** As a node that lost part of its logs: until it is called, every look at them finds nothing. */
function hideLogs({ proxy }: Rail) {
  proxy.before = ({ method }: RpcCall) => (method === 'eth_getLogs' ? { answered: [] } : 'pass')
  return () => {
    proxy.before = () => 'pass'
  }
}

async function submit(rail: Rail, draft = paid) {
  const quest = await rail.startQuest(draft)
  await rail.user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
  return quest
}

/** The keeper goes on, past the blocks that each look reads again. */
async function goOn(rail: Rail) {
  await rail.keep()
  await rail.chain.client.mine({ blocks: 50 })
  await rail.keep()
}

async function reconcile({ clock, context }: Rail) {
  clock.advance(5 * minute)
  while ((await reconcileEscrow.round(context)) > 0);
}

async function expectPaidOnce(rail: Rail, { id, farmer }: Awaited<ReturnType<typeof submit>>) {
  const quest = await rail.read(id)
  expect(quest).toMatchObject({ status: 'completed', funding: { released: '2' } })
  expect(await rail.chain.balanceOf(farmer.account.address)).toBe(two)
  const kinds = await rail.context.db
    .selectFrom('escrow_events')
    .select('kind')
    .where('quest_id', '=', id)
    .orderBy('block')
    .execute()
  return kinds.map(({ kind }) => kind)
}

function asksOf({ method, params }: RpcCall, deposit = ''): boolean {
  return method === 'eth_call' && JSON.stringify(params).includes(deposit.slice(2))
}

/** Several questions in one call go to no contract: their code comes along. */
function isOfSeveral({ params }: RpcCall): boolean {
  return (params[0] as { to?: string }).to === undefined
}

const aggregate = parseAbi([
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3() view returns (Result[])',
])

/** An answer that somebody paid in what the quest needs. */
function madeUp(call: RpcCall, token: `0x${string}`): `0x${string}` {
  const returnData = encodeFunctionResult({
    abi: questEscrowAbi,
    functionName: 'escrows',
    result: [`0x${'11'.repeat(20)}`, 1n, 1, token, 1, 1, false, two],
  })
  if (!isOfSeveral(call)) return returnData
  return encodeFunctionResult({
    abi: aggregate,
    functionName: 'aggregate3',
    result: [{ success: true, returnData }],
  })
}

describe.skipIf(!hasChain)('the chain rail, where a node leaves events out', () => {
  test('one empty answer is made good by the next look, whose range overlaps', async () => {
    const rail = await startRail()
    const quest = await submit(rail)
    await rail.keep()
    const tellLogs = hideLogs(rail)
    await rail.keep()
    tellLogs()
    expect((await rail.read(quest.id)).farmers[0]).toMatchObject({ holdReason: 'in-review' })
    expect(await rail.context.db.selectFrom('escrow_events').selectAll().execute()).toHaveLength(1)
    await rail.chain.client.mine({ blocks: 1 })
    await rail.keep()
    await rail.later(49 * hour)
    await rail.keep()
    await rail.keep()
    expect(await expectPaidOnce(rail, quest)).toEqual(['fund', 'propose', 'release'])
  })

  test('what was missed for good is found in the log, paid once and recorded once', async () => {
    const rail = await startRail()
    const quest = await submit(rail)
    await rail.keep()
    const tellLogs = hideLogs(rail)
    await goOn(rail)
    tellLogs()
    await rail.later(49 * hour)
    await goOn(rail)
    expect((await rail.read(quest.id)).farmers[0]?.status).toBe('in-review')
    await reconcile(rail)
    expect(rail.logged()).toContain('that a node had left out were found')
    await goOn(rail)
    await reconcile(rail)
    expect(await expectPaidOnce(rail, quest)).toEqual(['fund', 'propose', 'release'])
  })

  test('what the log never tells is taken from the state: funded, proposed, and paid', async () => {
    const rail = await startRail()
    const [giver, farmer] = [rail.user(), rail.user()]
    const { id, funding } = await giver.furrow.quests.post(paid)
    await rail.chain.fund(giver.account, id, two, 1, rail.chain.token)
    const escrowId = funding.escrowId as `0x${string}`
    hideLogs(rail)
    await goOn(rail)
    expect((await rail.read(id)).funding.status).toBe('unfunded')
    await reconcile(rail)
    expect((await rail.read(id)).funding.status).toBe('unfunded')
    await reconcile(rail)
    expect((await rail.read(id)).funding.status).toBe('funded')
    await rail.user(farmer).furrow.quests.accept(id)
    await rail.user(farmer).furrow.quests.submit(id, { note: 'done' })
    await goOn(rail)
    await reconcile(rail)
    await rail.later(49 * hour)
    await goOn(rail)
    expect((await rail.read(id)).farmers[0]?.status).toBe('in-review')
    await reconcile(rail)
    const work = { id, farmer, giver, escrowId, draft: paid }
    expect(await expectPaidOnce(rail, work)).toEqual([])
    // The log is whole again: what it tells late changes nothing.
    rail.proxy.before = () => 'pass'
    await rail.context.db.updateTable('escrow_contracts').set({ next_block: 0 }).execute()
    await rail.keep()
    expect(await expectPaidOnce(rail, work)).toEqual(['fund', 'propose', 'release'])
    expect(await rail.context.db.selectFrom('escrow_parked').selectAll().execute()).toEqual([])
  })

  test.each([
    ['state', (call: RpcCall) => isOfSeveral(call)],
    ['state, and the next about that deposit,', () => true],
  ])('a deposit that one answer about the %s makes up funds nothing', async (_what, isLie) => {
    const rail = await startRail()
    const { id, funding } = await rail.user().furrow.quests.post(paid)
    await goOn(rail)
    const lies: string[] = []
    rail.proxy.before = call => {
      if (!asksOf(call, funding.escrowId) || !isLie(call)) return 'pass'
      lies.push(isOfSeveral(call) ? 'state' : 'deposit')
      return { answered: madeUp(call, rail.chain.token) }
    }
    await reconcile(rail)
    expect(lies).toContain('state')
    expect((await rail.read(id)).funding.status).toBe('unfunded')
    rail.proxy.before = () => 'pass'
    for (let round = 0; round < 2; round++) await reconcile(rail)
    expect((await rail.read(id)).funding.status).toBe('unfunded')
    await expect(rail.user().furrow.quests.accept(id)).rejects.toMatchObject({ status: 400 })
  })

  test('a deposit that every answer about the state makes up, and none about it alone, funds nothing', async () => {
    const rail = await startRail()
    const { id, funding } = await rail.user().furrow.quests.post(paid)
    await goOn(rail)
    rail.proxy.before = call =>
      asksOf(call, funding.escrowId) && isOfSeveral(call)
        ? { answered: madeUp(call, rail.chain.token) }
        : 'pass'
    for (let round = 0; round < 3; round++) await reconcile(rail)
    expect((await rail.read(id)).funding.status).toBe('unfunded')
    expect(rail.logged()).toContain('was not there when it was asked again')
  })

  test('a dispute, its end, and places taken back are made good from the state', async () => {
    const rail = await startRail()
    const quest = await submit(rail, { ...paid, maxFarmers: 3 })
    await goOn(rail)
    hideLogs(rail)
    const { address } = quest.farmer.account
    await rail.chain.call(quest.giver.account, 'dispute', [quest.escrowId, address])
    await goOn(rail)
    await reconcile(rail)
    expect((await rail.read(quest.id)).farmers[0]).toMatchObject({ status: 'disputed' })
    await rail.later(91 * day)
    await rail.chain.call(quest.giver.account, 'refund', [quest.escrowId])
    await rail.chain.call(2, 'resolve', [quest.escrowId, address, false])
    await rail.chain.client.mine({ blocks: 50 })
    await reconcile(rail)
    expect(await rail.read(quest.id)).toMatchObject({
      status: 'cancelled',
      farmers: [{ status: 'refunded' }],
      funding: { released: '0', refunded: '6' },
    })
  })

  test('what the contract contradicts is told, and nothing new is sent for it until they agree', async () => {
    const rail = await startRail()
    const { chain, clock, context } = rail
    const metrics = async () => {
      clock.advance(10_000)
      return (await fetch(new URL('/metrics', rail.baseUrl))).text()
    }
    const quest = await submit(rail)
    const id = await chain.client.snapshot()
    await goOn(rail)
    expect((await rail.read(quest.id)).farmers[0]?.holdReason).toBe('in-review')
    await chain.client.revert({ id })
    await chain.client.mine({ blocks: 60 })
    await reconcile(rail)
    expect(rail.logged()).toContain('is in-review here, and none in the contract')
    expect(await metrics()).toMatch(/furrow_escrow_contradictions\{[^}]*\} 1/)
    await goOn(rail)
    await rail.later(49 * hour)
    await goOn(rail)
    const calls = await context.db.selectFrom('escrow_calls').select(['kind', 'state']).execute()
    expect(calls).toContainEqual({ kind: 'release', state: 'queued' })
    expect(await chain.balanceOf(quest.farmer.account.address)).toBe(0n)
    await reconcile(rail)
    expect(rail.logged()).toContain('agree again')
    expect(await metrics()).toMatch(/furrow_escrow_contradictions\{[^}]*\} 0/)
    await goOn(rail)
    await expectPaidOnce(rail, quest)
  })
})
