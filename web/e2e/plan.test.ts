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

test.each(everySize)(
  'a giver types all parts of a plan in one form, with its sum, and posts them at once, on a %s',
  async size => {
    const web = await startWeb()
    const giver = web.user()
    const { page } = await web.open('/quests/new', { size, as: giver })
    await page.getByRole('link', { name: 'Post several parts that follow each other, as a plan' }).click()
    await seePage(page, 'Post a plan')
    const main = page.getByRole('main')
    const part = (number: number) => main.getByRole('group', { name: `Part ${number}` })
    await main.getByLabel('Category').fill('building')
    await main.getByRole('button', { name: 'Post 2 parts' }).click()
    await see(part(1).getByText('Give it a title of at most 200 characters.'))
    await main.getByRole('button', { name: 'Add a part' }).click()
    for (const [index, title] of ['Dig the holes', 'Set the posts', 'Hang the gate'].entries()) {
      await part(index + 1)
        .getByLabel('Title')
        .fill(title)
      await part(index + 1)
        .getByLabel('Description')
        .fill('Straight, please.')
      await part(index + 1)
        .getByLabel('Reward for each farmer')
        .fill(index === 0 ? '0.1' : '20')
    }
    await see(main.getByText('40.1'))
    await main.getByRole('button', { name: 'Remove part 2' }).click()
    await see(main.getByText('20.1'))
    // The typed text stays on the device.
    await page.reload()
    expect(await part(2).getByLabel('Title').inputValue()).toBe('Hang the gate')
    await main.getByRole('button', { name: 'Post 2 parts' }).click()
    await seePage(page, 'Dig the holes')
    await see(main.getByRole('heading', { name: 'The plan: part 1 of 2' }))
    expect((await web.visitor.quests.list()).items.map(({ title, plan }) => [title, plan?.place])).toEqual([
      ['Hang the gate', 2],
      ['Dig the holes', 1],
    ])
  },
)
