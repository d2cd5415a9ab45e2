import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hour } from '../../server/src/ground/clock.ts'
import { reviewWindow, sampleQuest } from '../../server/test/harness.ts'
import { audit, everySize, see, seeNot, seePage, setTheme, startWeb } from './harness.ts'

const title = 'Your figures as a giver'
const linked = { ...sampleQuest, codehostRepo: 'https://github.com/farm/gate', codehostIssue: '7' }

/** A giver with work that was merged and paid for, and with a quest that nobody took. */
async function start() {
  const web = await startWeb()
  const { clock, runDue, user, visitor } = web
  const giver = user()
  for (const [index, amount] of [100, 120.5].entries()) {
    await user(giver).furrow.quests.post({ ...linked, rewardAmount: amount, reward: `${amount} USDC` })
    clock.advance(3 * hour)
    await user().furrow.quests.accept((await visitor.quests.list({ status: 'open' })).items[0]?.id ?? '')
    clock.advance(20 * hour)
    await visitor.verify({ repo: 'farm/gate', pr: index + 1 })
    clock.advance(reviewWindow)
    await runDue()
  }
  await user(giver).furrow.quests.post(sampleQuest)
  return { ...web, giver: user(giver) }
}

test.each(everySize)(
  'a giver sees their figures on a %s, of a repository alone too, and takes them away',
  async size => {
    const web = await start()
    const { page } = await web.open('/giving', { as: web.giver, size })
    await seePage(page, title)
    const cost = page.getByRole('heading', { name: 'Cost of a merged pull request' }).locator('..')
    await see(cost.getByText('2 pull requests, 220.5 USDC in all'))
    await see(page.getByText('20 hours', { exact: false }).first())
    await see(page.getByRole('img', { name: /^Finished work in each week/ }))
    await page.getByText('The numbers', { exact: true }).click()
    await see(page.getByRole('row', { name: /2\.8 days/ }))
    for (const theme of ['light', 'dark'] as const) {
      await setTheme(page, theme)
      expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
    }

    const before = page.viewportSize() ?? { width: 1280, height: 800 }
    await page.setViewportSize({ ...before, width: 320 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBeLessThanOrEqual(0)
    await page.setViewportSize(before)

    await page.getByLabel('Repository').selectOption('Without a repository')
    await see(page.getByText('No merged pull request was released yet.'))
    await seeNot(page.getByRole('img', { name: /^Finished work/ }))
    await page.getByLabel('Repository').selectOption('All together')

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ])
    const file = join(tmpdir(), `giving-${size}.csv`)
    onTestFinished(() => rm(file, { force: true }))
    await download.saveAs(file)
    expect(await readFile(file, 'utf8')).toContain('"*","cost of merged work, median","USDC","110.25",2')
  },
)

test('days without a quest say so; the way there is from the profile, and for a session alone', async () => {
  const web = await start()
  const { page } = await web.open('/giving', { as: web.giver })
  await page.getByLabel('To', { exact: true }).fill('2026-01-31')
  await see(page.getByText('You posted no quest in these days.'))
  await page.goto(web.url('/profile'))
  await page.getByRole('link', { name: title }).click()
  await seePage(page, title)
  const { page: visitor } = await web.open('/giving')
  await see(visitor.getByText('Sign in to see your figures.'))
})
