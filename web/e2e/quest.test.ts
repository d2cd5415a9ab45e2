import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { reviewWindow, sampleQuest } from '../../server/src/test/harness.ts'
import { everySize, see, seePage, startWeb } from './harness.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

/** Presses a button that asks once more. */
async function confirm(page: Page, name: string): Promise<void> {
  await button(page, name).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

describe.each(everySize)('on a %s', size => {
  test('a farmer takes a place and hands in; the funds are released when the review window is over', async () => {
    const web = await startWeb()
    const [giver, farmer] = [web.user(), web.user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const { page } = await web.open(`/quests/${id}`, { size, as: farmer })
    await seePage(page, sampleQuest.title)
    await button(page, 'Take a place').click()
    await see(page.getByText('The place is yours. Good work!'))
    await see(page.getByText('At work'))

    await button(page, 'Hand in').click()
    await page.getByRole('dialog').getByLabel('Note').fill('It closes now.')
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
    await see(page.getByText('Your work is in review.'))
    await see(page.getByText('It closes now.'))
    await see(page.getByText(/Paid in .*(1 d 23 h|2 d 0 h)/))

    web.clock.advance(reviewWindow)
    expect(await web.runDue()).toBe(1)
    const { page: later } = await web.open(`/quests/${id}`, { size, as: web.user(farmer) })
    await see(later.getByText('You were paid for this quest.'))
    await see(later.getByText(/was paid .*The review window was over/))
    await later.getByRole('button', { name: 'Review the giver' }).click()
    await later.getByRole('dialog').getByLabel('Rating').selectOption('4')
    await later.getByRole('dialog').getByLabel('Comment').fill('Clear words.')
    await later.getByRole('dialog').getByRole('button', { name: 'Review the giver' }).click()
    await see(later.getByText('Thank you for the review.'))
    expect((await web.visitor.reputation(giver.address)).reputation.reviewsReceived).toMatchObject([
      { rating: 4, comment: 'Clear words.', role: 'giver' },
    ])
  })

  test('a giver pays at once, and reviews', async () => {
    const web = await startWeb()
    const [giver, farmer] = [web.user(), web.user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'Done.' })
    const { page } = await web.open(`/quests/${id}`, { size, as: giver })
    await confirm(page, 'Approve and pay now')
    await see(page.getByText('The farmer is paid.'))
    await see(page.getByRole('main').getByText('Paid', { exact: true }))
    expect((await web.visitor.quests.get(id)).farmers).toMatchObject([{ status: 'released' }])
    await see(page.getByRole('button', { name: /^Review 0x/ }))
  })
})

test('a giver disputes, and the platform wallet decides', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  const { page } = await web.open(`/quests/${id}`, { as: giver })
  await button(page, 'Dispute').click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It is still open.')
  await page.getByRole('dialog').getByRole('button', { name: 'Dispute', exact: true }).click()
  await see(page.getByText('The payment is held.', { exact: true }))

  const { page: platform } = await web.open(`/quests/${id}`, { as: web.user(web.platform) })
  await see(platform.getByRole('heading', { name: 'Decide the dispute' }))
  await confirm(platform, 'Pay the farmer')
  await see(platform.getByText('The dispute is decided.'))
  await see(platform.getByText(/Platform decided the dispute for the farmer\./))
  expect((await web.visitor.quests.get(id)).farmers).toMatchObject([{ status: 'released' }])
})

test('a farmer gives the place back, and the giver cancels', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  const { page } = await web.open(`/quests/${id}`, { as: farmer })
  await confirm(page, 'Withdraw')
  await see(page.getByText('You gave the place back.'))
  await see(button(page, 'Take a place'))

  const { page: givers } = await web.open(`/quests/${id}`, { as: giver })
  await confirm(givers, 'Cancel the quest')
  await see(givers.getByText('The quest is cancelled.'))
  expect((await web.visitor.quests.get(id)).status).toBe('cancelled')
})

test('nobody sees an action that is not his to take', async () => {
  const web = await startWeb()
  const [giver, farmer, stranger] = [web.user(), web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  for (const as of [undefined, farmer, stranger]) {
    const { page } = await web.open(`/quests/${id}`, as && { as })
    await seePage(page, sampleQuest.title)
    await see(page.getByRole('heading', { name: 'Timeline' }))
    const names = await page.getByRole('main').getByRole('button').allTextContents()
    expect(names).toEqual([])
  }
})

test('what others write is text: HTML in a description does nothing', async () => {
  const web = await startWeb()
  const description =
    'Hello <script>document.title = "stolen"</script> <b>you</b> [go](javascript:alert(1)) **firmly**'
  const { id } = await web.user().furrow.quests.post({ ...sampleQuest, description })
  const { page } = await web.open(`/quests/${id}`)
  await see(page.locator('strong', { hasText: 'firmly' }))
  expect(await page.getByRole('main').locator('script').count()).toBe(0)
  expect(await page.getByText('go', { exact: true }).getAttribute('href')).not.toContain('javascript')
  await seePage(page, sampleQuest.title)
})

test('a quest that does not exist is a sentence', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests/quest-none')
  await see(page.getByRole('main').getByRole('alert'))
})
