import { describe, expect, test } from 'vitest'
import { blob, png } from '../../server/test/files.ts'
import { sampleQuest } from '../../server/test/harness.ts'
import { audit, see, seeNot, startWeb } from './harness.ts'

describe('on a phone', () => {
  const size = 'phone'
  test('a quest is reported, hidden, gone for strangers, answered for, and shown again', async () => {
    const web = await startWeb()
    const [giver, stranger, moderator] = [web.user(), web.user(), web.user()]
    const platform = web.user(web.platform)
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, title: 'Send me your seeds' })

    const reporting = await web.open(`/quests/${id}`, { size, as: stranger })
    await reporting.page.getByRole('button', { name: 'Report' }).click()
    const dialog = reporting.page.getByRole('dialog')
    await dialog.getByLabel('What is wrong').selectOption('A scam')
    await dialog.getByLabel('For the moderators').fill('It asks for seed phrases.')
    await dialog.getByRole('button', { name: 'Report' }).click()
    await see(reporting.page.getByText('The moderators are told.'))
    // It is still there: a report hides nothing.
    await see(reporting.page.getByRole('heading', { name: 'Send me your seeds', level: 1 }))

    const naming = await web.open('/moderation?view=moderators', { size, as: platform })
    await naming.page.getByLabel('Address of a new moderator').fill(moderator.account.address)
    await naming.page.getByRole('button', { name: 'Name', exact: true }).click()
    await see(naming.page.getByRole('button', { name: /^Remove/ }))

    const judging = await web.open('/tasks', { size, as: moderator })
    await judging.page.getByRole('link', { name: 'Moderation' }).click()
    await see(judging.page.getByText('1 report', { exact: true }))
    await see(judging.page.getByText('It asks for seed phrases.'))
    expect(await audit(judging.page)).toEqual([])
    await judging.page.getByRole('button', { name: 'Hide Send me your seeds' }).click()
    await judging.page.getByLabel('Reason').fill('Nobody may ask for seed phrases.')
    await judging.page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
    await see(judging.page.getByText('Nothing waits for a decision.'))
    await see(judging.page.getByRole('link', { name: 'What was decided before' }))

    const visit = await web.open('/quests', { size })
    await see(visit.page.getByRole('heading', { name: 'Quests', level: 1 }))
    await seeNot(visit.page.getByText('Send me your seeds'))
    await visit.page.goto(web.url(`/quests/${id}`))
    await see(visit.page.getByText('There is no such quest.'))

    const owning = await web.open(`/quests/${id}`, { size, as: giver })
    await see(owning.page.getByRole('heading', { name: 'Hidden by a moderator' }))
    await see(owning.page.getByText('Nobody may ask for seed phrases.'))
    await owning.page.getByRole('link', { name: 'Answer' }).click()
    await owning.page.getByRole('button', { name: 'Answer Send me your seeds' }).click()
    await owning.page.getByLabel('Your answer').fill('I mean sunflower seeds.')
    await owning.page.getByRole('dialog').getByRole('button', { name: 'Answer' }).click()
    await see(owning.page.getByText('You answered'))
    expect(await audit(owning.page)).toEqual([])

    await judging.page.getByRole('button', { name: 'Log', exact: true }).click()
    await see(judging.page.getByText('I mean sunflower seeds.'))
    await judging.page.getByRole('button', { name: 'Show again Send me your seeds' }).click()
    await judging.page.getByLabel('Reason').fill('Sunflowers are fine.')
    await judging.page.getByRole('dialog').getByRole('button', { name: 'Show again' }).click()
    await see(judging.page.getByText('Sunflowers are fine.'))
    await visit.page.goto(web.url('/quests'))
    await see(visit.page.getByText('Send me your seeds'))
  })
})

test('a file is reported where it is shown, looked at by a moderator, and hidden', async () => {
  const web = await startWeb()
  const [giver, stranger] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const file = await giver.furrow.files.upload(blob(png))
  await giver.furrow.quests.comment({ questId: id, body: `![A gate](${file.url})` })
  const name = file.url.split('/').at(-1) ?? ''

  const { page } = await web.open(`/quests/${id}`, { as: stranger })
  await page.getByRole('button', { name: `Report ${name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await see(page.getByText('The moderators are told.'))

  const judging = await web.open('/moderation', { as: web.user(web.platform) })
  await judging.page.getByRole('button', { name: `Look at the file ${name}` }).click()
  await see(judging.page.getByRole('img', { name }))
  expect(await audit(judging.page)).toEqual([])
  await judging.page.getByRole('button', { name: `Hide ${name}` }).click()
  await judging.page.getByLabel('Reason').fill('It is against the law.')
  await judging.page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await see(judging.page.getByText('Nothing waits for a decision.'))
  expect((await fetch(web.url(file.url))).status).toBe(404)
})

test('a comment and a letter are reported, the letter only by who agrees to show it; who is frozen is told', async () => {
  const web = await startWeb()
  const [giver, pest, platform] = [web.user(), web.user(), web.user(web.platform)]
  const { id: questId } = await giver.furrow.quests.post(sampleQuest)
  await pest.furrow.quests.comment({ questId, body: 'Buy my hay.' })
  const letter = await pest.furrow.mail.send({ to: giver.address, subject: 'Hay', body: 'Buy it, or else.' })

  const { page } = await web.open(`/quests/${questId}`, { as: giver })
  await page.getByRole('button', { name: 'Report comment 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await see(page.getByText('The moderators are told.'))
  await page.goto(web.url(`/mail?id=${letter.id}`))
  await page.getByRole('button', { name: 'Report' }).click()
  await page.getByLabel('Show this letter to the moderators').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click()
  await see(page.getByText('The moderators are told.'))

  const judging = await web.open('/moderation', { as: platform })
  await see(judging.page.getByText('Buy it, or else.'))
  await judging.page.getByRole('button', { name: /^Hide Comment on/ }).click()
  await judging.page.getByLabel('Reason').fill('It is advertising.')
  await judging.page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click()
  await seeNot(judging.page.getByText('Buy my hay.'))
  await judging.page.getByRole('button', { name: 'Freeze the wallet Letter' }).click()
  await judging.page.getByLabel('Reason').fill('It threatens people.')
  await judging.page.getByRole('dialog').getByRole('button', { name: 'Freeze the wallet' }).click()
  await see(judging.page.getByText('Nothing waits for a decision.'))

  // A freeze ends sessions; signing in is still possible.
  const told = await web.open('/tasks', { as: await web.signIn(pest) })
  await see(told.page.getByRole('heading', { name: 'Your wallet is frozen' }))
  await see(told.page.getByText('It threatens people.'))
  await told.page.goto(web.url(`/quests/${questId}`))
  await see(told.page.getByText('Hidden by a moderator'))
})
