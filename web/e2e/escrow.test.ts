import { describe, expect, test } from 'vitest'
import { hour } from '../../server/src/ground/clock.ts'
import { hasChain } from '../../server/test/chain.ts'
import { people, startGithub } from '../../server/test/github.ts'
import { eventually, see } from './harness.ts'
import { draft, ether, payIn, startOnChain } from './on-chain.ts'

describe.skipIf(!hasChain)('money on chain', () => {
  test('a giver pays in with the wallet, approves the work on chain, and the farmer is paid', async () => {
    const { chain, web } = await startOnChain()
    const [giver, farmer] = [web.user(), web.user()]
    await chain.client.setBalance({ address: giver.account.address, value: 10n * ether })
    const { id } = await giver.furrow.quests.post(draft)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    await see(page.getByText('Nothing is paid in yet: the giver has to pay in first.'))
    wallet.decline(true)
    await payIn(page)
    await see(page.getByText('You declined in your wallet.'))
    wallet.decline(false)
    await payIn(page)
    await see(page.getByText('Held by the contract'))

    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await page.reload()
    await see(page.getByText('The giver may look at the work and dispute it.'))
    await chain.client.setAutomine(false)
    await page.getByRole('button', { name: 'Approve and pay now' }).click()
    await see(page.getByText('Sent. Waiting for the chain…'))
    // The decision is still shown as on its way after a reload.
    await page.reload()
    await see(page.getByText('Sent. Waiting for the chain…'))
    expect(await page.getByRole('button', { name: 'Approve and pay now' }).isDisabled()).toBe(true)
    expect(wallet.asked).toHaveLength(2)
    await chain.client.mine({ blocks: 1 })
    await chain.client.setAutomine(true)
    await expect
      .poll(() => chain.client.getBalance({ address: farmer.account.address }), { timeout: 30_000 })
      .toBe(2n * ether)
    const readRelease = async () => {
      const { funding } = await web.visitor.quests.get(id)
      return funding.transactions?.find(({ kind, status }) => kind === 'release' && status === 'confirmed')
    }
    // The chain knows before the service does.
    await eventually(async () => (await readRelease()) !== undefined, true)
    const release = await readRelease()
    await page.reload()
    const paid = page.getByRole('listitem').filter({ hasText: /was paid 2 ETH\. 0x.* approved the work\./ })
    await see(paid.locator(`a[href="https://explorer.example.org/tx/${release?.hash}"]`))
    const held = page.getByRole('listitem').filter({ hasText: 'The deposit arrived on chain.' })
    await see(held.getByRole('link', { name: /^transaction 0x/ }))
  })

  test('a deposit in a token takes its approval and the payment, and says which of the two it is', async () => {
    const { chain, web } = await startOnChain()
    const giver = web.user()
    await chain.client.setBalance({ address: giver.account.address, value: ether })
    await chain.mint(giver.account, 5_000_000n)
    const { id } = await giver.furrow.quests.post({
      ...draft,
      reward: '5 USDC',
      rewardAmount: 5,
      rewardToken: 'USDC',
    })
    const { page } = await web.open(`/quests/${id}`, { as: giver, chain, size: 'phone' })
    await payIn(page)
    await see(page.getByText('Held by the contract'))
    expect(await chain.balanceOf(chain.escrow)).toBe(5_000_000n)
  })

  test('a merge that was taken back is told in time for the giver to dispute', async () => {
    const github = await startGithub()
    const gate = { owner: 'giver', repo: 'gate' }
    await github.as('giver').issues.create({ ...gate, title: 'The gate' })
    const { chain, web } = await startOnChain({ env: github.env })
    const [giver, farmer] = [web.user(), web.user()]
    await farmer.furrow.profile.change({ codehostToken: people.alice })
    const { id } = await giver.furrow.quests.post({
      ...draft,
      codehostRepo: 'giver/gate',
      codehostIssue: '1',
    })
    await chain.fund(giver.account, id, 2n * ether, 1)
    await giver.furrow.quests.fund(id)
    await farmer.furrow.quests.accept(id)
    const pr = await github.merge('alice', 'Closes #1')
    await github.as('giver').issues.update({ ...gate, issue_number: 1, state: 'closed' })
    await web.visitor.verify({ repo: 'giver/gate', pr })
    await eventually(async () => (await web.visitor.quests.get(id)).farmers[0]?.holdReason, 'in-review')

    await github.as('giver').issues.update({ ...gate, issue_number: 1, state: 'open' })
    web.clock.advance(43 * hour)
    await web.runDue()
    const { page } = await web.open(`/quests/${id}`, { as: web.user(giver), size: 'phone', chain })
    await see(page.getByText(/The code host: Issue 1 was opened again/))
    await see(page.getByText(/can dispute until then; the service does not ask for the payment\./))
    await see(page.getByText('Work that a merged pull request proved is paid by the contract'))
    expect(await page.getByText(/^Paid in/).count()).toBe(0)
  })
})
