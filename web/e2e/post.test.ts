import { describe, expect, test } from 'vitest'
import { eventually, everySize, searchOf, see, seeNot, seePage, startWeb } from './harness.ts'
import { goToStep } from './post-steps.ts'

describe.each(everySize)('on a %s', size => {
  test('a giver is told what is missing at its field, and then posts', async () => {
    const web = await startWeb()
    const { page } = await web.open('/quests/new', { size, as: web.user() })
    // From the last step, to the missing field in the first; no step is done before it was left.
    await see(page.getByRole('heading', { name: 'What needs doing' }))
    expect(await page.getByRole('navigation', { name: 'Steps' }).innerText()).not.toContain('✓')
    await goToStep(page, 'Proof')
    expect(await page.getByRole('navigation', { name: 'Steps' }).innerText()).not.toContain('✓')
    await page.getByRole('button', { name: 'Post the quest' }).click()
    await see(page.getByText('Give it a title of at most 200 characters.'))
    await see(page.getByText('Describe it, in at most 20,000 characters.'))
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'title')

    await page.getByLabel('Title').fill('Mend the gate')
    await seeNot(page.getByText('Give it a title of at most 200 characters.'))
    await page.getByLabel('Description').fill('It should **close**.')
    await page.getByLabel('Category').fill('maintenance')
    await page.getByLabel('Skills').fill('carpentry, patience')
    const card = page.getByRole('region', { name: 'On the board' })
    await see(card.getByText('Mend the gate'))
    await see(card.getByText('patience'))
    await page.getByRole('button', { name: 'Preview' }).click()
    await see(page.locator('strong', { hasText: 'close' }))
    await page.getByRole('button', { name: 'Go on to the reward' }).click()
    await see(page.getByRole('heading', { name: 'What it is worth' }))
    await page.getByRole('button', { name: 'Go on to the proof' }).click()
    await see(page.getByText('Give the reward as a number, such as 100 or 0.5.'))
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name')), 'amount')
    await page.getByLabel('Reward for each farmer').fill('0.1')
    await page.getByLabel('Token').fill('DAI')
    await page.getByLabel('Farmers', { exact: true }).fill('3')
    await see(page.getByText('0.3', { exact: false }))
    await page.getByRole('button', { name: 'Go on to the proof' }).click()
    await page.getByLabel('Issue').fill('42')
    await page.getByLabel('Repository').focus()
    await page.getByLabel('Repository').blur()
    await see(page.getByText('Which repository is the issue in?'))
    await page.getByLabel('Repository').fill('farm/gate')
    await see(page.getByText('pull_request_target'))
    await see(page.getByText(`${web.baseUrl}/verify`))

    // Going back through the steps keeps each step's text.
    await page.goBack()
    await eventually(() => page.getByLabel('Reward for each farmer').inputValue(), '0.1')
    await page.goForward()
    await eventually(() => page.getByLabel('Repository').inputValue(), 'farm/gate')
    await page.getByRole('button', { name: 'Post the quest' }).click()
    await seePage(page, 'Mend the gate')
    const { items } = await web.visitor.quests.list()
    expect(items).toMatchObject([
      {
        title: 'Mend the gate',
        rewardAmount: 0.1,
        rewardToken: 'DAI',
        maxFarmers: 3,
        skills: ['carpentry', 'patience'],
        codehostRepo: 'farm/gate',
      },
    ])
  })
})

test('what is typed is kept as a draft, found again, and gone when it is posted', async () => {
  const web = await startWeb()
  const giver = web.user()
  const { page } = await web.open('/quests/new', { size: 'phone', as: giver })
  await page.getByLabel('Title').fill('Mend the gate')
  await goToStep(page, 'Reward')
  await page.getByLabel('Reward for each farmer').fill('1.')
  await see(page.getByText('Saved as a draft.'))
  await page.reload()
  await eventually(() => page.getByLabel('Reward for each farmer').inputValue(), '1.')
  expect(searchOf(page)).toMatchObject({ step: 'reward' })
  await goToStep(page, 'Work')
  await eventually(() => page.getByLabel('Title').inputValue(), 'Mend the gate')

  // Another tab saves it meanwhile.
  const [draft] = (await giver.furrow.quests.drafts.list()).items
  const { id: draftId = '', version = 0 } = draft ?? {}
  await giver.furrow.quests.drafts.save({ draftId, version, quest: { title: 'Of another tab' } })
  await page.getByLabel('Description').fill('It should close.')
  await see(page.getByText('This draft was saved elsewhere since', { exact: false }))
  await page.getByRole('button', { name: 'Keep mine as another draft' }).click()
  await see(page.getByText('Saved as a draft.'))
  await page.goto(web.url('/quests/new'))
  await page.getByText('Your drafts (2)').click()
  await page.getByRole('link', { name: 'Go on with Mend the gate' }).click()
  await eventually(() => page.getByLabel('Description').inputValue(), 'It should close.')
  await page.getByLabel('Category').fill('maintenance')
  await goToStep(page, 'Reward')
  await page.getByLabel('Reward for each farmer').fill('1')
  await goToStep(page, 'Proof')
  await page.getByRole('button', { name: 'Post the quest' }).click()
  await seePage(page, 'Mend the gate')
  expect((await giver.furrow.quests.drafts.list()).items.map(({ quest }) => quest.title)).toEqual([
    'Of another tab',
  ])

  await page.getByRole('link', { name: 'Change the quest' }).click()
  await page.getByLabel('Title').fill('Mend the lower gate')
  const [quest] = (await web.visitor.quests.list()).items
  const id = quest?.id ?? ''
  // Somebody takes it before that is saved.
  await web.user().furrow.quests.accept(id)
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await see(page.getByText('This quest has changed since you read it', { exact: false }))
  await see(page.getByLabel('Add to the description'))
  await page.goto(web.url(`/quests/${id}/edit`))
  await page.getByLabel('Add to the description').fill('The hinges are in the barn.')
  await page.getByLabel('Farmers', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await see(page.getByText('added: The hinges are in the barn.'))
  await page.getByRole('button', { name: 'Take no farmers for now' }).click()
  await see(page.getByRole('button', { name: 'Take farmers again' }))
})

test('what cannot be is said before it is sent', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests/new?step=reward', { as: web.user() })
  for (const [label, wrong, sentence] of [
    ['Reward for each farmer', 'ten', 'Give the reward as a number, such as 100 or 0.5.'],
    ['Farmers', '0', 'A whole number from 1 to 1000.'],
    ['Deadline', '2020-01-01', 'It must be in the future.'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(wrong)
    await page.getByLabel(label, { exact: true }).blur()
    await see(page.getByText(sentence))
  }
})

describe('before the post button, a giver reads how disputes end', () => {
  test('with a platform wallet', async () => {
    const web = await startWeb({ env: { DISPUTE_DAYS: '7' } })
    const { page } = await web.open('/quests/new?step=proof', { size: 'phone', as: web.user() })
    await seePage(page, 'Post a quest')
    const rule = page.getByText('The platform wallet decides a dispute.')
    await see(rule)
    expect(await rule.innerText()).toMatch(/An undecided dispute ends by itself after 7 days\..*Other work/)
    expect(await rule.getByRole('link').getAttribute('data-person')).toBe(web.platform.account.address)
  })

  test('and without one', async () => {
    const web = await startWeb({ env: { PLATFORM_WALLET: '' } })
    const { page } = await web.open('/quests/new?step=proof', { as: web.user() })
    await see(page.getByText(/^A dispute ends by itself after 14 days\..*Nobody can decide disputes here/))
    expect(await page.getByText('The platform wallet').count()).toBe(0)
  })
})
