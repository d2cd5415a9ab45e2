import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sampleQuest, type User } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { audit, eventually, see, seeNot, setTheme, sizes, startWeb } from './harness.ts'

test('a giver of many farmers has a desk: parts, pages, notes, several approved at once, a table to take away', async () => {
  const web = await startWeb()
  const giver = web.user()
  const people = Array.from({ length: 14 }, () => web.user())
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 20 })
  for (const { furrow } of people) await furrow.quests.accept(id)
  const handedIn = people.slice(0, 13)
  for (const [index, { furrow }] of handedIn.entries()) {
    await furrow.quests.submit(id, { note: `Gate **${index + 1}** closes.`, url: 'https://example.org/gate' })
    web.clock.advance(1_000)
  }
  const disputed = [people[11], people[12]] as [User, User]
  for (const { address } of disputed) await giver.furrow.quests.dispute(id, address, 'It is crooked.')

  const { page } = await web.open(`/quests/${id}`, { as: giver, linger: true })
  const desk = page.getByRole('list', { name: 'Review desk' })
  const rows = desk.getByRole('listitem')
  await see(page.getByRole('button', { name: 'Waits for you 11' }))
  await eventually(() => rows.count(), 10)
  await see(rows.first().getByText('Gate 1 closes.'))
  await see(rows.first().getByRole('button', { name: 'Approve and release now' }))
  await see(rows.first().getByRole('button', { name: 'Return' }))
  await see(rows.first().getByRole('button', { name: 'Dispute' }))

  // The description is before the disputes, and each of those is a line.
  const [text, fold] = await Promise.all([
    page
      .getByText(sampleQuest.description.split('\n')[0] as string)
      .first()
      .boundingBox(),
    page.getByRole('heading', { name: 'In dispute' }).boundingBox(),
  ])
  expect(text?.y).toBeLessThan(fold?.y ?? 0)
  await seeNot(page.getByText('Why it is disputed'))
  await page.getByRole('button', { name: `Look ${shortAddress(disputed[0].account.address)}` }).click()
  await see(page.getByText('Why it is disputed'))

  await rows
    .first()
    .getByRole('button', { name: /^Add a note/ })
    .click()
  await rows.first().getByLabel('Label').fill('look again')
  await rows.first().getByLabel('Private note').fill('She asked for a ladder.')
  await rows.first().getByRole('button', { name: 'Keep it' }).click()
  await see(rows.first().getByText('She asked for a ladder.'))
  await page.getByLabel('Your label').selectOption('look again')
  await eventually(() => rows.count(), 1)
  await page.getByLabel('Your label').selectOption('')
  await eventually(() => rows.count(), 10)
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
  }

  await page.getByRole('button', { name: 'Next' }).click()
  await eventually(() => rows.count(), 1)
  await page.getByRole('button', { name: 'Previous' }).click()
  await eventually(() => rows.count(), 10)
  await page.getByLabel('Choose all 10 here').check()
  await page.getByRole('button', { name: 'Approve 10 pieces of work' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve 10 pieces of work' }).click()
  await see(page.getByText('10 pieces of work are released.'))
  await see(page.getByRole('button', { name: 'Released 10' }))
  expect((await giver.furrow.quests.desk(id)).items.counts).toMatchObject({ released: 10, waiting: 1 })

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = join(tmpdir(), `${id}.csv`)
  onTestFinished(() => rm(file, { force: true }))
  await (await saved).saveAs(file)
  const lines = (await readFile(file, 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(15)
  expect(lines.join()).toContain('look again,She asked for a ladder.')

  await page.setViewportSize({ width: 320, height: sizes.phone.height })
  await page.getByRole('button', { name: 'Waits for you 1' }).click()
  await eventually(() => rows.count(), 1)
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth), 320)
})

test('what a farmer said when they applied stays with their place', async () => {
  const web = await startWeb()
  const giver = web.user()
  const people = Array.from({ length: 12 }, () => web.user())
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    maxFarmers: 20,
    admission: 'application',
    questions: [{ text: 'Have you a saw?', required: true }],
  })
  for (const [index, { furrow, address }] of people.entries()) {
    await furrow.quests.apply(id, {
      note: `I live at number ${index}.`,
      answers: [{ question: 'Have you a saw?', answer: `${index} of them.` }],
    })
    await giver.furrow.quests.admit(id, address)
    // The desk has the place that ends first before the others.
    web.clock.advance(1_000)
  }
  const { page } = await web.open(`/quests/${id}`, { as: giver })
  await page.getByRole('button', { name: 'At work 12' }).click()
  const row = page.getByRole('list', { name: 'Review desk' }).getByRole('listitem').first()
  await row.getByRole('button', { name: /^Show more/ }).click()
  await see(row.getByText('Their application'))
  await see(row.getByText('I live at number 0.'))
  await see(row.getByText('0 of them.'))
  expect(await audit(page)).toEqual([])
})
