import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { day } from '../../server/src/ground/clock.ts'
import { sampleQuest } from '../../server/test/harness.ts'
import { eventually, see, seeNot, seePage, startWeb } from './harness.ts'
import { goToStep } from './post-steps.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

test('a giver asks for applications, reads them side by side, and chooses; the other is told why not', async () => {
  const web = await startWeb()
  const [giver, ann, ben] = [web.user(), web.user(), web.user()]
  const { page: form } = await web.open('/quests/new', { as: giver })
  await form.getByLabel('Title').fill('Mend the gate')
  await form.getByLabel('Description').fill('It should close.')
  await form.getByLabel('Category').fill('maintenance')
  await goToStep(form, 'Reward')
  await form.getByLabel('Reward for each farmer').fill('10')
  await form.getByLabel('Finished quests').fill('many')
  await form.getByLabel('Places', { exact: true }).selectOption('application')
  await form.getByLabel('Places', { exact: true }).focus()
  await see(form.getByText('A whole number from 0 to 1000.'))
  await form.getByLabel('Finished quests').fill('0')
  await goToStep(form, 'Proof')
  await form.getByRole('button', { name: 'Post the quest' }).click()
  await seePage(form, 'Mend the gate')
  await see(form.getByText('Nobody waits for an answer.'))
  const [quest] = (await web.visitor.quests.list()).items
  const id = quest?.id ?? ''

  const { page: anns } = await web.open(`/quests/${id}`, { as: ann })
  await button(anns, 'Apply').click()
  await anns.getByRole('dialog').getByLabel('Note').fill('I have mended three gates.')
  await inDialog(anns, 'Apply').click()
  await see(anns.getByText('It waits for the giver’s answer.'))
  await ben.furrow.quests.apply(id)

  const { page } = await web.open(`/quests/${id}`, { as: giver })
  await see(page.getByRole('heading', { name: 'Applications (2)' }))
  const applicants = page.getByRole('listitem').filter({ hasText: 'Finished' })
  await eventually(() => applicants.count(), 2)
  await page.getByRole('button', { name: 'Most finished work', pressed: false }).click()
  await see(page.getByRole('button', { name: 'Most finished work', pressed: true }))
  await eventually(() => applicants.count(), 2)
  await applicants.filter({ hasText: 'three gates' }).getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Too far away.')
  await inDialog(page, 'Decline').click()
  await see(page.getByRole('heading', { name: 'Applications (1)' }))
  await button(page, 'Admit').click()
  await inDialog(page, 'Admit').click()
  await see(page.getByText('The place is given, and the farmer told.'))
  await see(page.getByText('At work'))
  await anns.reload()
  await see(anns.getByText('The giver declined it.'))
  await see(anns.getByText('Too far away.'))
  await seeNot(button(anns, 'Apply'))
})

test('a giver asks questions, an applicant answers them, and the giver reads the answers beside each applicant', async () => {
  const web = await startWeb()
  const [giver, ann] = [web.user(), web.user()]
  const { page: form } = await web.open('/quests/new', { as: giver })
  await form.getByLabel('Title').fill('Mend the gate')
  await form.getByLabel('Description').fill('It should close.')
  await form.getByLabel('Category').fill('maintenance')
  await goToStep(form, 'Reward')
  await form.getByLabel('Reward for each farmer').fill('10')
  await seeNot(form.getByRole('button', { name: 'Add a question' }))
  await form.getByLabel('Places', { exact: true }).selectOption('application')
  for (const [number, text] of ['Which tools?', 'Which tools?', 'When?'].entries()) {
    await form.getByRole('button', { name: 'Add a question' }).click()
    await form.getByLabel(`Question ${number + 1}`, { exact: true }).fill(text)
  }
  await form.getByLabel('It needs an answer').first().check()
  await form.getByLabel('Question 3', { exact: true }).blur()
  await see(form.getByText('none twice'))
  await form.getByRole('button', { name: 'Remove question 2' }).click()
  await seeNot(form.getByText('none twice'))
  await goToStep(form, 'Proof')
  await form.getByRole('button', { name: 'Post the quest' }).click()
  await seePage(form, 'Mend the gate')
  const [quest] = (await web.visitor.quests.list()).items
  expect(quest?.questions).toEqual([
    { text: 'Which tools?', required: true },
    { text: 'When?', required: false },
  ])
  const id = quest?.id ?? ''

  const { page: anns } = await web.open(`/quests/${id}`, { as: ann })
  await button(anns, 'Apply').click()
  await inDialog(anns, 'Apply').click()
  await see(anns.getByRole('dialog').getByLabel('Which tools?'))
  const long = `A saw. ${'And a plane. '.repeat(30)}`.trim()
  await anns.getByRole('dialog').getByLabel('Which tools?').fill(long)
  // Typed words stay, whatever becomes of the page.
  await anns.reload()
  await button(anns, 'Apply').click()
  await inDialog(anns, 'Apply').click()
  await see(anns.getByText('It waits for the giver’s answer.'))

  const { page } = await web.open(`/quests/${id}`, { as: giver })
  const answer = page.getByText(long)
  await see(page.getByText('Which tools?'))
  const folded = await answer.evaluate(element => element.clientHeight)
  await answer.click()
  await eventually(async () => (await answer.evaluate(element => element.clientHeight)) > folded, true)
})

test('a farmer says that they are still on it; later their place is freed, before everybody is paid', async () => {
  const web = await startWeb({ behind: 6 * day })
  const [giver, farmer, diligent] = [web.user(), web.user(), web.user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  for (const { furrow } of [farmer, diligent]) await furrow.quests.accept(id)
  await diligent.furrow.quests.submit(id, { note: 'Done.' })
  const { page: farmers } = await web.open(`/quests/${id}`, { as: farmer })
  await button(farmers, 'I am still on it').click()
  await see(farmers.getByText('The giver was told that you are still on it.'))
  await seeNot(button(farmers, 'I am still on it'))

  // The browser has the machine's clock, and the service's follows.
  web.clock.advance(6 * day)
  const { page } = await web.open(`/quests/${id}`, { as: web.user(giver) })
  await button(page, 'Pay everyone and complete').click()
  await see(page.getByRole('alert').getByText('handed in nothing'))
  await inDialog(page, 'Free this place first').click()
  await see(page.getByText('Their places are free again.'))
  await seeNot(page.getByRole('alert').getByText('handed in nothing'))
  await inDialog(page, 'Pay everyone and complete').click()
  await see(page.getByText('The quest is completed.'))
  const { farmers: paid, funding } = await web.visitor.quests.get(id)
  expect(paid).toMatchObject([{ address: diligent.account.address, status: 'released' }])
  expect(funding).toMatchObject({ released: '100', refunded: '100' })
})

test('a giver gives a farmer more time, who reads so in the conversation', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const [before] = (await farmer.furrow.quests.accept(id)).farmers
  const { page } = await web.open(`/quests/${id}`, { as: giver })
  await button(page, 'Give more time').click()
  await page.getByRole('dialog').getByLabel('Days').fill('10')
  await inDialog(page, 'Give more time').click()
  await see(page.getByText('The farmer has more time.'))
  const [after] = (await web.visitor.quests.get(id)).farmers
  expect(after).toMatchObject({
    extensions: 1,
    expiresAt: new Date(Date.parse(before?.expiresAt ?? '') + 10 * day).toISOString(),
  })
  const { page: farmers } = await web.open(`/quests/${id}`, { as: farmer })
  await see(farmers.getByText('more time, until'))
})
