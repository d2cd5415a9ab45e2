import { describe, expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { eventually, everySize, searchOf, see, seeNot, seePage, startWeb } from './harness.ts'

const sentence = 'Paid work for everyone: take a quest, finish it, get paid.'

describe.each(everySize)('the first page on a %s', size => {
  test('says its purpose and its figures, and leads to work', async () => {
    const web = await startWeb()
    const giver = web.user()
    await giver.furrow.quests.post({ ...sampleQuest, title: 'Mend the gate', maxFarmers: 3 })
    await giver.furrow.quests.post({
      ...sampleQuest,
      title: 'Paint the barn',
      reward: '2 SEED',
      rewardAmount: 2,
      rewardToken: 'SEED',
    })
    const { page } = await web.open('/', { size })
    await seePage(page, sentence, 'Furrow')
    const main = page.getByRole('main')
    const figures = main.getByRole('definition')
    await eventually(() => figures.allTextContents(), ['2', '2 SEED300 USDC', 'no payment yet'])
    await see(main.getByRole('heading', { level: 2, name: 'Mend the gate' }))
    await see(main.getByText("written into this community's ledger before anybody begins"))
    await main.getByRole('link', { name: 'Find work' }).click()
    await seePage(page, 'Quests')
  })

  test('of an empty community invites to post the first quest, and says how to connect a repository', async () => {
    const web = await startWeb({ env: { CODEHOST_URL: 'https://git.example.org' } })
    const { page } = await web.open('/', { size })
    await see(page.getByText('No quest has been posted here yet.'))
    await see(page.getByRole('heading', { name: 'How to connect a repository' }))
    await page.getByRole('main').getByRole('link', { name: 'Post the first quest' }).last().click()
    await seePage(page, 'Post a quest')
  })
})

test('a new quest, and a taken place, are in the figures of an open page', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
  const { page } = await web.open('/')
  const figures = page.getByRole('main').getByRole('definition')
  await eventually(async () => (await figures.allTextContents()).slice(0, 2), ['1', '200 USDC'])
  await farmer.furrow.quests.accept(id)
  await eventually(async () => (await figures.allTextContents()).slice(0, 2), ['1', '100 USDC'])
})

test('a community has its own sentence, for people, programs and the picture of a link', async () => {
  const web = await startWeb({
    env: { COMMUNITY_NAME: 'The Barn', COMMUNITY_TEXT: 'Work for the "lower" farms.' },
  })
  const { page } = await web.open('/')
  await see(page.getByRole('heading', { level: 1, name: 'Work for the "lower" farms.' }))
  await eventually(() => page.title(), 'The Barn')
  expect((await web.visitor.config()).community).toMatchObject({ text: 'Work for the "lower" farms.' })
  const html = await (await fetch(web.url('/'), { headers: { accept: 'text/html' } })).text()
  expect(html).toContain('<meta name="description" content="Work for the &#34;lower&#34; farms." />')
})

test('old links to a choice of quests lead to it', async () => {
  const web = await startWeb()
  await web.user().furrow.quests.post(sampleQuest)
  const { page } = await web.open('/?status=all&q=mend')
  await seePage(page, 'Quests')
  expect(new URL(page.url()).pathname).toBe('/quests')
  expect(searchOf(page)).toEqual({ status: 'all', q: 'mend' })
})

test('who is signed in knows how it works', async () => {
  const web = await startWeb()
  await web.user().furrow.quests.post(sampleQuest)
  const { page: known } = await web.open('/', { as: web.user() })
  await see(known.getByRole('heading', { level: 2, name: sampleQuest.title }))
  await seeNot(known.getByRole('heading', { name: 'How the money moves' }))
})
