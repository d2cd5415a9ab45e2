import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reviewWindow, sampleQuest } from '../../server/test/harness.ts'
import { audit, everySize, see, seeNot, setTheme, startWeb } from './harness.ts'

const sectionOf = (page: Page) => page.locator('#backers')

async function requireAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
  }
}

async function add(page: Page, amount: string): Promise<void> {
  await sectionOf(page).getByRole('button', { name: 'Add to the reward' }).click()
  await page.getByRole('dialog').getByLabel('For each place, in USDC').fill(amount)
  await page.getByRole('dialog').getByRole('button', { name: 'Add to the reward' }).click()
}

test.each(everySize)(
  'somebody adds to a reward on a %s, ends it, adds again, and pays their part once work is released',
  async size => {
    const web = await startWeb()
    const [giver, farmer, backer] = [web.user(), web.user(), web.user()]
    await backer.furrow.profile.change({ displayName: 'rosa' })
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    const { page } = await web.open(`/quests/${id}`, { as: backer, size })
    const section = sectionOf(page)
    await section.getByRole('button', { name: 'Add to the reward' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('For each place, in USDC').fill('0.0000001')
    await see(dialog.getByText('Give it with at most 6 digits after the point.'))
    await dialog.getByLabel('For each place, in USDC').fill('20.5')
    await see(dialog.getByText('41 USDC'))
    await see(dialog.getByText('for 2 places that are not over'))
    await see(dialog.getByText('You can end it until somebody takes a place.'))
    await requireAccessible(page)
    await dialog.getByRole('button', { name: 'Add to the reward' }).click()
    await see(section.getByText('120.5 USDC'))
    await see(section.getByText('One person adds to it.'))
    await requireAccessible(page)

    await section.getByRole('button', { name: 'Stop adding' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop adding' }).click()
    await seeNot(section.getByText('120.5 USDC'))
    await add(page, '20')
    await see(section.getByText('120 USDC'))

    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { url: 'https://example.org/work', note: 'Done.' })
    await page.reload()
    await see(section.getByRole('button', { name: 'Object' }))
    await seeNot(section.getByRole('button', { name: 'Stop adding' }))
    await giver.furrow.quests.approve(id, farmer.address)
    await web.runDue()
    await page.reload()
    await see(section.getByText(/^You owe 20 USDC to/))
    await page.goto(web.url('/tasks'))
    await page.getByRole('main').getByRole('link', { name: sampleQuest.title }).click()
    await see(page.getByText('adds this to the reward of the quest', { exact: false }))
    await see(page.getByRole('heading', { name: 'Payments' }))
    await requireAccessible(page)
    await page.getByRole('button', { name: 'How to pay' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'I have paid' }).click()
    await see(page.getByText('You said that you have paid.', { exact: false }))

    const { page: farmers } = await web.open(`/quests/${id}`, { as: farmer, size })
    await sectionOf(farmers).getByRole('link', { name: 'To this payment' }).click()
    await farmers.getByRole('button', { name: 'Received', exact: true }).click()
    await see(farmers.getByText('You were paid for this quest.'))
    await farmers.getByRole('link', { name: 'Go to the quest' }).click()
    await see(sectionOf(farmers).getByText('Others add to the reward'))
  },
  120_000,
)

test('a backer objects to paying their part alone, the farmer answers it, and the backer pays it after all', async () => {
  const web = await startWeb()
  const [giver, farmer, backer] = [web.user(), web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await backer.furrow.quests.back(id, '20')
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })

  const { page } = await web.open(`/quests/${id}`, { as: backer })
  await sectionOf(page).getByRole('button', { name: 'Object' }).click()
  const dialog = page.getByRole('dialog')
  await see(dialog.getByText('It concerns your part alone.', { exact: false }))
  await dialog.getByLabel('Reason').fill('The hinge is missing.')
  await requireAccessible(page)
  await dialog.getByRole('button', { name: 'Object', exact: true }).click()
  await see(page.getByText('You object: your part is held until it is decided.'))
  await see(sectionOf(page).getByText('Objects', { exact: true }))
  await seeNot(sectionOf(page).getByRole('button', { name: 'Object' }))

  const { page: farmers } = await web.open(`/quests/${id}`, { as: farmer })
  await sectionOf(farmers).getByRole('link', { name: 'To the dispute' }).click()
  await see(farmers.getByText('The hinge is missing.'))
  await requireAccessible(farmers)
  await farmers.getByRole('button', { name: 'Answer the dispute' }).click()
  await farmers.getByRole('dialog').getByLabel('What you have to say').fill('It is in the box.')
  await farmers.getByRole('dialog').getByRole('button', { name: 'Answer the dispute' }).click()
  await see(farmers.getByText('Your answer is there.'))

  await giver.furrow.quests.approve(id, farmer.address)
  await page.reload()
  await sectionOf(page).getByRole('link', { name: 'Look at your part' }).click()
  await see(page.getByText('It is in the box.').first())
  await page.getByRole('button', { name: 'Pay it after all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay it after all' }).click()
  await see(page.getByRole('heading', { name: 'Payments' }))
  await requireAccessible(page)
})

test('the giver ends what somebody adds, many backers are folded, and nobody is offered what is refused', async () => {
  const web = await startWeb()
  const giver = web.user()
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const backers = Array.from({ length: 9 }, () => web.user())
  for (const [index, { furrow }] of backers.entries()) await furrow.quests.back(id, String(index + 1))
  const { page } = await web.open(`/quests/${id}`, { as: giver })
  const section = sectionOf(page)
  await see(section.getByText('9 people add to it.'))
  expect(await section.getByRole('listitem').count()).toBe(5)
  await section.getByRole('button', { name: 'Show all 9' }).click()
  expect(await section.getByRole('listitem').count()).toBe(9)
  expect(await section.getByRole('button', { name: 'Add to the reward' }).count()).toBe(0)
  await section.getByRole('button', { name: 'End this' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'End this' }).click()
  await see(section.getByText('8 people add to it.'))
  expect((await web.visitor.quests.get(id)).backerCount).toBe(8)

  const { page: visitor } = await web.open(`/quests/${id}`)
  await see(sectionOf(visitor).getByRole('button', { name: 'Sign in to add to the reward' }))
  expect(await sectionOf(visitor).getByRole('button', { name: 'End this' }).count()).toBe(0)

  const farmer = web.user()
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  web.clock.advance(reviewWindow)
  await web.runDue()
  await visitor.reload()
  // The one that was ended is not among them.
  await see(sectionOf(visitor).getByText('Released', { exact: true }))
  expect(await sectionOf(visitor).getByRole('button').allInnerTexts()).toEqual(['Show all 8'])
})
