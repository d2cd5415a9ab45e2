import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { eventually, everySize, quiet, see, seeNot, startWeb } from './harness.ts'

/** All events and comments, in order. */
const threadOf = (page: Page) => page.getByRole('list', { name: /^Conversation/ })

describe.each(everySize)('on a %s', size => {
  test('a question is asked with the keyboard, answered, pinned and deleted', async () => {
    const web = await startWeb()
    const [giver, asker] = [web.user(), web.user()]
    const { id: questId } = await giver.furrow.quests.post(sampleQuest)
    const asking = await web.open(`/quests/${questId}`, { size, as: asker })
    const field = asking.page.getByLabel('Your comment')
    await see(asking.page.getByText('posted the quest'))
    await see(asking.page.getByText('Everyone can read it'))
    await field.focus()
    await asking.page.keyboard.type('Which **gate**?')
    await asking.page.keyboard.press('Tab')
    await asking.page.keyboard.press('Tab')
    await asking.page.keyboard.press('Enter')
    await see(asking.page.getByLabel('Preview').locator('strong', { hasText: 'gate' }))
    await asking.page.keyboard.press('Shift+Tab')
    await asking.page.keyboard.press('Enter')
    await see(threadOf(asking.page).locator('strong', { hasText: 'gate' }))
    await eventually(() => field.inputValue(), '')

    const { page } = await web.open(`/quests/${questId}`, { size, as: giver })
    const who = shortAddress(asker.account.address)
    await page.getByRole('button', { name: `Answer comment 1 by ${who}` }).click()
    const answer = page.getByLabel(`Your answer to comment 1 by ${who}`)
    await eventually(() => answer.evaluate(element => element === document.activeElement), true)
    await page.keyboard.type('The lower one.')
    await page.getByRole('button', { name: 'Answer', exact: true }).click()
    const answered = threadOf(page).getByRole('listitem').filter({ hasText: 'The lower one.' })
    await see(answered.getByRole('link', { name: 'comment 1', exact: true }))
    await see(answered.getByText('Giver'))
    await answered.getByRole('button', { name: 'Pin' }).click()
    await see(page.getByLabel('Pinned').getByText('The lower one.'))
    await page.getByRole('button', { name: `Delete comment 1 by ${who}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await see(threadOf(page).getByText('Deleted by the giver'))
    await page.getByRole('button', { name: 'Take no more comments' }).click()
    await see(page.getByRole('button', { name: 'Take comments again' }))

    await asking.page.reload()
    await see(asking.page.getByText('The giver takes no more comments.'))
    await see(asking.page.getByLabel('Pinned').getByText('The lower one.'))
    await see(asking.page.getByText('Deleted by the giver'))
    await seeNot(asking.page.getByText('Which gate?'))
  })
})

test('a comment is changed by its author; what was typed stays where the service refuses it', async () => {
  const web = await startWeb()
  const [giver, asker] = [web.user(), web.user()]
  const { id: questId } = await giver.furrow.quests.post(sampleQuest)
  await asker.furrow.quests.comment({ questId, body: 'Wich gate?' })
  const { page } = await web.open(`/quests/${questId}`, { as: asker })
  await page.getByRole('button', { name: 'Edit' }).click()
  await threadOf(page).getByLabel('Your comment').fill('Which gate?')
  await page.getByRole('button', { name: 'Save' }).click()
  await see(page.getByText('Which gate?'))
  await see(page.getByText('changed since'))
  await giver.furrow.quests.closeComments(questId)
  await page.getByLabel('Your comment').fill('And which field?')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await see(page.getByText('The giver takes no more comments on this quest.'))
  // The page learns it by itself after a while, and keeps the farmer's text.
  await see(page.getByText('The giver takes no more comments.', { exact: true }))
  expect(await page.getByLabel('Your comment').inputValue()).toBe('And which field?')
})

test('a visitor reads many comments, the newest and more of them, the newest first if wanted', async () => {
  const web = await startWeb()
  const [giver, asker] = [web.user(), web.user()]
  const { id: questId } = await giver.furrow.quests.post(sampleQuest)
  for (let number = 1; number <= 70; number++)
    await asker.furrow.quests.comment({ questId, body: `Question ${number}.` })
  const { page } = await web.open(`/quests/${questId}`)
  const comments = threadOf(page).getByRole('listitem').filter({ hasText: 'Question' })
  await eventually(() => comments.count(), 50)
  await see(comments.last().getByText('Question 70.'))
  await page.getByRole('button', { name: /^Show earlier \(\d+\)$/ }).click()
  await eventually(() => comments.count(), 70)
  await page.getByLabel('Order of the conversation').selectOption('Newest first')
  await see(comments.first().getByText('Question 70.'))
  await see(page.getByText('Sign in to ask something.'))

  // A link leads to an old comment, and to an event.
  const { page: led } = await web.open(`/quests/${questId}#comment-3`)
  await see(led.getByText('Question 3.'))
  await eventually(() => led.evaluate(() => document.activeElement?.id), 'comment-3')
  await led.evaluate(() => {
    location.hash = 'event-1'
  })
  await eventually(() => led.evaluate(() => document.activeElement?.id), 'event-1')
})

test('what is out of sight of a conversation is found, read aloud, and as high as it was', async () => {
  const web = await startWeb()
  const [giver, asker] = [web.user(), web.user()]
  const { id: questId } = await giver.furrow.quests.post(sampleQuest)
  for (let number = 1; number <= 70; number++)
    await asker.furrow.quests.comment({
      questId,
      body: `Question ${number}.\n\n${'And more. '.repeat(number)}`,
    })
  const { page } = await web.open(`/quests/${questId}#comment-2`, { size: 'phone' })
  await eventually(() => page.evaluate(() => document.activeElement?.id), 'comment-2')
  const tall = () => page.evaluate(() => document.documentElement.scrollHeight)
  const height = await tall()

  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  const read = nodes.filter(({ role }) => role?.value === 'StaticText').map(({ name }) => String(name?.value))
  for (const number of [2, 35, 70]) expect(read).toContain(`Question ${number}.`)
  expect(nodes.filter(({ role }) => role?.value === 'listitem').length).toBeGreaterThanOrEqual(70)

  // As the browser's own search does.
  await page.evaluate(() => (window as unknown as { find(text: string): boolean }).find('Question 60.'))
  const isFound = () =>
    page.evaluate(() => {
      const { top = -1, bottom = -1 } = getSelection()?.getRangeAt(0).getBoundingClientRect() ?? {}
      return top >= 0 && bottom <= innerHeight
    })
  await eventually(isFound, true)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  while ((await page.evaluate(() => scrollY)) > 0) await page.evaluate(() => scrollBy(0, -innerHeight))
  expect(Math.abs((await tall()) - height)).toBeLessThan(3)
})

test('what others say comes by itself, and moves nothing for who is writing', async () => {
  const web = await startWeb()
  const [giver, asker] = [web.user(), web.user()]
  const { id: questId } = await giver.furrow.quests.post(sampleQuest)
  for (let number = 1; number <= 12; number++)
    await asker.furrow.quests.comment({ questId, body: `Question ${number}.` })
  const { page } = await web.open(`/quests/${questId}`, { as: giver })
  const field = page.getByLabel('Your comment')
  await field.fill('Half a sentence')
  await see(page.getByText('Question 12.'))
  await field.scrollIntoViewIfNeeded()
  const { y = 0 } = (await field.boundingBox()) ?? {}
  await asker.furrow.quests.comment({ questId, body: 'And one more.\n\nOf two lines.' })
  await see(page.getByText('And one more.'))
  expect(Math.abs(((await field.boundingBox())?.y ?? 0) - y)).toBeLessThan(3)
  expect(await field.inputValue()).toBe('Half a sentence')
})

test('a tab that stays open while hundreds write folds the middle away, keeps none of it, and reads only what is new', async () => {
  const web = await startWeb({
    env: { ...quiet, QUOTA_COMMENTS_A_DAY: '0', QUOTA_NEW_PROFILES_AN_HOUR: '0' },
  })
  const [giver, ...askers] = Array.from({ length: 21 }, () => web.user())
  const { id: questId } = (await giver?.furrow.quests.post(sampleQuest)) ?? { id: '' }
  const { page } = await web.open(`/quests/${questId}`)
  const asked: string[] = []
  page.on('request', request => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/quests/comments')) asked.push(searchParams.get('cursor') ?? 'newest')
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  let written = 0
  const write = async (rounds: number) => {
    for (let round = 0; round < rounds; round++)
      await Promise.all(
        askers.map(({ furrow }) => furrow.quests.comment({ questId, body: `Question ${++written}.` })),
      )
    await see(page.getByRole('heading', { name: `Conversation ${written} comments` }))
    await eventually(async () => (await threadOf(page).getByRole('listitem').count()) < 120, true)
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0
  }
  await see(page.getByRole('heading', { name: 'Conversation' }))
  const first = await write(8)
  await write(4)
  expect(await write(4)).toBeLessThan(1.2 * first)
  expect(asked.filter(cursor => cursor === '0').length).toBeLessThanOrEqual(1)
  const cursors = asked.filter(cursor => cursor !== 'newest').map(Number)
  expect(cursors).toEqual(cursors.toSorted((a, b) => a - b))
  await page.getByRole('button', { name: /^Show earlier/ }).click()
  await eventually(async () => (await threadOf(page).getByRole('listitem').count()) > 120, true)
})
