import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createWallet, sampleQuest } from '../../server/test/harness.ts'
import { eventually, everySize, type Size, searchOf, see, seeNot, seePage, startWeb } from './harness.ts'

/** The link to the mail in the navigation that this size shows. */
const mailLink = (page: Page) => page.getByRole('navigation').getByRole('link', { name: /^Mail/ })

async function backToList(page: Page, size: Size): Promise<void> {
  if (size === 'phone') await page.getByRole('button', { name: 'Back' }).click()
}

describe.each(everySize)('on a %s', size => {
  test('a letter is written, counted, read, deleted and brought back', async () => {
    const web = await startWeb()
    const [ada, ben] = [web.user(), web.user()]
    const { page: writer } = await web.open('/mail/new', { size, as: ada })
    await writer.getByRole('button', { name: 'Send', exact: true }).click()
    await see(writer.getByText('Write something.'))
    await writer.getByLabel('To', { exact: true }).fill(ben.address)
    await writer.getByLabel('Subject').fill('The key')
    await writer.getByLabel('Message').fill('It is under the stone.')
    await writer.getByRole('button', { name: 'Send', exact: true }).click()
    await see(writer.getByText('The letter is sent.'))
    await seePage(writer, 'Mail')
    await eventually(() => searchOf(writer), { box: 'sent' })
    await see(writer.getByRole('link', { name: /The key/ }))

    const { page: reader } = await web.open('/mail', { size, as: ben, linger: true })
    await see(mailLink(reader).getByText('1 unread'))
    await reader.getByRole('link', { name: /Unread:.*The key/ }).click()
    await see(reader.getByRole('article').getByText('It is under the stone.'))
    await see(reader.getByRole('button', { name: 'Mark unread' }))
    await seeNot(mailLink(reader).getByText('1 unread'))
    await reader.getByRole('button', { name: 'Delete' }).click()
    await seeNot(reader.getByRole('link', { name: /The key/ }))
    await reader.getByRole('button', { name: 'Undo' }).click()
    await see(reader.getByRole('link', { name: /The key/ }))
    expect((await ben.furrow.mail.list()).items).toMatchObject([{ subject: 'The key', read: true }])

    await reader.reload()
    await reader.getByRole('link', { name: /The key/ }).click()
    await reader.getByRole('button', { name: 'Mark unread' }).click()
    await see(reader.getByRole('button', { name: 'Mark read' }))
    await backToList(reader, size)
    await see(reader.getByRole('link', { name: /Unread:.*The key/ }))
    expect((await ada.furrow.mail.list()).items).toHaveLength(1)
  })
})

