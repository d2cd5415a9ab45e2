import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { everySize, see, seePage, startWeb } from './harness.ts'

const parts = ['Dig the holes', 'Set the posts'].map(title => ({ ...sampleQuest, title, maxFarmers: 1 }))

test.each(everySize)(
  'a plan is shown with its sum and whose turn it is, and its giver goes on with it, on a %s',
  async size => {
    const web = await startWeb()
    const [giver, farmer] = [web.user(), web.user()]
    const [first, second] = await giver.furrow.quests.postPlan({ parts })
    const [one, two] = [first?.id ?? '', second?.id ?? '']
    const { page } = await web.open('/quests', { size, as: farmer })
    await see(page.getByText('Part 1 of 2'))
    await page.goto(web.url(`/quests/${two}`))
    await seePage(page, 'Set the posts')
    const main = page.getByRole('main')
    await see(main.getByRole('heading', { name: 'The plan: part 2 of 2' }))
    await see(main.getByText('All parts together'))
    await see(main.getByText('Nobody can take this part yet', { exact: false }))
    await main.getByRole('link', { name: 'Dig the holes' }).click()
    await seePage(page, 'Dig the holes')

    await farmer.furrow.quests.accept(one)
    await farmer.furrow.quests.submit(one, { note: 'Deep enough.' })
    await giver.furrow.quests.approve(one, farmer.address)
    await page.goto(web.url(`/quests/${two}`))
    await see(main.getByText('this part is for those alone who were paid', { exact: false }))

    const { page: own } = await web.open(`/quests/${two}`, { size, as: giver })
    await own.getByRole('link', { name: 'Add the next part' }).click()
    await see(own.getByText('The next part of a plan, after Set the posts', { exact: false }))
    expect(new URL(own.url()).searchParams.get('after')).toBe(two)
  },
)

test('a giver posts a part after another from one form', async () => {
  const web = await startWeb()
  const giver = web.user()
  const { drafts } = giver.furrow.quests
  const draft = await drafts.create({ quest: { ...sampleQuest, title: 'Dig the holes' }, template: false })
  const { page } = await web.open(`/quests/new?draft=${draft.id}&step=proof`, { as: giver })
  await page.getByRole('button', { name: 'Post it, and add the next part' }).click()
  await see(page.getByText('The next part of a plan, after Dig the holes', { exact: false }))
  await see(page.getByLabel('Title'))
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  expect((await web.visitor.quests.list()).items).toHaveLength(1)
})
