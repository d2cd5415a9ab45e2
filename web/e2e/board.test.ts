import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { audit, eventually, everySize, quiet, searchOf, see, seeNot, seePage, startWeb } from './harness.ts'

const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()

const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.each(everySize)('on a %s', size => {
  test('the view, the chips and the search are in the address, and a link shares them', async () => {
    const web = await startWeb()
    const giver = web.user()
    await giver.furrow.quests.post({ ...sampleQuest, title: 'Mend the gate', skills: ['carpentry'] })
    await giver.furrow.quests.post({ ...sampleQuest, title: 'Mow the lawn', skills: ['mowing'] })
    const paint = await giver.furrow.quests.post({
      ...sampleQuest,
      title: 'Paint the barn',
      skills: ['painting'],
    })
    await giver.furrow.quests.cancel(paint.id)
    const { page } = await web.open('/quests', { size })
    await eventually(() => titles(page), ['Mow the lawn', 'Mend the gate'])

    await page.getByLabel('Search').fill('mend')
    await eventually(() => titles(page), ['Mend the gate'])
    await eventually(() => searchOf(page), { q: 'mend' })
    await page.getByLabel('Search').fill('')
    await eventually(() => searchOf(page), {})

    await view(page, 'All').click()
    await eventually(() => titles(page), ['Paint the barn', 'Mow the lawn', 'Mend the gate'])
    // Counted by the service over all quests of the view, with the rewards of free places of those that are open.
    await see(page.getByText('3 quests, in free places: 200 USDC'))
    await page.getByRole('list', { name: 'Skill' }).getByRole('button', { name: 'painting 1' }).click()
    await eventually(() => titles(page), ['Paint the barn'])
    await see(page.getByText('1 quest', { exact: true }))
    await eventually(() => searchOf(page), { status: 'all', skill: 'painting' })

    const { page: friend } = await web.open(new URL(page.url()).search.replace(/^/, '/quests'), { size })
    await eventually(() => titles(friend), ['Paint the barn'])
    await friend.getByRole('button', { name: /^painting/, pressed: true }).click()
    await eventually(async () => (await titles(friend)).length, 3)
    await friend.getByLabel('Search').fill('juggling')
    await see(friend.getByText('No quest fits.'))
    await friend.getByRole('button', { name: 'Show all quests' }).click()
    await eventually(async () => (await titles(friend)).length, 3)
  })

  test('the first quest is in the upper half, and rows stay rows', async () => {
    const web = await startWeb()
    await web.user().furrow.quests.post(sampleQuest)
    const { page } = await web.open('/quests', { size })
    const main = page.getByRole('main')
    const first = main.getByRole('heading', { level: 2 }).first()
    await see(first)
    const card = main.getByRole('listitem').filter({ hasText: sampleQuest.title })
    expect((await card.boundingBox())?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 2)
    await page.getByRole('button', { name: 'Show rows' }).click()
    await page.reload()
    await see(page.getByRole('button', { name: 'Show cards' }))
    await see(first)
  })
})

test('one’s own quests are those that one posted, or took', async () => {
  const web = await startWeb()
  const [ada, ben] = [web.user(), web.user()]
  await ada.furrow.quests.post({ ...sampleQuest, title: 'By Ada' })
  const { id } = await ben.furrow.quests.post({ ...sampleQuest, title: 'By Ben' })
  await ada.furrow.quests.accept(id)
  const { page } = await web.open('/quests', { as: ada })
  await view(page, 'Mine').click()
  await eventually(() => titles(page), ['By Ada'])
  await eventually(() => view(page, 'Posted by me').getAttribute('aria-pressed'), 'true')
  await view(page, 'Taken by me').click()
  await eventually(() => titles(page), ['By Ben'])
  const { page: strangers } = await web.open('/quests?status=mine')
  await see(strangers.getByText('Sign in to see your quests.'))
})

