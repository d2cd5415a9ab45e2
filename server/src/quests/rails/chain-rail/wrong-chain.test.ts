import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { startHarness } from '../../../../test/harness.ts'
import { paid, startRail, two } from '../../../../test/rail.ts'
import type { RpcCall } from '../../../../test/rpc-proxy.ts'
import { hour, second } from '../../../ground/clock.ts'
import { chains } from '../../../operate/doctor/chains.ts'
import { contract } from '../../../operate/doctor/contract.ts'

/** As where an RPC's address was changed, or its provider mixes up its networks. */
const ofMainnet = ({ method }: RpcCall) =>
  method === 'eth_chainId' ? { answered: '0x1' } : ('pass' as const)

describe.skipIf(!hasChain)('an RPC that is of another chain', () => {
  test('holds everything back that concerns the chain, is told, and mends itself', async () => {
    const rail = await startRail()
    const { chain, clock, context, keep, proxy, user } = rail
    const metrics = async () => {
      clock.advance(5 * second)
      return (await fetch(new URL('/metrics', rail.baseUrl))).text()
    }
    const quest = await rail.startQuest()
    await user(quest.farmer).furrow.quests.submit(quest.id, { note: 'done' })
    const giver = user()
    const unfunded = await giver.furrow.quests.post(paid)
    await chain.fund(giver.account, unfunded.id, two, 1, chain.token)

    proxy.before = ofMainnet
    await expect(giver.furrow.quests.fund(unfunded.id)).rejects.toMatchObject({ status: 503 })
    for (let round = 0; round < 3; round++) await expect(keep()).rejects.toThrow('answers of chain 1')
    expect(rail.logged().match(/is of another chain/g)).toHaveLength(1)
    expect(await metrics()).toMatch(/furrow_escrow_distrusted\{reason="wrong-chain",contract="[^"]+"\} 1/)
    expect(await chain.client.getTransactionCount({ address: rail.operator })).toBe(0)
    expect((await rail.read(quest.id)).farmers[0]).toMatchObject({ holdReason: 'chain-unreachable' })
    expect(await chains.look({ ...context })).toMatchObject([{ state: 'wrong' }])
    expect(await contract.look({ ...context })).toMatchObject([{ state: 'wrong' }])

    proxy.before = () => 'pass'
    await keep()
    await keep()
    expect(await metrics()).toMatch(/furrow_escrow_distrusted\{reason="wrong-chain",contract="[^"]+"\} 0/)
    expect(rail.logged()).toContain('is believed again')
    expect((await giver.furrow.quests.fund(unfunded.id)).funding.status).toBe('funded')
    await rail.later(49 * hour)
    await keep()
    await keep()
    expect((await rail.read(quest.id)).farmers[0]?.status).toBe('released')
    expect(await chain.balanceOf(quest.farmer.account.address)).toBe(two)
  })

  test('is no reason not to start, and is told then', async () => {
    const rail = await startRail()
    rail.proxy.before = ofMainnet
    const other = await startHarness({ env: rail.env, clock: rail.clock })
    expect(other.logged()).toContain('is of another chain')
  })
})
