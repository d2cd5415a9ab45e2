import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { audit, eventually, see, seePage, startWeb } from './harness.ts'

test('a name of one’s own is written in the profile, and marked wherever it stands', async () => {
  const web = await startWeb()
  const giver = web.user()
  await giver.furrow.quests.post(sampleQuest)
  const { page } = await web.open('/profile', { as: giver })
  await page.getByLabel('Display name').fill('Ada of the Mill')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(
    async () => (await web.visitor.profile.get(giver.address).catch(() => null))?.displayName,
    'Ada of the Mill',
  )
  await page.goto(web.url('/quests'))
  await see(page.getByRole('main').getByTitle('They chose this name themselves; it proves nothing.'))
  await page.goto(web.url(`/profile/${giver.account.address}`))
  await seePage(page, '“Ada of the Mill”')
  expect(await audit(page)).toEqual([])
})

test('a claimed name is marked in the heading and in the title of a profile', async () => {
  const web = await startWeb()
  const user = web.user()
  await user.furrow.profile.change({ ensAddress: 'ada.eth' })
  const { page } = await web.open(`/profile/${user.account.address}`)
  await seePage(page, 'ada.eth (claimed)')
})

test('an address shows only once it is known that its owner has no name', async () => {
  const web = await startWeb()
  const giver = web.user()
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const { page } = await web.open('/healthz')
  const answer = Promise.withResolvers<void>()
  await page.route(/\/api\/profiles\?/, async route => {
    await answer.promise
    await route.continue()
  })
  await page.goto(web.url(`/quests/${id}`))
  const address = page
    .getByRole('main')
    .getByText(shortAddress(giver.account.address), { exact: true })
    .first()
  const opacity = () => address.evaluate(element => getComputedStyle(element).opacity)
  await eventually(opacity, '0')
  answer.resolve()
  await eventually(opacity, '1')
})
