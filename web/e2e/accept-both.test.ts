import { questEscrowV3Abi } from '@furrow/contracts'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../server/test/chain.ts'
import { eventually, see } from './harness.ts'
import { draft, ether, startOnChain } from './on-chain.ts'

describe.skipIf(!hasChain)('a contract whose operator decides its disputes too', () => {
  test('is accepted by the giver, who names that address to it, before the wallet pays in', async () => {
    const { chain, web } = await startOnChain({ version: 3, arbiter: 1 })
    const giver = web.user()
    await chain.client.setBalance({ address: giver.account.address, value: 10n * ether })
    const { id } = await giver.furrow.quests.post(draft)
    const hasAccepted = (by: `0x${string}`) =>
      chain.client.readContract({
        ...{ abi: questEscrowV3Abi, address: chain.escrow, functionName: 'acceptsBoth' },
        args: [giver.account.address, by],
      })
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    const plan = page.getByRole('dialog')
    const open = () => page.getByRole('button', { name: 'Pay in', exact: true }).click()
    await open()
    await see(plan.getByText('Your wallet asks you twice'))
    await see(plan.getByText(/one address/i))
    wallet.decline(true)
    await plan.getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByRole('alert'))
    expect(await hasAccepted(chain.account(1).address)).toBe(false)
    wallet.decline(false)
    await open()
    await plan.getByRole('button', { name: 'Go to the wallet' }).click()
    await eventually(async () => (await web.visitor.quests.get(id)).funding.status, 'funded')
    expect(await hasAccepted(chain.account(1).address)).toBe(true)
    expect(await hasAccepted(chain.account(2).address)).toBe(false)
    const sent = wallet.asked.filter(method => method === 'eth_sendTransaction')
    expect(sent).toHaveLength(2)
  })
})