test('who posted nothing finds in “Mine” what they took, and their work in hand among the tasks', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, title: 'Mend the gate' })
  await farmer.furrow.quests.accept(id)
  const { page } = await web.open('/quests', { as: farmer })
  await view(page, 'Mine').click()
  await eventually(() => titles(page), ['Mend the gate'])
  await eventually(() => view(page, 'Taken by me').getAttribute('aria-pressed'), 'true')
  await view(page, 'Posted by me').click()
  await see(page.getByText('There are none yet.'))
  await page.goto(web.url('/tasks'))
  const work = page.getByRole('region', { name: 'You work on' })
  await see(work.getByRole('link', { name: 'Mend the gate' }))
})

test('rewards are sorted within a token that the board has', async () => {
  const web = await startWeb({ env: { TOKENS: 'ETH=native' } })
  const giver = web.user()
  const post = (title: string, rewardAmount: number, rewardToken: string) =>
    giver.furrow.quests.post({
      ...sampleQuest,
      title,
      reward: `${rewardAmount} ${rewardToken}`,
      rewardAmount,
      rewardToken,
    })
  await post('High', 1_200, 'SHELLS')
  await post('Low', 1, 'SHELLS')
  await post('Other', 5, 'PEAS')
  const { page } = await web.open('/quests')
  await eventually(() => titles(page), ['Other', 'Low', 'High'])
  await page.getByLabel('Sort').selectOption('Highest reward')
  const asked = page.getByText('Rewards are sorted within one token: which one?')
  await eventually(() => asked.getByRole('button').allTextContents(), ['SHELLS', 'PEAS'])
  await asked.getByRole('button', { name: 'SHELLS' }).click()
  await eventually(() => titles(page), ['High', 'Low'])
  await see(page.getByText('1,200 SHELLS'))
})

test('quests are found by who pays and by what stands behind the reward, in rows that say so', async () => {
  const web = await startWeb()
  await web.user().furrow.quests.post(sampleQuest)
  const { page } = await web.open('/quests')
  await eventually(() => titles(page), [sampleQuest.title])
  await page.getByRole('button', { name: 'Show rows' }).click()
  await see(page.getByRole('main').getByText('New as a payer'))
  const filters = page.getByRole('region', { name: 'Filters' })
  const choice = (group: string, name: string) =>
    filters.getByRole('list', { name: group }).getByRole('button', { name })
  await filters.getByRole('button', { name: 'More filters' }).click()
  // Only choices that some quest has are offered, with their counts.
  await see(choice('Payer', 'New as a payer 1'))
  expect(await choice('Payer', 'Has paid before').count()).toBe(0)
  await choice('Payer', 'New as a payer').click()
  await choice('Backing', 'Promised 1').click()
  await eventually(() => searchOf(page), { payer: 'new', backing: 'promise' })
  await page.goto(new URL('/quests?payer=new&backing=escrow', page.url()).href)
  await see(page.getByText('No quest fits.'))
  await choice('Backing', 'Locked in a contract').click()
  await eventually(() => titles(page), [sampleQuest.title])
  await filters.getByRole('button', { name: 'Clear these filters' }).click()
  await eventually(() => searchOf(page), {})
})

test.each(everySize)(
  'on a %s, quests are found by reward, deadline and way to join, with counts over all that fit',
  async size => {
    const web = await startWeb()
    const { furrow } = web.user()
    const post = (title: string, rewardAmount: number, days: number | null, more: object = {}) =>
      furrow.quests.post({
        ...sampleQuest,
        title,
        rewardAmount,
        reward: `${rewardAmount} USDC`,
        ...(days !== null && { deadline: new Date(web.clock.now() + days * 86_400_000).toISOString() }),
        ...more,
      })
    await post('Small', 10, 3)
    await post('Middle', 50, 20, { admission: 'application' })
    await post('Large', 700, null)
    await post('Other', 5, null, { rewardToken: 'SEED', reward: '5 SEED' })
    const { page } = await web.open('/quests', { size })
    const filters = page.getByRole('region', { name: 'Filters' })
    const choice = (group: string, name: string) =>
      filters.getByRole('list', { name: group }).getByRole('button', { name, exact: true })
    await filters.getByRole('button', { name: 'More filters' }).click()
    await choice('Deadline', 'Within 7 days 1').click()
    await eventually(() => titles(page), ['Small'])
    await choice('Deadline', 'Within 7 days').click()
    await choice('Deadline', 'Within 30 days 2').click()
    await eventually(() => titles(page), ['Middle', 'Small'])
    await choice('Joining', 'By application 1').click()
    await eventually(() => titles(page), ['Middle'])
    expect(await audit(page)).toEqual([])
    await filters.getByRole('button', { name: 'Clear these filters' }).click()
    await eventually(async () => (await titles(page)).length, 4)
    await choice('Reward', '500 USDC and more 1').click()
    await eventually(() => titles(page), ['Large'])
    await eventually(() => searchOf(page), { token: 'USDC', rewardFrom: '500' })
    await page.reload()
    await see(filters.getByRole('button', { name: 'More filters (1)' }))
    await eventually(() => titles(page), ['Large'])
    // The range belongs to the token, and goes with it.
    await filters.getByRole('list', { name: 'Token' }).getByRole('button', { name: 'USDC' }).click()
    await eventually(() => searchOf(page), {})
    await eventually(async () => (await titles(page)).length, 4)
  },
)

