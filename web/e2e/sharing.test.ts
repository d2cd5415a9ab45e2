import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { see, seeNot, startWeb } from './harness.ts'

/** Presses a button that asks once more. */
async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

test('a place is shared with somebody who agrees, and the giver sees the shares and cannot change them', async () => {
  const web = await startWeb()
  const [giver, farmer, member] = [web.user(), web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)

  const { page } = await web.open(`/quests/${id}`, { as: farmer })
  await page.getByRole('button', { name: 'Share this place' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address of a member').fill(member.address)
  await dialog.getByLabel('Their share, in percent').fill('100')
  await see(dialog.getByText('The shares of the others are less than 100 percent in sum'))
  await dialog.getByLabel('Their share, in percent').fill('33.33')
  await see(dialog.getByText('You have the rest: 66.67%.'))
  await dialog.getByRole('button', { name: 'Share this place' }).click()
  await see(page.getByText('has not agreed yet'))

  const { page: members } = await web.open(`/quests/${id}`, { as: member })
  await confirm(members, 'Agree to my share')
  await see(members.getByText('The reward of this place is shared, as everybody has agreed.'))
  expect((await web.visitor.quests.get(id)).farmers[0]?.shared?.members).toMatchObject([
    { address: farmer.account.address, share: 0.6667, agreed: true },
    { address: member.account.address, share: 0.3333, agreed: true },
  ])

  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  const { page: givers } = await web.open(`/quests/${id}`, { as: giver })
  await see(givers.getByText('33.33%'))
  await seeNot(givers.getByRole('button', { name: /Share this place|my share|Share with nobody/ }))
  await confirm(givers, 'Approve and release now')
  await see(givers.getByText('With 33.33% of the place of'))
})
