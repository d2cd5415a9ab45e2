import { expect, test } from 'vitest'
import { tellFollowers } from '../../server/src/outside/follows/tell-followers.ts'
import { sampleQuest } from '../../server/test/harness.ts'
import { audit, eventually, everySize, searchOf, see, seeNot, seePage, startWeb } from './harness.ts'

test.each(everySize)(
  'on a %s, what somebody looks for on the board is told to them, and changed and ended in the settings',
  async size => {
    const web = await startWeb()
    const [ada, giver] = [web.user(), web.user()]
    const quest = { ...sampleQuest, title: 'Write a parser', skills: ['rust'] }
    await giver.furrow.quests.post(quest)
    await ada.furrow.notifications.add({ kind: 'discord', url: 'https://discord.com/api/webhooks/1/a' })
    const { page } = await web.open('/quests?q=parser&skill=rust', { as: ada, size })
    await page.getByRole('button', { name: 'Tell me of such quests' }).click()
    const dialog = page.getByRole('dialog')
    await see(dialog.getByText('You are told of quests that open and fit: “parser”, rust.'))
    expect(await dialog.getByLabel('Name').inputValue()).toBe('“parser” · rust')
    await dialog.getByLabel('Name').fill('Parsers')
    await dialog.getByLabel('Discord').uncheck()
    expect(await audit(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Tell me', exact: true }).click()
    await see(page.getByText('You are told of such quests from now on.'))
    expect(await ada.furrow.quests.follows.list()).toMatchObject([
      { name: 'Parsers', filter: { q: 'parser', skill: 'rust' }, how: 'now', channels: [] },
    ])

    await giver.furrow.quests.post({ ...quest, title: 'Mend the parser' })
    while ((await tellFollowers.round(web.context)) > 0);
    const { page: mail } = await web.open('/mail', { as: ada, size })
    await see(mail.getByText('Open quest: Mend the parser').first())

    await page.goto(new URL('/notifications', page.url()).href)
    await seePage(page, 'Notifications')
    const row = page.getByRole('listitem').filter({ hasText: 'Parsers' })
    await see(row.getByText('At once · “parser”, rust'))
    await row.getByRole('button', { name: 'Change' }).click()
    await page.getByRole('dialog').getByLabel('How often').selectOption('Once a day, all in one letter')
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await see(row.getByText('Once a day · “parser”, rust'))
    expect(await audit(page)).toEqual([])
    await row.getByRole('link', { name: 'Show' }).click()
    await seePage(page, 'Quests')
    await eventually(() => searchOf(page), { q: 'parser', skill: 'rust' })
    await page.goBack()
    await row.getByRole('button', { name: 'End' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await seeNot(row)
    await see(page.getByText(/^None yet\. Choose under Quests/))
  },
)

test('a visitor is asked to sign in first, and nobody is told of quests that are over', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests')
  await page.getByRole('button', { name: 'Tell me of such quests' }).click()
  await see(
    page
      .getByRole('dialog')
      .getByText(/wallet/i)
      .first(),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await seeNot(page.getByRole('button', { name: 'Tell me of such quests' }))
})
