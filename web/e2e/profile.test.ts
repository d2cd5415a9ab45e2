import { createFurrow } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import { createWallet, sampleQuest } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { eventually, everySize, see, seeNot, seePage, startWeb } from './harness.ts'

describe.each(everySize)('on a %s', size => {
  test('a profile is written, and everyone sees it', async () => {
    const web = await startWeb()
    const user = web.user()
    const { page } = await web.open('/profile', { size, as: user })
    await page.getByLabel('About you', { exact: true }).fill('I mend gates.')
    await page.getByLabel('Skills').fill('carpentry, patience')
    await page.getByLabel('Guild').fill('Weeders')
    await page.getByLabel('In issues, /take and /drop').check()
    await page.getByLabel('Organization').fill('The Old Mill')
    await page.getByLabel('Website').fill('mill.example')
    await see(page.getByText('Begin it with https://.'))
    await page.getByLabel('Website').fill('https://mill.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await see(page.getByText('Your profile is saved.'))

    await page.getByRole('link', { name: 'See it as others do' }).click()
    await seePage(page, shortAddress(user.account.address))
    await see(page.getByText('I mend gates.'))
    await see(page.getByText('Guild: Weeders'))
    await see(page.getByRole('link', { name: 'mill.example' }))
    await page.getByRole('link', { name: 'Where it comes from' }).click()
    await seePage(page, 'Reputation')
    await page.goBack()
    await see(page.getByText('I mend gates.'))
    expect(await web.visitor.profile.get(user.address)).toMatchObject({
      farmerProfile: { bio: 'I mend gates.', skills: ['carpentry', 'patience'], guild: 'Weeders' },
      giverProfile: { organization: 'The Old Mill', website: 'https://mill.example' },
    })
    expect(await user.furrow.profile.get(user.address)).toMatchObject({ codehostCommands: true })
  })
})

test('an account of the code host is typed where no code host is configured, and taken away again', async () => {
  const web = await startWeb()
  const user = web.user()
  const { page } = await web.open('/profile', { as: user })
  await page.getByLabel('Username').fill('ada-mends')
  await page.getByRole('button', { name: 'Save the username' }).click()
  await eventually(async () => (await web.visitor.profile.get(user.address)).codehostUsername, 'ada-mends')
  await see(page.getByText('claimed, not proved'))
  await page.getByRole('button', { name: 'Unlink' }).click()
  await see(page.getByLabel('Username'))
  expect((await web.visitor.profile.get(user.address)).codehostUsername).toBeNull()
})

test('an address without a profile has a page that says so', async () => {
  const web = await startWeb()
  const { account } = createWallet()
  const { page } = await web.open(`/profile/${account.address}`)
  await seePage(page, shortAddress(account.address))
  await see(page.getByText('This address has not written a profile.'))
})

test('a key for a bot is made with the wallet, shown once, and revoked', async () => {
  const web = await startWeb()
  const user = web.user()
  const { page } = await web.open('/profile', { as: user })
  await page.getByRole('button', { name: 'Make a key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('ci bot')
  await dialog.getByLabel(/^Work as a farmer/).check()
  await dialog.getByRole('button', { name: 'Make a key' }).click()
  await see(page.getByText('The key “ci bot” is made.'))
  const key = (await page.getByText(/^furrow_/).textContent()) ?? ''
  const bot = createFurrow({ baseUrl: web.baseUrl, token: key })
  expect(await bot.tasks.list()).toBeDefined()
  await page.reload()
  await see(page.getByText('ci bot'))
  await seeNot(page.getByText(key))
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await see(page.getByText('The key “ci bot” is revoked.'))
  await expect(bot.tasks.list()).rejects.toMatchObject({ status: 401 })
})

test('a sign-out everywhere ends the sessions on other devices too', async () => {
  const web = await startWeb()
  const user = web.user()
  const { page } = await web.open(`/profile/${user.account.address}`, { as: user })
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  await seeNot(page.getByRole('dialog'))
  await user.furrow.mail.list()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await see(page.getByText('You are signed out on every device.'))
  await see(page.getByRole('banner').getByRole('button', { name: 'Sign in' }))
  await expect(user.furrow.mail.list()).rejects.toMatchObject({ status: 401 })
})

test('a user who leaves reads what goes and what stays, signs, and is gone; while work runs they read what has to end', async () => {
  const web = await startWeb()
  const user = web.user()
  await user.furrow.profile.change({ farmerProfile: { bio: 'I was here.' } })
  const { id } = await user.furrow.quests.post(sampleQuest)
  const { page } = await web.open('/profile', { as: user, wallet: user })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download everything' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('account.zip')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await see(page.getByText('Your quest is not over'))
  await user.furrow.quests.cancel(id)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await see(page.getByText('What stays:'))
  await page.getByRole('button', { name: 'Sign, and delete it for good' }).click()
  await see(page.getByText('Your account is deleted. Farewell.'))
  await expect(web.visitor.profile.get(user.address)).rejects.toMatchObject({ status: 404 })
})