test('a status that there is not has a way out', async () => {
  const web = await startWeb()
  await web.user().furrow.quests.post(sampleQuest)
  const { page } = await web.open('/quests?status=nonsense')
  await see(page.getByText('There are no quests that are “nonsense”.'))
  await page.getByRole('button', { name: 'Show all quests' }).click()
  await eventually(() => titles(page), [sampleQuest.title])
})

test('a card says who gives, where the money is, and what comes next', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  const { page } = await web.open('/quests')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: sampleQuest.title })
  await see(card.getByText('2 of 2 places free'))
  await see(card.getByTitle('promised'))
  await see(card.getByText(shortAddress(giver.account.address)))
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  await page.reload()
  await see(card.getByText(/^Review 4[78]:\d\d:\d\d$/))
  await giver.furrow.quests.dispute(id, farmer.address, 'No.')
  await page.reload()
  await see(card.getByText(/^Disputed 1[34] d/))
})

test('a card tells what a giver released, and calls nothing paid that is only booked', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  await giver.furrow.quests.approve(id, farmer.address)
  const { page } = await web.open('/quests')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: sampleQuest.title })
  await see(card.getByText('Giver released 1 of 1'))
  expect(await card.getByText(/\bpaid\b/i).count()).toBe(0)
})

test('an empty board invites to post a quest', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests')
  await see(page.getByText('No quest is open right now.'))
  await page.getByRole('link', { name: 'Post a quest' }).click()
  await seePage(page, 'Post a quest')
  await page.goBack()
  await seePage(page, 'Quests')
})

test('more quests come with scrolling, until there are no more, though a quest is posted meanwhile', async () => {
  const { page, post } = await openLongBoard()
  let isPosted = false
  await page.route('**/api/quests?*cursor=*', async route => {
    if (!isPosted) {
      isPosted = true
      await post(31)
      await see(page.getByText('31 quests'))
    }
    await route.continue()
  })
  const seen = new Set<string>()
  await eventually(async () => {
    await page.evaluate(() => scrollBy(0, 500))
    for (const title of await titles(page)) seen.add(title)
    return seen.size
  }, 30)
  await seeNot(page.getByRole('button', { name: 'Show more quests' }))
  await page.unrouteAll({ behavior: 'wait' })
})

test('a page of quests that cannot be read leaves those before it, and comes with another try', async () => {
  const { page } = await openLongBoard(quiet)
  let asked = 0
  await page.route('**/api/quests?*cursor=*', route => {
    asked++
    return route.fulfill({ status: 429, json: { error: 'Slower, please.' } })
  })
  const alert = page.getByRole('main').getByRole('alert')
  await eventually(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    return alert.count()
  }, 1)
  await see(alert.getByText('Slower, please.'))
  await see(page.getByRole('heading', { name: 'Furrow 7', exact: true }))
  // It is in view all the time, and nobody asks by themselves.
  await page.evaluate(() => scrollBy(0, -300))
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.waitForTimeout(500)
  expect(asked).toBe(1)
  await page.unroute('**/api/quests?*cursor=*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await see(page.getByRole('heading', { name: 'Furrow 6', exact: true }))
  await seeNot(alert)
})

