import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { reviewWindow, sampleQuest } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { eventually, everySize, quiet, see, seeNot, seePage, startWeb } from './harness.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

const wayOf = (page: Page) => page.getByRole('region', { name: 'The way of the money' })

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
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
    await see(page.getByText('Give an address, or write a note.'))
    await page.getByRole('dialog').getByLabel('Where it can be seen').fill('the shed')
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
    await see(page.getByText('Write a whole address, such as https://example.org.'))
    await page.getByRole('dialog').getByLabel('Where it can be seen').fill('')
    await page.getByRole('dialog').getByLabel('Note').fill('It closes now.')
    await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
    await see(page.getByText('Your work is in review.'))
    await see(page.getByText('It closes now.'))
    await see(wayOf(page).getByText(/^4[78]:\d\d:\d\d$/))

    web.clock.advance(reviewWindow)
    expect(await web.runDue()).toBe(1)
    const { page: later } = await web.open(`/quests/${id}`, { size, as: web.user(farmer) })
    await see(later.getByText(/Your work was released\. That is booked here/))
    await see(later.getByText(/was released.*The review window was over/))
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
    await confirm(page, 'Approve and release now')
    await see(page.getByText('The work is released.'))
    await see(page.getByRole('main').getByText('Booked', { exact: true }))
    expect((await web.visitor.quests.get(id)).farmers).toMatchObject([{ status: 'released' }])
    await see(page.getByRole('button', { name: /^Review 0x/ }))
  })
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

test('nobody sees an action that is not theirs to take', async () => {
  const web = await startWeb()
  const [giver, farmer, stranger] = [web.user(), web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  for (const as of [undefined, farmer, stranger]) {
    const { page } = await web.open(`/quests/${id}`, as && { as })
    await seePage(page, sampleQuest.title)
    await see(page.getByRole('heading', { name: 'Conversation' }))
    const buttons = page.getByRole('main').getByRole('button')
    const own = ['Comment', 'Preview', 'Report', `Bookmark ${sampleQuest.title}`]
    const parts = as === farmer ? ['Propose a part'] : as === stranger ? ['Add to the reward'] : []
    const expected = [
      ...(as === undefined ? ['Sign in with your wallet'] : own),
      ...parts,
      'Share',
    ].toSorted()
    const names = () => buttons.evaluateAll(all => all.map(one => one.ariaLabel ?? one.textContent))
    await eventually(async () => (await names()).toSorted(), expected)
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

test('on paper a quest is black on white without the shell, and says where links lead and who people are', async () => {
  const web = await startWeb()
  const giver = web.user()
  const description = 'As [shown here](https://example.org/gate).'
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, description })
  const { page } = await web.open(`/quests/${id}`, { as: giver, theme: 'dark' })
  await see(page.getByText('posted the quest'))
  const change = page.getByRole('link', { name: 'Change the quest' })
  await see(change)
  await page.emulateMedia({ media: 'print' })
  for (const part of [
    change,
    page.getByRole('heading', { name: 'Your quest' }),
    page.getByRole('banner'),
    page.getByRole('contentinfo'),
    page.getByLabel('Your comment'),
  ])
    await seeNot(part)
  expect(await page.getByRole('button').count()).toBe(0)
  const [body, heading] = await page.evaluate(() =>
    [document.body, document.querySelector('h1') as Element].map(element => {
      const { backgroundColor, color } = getComputedStyle(element)
      return { backgroundColor, color }
    }),
  )
  expect([body?.backgroundColor, heading?.color]).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  const after = (name: string) =>
    page
      .getByRole('link', { name })
      .first()
      .evaluate(link => getComputedStyle(link, '::after').content)
  expect(await after('shown here')).toContain('(https://example.org/gate)')
  expect(await after(shortAddress(giver.account.address))).toContain(giver.account.address)
})

test('a quest that does not exist is a sentence', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests/quest-none')
  await see(page.getByRole('main').getByRole('alert'))
})

describe.each(everySize)('the way of the money, on a %s', size => {
  const steps = (page: Page) =>
    wayOf(page)
      .getByRole('listitem')
      .evaluateAll(items => items.map(item => (item as HTMLElement).innerText.replace(/\s+/g, ' ')))

  test('of five places says how many are where, and what of the amount is left', async () => {
    const web = await startWeb()
    const giver = web.user()
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      reward: '40 USDC',
      rewardAmount: 40,
      maxFarmers: 5,
    })
    const [ada, ben, cleo, dan] = [web.user(), web.user(), web.user(), web.user()] as const
    for (const farmer of [ada, ben, cleo, dan]) await farmer.furrow.quests.accept(id)
    for (const farmer of [ada, ben, cleo]) await farmer.furrow.quests.submit(id, { note: 'Done.' })
    await giver.furrow.quests.approve(id, ada.address)
    await giver.furrow.quests.dispute(id, cleo.address, 'No.')
    const { page } = await web.open(`/quests/${id}`, { size, as: giver })
    await seePage(page, sampleQuest.title)
    const [funds, taken, handedIn, review, paid] = await steps(page)
    expect([funds, taken, handedIn, paid]).toEqual([
      'Promised 200 USDC',
      'Taken 4 of 5',
      'Handed in 3 of 5',
      'Released 1 of 5, 40 USDC',
    ])
    expect(review).toMatch(/^Review 1: ?4[78]:\d\d:\d\d 1 disputed$/)
    await see(page.getByText("Recorded in this community's ledger; you pay each farmer yourself"))
    await see(page.getByText(/^Promised:\s*160 USDC$/))
    expect(await page.getByText(/^Held/).count()).toBe(0)
  })

  test('stays in sight while one reads', async () => {
    const web = await startWeb()
    const description = Array.from({ length: 80 }, (_, line) => `Line ${line}.`).join('\n\n')
    const { id } = await web.user().furrow.quests.post({ ...sampleQuest, description })
    const { page } = await web.open(`/quests/${id}`, { size })
    await see(page.getByText('Line 79.'))
    await page.evaluate(() => window.scrollTo(0, 3_000))
    await eventually(async () => Math.round((await wayOf(page).boundingBox())?.y ?? -1), 64)
  })
})

