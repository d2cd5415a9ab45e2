import { describe, expect, test } from 'vitest'
import { everySize, see, seePage, startWeb } from './harness.ts'

describe.each(everySize)('on a %s', size => {
  test('the platform wallet finds what is wrong with the service, and how to mend it', async () => {
    const env = { CODEHOST_URL: 'http://127.0.0.1:1', CODEHOST_TOKEN: 'a-token' }
    const web = await startWeb({ env })
    const { page } = await web.open('/', { size, as: web.user(web.platform) })
    await page.getByRole('banner').getByRole('link', { name: 'Doctor' }).click()
    await seePage(page, 'Doctor')
    await see(page.getByText('One thing is wrong.'))
    const about = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await see(about('Code host').getByText('Wrong', { exact: true }))
    await see(about('Code host').getByText('See CODEHOST_URL and CODEHOST_API_URL'))
    await see(about('Database').getByText('Fine', { exact: true }))
    await see(about('Public address').getByText('Warning', { exact: true }))
    await page.getByRole('button', { name: 'Look again' }).click()
    await see(page.getByText('One thing is wrong.'))
  })
})

test('nobody else is shown it, or the way there', async () => {
  const web = await startWeb()
  const { page } = await web.open('/doctor', { as: web.user() })
  await see(page.getByText('Only the platform wallet sees this.'))
  expect(await page.getByRole('banner').getByRole('link', { name: 'Doctor' }).count()).toBe(0)
  const visitor = await web.open('/doctor')
  await see(visitor.page.getByText('Sign in with the platform wallet.'))
})
