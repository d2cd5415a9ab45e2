import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { crowdEnv, postQuests } from './crowd.ts'
import { audit, eventually, see, seePage, startWeb } from './harness.ts'

const count = 150
/** Quests of one answer. */
const pageSize = 24
/** The limit, however many quests there are. */
const mostDrawn = 60

const drawn = (page: Page) => page.locator('main li[aria-posinset]').count()
const lastDrawn = (page: Page) =>
  page
    .locator('main li[aria-posinset]')
    .evaluateAll(all => Math.max(...all.map(({ ariaPosInSet }) => Number(ariaPosInSet))))
const heightOfList = (page: Page) =>
  page.locator('main ul:has(> li[aria-posinset])').evaluate(list => (list as HTMLElement).offsetHeight)

/** Reads down to the last quest, page by page; gives the most that were drawn at once. */
async function readAll(page: Page): Promise<number> {
  let most = 0
  for (let last = pageSize; last < count + pageSize; last += pageSize)
    await eventually(async () => {
      // A wheel may be lost on a busy machine.
      await page.evaluate(() => scrollBy(0, 700))
      most = Math.max(most, await drawn(page))
      return (await lastDrawn(page)) >= Math.min(last, count)
    }, true)
  await see(page.locator(`[aria-posinset="${count}"][aria-setsize="${count}"]`))
  return most
}

test('of a long board what is near is drawn, in a list as long as all of it', async () => {
  const web = await startWeb({ env: crowdEnv })
  await postQuests(web, count)
  const { page } = await web.open('/quests')
  await see(page.locator('[aria-posinset="1"][aria-setsize="-1"]'))
  expect(await readAll(page)).toBeLessThan(mostDrawn)

  const height = await heightOfList(page)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await drawn(page)).toBe(count)
  expect(Math.abs((await heightOfList(page)) - height)).toBeLessThan(3)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await eventually(async () => (await drawn(page)) < mostDrawn, true)
  expect(await audit(page)).toEqual([])

  for (const layout of ['Show rows', 'Show cards']) {
    await page.getByRole('button', { name: layout }).click()
    await see(page.locator('[aria-posinset]'))
    expect(await drawn(page)).toBeLessThan(mostDrawn)
  }
})

test('a reader who comes back from a quest is where they were, and the focused card stays', async () => {
  const web = await startWeb({ env: crowdEnv })
  await postQuests(web, count)
  const { page } = await web.open('/quests', { size: 'phone' })
  await readAll(page)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight / 2))
  const middle = page.locator('[aria-posinset="75"]')
  await see(middle)
  await middle.scrollIntoViewIfNeeded()
  const link = middle.getByRole('link')
  const place = async () => Math.round((await middle.boundingBox())?.y ?? Number.NaN)
  // The blocks beyond the window are drawn one by one, and may move it until then; the router notes the scroll position a
  // while after that.
  let before = Number.NaN
  await eventually(async () => {
    const former = before
    await page.evaluate(() => new Promise(noted => setTimeout(noted, 250)))
    before = await place()
    return before === former
  }, true)
  const title = (await link.textContent()) ?? ''
  await link.click()
  await seePage(page, title)
  await page.goBack()
  await seePage(page, 'Quests')
  // Up to a gap: the blocks above it are as high as when they were last drawn.
  await eventually(async () => Math.abs((await place()) - before) <= 24, true)

  await link.focus()
  await page.evaluate(() => scrollTo(0, 0))
  await see(page.locator('[aria-posinset="1"]'))
  expect(await drawn(page)).toBeLessThan(mostDrawn)
  await eventually(() => page.evaluate(() => document.activeElement?.textContent), title)
  await page.keyboard.press('Tab')
  await eventually(() => page.evaluate(() => document.activeElement?.closest('li')?.ariaPosInSet), '76')
})
