import { expect, test } from 'vitest'
import { crowdEnv } from './crowd.ts'
import { crowdOfOneQuest, postCrowdedQuest } from './crowded-quest.ts'
import { audit, eventually, quiet, see, seeNot, setTheme, startWeb } from './harness.ts'

const mostScreens = 6
const windows = [
  { width: 320, height: 667 },
  { width: 375, height: 667 },
  { width: 375, height: 812 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
const { farmers, disputes, comments } = crowdOfOneQuest

test(`a quest with ${farmers} farmers, ${disputes} disputes and ${comments} comments is at most ${mostScreens} screens high for its giver`, async () => {
  const web = await startWeb({ env: { ...crowdEnv, ...quiet } })
  const giver = web.user()
  const id = await postCrowdedQuest(web, giver)
  const { page } = await web.open('/healthz', { as: giver, size: 'phone' })
  const screens: Record<string, number> = {}
  for (const { width, height } of windows) {
    await page.setViewportSize({ width, height })
    await page.goto(web.url(`/quests/${id}`))
    await see(page.getByText(`Load ${comments} is in`))
    const rows = page.getByRole('list', { name: 'Review desk' }).locator('> li')
    await eventually(() => rows.count(), width < 640 ? 5 : 10)
    const tall = await page.evaluate(() => document.documentElement.scrollHeight)
    screens[`${width}x${height}`] = Math.ceil((10 * tall) / height) / 10
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth), width)
  }
  expect(Object.entries(screens).filter(([, many]) => many > mostScreens)).toEqual([])
})

test('on a phone the desk has a few lines for each farmer, with the next steps, and unfolds the rest', async () => {
  const web = await startWeb({ env: { ...crowdEnv, ...quiet } })
  const giver = web.user()
  const id = await postCrowdedQuest(web, giver)
  const { page } = await web.open('/healthz', { as: giver, size: 'phone' })
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto(web.url(`/quests/${id}`))
  await see(page.getByRole('button', { name: `Waits for you ${farmers / 2 - disputes}`, exact: true }))
  const row = page.getByRole('list', { name: 'Review desk' }).locator('> li').first()
  for (const name of ['Approve', 'Return', 'Dispute'])
    await see(row.getByRole('button', { name, exact: true }))
  const folded = (await row.boundingBox())?.height ?? 0
  expect(folded).toBeLessThan(140)
  await seeNot(row.getByRole('button', { name: /^Add a note/ }))

  await row.getByRole('button', { name: /^Show more/ }).click()
  await see(row.getByText('Painted twice'))
  await see(row.getByRole('button', { name: /^Add a note/ }))
  expect((await row.boundingBox())?.height).toBeGreaterThan(folded)
  await row
    .getByRole('button', { name: /^Show less/ })
    .first()
    .click()

  const look = page.getByRole('button', { name: /^Look / })
  await eventually(() => look.count(), 3)
  await page.getByRole('button', { name: `Show all ${disputes} disputes` }).click()
  await eventually(() => look.count(), disputes)
  await page.getByRole('button', { name: /^Show earlier/ }).click()
  await see(page.getByText(`Load ${comments - 10} is in`))

  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
  }
  await row.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await see(page.getByRole('button', { name: 'Released 1', exact: true }))
})
