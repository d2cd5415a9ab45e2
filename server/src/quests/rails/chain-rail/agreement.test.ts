import { decodeFunctionResult, encodeFunctionResult, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { startHarness } from '../../../../test/harness.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import { type RpcCall, startRpcProxy } from '../../../../test/rpc-proxy.ts'
import { hour, minute, second } from '../../../ground/clock.ts'
import { keepEscrow } from './keeper.ts'
import { reconcileEscrow } from './reconcile.ts'

/** A service with two RPCs of its chain, and a quest whose work was handed in. */
async function startAgreeing() {
  const rail = await startRail()
  const other = await startRpcProxy(rail.chain.rpcUrl)
  const service = await startHarness({
    env: { ...rail.env, RPC_AGREE: `31337=${other.url}` },
    clock: rail.clock,
  })
  const { context, user } = service
  const [giver, farmer] = [user(), user()]
  const { id, funding } = await giver.furrow.quests.post(paid)
  await rail.chain.fund(giver.account, id, two, 1, rail.chain.token)
  return {
    ...rail,
    ...service,
    other,
    giver,
    farmer,
    id,
    escrowId: funding.escrowId as `0x${string}`,
    async keep() {
      await keepEscrow.round(context)
      await rail.chain.settled(rail.operator)
    },
    sent: () => rail.chain.client.getTransactionCount({ address: rail.operator }),
    async metrics() {
      rail.clock.advance(5 * second)
      return (await fetch(new URL('/metrics', service.baseUrl))).text()
    },
  }
}

const anyHash = `0x${'ab'.repeat(32)}`

describe.skipIf(!hasChain)('where a second RPC is named', () => {
  test('nothing is read or sent while they have different blocks, and it goes on when they agree', async () => {
    const service = await startAgreeing()
    const { chain, farmer, giver, id, keep, other, proxy, visitor } = service
    await giver.furrow.quests.fund(id)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    const { number } = await chain.client.getBlock()
    const block = await ask(chain.rpcUrl, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, false])
    other.before = ({ method }: RpcCall) =>
      method === 'eth_getBlockByNumber' ? { answered: { ...(block as object), hash: anyHash } } : 'pass'
    for (let round = 0; round < 2; round++) await expect(keep()).rejects.toThrow('different blocks')
    expect(await service.sent()).toBe(0)
    expect(service.logged().match(/two RPCs of the escrow disagree/g)).toHaveLength(1)
    expect(await service.metrics()).toMatch(
      /furrow_escrow_distrusted\{reason="disagreement",contract="[^"]+"\} 1/,
    )
    other.before = () => 'down'
    await expect(keep()).rejects.toThrow()
    expect(await service.sent()).toBe(0)

    other.before = () => 'pass'
    await keep()
    await keep()
    expect(await service.metrics()).toMatch(
      /furrow_escrow_distrusted\{reason="disagreement",contract="[^"]+"\} 0/,
    )
    await service.later(49 * hour)
    await keep()
    await keep()
    expect((await visitor.quests.get(id)).farmers[0]?.status).toBe('released')
    expect(await chain.balanceOf(farmer.account.address)).toBe(two)
    expect(proxy.url).not.toBe(other.url)
  })

  test('a deposit that one of them makes up funds nothing, and work that rests on it is not proposed', async () => {
    const service = await startAgreeing()
    const { chain, context, farmer, giver, id, keep, other } = service
    const lie = async ({ method, params }: RpcCall) =>
      method === 'eth_call' ? { answered: await withoutDeposits(chain.rpcUrl, params) } : ('pass' as const)
    other.before = lie
    await expect(giver.furrow.quests.fund(id)).rejects.toMatchObject({ status: 503 })
    other.before = () => 'pass'
    expect((await giver.furrow.quests.fund(id)).funding.status).toBe('funded')
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    other.before = lie
    await keep()
    expect(await service.sent()).toBe(0)
    expect(service.logged()).toContain('two RPCs disagree about what a call rests on')
    service.clock.advance(5 * minute)
    await reconcileEscrow.round(context)
    expect(await service.metrics()).toMatch(/furrow_escrow_contradictions\{[^}]*\} 1/)

    other.before = () => 'pass'
    service.clock.advance(5 * minute)
    await reconcileEscrow.round(context)
    await keep()
    await keep()
    expect(await service.sent()).toBe(1)
  })

  test('an event that only one of them tells changes nothing', async () => {
    const { giver, id, keep, other, visitor, context, clock } = await startAgreeing()
    other.before = ({ method }: RpcCall) => (method === 'eth_getLogs' ? { answered: [] } : 'pass')
    await keep()
    expect((await visitor.quests.get(id)).funding.status).toBe('unfunded')
    expect(await context.db.selectFrom('escrow_events').selectAll().execute()).toEqual([])
    for (let round = 0; round < 2; round++) {
      clock.advance(5 * minute)
      await reconcileEscrow.round(context)
    }
    expect((await giver.furrow.quests.get(id)).funding.status).toBe('funded')
  })
})

const aggregate = parseAbi([
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3() view returns (Result[])',
])

async function ask(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await answer.json()) as { result: unknown }).result
}

/** The chain's answer to several questions, each of them empty. */
async function withoutDeposits(rpcUrl: string, params: readonly unknown[]): Promise<string> {
  const result = (await ask(rpcUrl, 'eth_call', params)) as `0x${string}`
  const told = decodeFunctionResult({ abi: aggregate, functionName: 'aggregate3', data: result })
  const empty = told.map(({ returnData, success }) => ({
    success,
    returnData: `0x${'0'.repeat(returnData.length - 2)}` as const,
  }))
  return encodeFunctionResult({ abi: aggregate, functionName: 'aggregate3', result: empty })
}
