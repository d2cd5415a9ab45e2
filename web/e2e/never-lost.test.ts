import { describe, expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { eventually, everySize, see, seeNot, startWeb } from './harness.ts'

describe.each(everySize)('what is typed, on a %s', size => {
  test('into a dialog comes back after a reload and after a locked wallet, and is gone when it is sent', async () => {
    const web = await startWeb()
    const [giver, farmer] = [web.user(), web.user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    const { page, wallet } = await web.open(`/quests/${id}`, { size, as: farmer })
    const dialog = page.getByRole('dialog')
    const open = () => page.getByRole('main').getByRole('button', { name: 'Hand in' }).click()
    await open()
    await dialog.getByLabel('Note').fill('It closes, and here is how.')
    await page.reload()
    await open()
    await eventually(() => dialog.getByLabel('Note').inputValue(), 'It closes, and here is how.')

    await wallet.lock()
    await see(page.getByText('Your wallet is locked'))
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Barn' }).click()
    await open()
    await eventually(() => dialog.getByLabel('Note').inputValue(), 'It closes, and here is how.')
    await dialog.getByRole('button', { name: 'Hand in' }).click()
    await see(page.getByText('Your work is in review.'))
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter(key => key.includes('work quest'))),
    ).toEqual([])
  })

  test('as a letter is there when one comes back, for its writer alone', async () => {
    const web = await startWeb()
    const [ada, ben] = [web.user(), web.user()]
    const { page } = await web.open('/mail/new', { size, as: ada })
    await page.getByLabel('Message').fill('Dear all')
    await page.getByRole('navigation').getByRole('link', { name: 'Quests' }).click()
    await page.goBack()
    await eventually(() => page.getByLabel('Message').inputValue(), 'Dear all')
    const { address, token } = { address: ben.account.address, token: ben.token }
    await page.evaluate(
      text => localStorage.setItem('furrow.session', text),
      JSON.stringify({ address, token, walletId: 'none', expiresAt: Date.now() + 60_000 }),
    )
    await page.reload()
    await eventually(() => page.getByLabel('Message').inputValue(), '')
  })
})

test('a quest that the service could not be told of is there after a reload', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests/new', { as: web.user() })
  await page.route('**/api/quests/drafts*', route => route.abort())
  await page.getByLabel('Title').fill('Mend the gate')
  await page.getByLabel('Description').fill('It hangs.')
  await page.reload()
  await eventually(() => page.getByLabel('Title').inputValue(), 'Mend the gate')
  expect(await page.getByLabel('Description').inputValue()).toBe('It hangs.')
  await page.unroute('**/api/quests/drafts*')
  await page.getByLabel('Category').fill('barn')
  await see(page.getByText('Saved as a draft.'))
})

test('a dialog with text asks before Escape closes it, and one without does not', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  const { page } = await web.open(`/quests/${id}`, { as: farmer })
  const dialog = page.getByRole('dialog')
  const open = () => page.getByRole('main').getByRole('button', { name: 'Hand in' }).click()
  await open()
  // The focus is in the text, not on the way out.
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('type')), 'url')
  await page.keyboard.press('Escape')
  await seeNot(dialog)
  await open()
  await dialog.getByLabel('Note').fill('Half a sentence')
  await page.keyboard.press('Escape')
  await see(dialog.getByText('You have not sent what you typed.'))
  await dialog.getByRole('button', { name: 'Go on writing' }).click()
  expect(await dialog.getByLabel('Note').inputValue()).toBe('Half a sentence')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Close it' }).click()
  await seeNot(dialog)
})
