import { describe, expect, test } from 'vitest'
import { createWallet } from '../../server/src/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { eventually, everySize, see, seePage, startWeb } from './harness.ts'

describe.each(everySize)('on a %s', size => {
  test('a profile is written, and everyone sees it', async () => {
    const web = await startWeb()
    const user = web.user()
    const { page } = await web.open('/profile', { size, as: user })
    await page.getByLabel('About you', { exact: true }).fill('I mend gates.')
    await page.getByLabel('Skills').fill('carpentry, patience')
    await page.getByLabel('Guild').fill('Weeders')
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
