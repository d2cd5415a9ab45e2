import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sampleQuest } from '../../server/src/test/harness.ts'
import { eventually, everySize, searchOf, see, seeNot, seePage, startWeb } from './harness.ts'

const titles = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()

describe.each(everySize)('on a %s', size => {
  test('filters and the search are in the address, and a link shares them', async () => {
    const web = await startWeb()
    const giver = web.user()
    await giver.furrow.quests.post({ ...sampleQuest, title: 'Mend the gate', skills: ['carpentry'] })
    const paint = await giver.furrow.quests.post({
      ...sampleQuest,
      title: 'Paint the barn',
      skills: ['painting'],
    })
    await giver.furrow.quests.cancel(paint.id)
    const { page } = await web.open('/', { size })
    await eventually(() => titles(page), ['Paint the barn', 'Mend the gate'])

    await page.getByLabel('Search').fill('mend')
    await eventually(() => titles(page), ['Mend the gate'])
    await eventually(() => searchOf(page), { q: 'mend' })
    await page.getByLabel('Search').fill('')
    await eventually(() => searchOf(page), {})

    await page.getByLabel('Status').selectOption('Cancelled')
    await eventually(() => titles(page), ['Paint the barn'])
    await page.getByRole('button', { name: 'More filters' }).click()
    await page.getByRole('searchbox', { name: 'Skill' }).fill('painting')
    await eventually(() => searchOf(page), { status: 'cancelled', skill: 'painting' })

    const { page: friend } = await web.open(new URL(page.url()).search.replace(/^/, '/'), { size })
    await eventually(() => titles(friend), ['Paint the barn'])
    expect(await friend.getByRole('searchbox', { name: 'Skill' }).inputValue()).toBe('painting')
    await friend.getByRole('searchbox', { name: 'Skill' }).fill('juggling')
    await see(friend.getByText('No quest fits.'))
    await friend.getByRole('button', { name: 'Show all quests' }).click()
    await eventually(() => titles(friend), ['Paint the barn', 'Mend the gate'])
  })
})

test('an empty board invites to post the first quest', async () => {
  const web = await startWeb()
  const { page } = await web.open('/')
  await see(page.getByText('The field is ready for its first quest.'))
  await page.getByRole('link', { name: 'Post a quest' }).click()
  await seePage(page, 'Post a quest')
  await page.goBack()
  await seePage(page, 'Quests')
})

test('more quests come with scrolling, until there are no more', async () => {
  const web = await startWeb()
  const giver = web.user()
  for (let number = 1; number <= 30; number++)
    await giver.furrow.quests.post({ ...sampleQuest, title: `Furrow ${number}` })
  const { page } = await web.open('/')
  await see(page.getByRole('heading', { name: 'Furrow 30' }))
  await eventually(async () => {
    await page.mouse.wheel(0, 5_000)
    return (await titles(page)).length
  }, 30)
  await seeNot(page.getByRole('button', { name: 'Show more quests' }))
})

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
  const { page } = await web.open('/?sort=reward&token=USDC')
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
  const { page } = await web.open('/')
  await page.getByLabel('Sort').selectOption('Highest reward')
  await see(page.getByText('Rewards are sorted within one token: which one?'))
  await eventually(() => titles(page), ['Other', 'Little', 'Much'])
  await page.getByLabel('Token').fill('USDC')
  await eventually(() => titles(page), ['Much', 'Little'])
  await seeNot(page.getByText('Rewards are sorted within one token: which one?'))
})

test('a tiny reward is shown in digits, and breaks no board', async () => {
  const web = await startWeb()
  const tiny = { rewardAmount: 1e-7, reward: '0.0000001 ETH', rewardToken: 'ETH' }
  await web.user().furrow.quests.post({ ...sampleQuest, ...tiny })
  const { page } = await web.open('/')
  await eventually(() => titles(page), [sampleQuest.title])
  await see(page.getByText('0.0000001').first())
})

test('a service that cannot answer is a sentence, and trying again helps', async () => {
  const web = await startWeb()
  await web.user().furrow.quests.post(sampleQuest)
  const { page } = await web.open('/nowhere')
  await seePage(page, 'Fallow ground')
  await page.route('**/api/quests*', route =>
    route.fulfill({ status: 400, json: { error: 'The barn is shut.' } }),
  )
  await page.getByRole('link', { name: 'To the quests' }).click()
  await see(page.getByRole('alert').getByText('The barn is shut.'))
  await page.unroute('**/api/quests*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await eventually(() => titles(page), [sampleQuest.title])
})
