import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../server/test/chain.ts'
import type { User } from '../../server/test/harness.ts'
import {
  audit,
  eventually,
  everySize,
  type Size,
  see,
  seePage,
  setTheme,
  type WebHarness,
} from './harness.ts'
import { ether, payIn, startOnChain } from './on-chain.ts'

const hour = 60 * 60 * 1_000
const day = 24 * hour
const fieldOf = (at: number) => new Date(at).toISOString().slice(0, 16)

async function requireAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
  }
}

/** Types a contest of two prizes in dollars, reads what follows, and posts it. */
async function postByForm(page: Page, now: number): Promise<string> {
  const main = page.getByRole('main')
  await main.getByLabel('Title').fill('Draw the sign of the barn')
  await main.getByLabel('Description').fill('The clearest one wins.')
  await main.getByLabel('Category').fill('design')
  await main.getByLabel('Skills').fill('drawing')
  await main.getByLabel('Token').selectOption('USDC')
  await main.getByRole('button', { name: 'Add a prize' }).click()
  await main.getByLabel('Prize 1', { exact: true }).fill('6')
  await main.getByLabel('Prize 2', { exact: true }).fill('4')
  await main.getByLabel('Entries until').fill(fieldOf(now + 2 * day))
  await main.getByLabel('You rank until').fill(fieldOf(now + 5 * day))
  await see(
    main.getByText('You pay it into the escrow contract from your wallet in the next step', { exact: false }),
  )
  await requireAccessible(page)
  await main.getByRole('button', { name: 'Post the contest' }).click()
  await seePage(page, 'Draw the sign of the barn')
  return new URL(page.url()).pathname
}

async function enterByPage(web: WebHarness, path: string, as: User, text: string, size: Size): Promise<void> {
  const { page } = await web.open(path, { as, size })
  await page.getByLabel('Entry', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Enter the contest' }).click()
  await see(page.getByRole('button', { name: 'Change your entry' }))
  await page.close()
}

describe.skipIf(!hasChain)('a contest on chain', () => {
  test.each(everySize)(
    'is posted by the form, paid in, entered, ranked and paid, and its winners see their parts, on a %s',
    async size => {
      const { chain, web } = await startOnChain({ version: 3, splits: true })
      const later = async (time: number) => {
        web.clock.advance(time)
        await chain.later(time / 1_000)
        await web.runDue()
      }
      const [giver, one, two] = [web.user(), web.user(), web.user()]
      await one.furrow.profile.change({ displayName: 'ada' })
      await two.furrow.profile.change({ displayName: 'bo' })
      await chain.client.setBalance({ address: giver.account.address, value: ether })
      await chain.mint(giver.account, 10_000_000n)
      const { page } = await web.open('/quests/contest', { as: giver, chain, size })
      const path = await postByForm(page, web.clock.now())
      const id = path.split('/').at(-1) ?? ''
      const read = () => web.visitor.quests.get(id)
      await see(page.getByText('Entries are taken once the giver has paid the prizes', { exact: false }))
      await payIn(page)
      await eventually(async () => (await read()).funding.status, 'funded')
      await requireAccessible(page)
      await enterByPage(web, path, one, 'A barn with a moon.', size)
      await enterByPage(web, path, two, 'A barn with a sun.', size)

      await later(2 * day)
      const { page: own } = await web.open(path, { as: web.user(giver), chain, size })
      const main = own.getByRole('main')
      await main.getByLabel(/^Prize of .*ada/).selectOption('1')
      await main.getByLabel(/^Prize of .*bo/).selectOption('2')
      await main.getByRole('button', { name: 'Rank the entries' }).click()
      await eventually(async () => (await read()).contest?.stage, 'ranked')
      await later(2 * day)
      await eventually(async () => (await read()).farmers[0]?.holdReason, 'in-review')
      const split = (await read()).farmers[0]?.split
      expect(split?.payees).toHaveLength(2)
      await own.reload()
      await see(own.getByText('The prizes are fixed.', { exact: false }))
      await see(own.getByText('The giver can dispute that payment until', { exact: false }))
      await own.getByText('The account of the prizes').click()
      await see(own.getByText(split?.account ?? '', { exact: false }))
      await requireAccessible(own)

      await later(2 * day + hour)
      await eventually(async () => (await read()).status, 'completed')
      expect((await read()).funding).toMatchObject({ released: '10', refunded: '0' })
      for (const [winner, name, part] of [
        [one, 'ada', '6 USDC'],
        [two, 'bo', '4 USDC'],
      ] as const) {
        const { page: winners } = await web.open(path, { as: web.user(winner), chain, size })
        await see(winners.getByText('The ranking holds.'))
        const told = winners.getByRole('listitem').filter({ hasText: name })
        await see(told.filter({ hasText: `was paid ${part}` }))
        await winners.getByText('The account of the prizes').click()
        await see(winners.getByRole('button', { name: 'Pay out what the account has' }))
        expect(await winners.getByText('took a place', { exact: false }).count()).toBe(0)
        await requireAccessible(winners)
      }
    },
    180_000,
  )
})
