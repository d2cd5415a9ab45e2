import { expect, test } from 'vitest'
import { people, startGithub } from '../../server/test/github.ts'
import { sampleQuest } from '../../server/test/harness.ts'
import { audit, everySize, see, seePage, setTheme, startWeb } from './harness.ts'

test.each(everySize)('a giver writes their trust list on a %s, and it keeps people out', async size => {
  const github = await startGithub()
  const web = await startWeb({ env: github.env })
  const [giver, bob] = [web.user(), web.user()]
  await bob.furrow.profile.change({ codehostToken: people.bob })
  const { id } = await giver.furrow.quests.post(sampleQuest)

  const { page } = await web.open('/profile', { as: giver, size })
  await page.getByRole('link', { name: 'Your trust list' }).click()
  await seePage(page, 'Your trust list')
  await page.getByLabel('Accounts').fill('alice\n-bob sold me a heron\n@carol')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await see(page.getByText('1 account vouched for'))
  await see(page.getByText('1 account denounced'))
  await see(page.getByText('1 of them is proved here'))
  await see(page.getByText('These lines name nobody: 3'))
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
  }

  const { page: his } = await web.open(`/quests/${id}`, { as: bob, size })
  await see(his.getByText('The giver of this quest takes no work from your code-host account.'))

  // Another tab saved since.
  await giver.furrow.quests.trust.save({ text: 'alice' })
  await page.getByLabel('Accounts').fill('carol')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await see(page.getByText('saved elsewhere since', { exact: false }))
  expect((await giver.furrow.quests.trust.get()).text).toBe('alice')
})

test('a quest may be for vouched accounts alone', async () => {
  const github = await startGithub()
  const web = await startWeb({ env: github.env })
  const giver = web.user()
  const { page } = await web.open('/quests/new?step=reward', { as: giver })
  await page.getByLabel('Trust', { exact: true }).selectOption('Vouched accounts alone')
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, requires: { vouched: true } })
  const { page: seen } = await web.open(`/quests/${id}`, { as: web.user() })
  await see(
    seen.getByText('a code-host account that the giver or the repository vouches for', { exact: false }),
  )
})

test('somebody stays out of the list of vouched accounts', async () => {
  const web = await startWeb()
  const farmer = web.user()
  await farmer.furrow.profile.change({ displayName: 'Fern' })
  const { page } = await web.open('/profile', { as: farmer })
  await page.getByLabel('Once I was paid for proved work', { exact: false }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await see(page.getByText('Your profile is saved.'))
  expect((await farmer.furrow.profile.get(farmer.address)).vouchedListed).toBe(false)
})
