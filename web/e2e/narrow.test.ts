import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { quiet, see, seePage, startWeb } from './harness.ts'

const wordy = {
  ...sampleQuest,
  title: `Mend_${'the_gate_'.repeat(18)}`,
  description: `Run this:\n\n\`\`\`sh\n${'make all the gates of the whole farm '.repeat(12)}\n\`\`\`\n\n${'x'.repeat(300)}`,
  skills: ['s'.repeat(64), 'short'],
  category: 'c'.repeat(64),
  reward: '123456789.123456 USDC',
  rewardAmount: 123456789.123456,
  maxFarmers: 5,
}

const widths = [320, 390, 1280]

test(`no page is wider than a window of ${widths.join(', ')} pixels`, async () => {
  const web = await startWeb({ env: quiet })
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(wordy)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: `It is \`${'y'.repeat(200)}\`.` })
  await giver.furrow.quests.dispute(id, farmer.address, 'z'.repeat(300))
  const report: string[] = []
  for (const [path, as] of [
    ['/quests?status=all', undefined],
    [`/quests/${id}`, giver],
    [`/quests/${id}`, farmer],
    [`/quests/${id}/edit`, giver],
    ['/tasks', giver],
    ['/mail', farmer],
    ['/farmers', giver],
    ['/leaderboard', giver],
    ['/profile', giver],
    ['/quests/new', giver],
  ] as const) {
    const { page, context } = await web.open(path, as && { as })
    await see(page.getByRole('heading', { level: 1 }))
    await page.waitForLoadState('networkidle')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 })
      const over = await page.evaluate(async () => {
        await new Promise(requestAnimationFrame)
        return document.documentElement.scrollWidth - window.innerWidth
      })
      if (over > 0) report.push(`${path} at ${width}: ${over} too wide`)
    }
    await context.close()
  }
  expect(report).toEqual([])
})

test('a page that cannot be loaded leaves the app, and comes by itself once it can be', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests')
  await seePage(page, 'Quests')
  await page.route('**/assets/leaderboard-page*', route => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'Leaderboard' }).click()
  await see(page.getByText('The service cannot be reached.'))
  await see(page.getByRole('banner').getByRole('button', { name: 'Sign in' }))
  await page.getByRole('button', { name: 'Back to where you were' }).click()
  await seePage(page, 'Quests')
  await page.getByRole('navigation').getByRole('link', { name: 'Leaderboard' }).click()
  await see(page.getByText('The service cannot be reached.'))
  await page.unroute('**/assets/leaderboard-page*')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await seePage(page, 'Leaderboard')
})

test('signing in that cannot be loaded is said, and the page stays', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests')
  await seePage(page, 'Quests')
  await page.route('**/assets/sign-in-dialog*', route => route.abort())
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await see(page.getByText('Signing in could not be loaded.'))
  await seePage(page, 'Quests')
})
