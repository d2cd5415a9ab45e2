import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { eventually, see, startWeb } from './harness.ts'

test('a quest is shared from its card and from its page: its link is copied where the browser shares nothing', async () => {
  const web = await startWeb()
  const { id, title } = await web.user().furrow.quests.post(sampleQuest)
  const { page, context } = await web.open('/quests')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const address = new URL(`/quests/${id}`, page.url()).href
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await page.getByRole('button', { name: `Share ${title}` }).click()
  await see(page.getByText('The link is copied.'))
  expect(await copied()).toBe(address)
  // The card is a link all over, and is not followed.
  expect(new URL(page.url()).pathname).toBe('/quests')

  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.goto(address)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await eventually(copied, address)
})

test('a quest is shared by the way of the device where it has one, and nothing is said of a share that was given up', async () => {
  const web = await startWeb()
  const { id, title } = await web.user().furrow.quests.post(sampleQuest)
  const { page } = await web.open(`/quests/${id}`)
  await page.evaluate(() => {
    const shared: unknown[] = []
    Object.assign(globalThis, { shared })
    navigator.share = async data => {
      shared.push(data)
      if (shared.length > 1) throw new DOMException('They closed it', 'AbortError')
    }
  })
  const share = page.getByRole('button', { name: 'Share', exact: true })
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared)
  for (const count of [1, 2]) {
    await share.click()
    await eventually(async () => (await shared()).length, count)
  }
  expect((await shared())[0]).toEqual({ title, url: page.url() })
  expect(await page.getByText('did not let it be copied').count()).toBe(0)
})
