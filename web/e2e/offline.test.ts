import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { eventually, quiet, see, seePage, startWeb } from './harness.ts'

test('without a connection, an act says that it failed, and is not done later', async () => {
  const web = await startWeb({ env: quiet })
  const { id } = await web.user().furrow.quests.post(sampleQuest)
  const { page, context } = await web.open(`/quests/${id}`, { as: web.user() })
  const take = page.getByRole('main').getByRole('button', { name: 'Take a place' })
  await see(take)
  await context.setOffline(true)
  await take.click()
  await see(page.getByText('The service cannot be reached.'))
  await eventually(() => take.isEnabled(), true)
  await context.setOffline(false)
  await page.reload()
  await see(take)
  expect((await web.visitor.quests.get(id)).farmers).toEqual([])
})

test('a page that was opened without a connection says so, and is there with the connection', async () => {
  const web = await startWeb({ env: quiet })
  await web.user().furrow.quests.post({ ...sampleQuest, title: 'Mend the gate' })
  const { page, context } = await web.open('/quests')
  const gate = page.getByRole('link', { name: 'Mend the gate' })
  await see(gate)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await see(page.getByRole('main').getByText('The service cannot be reached.'))
  await context.setOffline(false)
  await see(gate)
  await seePage(page, 'Quests')
})