test('a way that parted shows both sides, and where the money went', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  await giver.furrow.quests.dispute(id, farmer.address, 'It is open still.')
  const { page } = await web.open(`/quests/${id}`, { as: farmer })
  await see(wayOf(page).getByText('Disputed'))
  await see(page.getByText('It is open still.').first())
  await see(page.getByText('Decided or over in'))
  await farmer.furrow.quests.concede(id)
  await page.reload()
  await see(wayOf(page).getByText('Given back'))
  await see(page.getByText('the promise is over, and nobody was paid.'))
})

test('a farmer who read other terms gets no place, and is told what changed; with the new ones before them, they do', async () => {
  const web = await startWeb({ env: quiet })
  const [giver, farmer] = [web.user(), web.user()]
  const read = await giver.furrow.quests.post({ ...sampleQuest, reward: '50 USDC', rewardAmount: 50 })
  const { page } = await web.open(`/quests/${read.id}`, { as: farmer, linger: true })
  await see(button(page, 'Take a place'))
  web.clock.advance(1_000)
  await giver.furrow.quests.edit(read.id, { rewardAmount: 1 }, read.updatedAt)
  const answers: number[] = []
  page.on('response', answer => {
    if (answer.request().method() === 'PATCH') answers.push(answer.status())
  })

  await button(page, 'Take a place').click()
  await see(page.getByText('reward was 50 USDC and is 1 USDC', { exact: false }))
  expect((await web.visitor.quests.get(read.id)).farmers).toEqual([])
  await see(page.getByRole('main').getByText('1 USDC', { exact: true }))
  await button(page, 'Take a place').click()
  await see(page.getByText('The place is yours. Good work!'))
  expect(answers).toEqual([409, 200])
})
