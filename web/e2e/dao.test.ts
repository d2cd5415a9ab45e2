import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createWallet } from '../../server/test/harness.ts'
import { eventually, everySize, searchOf, see, seeNot, startWeb } from './harness.ts'

const draft = { title: 'A tool shed', description: 'For the tools of all.', category: 'building' }
const proposal = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

describe.each(everySize)('on a %s', size => {
  test('anyone who is signed in proposes, and is told what is missing at its field', async () => {
    const web = await startWeb()
    const { page } = await web.open('/community-dao', { size, as: web.user() })
    await see(page.getByText('Nothing is proposed yet.'))
    await page.getByRole('button', { name: 'New proposal' }).click()
    const dialog = page.getByRole('dialog', { name: 'New proposal' })
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await see(dialog.getByText('Give it a title of at most 200 characters.'))
    await dialog.getByLabel('Title').fill(draft.title)
    await dialog.getByLabel('Category').fill(draft.category)
    await dialog.getByLabel('Description').fill('For the **tools** of all.')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await see(page.getByText('Your proposal is on the list.'))
    await see(proposal(page, draft.title).getByText('Open', { exact: true }))
    await see(proposal(page, draft.title).locator('strong', { hasText: 'tools' }))
    expect(await page.getByRole('button', { name: /^(Edit|Accept:)/ }).count()).toBe(0)
  })

  test('the Genesis Creator edits name, treasury and members, and decides proposals', async () => {
    const web = await startWeb()
    await web.user().furrow.communityDao.propose(draft)
    const member = createWallet()
    const { page } = await web.open('/community-dao', { size, as: web.user(web.genesis) })
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: 'Edit the treasury' }).click()
    await dialog.getByLabel('Balance').fill('much')
    await see(dialog.getByText('Give a number, such as 1200 or 0.5.'))
    await dialog.getByLabel('Balance').fill('1200.5')
    await dialog.getByLabel('Token').fill('DAI')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await seeNot(dialog)
    await see(page.getByText('1,200.5'))

    await page.getByRole('button', { name: 'Edit the members' }).click()
    await dialog.getByRole('button', { name: 'Add a member' }).click()
    await dialog.getByLabel('Address of member 2').fill('0x12')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await see(dialog.getByText('Give an address: 0x and 40 hexadecimal digits.'))
    await dialog.getByLabel('Address of member 2').fill(member.address)
    await dialog.getByLabel('Title of member 2').fill('Gardener')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await seeNot(dialog)
    await see(page.getByText(/^Gardener, since/))

    await page.getByRole('button', { name: 'Edit the name' }).click()
    await dialog.getByLabel('Name').fill('Rosa')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await seeNot(dialog)
    await see(page.getByText('Rosa', { exact: true }))

    await page.getByRole('button', { name: `Accept: ${draft.title}` }).click()
    await see(proposal(page, draft.title).getByText('Accepted', { exact: true }))
    expect(await web.visitor.communityDao.get()).toMatchObject({
      genesisCreator: { name: 'Rosa' },
      treasury: { balance: 1200.5, token: 'DAI' },
      members: expect.arrayContaining([
        { ...{ address: member.account.address, title: 'Gardener' }, joinedAt: expect.any(String) },
      ]),
      proposals: [{ status: 'accepted' }],
    })
  })
})

test('proposals are chosen by status, in the address', async () => {
  const web = await startWeb()
  await web.user().furrow.communityDao.propose(draft)
  const { page } = await web.open('/community-dao?status=rejected')
  await see(page.getByText('No proposal is rejected.'))
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await see(page.getByRole('heading', { name: draft.title }))
  await eventually(() => searchOf(page), { status: 'open' })
  await page.goBack()
  await see(page.getByText('No proposal is rejected.'))
})

test('a visitor who wants to propose is asked to sign in', async () => {
  const web = await startWeb()
  const { page } = await web.open('/community-dao')
  await page.getByRole('button', { name: 'New proposal' }).click()
  await see(page.getByRole('dialog', { name: 'Sign in' }))
})
