import { testTokenAbi } from '@furrow/contracts/testing'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { paid, startRail } from '../../../../test/rail.ts'
import type { RpcProxy } from '../../../../test/rpc-proxy.ts'
import { minute } from '../../../ground/clock.ts'
import { holdingFigures } from './holdings.ts'

describe.skipIf(!hasChain)('what the escrow contract holds', () => {
  test('is told beside what it owes, and asked of the chain once in five minutes', async () => {
    const rail = await startRail()
    const { chain, clock, context, keep, proxy } = rail
    const read = async () => {
      const samples = await holdingFigures.read(context)
      return samples.map(({ name, labels, value }) => [name.split('_')[2], labels?.symbol, value])
    }
    const work = await rail.startQuest({ ...paid, maxFarmers: 2 })
    await keep()
    const whole = [
      ['held', 'USDC', 4],
      ['owed', 'USDC', 4],
    ]
    expect(await read()).toEqual(whole)
    await work.farmer.furrow.quests.submit(work.id, { note: 'done' })
    await keep()
    await keep()
    await chain.call(work.giver.account, 'approve', [work.escrowId, work.farmer.account.address])
    await keep()
    const asked = countCalls(proxy)
    expect(await read()).toEqual(whole)
    expect(asked.count).toBe(0)
    clock.advance(5 * minute)
    expect(await read()).toEqual([
      ['held', 'USDC', 2],
      ['owed', 'USDC', 2],
    ])
    expect(asked.count).toBe(1)

    const [stolen, contract] = [1_500_000n, chain.escrow]
    await chain.client.impersonateAccount({ address: contract })
    await chain.client.setBalance({ address: contract, value: 10n ** 18n })
    await chain.client.writeContract({
      abi: testTokenAbi,
      address: chain.token,
      functionName: 'transfer',
      args: [chain.account(5).address, stolen],
      account: contract,
      chain: chain.client.chain,
    })
    await chain.client.mine({ blocks: 2 })
    await keep()
    clock.advance(5 * minute)
    expect(await read()).toEqual([
      ['held', 'USDC', 0.5],
      ['owed', 'USDC', 2],
    ])
    proxy.before = () => 'down'
    clock.advance(5 * minute)
    expect(await read()).toEqual([])
    proxy.before = () => 'pass'
    expect(await read()).toHaveLength(2)
  })
})

function countCalls(proxy: RpcProxy): { count: number } {
  const asked = { count: 0 }
  proxy.before = () => {
    asked.count++
    return 'pass'
  }
  return asked
}
