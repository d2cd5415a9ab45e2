import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { audit, eventually, everySize, see, seeNot, seePage, startWeb } from './harness.ts'

test.each(everySize)(
  'on a %s, a quest is kept from its card and its page, found under Bookmarked, and kept no longer',
  async size => {
    const web = await startWeb()
    const [ada, giver] = [web.user(), web.user()]
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, title: 'Mend the gate' })
    const { id: other } = await giver.furrow.quests.post({ ...sampleQuest, title: 'Thatch the roof' })
    const { page } = await web.open('/quests', { as: ada, size })
    const sign = (title: string) => page.getByRole('button', { name: `Bookmark ${title}` })
    const pressed = (title: string) => sign(title).getAttribute('aria-pressed')
    await see(sign('Mend the gate'))
    expect(await pressed('Mend the gate')).toBe('false')
    await sign('Mend the gate').click()
    await eventually(() => pressed('Mend the gate'), 'true')
    await eventually(() => ada.furrow.quests.bookmarks.ids(), [id])
    // The card is a link all over, and is not followed.
    expect(new URL(page.url()).pathname).toBe('/quests')

    await page.goto(new URL(`/quests/${other}`, page.url()).href)
    await sign('Thatch the roof').click()
    await eventually(async () => (await ada.furrow.quests.bookmarks.ids()).toSorted(), [id, other].toSorted())
    await page.goto(new URL('/quests?status=bookmarked', page.url()).href)
    await seePage(page, 'Quests')
    await see(page.getByRole('button', { name: 'Bookmarked', exact: true, pressed: true }))
    await see(page.getByRole('link', { name: 'Thatch the roof' }))
    const titles = () => page.getByRole('heading', { level: 2 }).allTextContents()
    expect(await titles()).toEqual(['Thatch the roof', 'Mend the gate'])
    expect(await audit(page)).toEqual([])
    await page.getByRole('button', { name: 'Show rows' }).click()
    await sign('Thatch the roof').click()
    await eventually(() => pressed('Thatch the roof'), 'false')
    await eventually(() => ada.furrow.quests.bookmarks.ids(), [id])
    await page.reload()
    await see(page.getByRole('link', { name: 'Mend the gate' }))
    await seeNot(page.getByRole('link', { name: 'Thatch the roof' }))
    await sign('Mend the gate').click()
    await eventually(() => ada.furrow.quests.bookmarks.ids(), [])
    await page.reload()
    await see(page.getByText('You have no bookmarks yet.'))
  },
)

test('a visitor sees no bookmarks, and is asked to sign in for them', async () => {
  const web = await startWeb()
  await web.user().furrow.quests.post({ ...sampleQuest, title: 'Mend the gate' })
  const { page } = await web.open('/quests')
  await see(page.getByRole('link', { name: 'Mend the gate' }))
  await seeNot(page.getByRole('button', { name: 'Bookmark Mend the gate' }))
  await page.getByRole('button', { name: 'Bookmarked', exact: true }).click()
  await see(page.getByText('Sign in to see your quests.'))
})

test('a bookmark that the service refuses is taken back, and its reason is said', async () => {
  const web = await startWeb()
  const ada = web.user()
  const { id } = await web.user().furrow.quests.post({ ...sampleQuest, title: 'Mend the gate' })
  const { page } = await web.open('/quests', { as: ada })
  const sign = page.getByRole('button', { name: 'Bookmark Mend the gate' })
  await see(sign)
  await web.context.db
    .updateTable('quests')
    .set({ hidden_at: web.clock.now() })
    .where('id', '=', id)
    .execute()
  await sign.click()
  await see(page.getByText('There is no such quest.'))
  await eventually(() => sign.getAttribute('aria-pressed'), 'false')
})
