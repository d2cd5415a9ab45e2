import { expect, test } from 'vitest'
import { deliverOutbox } from '../../server/src/outside/notifications/deliver.ts'
import { startMailSink } from '../../server/test/mail-sink.ts'
import { audit, see, seeNot, seePage, startWeb } from './harness.ts'

test('an e-mail address is added, confirmed by the link that comes there, chosen for, and tested', async () => {
  const sink = await startMailSink()
  const web = await startWeb({ env: sink.env })
  const [ada, ben] = [web.user(), web.user()]
  const deliver = () => deliverOutbox.round(web.context)
  const { page } = await web.open('/profile', { as: ada })
  await page.getByRole('link', { name: 'Notifications' }).click()
  await seePage(page, 'Notifications')
  await see(page.getByText('You are told nowhere else yet.'))
  await page.getByLabel('E-mail address').fill('ada@home.example')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await see(page.getByText('Not confirmed'))

  await deliver()
  const link = sink.link(/(https:\/\/barn\.example\/notifications\/confirm\S+)/)
  // The reader of that mail need not be signed in there.
  const { page: elsewhere } = await web.open(link.replace('https://barn.example', ''), { size: 'phone' })
  await seePage(elsewhere, 'Confirm this address')
  await elsewhere.getByRole('button', { name: 'Confirm' }).click()
  await see(elsewhere.getByText('It is confirmed.'))
  await see(page.getByRole('button', { name: 'Send a test' }))
  await seeNot(page.getByText('Not confirmed'))

  await page.getByRole('button', { name: 'Send a test' }).click()
  await see(page.getByText('A test is on its way.'))
  await deliver()
  expect(sink.mails.at(-1)?.text).toContain('This is a test')
  await page.getByLabel(/^Letters/).uncheck()
  await see(page.getByText('Saved.'))
  await ben.furrow.mail.send({ to: ada.address, subject: 's', body: 'b' })
  await deliver()
  expect(sink.mails).toHaveLength(2)
  expect(await audit(page)).toEqual([])

  await page.getByLabel('How', { exact: true }).selectOption('Webhook')
  await page.getByLabel('Address (https)').fill('https://hooks.example/furrow')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await see(page.getByText(/^whsec_/))
  await see(page.getByText(/^It waits for its challenge/))
  await see(page.getByRole('button', { name: 'Try now' }))
})
