import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { audit, type OpenOptions, see, seeNot, seePage, startWeb } from './harness.ts'

async function openQuest(options: Pick<OpenOptions, 'size'> = {}) {
  const web = await startWeb()
  const [giver, reader] = [web.user(), web.user()]
  await giver.furrow.profile.change({ displayName: 'Ada of the Mill' })
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const { page, context } = await web.open(`/quests/${id}`, { as: reader, ...options })
  const name = page.getByRole('main').getByRole('link', { name: 'Ada of the Mill' }).first()
  await see(name)
  return { context, giver, name, page, card: page.getByRole('dialog', { name: 'About Ada of the Mill' }) }
}

const hidden = (page: Page, address: string) => page.getByRole('main').getByText(shortAddress(address))

test('who rests on a name sees whose it is, and may write to them', async () => {
  const { card, context, giver, name, page } = await openQuest()
  const { address } = giver.account
  expect(await hidden(page, address).count()).toBe(0)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const before = await name.boundingBox()
  await page.mouse.move(2, 700)
  await name.hover()
  await see(card)
  await see(card.getByText(shortAddress(address)))
  await see(card.getByText('none yet'))
  expect(await name.boundingBox()).toEqual(before)
  expect(await audit(page)).toEqual([])
  // It stays while the pointer is in it, goes when the pointer leaves, and is asked for once.
  await card.getByText('Finished').hover()
  await see(card)
  await page.mouse.move(2, 700)
  await seeNot(card)
  await name.hover()
  await see(card.getByText('none yet'))
  expect(asked.filter(path => path.startsWith('/api/profile'))).toHaveLength(1)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await card.getByRole('button', { name: 'Copy address' }).click()
  await see(page.getByText('Copied.'))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  await card.getByRole('link', { name: 'Message' }).click()
  await seePage(page, 'Write')
  await seeNot(card)
})

test('the keyboard opens the card, goes into it and out of it, and closes it', async () => {
  const { card, name, page } = await openQuest()
  const isOn = (text: string) =>
    page.waitForFunction(text => document.activeElement?.textContent?.includes(text), text)
  await name.evaluate(link => {
    const before = document.createElement('button')
    link.before(before)
    before.focus()
  })
  await page.keyboard.press('Tab')
  await isOn('Ada of the Mill')
  await see(card)
  await page.keyboard.press('Tab')
  await isOn('Message')
  await page.keyboard.press('Shift+Tab')
  await isOn('Ada of the Mill')
  await see(card)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await isOn('Copy address')
  await page.keyboard.press('Escape')
  await seeNot(card)
  await isOn('Ada of the Mill')
})

test('a long press opens the card, and does not follow the link', async () => {
  const { card, context, name, page } = await openQuest({ size: 'phone' })
  const box = await name.boundingBox()
  if (box === null) throw new Error('The name is not in sight.')
  const finger = await context.newCDPSession(page)
  const [x, y] = [box.x + 10, box.y + box.height / 2]
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await see(card)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await seePage(page, sampleQuest.title)
  await see(card)
  await page.getByRole('heading', { level: 1 }).tap()
  await seeNot(card)
})
