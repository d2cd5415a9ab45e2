import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sampleQuest, type User } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { eventually, everySize, searchOf, see, seePage, startWeb } from './harness.ts'
import { SlowPhone } from './slow-phone.ts'

async function payFor(giver: User, farmer: User): Promise<string> {
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await giver.furrow.quests.approve(id, farmer.address)
  return id
}

const podium = (page: Page) => page.getByRole('list', { name: 'The first three' }).getByRole('listitem')

describe.each(everySize)('on a %s', size => {
  test('the leaderboard has a podium, everyone below it, and the reader marked', async () => {
    const web = await startWeb()
    const givers = [web.user(), web.user(), web.user(), web.user()]
    const farmers = [web.user(), web.user(), web.user(), web.user()]
    for (const [index, farmer] of farmers.entries()) {
      await farmer.furrow.profile.change({ farmerProfile: { guild: index < 3 ? 'Weeders' : 'Stone Row' } })
      for (const giver of givers.slice(index)) await payFor(giver, farmer)
    }
    const [first, , , last] = farmers as [User, User, User, User]
    const { page } = await web.open('/leaderboard', { size, as: last })
    await see(page.getByRole('progressbar', { name: /^Season \d+$/ }))
    await see(podium(page).first().getByText(shortAddress(first.account.address)))
    await see(podium(page).first().getByText('400'))
    const own = page.getByRole('listitem').filter({ hasText: shortAddress(last.account.address) })
    await see(own.getByText('You'))

    await page.getByRole('button', { name: 'Guilds' }).click()
    await see(podium(page).first().getByText('Weeders'))
    await see(podium(page).first().getByText('3 members'))
    expect(searchOf(page)).toEqual({ board: 'guilds' })
    await page.reload()
    await see(podium(page).first().getByText('Weeders'))
    await page.goBack()
    await see(podium(page).first().getByText(shortAddress(first.account.address)))
    await podium(page).first().getByRole('link').first().click()
    await seePage(page, shortAddress(first.account.address))
  })

  test('the leaderboard says what counts, and shows an earlier season and the points of one token', async () => {
    const web = await startWeb()
    const [giver, farmer] = [web.user(), web.user()]
    const id = await payFor(giver, farmer)
    web.clock.advance(90 * 86_400_000)
    const { page } = await web.open('/leaderboard', { size })
    await see(page.getByText('Nobody has points in this season yet.'))
    if (size === 'phone') await page.getByRole('heading', { name: 'What counts' }).click()
    await see(page.getByText('Nothing can be proved here'))
    const before = String(((await web.visitor.leaderboard()).currentSeason ?? 0) - 1)
    await page.getByLabel('Season', { exact: true }).selectOption(before)
    await see(podium(page).getByText(shortAddress(farmer.account.address)))
    await page.getByLabel('Token').fill('usdc')
    await eventually(() => searchOf(page), { season: before, token: 'usdc' })
    await see(podium(page).getByText(shortAddress(farmer.account.address)))
    await page.getByLabel('Skill').fill('weeding')
    await see(page.getByText('Nobody is on this board.'))
    const { page: quest } = await web.open(`/quests/${id}`, { size, as: web.user(farmer) })
    await see(quest.getByRole('main').getByText('Booked', { exact: true }))
  })

  test('the reputation shows the score, the points over time, each event with its quest, and reviews', async () => {
    const web = await startWeb()
    const [giver, farmer] = [web.user(), web.user()]
    const id = await payFor(giver, farmer)
    await giver.furrow.quests.review(id, farmer.address, 5, 'Quick and tidy.')
    const { page } = await web.open(`/reputation/${farmer.account.address}`, { size })
    const { reputation } = await web.visitor.reputation(farmer.address)
    await see(
      page.getByRole('img', { name: `Benevolence: ${Math.round(reputation.benevolenceScore)} of 100` }),
    )
    await see(page.getByRole('img', { name: /^Points over time\. As a farmer: 120 points/ }))
    await see(page.getByRole('row', { name: /Work released.*\+100/ }))
    await see(page.getByRole('row', { name: /Review of 5 of 5.*\+20/ }))
    await see(page.getByText('Quick and tidy.'))
    await see(page.getByText('First Harvest'))
    const review = page.getByRole('listitem').filter({ hasText: 'Quick and tidy.' })
    await see(review.getByRole('link', { name: sampleQuest.title, exact: true }))
    await page
      .getByRole('row', { name: /Work released/ })
      .getByRole('link', { name: sampleQuest.title, exact: true })
      .click()
    await seePage(page, sampleQuest.title)
    await page.goBack()
    await seePage(page, 'Reputation')
  })
})

test('the leaderboard is drawn on a slow phone, where names come while it grows', async () => {
  const web = await startWeb({ env: { QUOTA_NEW_PROFILES_AN_HOUR: '0' } })
  const giver = web.user()
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 60 })
  const farmers = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const farmer = web.user()
      await farmer.furrow.quests.accept(id)
      return farmer
    }),
  )
  await Promise.all(farmers.map(({ address }) => giver.furrow.quests.approve(id, address)))
  const { page } = await web.open('/healthz', { size: 'phone' })
  const phone = await SlowPhone.hold(page)
  await phone.slowLine()
  await page.goto(web.url('/leaderboard'))
  await seePage(page, 'Leaderboard')
  await see(page.getByRole('link', { name: /^Message / }).first())
  await phone.fastLine()
  await page.getByRole('button', { name: 'Show more' }).click()
  await see(page.getByRole('heading', { name: 'How ranks grow' }))
})

test('a new season is an empty board with a word on how to be first', async () => {
  const web = await startWeb()
  const { page } = await web.open('/leaderboard')
  await see(page.getByText('Nobody has points in this season yet.'))
  await page.getByRole('button', { name: 'Givers' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Post a quest' }).click()
  await seePage(page, 'Post a quest')
})

test('an address of which nothing is known has half of the score; what is no address is a sentence', async () => {
  const web = await startWeb()
  const { page } = await web.open(`/reputation/${web.user().account.address}`)
  await see(page.getByRole('img', { name: 'Benevolence: 50 of 100' }))
  await see(page.getByText('There are no points yet.'))
  await page.goto(web.url('/reputation/nobody'))
  await see(page.getByRole('alert'))
  await eventually(() => page.title(), 'Reputation · Furrow')
})