test('a slow line reads a board to its end, though quests are posted all the time', async () => {
  const { page, post } = await openLongBoard()
  await page.route('**/api/quests?*', async route => {
    await page.waitForTimeout(1_300)
    await route.continue()
  })
  let posted = 30
  let isOver = false
  const posting = (async () => {
    for (; !isOver; await page.waitForTimeout(300)) await post(++posted)
  })()
  await eventually(async () => (await titles(page))[0] !== 'Furrow 30', true)
  const seen = new Set<string>()
  await eventually(async () => {
    await page.evaluate(() => scrollBy(0, 500))
    for (const title of await titles(page)) seen.add(title)
    return seen.has('Furrow 1')
  }, true)
  isOver = true
  await posting
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** A board of two pages: thirty quests, from “Furrow 30” to “Furrow 1”. */
async function openLongBoard(env?: Record<string, string>) {
  const web = await startWeb({ ...(env && { env }) })
  const { furrow } = web.user()
  const post = (number: number) => furrow.quests.post({ ...sampleQuest, title: `Furrow ${number}` })
  for (let number = 1; number <= 30; number++) await post(number)
  const { page } = await web.open('/quests')
  await see(page.getByRole('heading', { name: 'Furrow 30' }))
  return { page, post }
}

test('the sort is in the address too', async () => {
  const web = await startWeb()
  const giver = web.user()
  for (const [title, rewardAmount] of [
    ['Much', 900],
    ['Little', 5],
    ['Some', 50],
  ] as const) {
    await giver.furrow.quests.post({ ...sampleQuest, title, rewardAmount, reward: `${rewardAmount} USDC` })
    web.clock.advance(1_000)
  }
  const { page } = await web.open('/quests?sort=reward&token=USDC')
  await eventually(() => titles(page), ['Much', 'Some', 'Little'])
  await page.reload()
  await eventually(() => titles(page), ['Much', 'Some', 'Little'])
  await page.getByLabel('Sort').selectOption('Oldest')
  await eventually(() => titles(page), ['Much', 'Little', 'Some'])
  expect(searchOf(page)).toEqual({ sort: 'oldest', token: 'USDC' })
})

test('rewards are sorted once it is said in which token', async () => {
  const web = await startWeb()
  const giver = web.user()
  for (const [title, rewardAmount, rewardToken] of [
    ['Much', 900, 'USDC'],
    ['Little', 5, 'USDC'],
    ['Other', 70, 'SEED'],
  ] as const) {
    const reward = `${rewardAmount} ${rewardToken}`
    await giver.furrow.quests.post({ ...sampleQuest, title, rewardAmount, rewardToken, reward })
    web.clock.advance(1_000)
  }
  const { page } = await web.open('/quests')
  await page.getByLabel('Sort').selectOption('Highest reward')
  await see(page.getByText('Rewards are sorted within one token: which one?'))
  await eventually(() => titles(page), ['Other', 'Little', 'Much'])
  await page.getByRole('button', { name: 'USDC', exact: true }).click()
  await eventually(() => titles(page), ['Much', 'Little'])
  await seeNot(page.getByText('Rewards are sorted within one token: which one?'))
})

test('a tiny reward is shown in digits, and breaks no board', async () => {
  const web = await startWeb()
  const tiny = { rewardAmount: 1e-7, reward: '0.0000001 ETH', rewardToken: 'ETH' }
  await web.user().furrow.quests.post({ ...sampleQuest, ...tiny })
  const { page } = await web.open('/quests')
  await eventually(() => titles(page), [sampleQuest.title])
  await see(page.getByText('0.0000001').first())
})

test('a service that cannot answer is a sentence, and trying again helps', async () => {
  const web = await startWeb({ env: quiet })
  await web.user().furrow.quests.post(sampleQuest)
  const { page } = await web.open('/nowhere')
  await seePage(page, 'Page not found')
  await page.route('**/api/quests*', route =>
    route.fulfill({ status: 400, json: { error: 'The barn is shut.' } }),
  )
  await page.getByRole('link', { name: 'To the quests' }).click()
  await see(page.getByRole('alert').getByText('The barn is shut.'))
  await page.unroute('**/api/quests*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(() => titles(page), [sampleQuest.title])
})
