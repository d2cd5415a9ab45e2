import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../server/test/chain.ts'
import { eventually, see, seeNot } from './harness.ts'
import { deployKleros } from './kleros.ts'
import { draft, ether, startOnChain } from './on-chain.ts'

type Kleros = Awaited<ReturnType<typeof deployKleros>>['kleros']

/** Work in a dispute whose arbiter asks Kleros, with appeals. */
async function startDispute() {
  const courts: Kleros[] = []
  const { chain, web } = await startOnChain({
    version: 3,
    decider: async (deploy, client) => {
      const { arbiter, kleros } = await deployKleros(deploy, client)
      courts.push(kleros)
      return arbiter
    },
  })
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post({ ...draft, maxFarmers: 1 })
  await chain.fund(giver.account, id, 2n * ether, 1)
  await giver.furrow.quests.fund(id)
  await farmer.furrow.quests.accept(id)
  await chain.client.setBalance({ address: farmer.account.address, value: ether })
  const first = async () => (await web.visitor.quests.get(id)).farmers[0]
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await eventually(async () => (await first())?.holdReason, 'in-review')
  const { funding } = await web.visitor.quests.get(id)
  await chain.call(giver.account, 'dispute', [funding.escrowId, farmer.account.address])
  await eventually(async () => (await first())?.status, 'disputed')
  return { chain, web, kleros: courts[0] as Kleros, giver, farmer, id, first }
}

/** Presses the button, and confirms its question. */
async function pay(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name, exact: true }).click()
  await seeNot(dialog)
}

describe.skipIf(!hasChain)('a dispute before a court with appeals', () => {
  test('has each side pay the court, and the side that loses appeal, which the other one answers', async () => {
    const { chain, web, kleros, giver, farmer, id, first } = await startDispute()
    const farmers = await web.open(`/quests/${id}`, { as: farmer, chain })
    farmers.wallet.goElsewhere()
    await farmers.page.reload()
    await see(farmers.page.getByText(/^Your wallet is on another network\./))
    await farmers.page.getByRole('button', { name: /^Change to / }).click()
    await see(farmers.page.getByText(/Each side pays it 0\.000000000000001 ETH, and the side that wins/))
    await pay(farmers.page, 'Pay the court for your side')
    await see(
      farmers.page.getByText(/The farmer has paid\. Unless the giver pays until .*, the farmer wins\./),
    )
    const givers = await web.open(`/quests/${id}`, { as: giver, chain })
    await pay(givers.page, 'Pay the court for your side')
    await see(givers.page.getByText('The dispute is before the court, in round 1.'))

    await kleros.vote(0n, 1n, 1)
    await givers.page.reload()
    await see(givers.page.getByText('Round 1: as things stand, the court rules for the farmer.'))
    await see(givers.page.getByText(/You can appeal until .*, for 0\.000000000000006 ETH\./))
    await farmers.page.reload()
    await see(farmers.page.getByText(/It can be appealed until /))
    await seeNot(farmers.page.getByRole('button', { name: 'Pay for your appeal' }))
    givers.wallet.decline(true)
    await pay(givers.page, 'Pay for your appeal')
    await see(givers.page.getByRole('alert'))
    givers.wallet.decline(false)
    await pay(givers.page, 'Pay for your appeal')
    await see(givers.page.getByText(/Your side has paid for the appeal\./))

    await farmers.page.reload()
    await see(farmers.page.getByText(/Unless you pay 0\.0000000000000045 ETH until .*, it wins\./))
    const stranger = await web.open(`/quests/${id}`, { as: web.user(), chain, size: 'phone' })
    await see(stranger.page.getByText('Round 1: as things stand, the court rules for the farmer.'))
    await seeNot(stranger.page.getByRole('button', { name: 'Pay for your appeal' }))
    await pay(farmers.page, 'Pay for your appeal')
    await see(farmers.page.getByText('The dispute is before the court, in round 2.'))

    await kleros.vote(0n, 2n, 3)
    await kleros.end(0n)
    await eventually(async () => (await first())?.ruling?.share, 0)
    await givers.page.reload()
    await see(givers.page.getByText(/The court has ruled for good\./))
    expect(farmers.wallet.asked.filter(method => method === 'eth_sendTransaction')).toHaveLength(2)
  })
})
