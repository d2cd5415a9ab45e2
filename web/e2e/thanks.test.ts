import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { see, startWeb } from './harness.ts'

test('finished work is tipped, by the word of both where no chain shows it, and both profiles have it', async () => {
  const web = await startWeb()
  const [giver, farmer, neighbour] = [web.user(), web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  await giver.furrow.quests.approve(id, farmer.address)

  const { page } = await web.open(`/quests/${id}`, { as: neighbour })
  await page.getByRole('link', { name: 'Tip this work' }).click()
  await page.getByLabel('Amount').fill('5')
  await page.getByRole('button', { name: 'Promise a tip' }).click()
  await see(page.getByText('It is promised. Nobody else sees it before it is paid.'))
  expect((await web.visitor.thanks.list({ address: farmer.address })).items).toEqual([])
  await page.getByRole('button', { name: 'I have paid' }).click()
  await see(page.getByText('You have said that you paid. The answer is waited for.'))

  const { page: farmers } = await web.open('/thanks', { as: farmer })
  await farmers.getByRole('button', { name: 'Received', exact: true }).click()
  await see(farmers.getByRole('heading', { name: 'Thank somebody' }))
  await expect
    .poll(async () => (await web.visitor.thanks.list({ address: farmer.address })).items)
    .toMatchObject([{ status: 'received', amount: '5', token: 'USDC', tipped: id }])
  const [paid] = (await web.visitor.thanks.list({ address: farmer.address })).items

  // The page of the thanks leads to the work that it is for.
  const { page: shown } = await web.open(`/quests/${paid?.questId}`)
  await shown.getByRole('link', { name: 'finished work' }).click()
  await see(shown.getByRole('heading', { name: sampleQuest.title, level: 1 }))

  for (const [who, heading] of [
    [farmer, 'Thanks received'],
    [neighbour, 'Thanks given'],
  ] as const) {
    const { page: profile } = await web.open(`/profile/${who.address}`)
    const section = profile.locator('section', { has: profile.getByRole('heading', { name: heading }) })
    await see(section.getByRole('link', { name: 'finished work' }))
  }
})
