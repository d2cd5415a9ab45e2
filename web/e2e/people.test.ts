import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { eventually, quiet, searchOf, see, seeNot, seePage, startWeb } from './harness.ts'

test('a farmer is found by a skill, is invited, sees it among their tasks, and declines', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  await farmer.furrow.profile.change({
    ensAddress: 'ada.eth',
    farmerProfile: { skills: ['gates', 'barns'], bio: 'I mend.' },
  })
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, title: 'Mend the gate' })
  const { page } = await web.open('/farmers', { as: giver })
  await page.getByLabel('Skill', { exact: true }).fill('sheep')
  await page.getByRole('button', { name: 'Find' }).click()
  await see(page.getByText('Nobody has this skill.'))
  await page.getByLabel('Skill', { exact: true }).fill('Gates')
  await page.getByRole('button', { name: 'Find' }).click()
  await eventually(() => searchOf(page), { skill: 'Gates' })
  const name = new RegExp(`ada.eth.*${shortAddress(farmer.account.address)}`)
  await see(page.getByRole('link', { name }))
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('Note').fill('It squeaks.')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await see(page.getByText('The invitation is sent.'))

  const { page: invited } = await web.open('/', { as: farmer })
  const main = invited.getByRole('main')
  await see(main.getByRole('heading', { name: 'Needs you' }))
  await see(invited.getByRole('banner').getByRole('link', { name: 'Tasks 1 wait for you' }))
  await see(invited.getByRole('navigation').getByRole('link', { name: 'Mail 1 unread' }))
  await invited
    .getByRole('banner')
    .getByRole('link', { name: /^Tasks/ })
    .click()
  await seePage(invited, 'Tasks')
  expect(await main.getByRole('link', { name: 'Mend the gate' }).getAttribute('href')).toBe(`/quests/${id}`)
  await see(main.getByRole('link', { name: 'One letter that you have not read' }))
  await main.getByRole('button', { name: 'Decline' }).click()
  await seeNot(main.getByRole('link', { name: 'Mend the gate' }))
  await see(invited.getByRole('banner').getByRole('link', { name: 'Tasks', exact: true }))
})

test('the badges of a page cost little, and the names of a page are asked for at once', async () => {
  const web = await startWeb({ env: quiet })
  const [reader, ...others] = [web.user(), web.user(), web.user(), web.user(), web.user(), web.user()]
  for (const other of others)
    await other.furrow.mail.send({ to: reader.address, subject: 'A long letter', body: 'x'.repeat(20_000) })
  const { page } = await web.open('/leaderboard', { as: reader })
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await see(page.getByRole('navigation').getByRole('link', { name: 'Mail 5 unread' }))
  expect(asked).not.toContain('/api/mail')
  asked.length = 0
  await page.getByRole('navigation').getByRole('link', { name: /^Mail/ }).click()
  await see(page.getByRole('link', { name: /A long letter/ }).first())
  await page.waitForLoadState('networkidle')
  expect(asked.filter(path => path === '/api/profiles')).toHaveLength(1)
})

test('who does not want to be found is not in the directory', async () => {
  const web = await startWeb()
  const farmer = web.user()
  await farmer.furrow.profile.change({ farmerProfile: { skills: ['gates'] } })
  const { page } = await web.open('/profile', { as: farmer })
  await page.getByLabel('Givers may find me').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await see(page.getByText('Your profile is saved.'))
  await page.getByRole('navigation').getByRole('link', { name: 'Farmers' }).click()
  await see(page.getByText('There are no farmers yet.'))
})
