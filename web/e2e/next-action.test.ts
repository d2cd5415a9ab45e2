import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { eventually, see, seeNot, startWeb } from './harness.ts'

/** Whether it can be clicked where it is: within the window, with nothing over it. */
async function isInReach(page: Page, name: string): Promise<boolean> {
  const button = page.getByRole('button', { name, exact: true })
  return button.evaluate(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(x + width / 2, y + height / 2)
    return there !== null && element.contains(there)
  })
}

async function scrollTo(page: Page, part: number): Promise<void> {
  await page.evaluate(part => {
    const most = document.documentElement.scrollHeight - window.innerHeight
    window.scrollTo(0, most * part)
  }, part)
}

const long = { ...sampleQuest, description: 'Bring in the hay.\n\n'.repeat(60) }

test.each(['desktop', 'phone'] as const)(
  'on a %s, the next action stays in reach while the page scrolls',
  async size => {
    const web = await startWeb()
    const [giver, farmer] = [web.user(), web.user()]
    const { id } = await giver.furrow.quests.post(long)
    const taking = await web.open(`/quests/${id}`, { as: farmer, size })
    const stays = async (page: Page, name: string) => {
      await see(page.getByRole('button', { name, exact: true }))
      for (const part of [0, 0.5, 1]) {
        await scrollTo(page, part)
        await expect.poll(() => isInReach(page, name)).toBe(true)
      }
    }
    await stays(taking.page, 'Take a place')
    await taking.page.getByRole('button', { name: 'Take a place' }).click()
    await stays(taking.page, 'Hand in')
    await farmer.furrow.quests.submit(id, { note: 'It is in.' })
    const judging = await web.open(`/quests/${id}`, { as: giver, size })
    await stays(judging.page, 'Approve and release now')
    await judging.page.getByRole('button', { name: 'Approve and release now' }).click()
    await judging.page.getByRole('dialog').getByRole('button', { name: 'Approve and release now' }).click()
    await stays(judging.page, 'How to pay')
  },
)

test('on a phone, it covers neither the end of the page nor what has the focus', async () => {
  const web = await startWeb()
  const giver = web.user()
  const { id } = await giver.furrow.quests.post(long)
  const { page } = await web.open(`/quests/${id}`, { as: web.user(), size: 'phone' })
  const bar = page.locator('.in-reach')
  await see(bar)
  await eventually(async () => {
    // A part that is drawn late makes the page longer.
    await scrollTo(page, 1)
    const [top, end] = [await bar.boundingBox(), await page.getByRole('link', { name: 'Help' }).boundingBox()]
    return (end?.y ?? 0) + (end?.height ?? 0) < (top?.y ?? 0)
  }, true)
  await scrollTo(page, 0)
  for (let stop = 0; stop < 40; stop++) {
    await page.keyboard.press('Tab')
    const covered = await page.evaluate(() => {
      const [focused, over] = [document.activeElement, document.querySelector('.in-reach')]
      if (!focused || !over || over.contains(focused) || focused.closest('nav, header')) return null
      const [of, bar] = [focused.getBoundingClientRect(), over.getBoundingClientRect()]
      return of.top >= bar.top && of.top < bar.bottom ? focused.outerHTML : null
    })
    expect(covered).toBeNull()
  }
})

test('nothing sticks where nothing is to be done', async () => {
  const web = await startWeb()
  const giver = web.user()
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const { page } = await web.open(`/quests/${id}`, { as: giver, size: 'phone' })
  await see(page.getByRole('heading', { level: 1, name: sampleQuest.title }))
  await seeNot(page.locator('.in-reach'))
})

test.each(['desktop', 'phone'] as const)(
  'on a %s, two clicks take work that is on the board, and two hand it in',
  async size => {
    const web = await startWeb()
    const [giver, farmer] = [web.user(), web.user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const { page } = await web.open('/quests', { as: farmer, size })
    await page.evaluate(() => {
      Object.assign(window, { clicks: 0 })
      // Only those of a person: the browser and the page click by themselves, too.
      const count = ({ isTrusted, detail }: MouseEvent) => {
        if (isTrusted && detail > 0) (window as unknown as { clicks: number }).clicks++
      }
      addEventListener('click', count, { capture: true })
    })
    const clicks = () => page.evaluate(() => (window as unknown as { clicks: number }).clicks)
    await page.getByRole('link', { name: sampleQuest.title }).first().click()
    await page.getByRole('button', { name: 'Take a place' }).click()
    await see(page.getByText('The place is yours. Good work!'))
    expect(await clicks()).toBe(2)
    await page.getByRole('button', { name: 'Hand in', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note').fill('It is done.')
    await dialog.getByRole('button', { name: 'Hand in' }).click()
    await see(page.getByText('Your work is in review.'))
    expect(await clicks()).toBe(4)
    expect((await web.visitor.quests.get(id)).farmers[0]?.status).toBe('in-review')
  },
)
