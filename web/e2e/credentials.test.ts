import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { makeProvedAndPaid } from '../../server/test/proved-and-paid.ts'
import { audit, see, startWeb } from './harness.ts'

test('a farmer takes a credential for their paid work, saves it, and shows it to somebody else', async () => {
  const web = await startWeb({ env: { EAS_SIGNER_KEY: `0x${'1c'.repeat(32)}` } })
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await giver.furrow.quests.approve(id, farmer.address)
  await makeProvedAndPaid(web.context, id)
  const { page: others } = await web.open(`/quests/${id}`, { as: giver })
  await see(others.getByRole('link', { name: 'Tip this work' }))
  expect(await others.getByRole('link', { name: 'Take a credential' }).count()).toBe(0)
  const { page } = await web.open(`/quests/${id}`, { as: farmer })
  await page.getByRole('link', { name: 'Take a credential' }).click()
  await page.getByLabel('It says the amount and the token too').check()
  await page.getByRole('button', { name: 'Take the credential' }).click()
  await see(page.getByText('It is yours. Download it below.'))
  await see(page.getByText('with the reward'))
  expect(await audit(page)).toEqual([])
  const [credential] = (await farmer.furrow.credentials.own()).items
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${credential?.id}.jwt`)
  expect(await text(await download.createReadStream())).toBe(credential?.jwt)
  await page.getByLabel('Form').selectOption('attestation')
  await page.getByRole('button', { name: 'Take the credential' }).click()
  await see(page.getByText('Attestation', { exact: true }))

  await others.goto(web.url(`/credentials/${credential?.id}`))
  await see(others.getByRole('heading', { name: 'A credential' }))
  await see(others.getByText('Valid'))
  await see(others.getByText('did:web:'))
  expect(await audit(others)).toEqual([])
  await web.context.db.updateTable('credentials').set({ revoked: 'payment' }).execute()
  await others.reload()
  await see(others.getByText('The chain took the payment back. It does not hold any more.'))
  expect(await others.getByRole('button', { name: 'Download' }).count()).toBe(0)
})