test('a letter that is deleted and not brought back is gone', async () => {
  const web = await startWeb()
  const [ada, ben] = [web.user(), web.user()]
  await ada.furrow.mail.send({ to: ben.address, subject: 'Old news', body: 'It was sunny.' })
  const { page } = await web.open('/mail', { as: ben, linger: true })
  await page.getByRole('link', { name: /Old news/ }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await see(page.getByText('Nothing here.'))
  expect((await ben.furrow.mail.list()).items).toHaveLength(1)
  await page.getByRole('navigation').getByRole('link', { name: 'Quests' }).click()
  await eventually(async () => (await ben.furrow.mail.list()).items.length, 0)
  expect((await ada.furrow.mail.list()).items).toHaveLength(1)
})

test('a sender is blocked, and may write again', async () => {
  const web = await startWeb()
  const [ada, ben] = [web.user(), web.user()]
  await ada.furrow.mail.send({ to: ben.address, subject: 'Buy this', body: 'Now.' })
  const { page } = await web.open('/mail', { as: ben })
  await page.getByRole('link', { name: /Buy this/ }).click()
  await page.getByRole('button', { name: 'Block sender' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block sender' }).click()
  await see(page.getByText('This sender is blocked'))
  await seeNot(page.getByRole('button', { name: 'Block sender' }))
  const again = { to: ben.address, subject: 'And this', body: 'Now.' }
  await expect(ada.furrow.mail.send(again)).rejects.toMatchObject({ status: 403 })

  await page.reload()
  await page.getByText('Blocked senders (1)').click()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await see(page.getByText('This sender may write to you again.'))
  await seeNot(page.getByText('Blocked senders'))
  await ada.furrow.mail.send(again)
})

test('an answer goes back to who wrote', async () => {
  const web = await startWeb()
  const [ada, ben] = [web.user(), web.user()]
  await ada.furrow.mail.send({ to: ben.address, subject: 'Soup?', body: 'On Sunday.' })
  const { page } = await web.open('/mail', { as: ben })
  await page.getByRole('link', { name: /Soup/ }).click()
  await page.getByRole('link', { name: 'Answer' }).click()
  await seePage(page, 'Write')
  expect(await page.getByLabel('Subject').inputValue()).toBe('Re: Soup?')
  await page.getByLabel('Message').fill('Yes.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await see(page.getByText('The letter is sent.'))
  await eventually(
    async () => (await ada.furrow.mail.list()).items.map(({ subject }) => subject),
    ['Re: Soup?', 'Soup?'],
  )
})

test('a notice is from the platform, and leads to its quest', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id, title } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  const { page } = await web.open('/mail', { as: giver })
  await see(page.getByRole('link', { name: /Platform.*Accepted/ }))
  await page.getByRole('link', { name: /Accepted/ }).click()
  await see(page.getByRole('article').getByText(/took a place/))
  await page.getByRole('link', { name: 'see the quest' }).click()
  await seePage(page, title)
})

test('letters about a quest lie together, and are found, chosen, marked and deleted at once', async () => {
  const web = await startWeb()
  const [giver, farmer, other] = [web.user(), web.user(), web.user()]
  const gate = await giver.furrow.quests.post({ ...sampleQuest, title: 'Mend the gate', maxFarmers: 3 })
  for (const one of [farmer, other]) await one.furrow.quests.accept(gate.id)
  for (const subject of ['Soup?', 'Bread?', 'Salt?'])
    await farmer.furrow.mail.send({ to: giver.address, subject, body: 'On Sunday.' })
  const { page } = await web.open('/mail', { as: giver, linger: true })
  const link = (name: RegExp) => page.getByRole('link', { name })
  const group = page.getByRole('button', { name: /Mend the gate.*2 letters, 2 unread/ })
  await see(group)
  expect(await link(/Accepted/).count()).toBe(0)
  await group.click()
  await eventually(() => link(/Accepted/).count(), 2)

  // In the whole mailbox, by a link that can be shared.
  await link(/All letters about it/).click()
  await see(page.getByText('All letters of the service about this quest.'))
  await seeNot(link(/Soup/))
  expect(searchOf(page)).toMatchObject({ q: gate.id })
  const field = page.getByLabel('Search your mail')
  await field.fill('sunday soup')
  await see(page.getByText('Looked through all 5 letters.'))
  await eventually(() => page.getByRole('link', { name: /Soup|Bread|Salt|Accepted/ }).count(), 1)
  await field.fill('')
  await see(group)

  await page.getByLabel('Choose the letter Salt?').check()
  await page.getByLabel('Choose the letter Soup?').click({ modifiers: ['Shift'] })
  await see(page.getByText('3 chosen'))
  await page.getByLabel('Choose 2 letters about Mend the gate').check()
  await page.getByRole('button', { name: 'Mark read' }).click()
  await seeNot(page.getByRole('link', { name: /Unread/ }))
  await eventually(async () => (await giver.furrow.mail.list()).items.every(({ read }) => read), true)
  await page.getByLabel('Choose 2 letters about Mend the gate').uncheck()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await see(page.getByText('3 letters are deleted.'))
  await seeNot(link(/Soup/))
  await page.getByRole('navigation').getByRole('link', { name: 'Quests' }).click()
  await eventually(async () => (await giver.furrow.mail.list()).items.length, 2)
})

test('a group of letters names the newest three people of it with their pictures, and says how many others', async () => {
  const web = await startWeb()
  const giver = web.user()
  const farmers = Array.from({ length: 7 }, () => web.user())
  const gate = await giver.furrow.quests.post({ ...sampleQuest, title: 'Mend the gate', maxFarmers: 7 })
  for (const [number, { address, furrow }] of farmers.entries()) {
    await furrow.profile.change({ displayName: `Fern ${number}`, farmerProfile: { skills: ['iron'] } })
    await giver.furrow.quests.invite({ questId: gate.id, address })
    web.clock.advance(1_000)
  }
  const { page } = await web.open('/mail?box=sent', { as: giver })
  const group = page.getByRole('button', { name: /Mend the gate/ })
  for (const name of ['Fern 6', 'Fern 5', 'Fern 4', 'and 4 others', '7 letters'])
    await see(group.getByText(name))
  await seeNot(group.getByText('Fern 3'))
  // One picture for each of the three, beside the arrow.
  expect(await group.locator('svg, img').count()).toBe(4)
})

test('new mail shows without a reload', async () => {
  const web = await startWeb()
  const [ada, ben] = [web.user(), web.user()]
  const { page } = await web.open('/', { as: ben })
  await page.clock.install()
  await page.goto(web.url('/mail'))
  await see(page.getByText('Nothing here.'))
  await ada.furrow.mail.send({ to: ben.address, subject: 'It rains', body: 'At last.' })
  await page.clock.fastForward('01:00')
  await see(page.getByRole('link', { name: /It rains/ }))
})

test('older mail that was asked for comes, though a letter arrives meanwhile', async () => {
  const web = await startWeb({ env: { QUOTA_LETTERS_A_DAY: '0' } })
  const [ada, ben] = [web.user(), web.user()]
  const send = (subject: string) => ada.furrow.mail.send({ to: ben.address, subject, body: 'At last.' })
  for (let number = 1; number <= 101; number++) await send(`Day ${number}`)
  const { page } = await web.open('/mail', { as: ben })
  await see(page.getByRole('link', { name: 'Day 101' }))
  let isSent = false
  await page.route('**/api/mail?*cursor=*', async route => {
    if (!isSent) {
      isSent = true
      await send('It rains')
      await see(page.getByRole('link', { name: 'It rains' }))
    }
    await route.continue()
  })
  await page.getByRole('button', { name: 'Older mail' }).click()
  await see(page.getByRole('link', { name: /Day 1(?!\d)/ }))
  expect(isSent).toBe(true)
  await page.unrouteAll({ behavior: 'wait' })
})

test('the platform wallet writes to everyone; nobody else is offered to', async () => {
  const web = await startWeb()
  const { page } = await web.open('/mail/new', { as: web.user(web.platform) })
  await page.getByLabel('To', { exact: true }).fill('*')
  await page.getByLabel('Subject').fill('The feast')
  await page.getByLabel('Message').fill('Bring bread.')
  await page.getByRole('button', { name: 'Send to everyone' }).click()
  await see(page.getByText('Everyone will read it.'))
  const { page: reader } = await web.open('/mail?box=broadcasts', { as: web.user() })
  await reader.getByRole('link', { name: /The feast/ }).click()
  await see(reader.getByText('Bring bread.'))
  await reader.goto(web.url('/mail/new?to=*'))
  await seePage(reader, 'Write')
  expect(await reader.getByRole('button', { name: 'Send to everyone' }).count()).toBe(0)
})

test('somebody who is none is said at the field', async () => {
  const web = await startWeb()
  const { page } = await web.open('/mail/new', { as: web.user(createWallet()) })
  await page.getByLabel('To', { exact: true }).fill('the neighbour')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await eventually(() => page.getByLabel('To', { exact: true }).getAttribute('aria-invalid'), 'true')
})
