import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../server/test/chain.ts'
import { audit, eventually, everySize, see, setTheme } from './harness.ts'
import { draft, ether, startOnChain } from './on-chain.ts'

const inDollars = { ...draft, reward: '2 USDC', rewardAmount: 2, rewardToken: 'USDC', maxFarmers: 1 }

async function requireAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
  }
}

describe.skipIf(!hasChain)('a team on chain', () => {
  test.each(everySize)(
    'shares a place, agrees, and is paid by its account once the giver signs, on a %s',
    async size => {
      const { chain, web } = await startOnChain({ version: 3, splits: true })
      const [giver, farmer, member] = [web.user(), web.user(), web.user()]
      const { id } = await giver.furrow.quests.post(inDollars)
      await chain.fund(giver.account, id, 2_000_000n, 1, chain.token)
      await giver.furrow.quests.fund(id)
      await farmer.furrow.quests.accept(id)
      const first = async () => (await web.visitor.quests.get(id)).farmers[0]

      const { page } = await web.open(`/quests/${id}`, { as: farmer, chain, size })
      await page.getByRole('button', { name: 'Share this place' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Address of a member').fill(member.address)
      await dialog.getByLabel('Their share, in percent').fill('25')
      await dialog.getByRole('button', { name: 'Share this place' }).click()
      await see(page.getByText('has not agreed yet'))
      expect((await first())?.split).toBeUndefined()

      const { page: members } = await web.open(`/quests/${id}`, { as: member, chain, size })
      await members.getByRole('main').getByRole('button', { name: 'Agree to my share', exact: true }).click()
      await members
        .getByRole('dialog')
        .getByRole('button', { name: 'Agree to my share', exact: true })
        .click()
      await see(members.getByText('The contract pays an account of this team', { exact: false }))
      await members.getByText('The account of this team').click()
      const { account = '' } = (await first())?.split ?? {}
      await see(members.getByText(account))
      await requireAccessible(members)

      await web.user(farmer).furrow.quests.submit(id, { note: 'done' })
      await eventually(async () => (await first())?.holdReason, 'in-review')
      const { page: givers } = await web.open(`/quests/${id}`, { as: giver, chain, size })
      await givers.getByRole('button', { name: 'Approve and pay now' }).click()
      await givers.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
      await eventually(() => chain.balanceOf(farmer.account.address), 1_500_000n)
      await eventually(() => chain.balanceOf(member.account.address), 500_000n)
      expect(await chain.balanceOf(account as `0x${string}`)).toBe(0n)

      await members.reload()
      await see(members.getByText(/^With 25% of the place of/))
      await requireAccessible(members)
      // Without the service, the page that needs only the chain knows the account by the link.
      await members.getByText('The account of this team').first().click()
      await members.getByRole('link', { name: 'on a page that needs only the chain' }).first().click()
      // The page listens once it has loaded.
      await members.waitForURL('**/exit/**')
      await chain.client.setBalance({ address: member.account.address, value: ether })
      await members.getByRole('button', { name: 'Look at the account' }).click()
      await see(members.getByRole('heading', { name: account }))
      await see(members.getByText('0 USDC', { exact: false }))
    },
    120_000,
  )
})
