import { describe, expect, test } from 'vitest'
import { startGithub } from '../../server/test/github.ts'
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
  await see(page.getByRole('main').getByRole('link', { name: 'Find work' }))
  expect(await page.getByRole('banner').getByRole('link', { name: 'Doctor' }).count()).toBe(0)
  const visitor = await web.open('/doctor')
  await see(visitor.page.getByText('Sign in with the platform wallet.'))
})

test('the platform wallet connects GitHub with two clicks, and sees what the app reaches', async () => {
  const github = await startGithub()
  const { CODEHOST_URL = '', CODEHOST_API_URL = '' } = github.env
  const web = await startWeb({
    env: { CODEHOST_KIND: 'github', CODEHOST_BOT: 'true', CODEHOST_URL, CODEHOST_API_URL },
  })
  github.apps.now = web.clock.now
  const { page } = await web.open('/doctor', { as: web.user(web.platform) })
  // GitHub's own page, with the button that confirms the app.
  await page.route('**/settings/apps/new**', async route => {
    const manifest = JSON.parse(new URLSearchParams(route.request().postData() ?? '').get('manifest') ?? '{}')
    const back = github.apps.confirm(route.request().url(), manifest, 'Furrow barn.example')
    const at = new URL(`/setup${back.search}`, page.url()).href
    await route.fulfill({
      contentType: 'text/html',
      body: `<a href="${at.replaceAll('&', '&amp;')}">Create GitHub App</a>`,
    })
  })
  await page.getByRole('link', { name: 'Set up' }).click()
  await seePage(page, 'Set up')
  await page.getByRole('button', { name: 'Connect GitHub' }).click()
  await page.getByRole('link', { name: 'Create GitHub App' }).click()
  await see(page.getByText('It is installed nowhere yet.'))
  await see(page.getByText('Connected', { exact: true }))

  github.apps.install('furrow-barn-example', ['giver/gate'])
  await page.getByRole('button', { name: 'Look again' }).click()
  await see(page.getByText('giver/gate', { exact: true }))
  await see(page.getByText('No delivery yet'))
  await page.getByRole('textbox', { name: 'A repository' }).fill('giver/gate')
  await page.getByRole('button', { name: 'Check that it works' }).click()
  await see(page.getByText('No signed delivery about this repository has come yet.'))

  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await see(page.getByText('Disconnected. Delete the app at GitHub, too.'))
})

test('a way back from GitHub that was not begun here connects nothing', async () => {
  const github = await startGithub()
  const { CODEHOST_URL = '', CODEHOST_API_URL = '' } = github.env
  const web = await startWeb({ env: { CODEHOST_KIND: 'github', CODEHOST_URL, CODEHOST_API_URL } })
  const { page } = await web.open('/setup?code=abc&state=forged', { as: web.user(web.platform) })
  await see(page.getByText('This connection was not begun here by your wallet'))
  await page.getByRole('button', { name: 'Begin again' }).click()
  await see(page.getByRole('button', { name: 'Connect GitHub' }))
})

test('for another host it shows the steps, with texts to copy', async () => {
  const web = await startWeb({ env: { CODEHOST_KIND: 'gitlab', CODEHOST_URL: 'http://127.0.0.1:1' } })
  const { page } = await web.open('/setup', { as: web.user(web.platform) })
  await see(page.getByText(/^CODEHOST_WEBHOOK_SECRET=[0-9a-f]{48}$/))
  await see(page.getByText(/\/api\/codehost\/webhook$/))
  await see(page.getByText('api', { exact: true }))
})
