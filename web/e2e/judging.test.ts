import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { people, startGithub } from '../../server/test/github.ts'
import { reviewWindow, sampleQuest } from '../../server/test/harness.ts'
import { see, startWeb } from './harness.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

async function fillIn(page: Page, name: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await button(page, name).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name, exact: true }).click()
}

test('a giver returns work once and disputes it then; the farmer answers and shows evidence; the arbiter splits', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const odd = { ...sampleQuest, reward: '33.333333 USDC', rewardAmount: 33.333333 }
  const { id } = await giver.furrow.quests.post(odd)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })

  const { page: givers } = await web.open(`/quests/${id}`, { as: giver })
  await fillIn(givers, 'Return', { 'What is missing': 'The hinge.' })
  await see(givers.getByText('The farmer has the work back.'))

  const { page: farmers } = await web.open(`/quests/${id}`, { as: farmer })
  await see(farmers.getByText('The hinge.').first())
  await fillIn(farmers, 'Hand in', { Note: 'There is a hinge now.' })
  await see(farmers.getByText('Your work is in review.'))

  await givers.reload()
  await fillIn(givers, 'Dispute', { Reason: 'It is the wrong hinge.' })
  await see(givers.getByText('The payment is held.', { exact: true }))
  await fillIn(givers, 'Add evidence', { 'What you have to say': 'The invoice of the hinge.' })
  await see(givers.getByText('The evidence was added.'))

  await farmers.reload()
  await see(farmers.getByText('It is the wrong hinge.').first())
  await fillIn(farmers, 'Answer the dispute', { 'What you have to say': 'It is the one you bought.' })
  await see(farmers.getByText('Your answer is there.'))
  await see(farmers.getByText('The invoice of the hinge.'))

  const { page: stranger } = await web.open(`/quests/${id}`, { as: web.user() })
  await see(stranger.getByText('It is the one you bought.').first())
  expect(await stranger.getByText('The invoice of the hinge.').count()).toBe(0)

  const { page: judge } = await web.open('/disputes', { as: web.user(web.platform) })
  await see(judge.getByText('The farmer answered; 1 piece of evidence.'))
  await judge.getByRole('link', { name: sampleQuest.title }).click()
  await see(judge.getByText('The invoice of the hinge.'))
  await button(judge, 'Decide').click()
  const dialog = judge.getByRole('dialog')
  await dialog.getByLabel('Outcome').selectOption('split')
  await dialog.getByLabel("The farmer's part").fill('33.33')
  await dialog.getByLabel('Reason').fill('A third was there.')
  await see(dialog.getByText('11.109999'))
  await see(dialog.getByText('22.223334'))
  await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
  await see(judge.getByText('The dispute is decided.'))
  await see(judge.getByText('“A third was there.”'))
  const quest = await web.visitor.quests.get(id)
  expect(quest.farmers[0]).toMatchObject({ status: 'released', paid: '11.109999' })
  expect(quest.funding).toMatchObject({ released: '11.109999', refunded: '22.223334' })
})

test('a farmer concedes', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  await giver.furrow.quests.dispute(id, farmer.address, 'It is not.')
  const { page } = await web.open(`/quests/${id}`, { as: farmer })
  await button(page, 'Concede').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Concede', exact: true }).click()
  await see(page.getByRole('heading', { name: 'The farmer conceded' }))
  expect((await web.visitor.quests.get(id)).farmers).toMatchObject([{ status: 'refunded' }])
})

test('a farmer proposes a part of the reward, and the giver agrees', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'The half of it.' })

  const { page: farmers } = await web.open(`/quests/${id}`, { as: farmer })
  await button(farmers, 'Propose a part').click()
  const dialog = farmers.getByRole('dialog')
  await dialog.getByLabel("The farmer's part").fill('100')
  await see(dialog.getByText('Give a number between 0 and 100 with at most two decimals.'))
  await dialog.getByLabel("The farmer's part").fill('60')
  await dialog.getByLabel('A word to it').fill('The hinge is still to come.')
  await see(dialog.getByText('40 USDC'))
  await dialog.getByRole('button', { name: 'Propose a part', exact: true }).click()
  await see(farmers.getByText('You proposed a part; the other side was told.'))
  expect(await button(farmers, 'Agree').count()).toBe(0)

  const { page: givers } = await web.open(`/quests/${id}`, { as: giver })
  await see(givers.getByText('The hinge is still to come.').first())
  await button(givers, 'Agree').click()
  await givers.getByRole('dialog').getByRole('button', { name: 'Agree', exact: true }).click()
  await see(givers.getByText('You agreed: the part is released, and the rest went back.'))
  await see(givers.getByText('Both agreed'))
  const quest = await web.visitor.quests.get(id)
  expect(quest.farmers[0]).toMatchObject({ status: 'released', paid: '60' })

  const { page: stranger } = await web.open(`/quests/${id}`, { as: web.user() })
  await see(stranger.getByText('agreed to a part each'))
})

test('the list of disputes says in the reader’s language what the code host found', async () => {
  const github = await startGithub()
  const host = github.as('giver').issues
  const gate = { owner: 'giver', repo: 'gate' }
  await host.create({ ...gate, title: 'The gate' })
  const web = await startWeb({ env: github.env })
  const [giver, farmer] = [web.user(), web.user()]
  await giver.furrow.profile.change({ codehostToken: people.giver })
  await farmer.furrow.profile.change({ codehostToken: people.alice })
  const linked = { ...sampleQuest, codehostRepo: 'giver/gate', codehostIssue: '1' }
  const { id } = await giver.furrow.quests.post(linked)
  await farmer.furrow.quests.accept(id)
  const pr = await github.merge('alice', 'Closes #1')
  await host.update({ ...gate, issue_number: 1, state: 'closed' })
  await web.visitor.verify({ repo: 'giver/gate', pr })
  web.clock.advance(reviewWindow)
  await host.update({ ...gate, issue_number: 1, state: 'open' })
  await web.runDue()

  const { page } = await web.open('/disputes', { as: web.user(farmer), locale: 'de-DE' })
  await see(page.getByText(`Issue 1 wurde wieder geöffnet, nachdem Pull Request ${pr} es geschlossen hatte.`))
})
