import { describe, expect, test } from 'vitest'
import { audit, everySize, see, seeNot, seePage, startWeb } from './harness.ts'

const hour = 3_600_000

/** A member, and their community. */
async function startCommunity() {
  const web = await startWeb()
  const [member, other] = [web.user(), web.user()]
  const creator = web.user(web.genesis).furrow.communityDao
  await creator.change({
    members: [
      { address: member.address, title: 'Gardener' },
      { address: other.address, title: 'Smith' },
    ],
    settings: { quorum: 10, vetoHours: 1 },
  })
  return { ...web, member, other, creator }
}

describe.each(everySize)('on a %s', size => {
  test('a member proposes a vote, signs, changes it, and the creator vetoes what follows', async () => {
    const web = await startCommunity()
    const { page, wallet } = await web.open('/community-dao', { size, as: web.member })
    await page.getByRole('button', { name: 'New proposal' }).click()
    const dialog = page.getByRole('dialog', { name: 'New proposal' })
    await dialog.getByLabel('Title', { exact: true }).fill('A new smith')
    await dialog.getByLabel('Category').fill('people')
    await dialog.getByLabel('Description').fill('She is good.')
    await dialog.getByLabel('Decided by').selectOption('yes')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await see(dialog.getByText('Say when it ends: an hour after the start, or more.'))
    const ends = new Date(web.clock.now() + 3 * hour).toISOString().slice(0, 16)
    await dialog.getByLabel('Ends').fill(ends)
    await dialog.getByLabel('What follows').selectOption('set-title')
    await dialog.getByLabel('Who', { exact: true }).fill(web.other.address)
    await dialog.getByLabel('With the title').fill('Master')
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await see(page.getByText('Your proposal is on the list.'))

    await page.getByRole('link', { name: 'A new smith' }).click()
    await seePage(page, 'A new smith')
    await see(page.getByText(/gets the title Master/))
    await page.getByLabel('No', { exact: true }).check()
    await page.getByRole('button', { name: 'Sign your vote' }).click()
    await see(page.getByText('You voted No'))
    wallet.decline(true)
    await page.getByLabel('Yes', { exact: true }).check()
    await page.getByRole('button', { name: 'Sign to change your vote' }).click()
    await see(page.getByText('You declined in your wallet. Nothing happened.'))
    wallet.decline(false)
    await page.getByRole('button', { name: 'Sign to change your vote' }).click()
    await see(page.getByText('You voted Yes'))
    await see(page.getByText(/^1 of 2 votes cast \(50%\); 10% are needed/))
    expect(await audit(page)).toEqual([])

    web.clock.advance(3 * hour)
    while ((await web.runDue()) > 0);
    await page.reload()
    await see(page.getByText('“Yes” won.'))
    const receipt = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Keep the receipt' }).click()
    expect((await receipt).suggestedFilename()).toMatch(/^receipt-proposal-.*\.json$/)
    const url = new URL(page.url()).pathname
    const { page: office } = await web.open(url, { size, as: web.user(web.genesis) })
    await office.getByRole('button', { name: 'Veto' }).click()
    const veto = office.getByRole('dialog')
    await veto.getByLabel('Reason').fill('He is the smith.')
    await veto.getByRole('button', { name: 'Veto' }).click()
    await see(office.getByText(/The Genesis Creator vetoed it .*: He is the smith\./))
  })
})

test('a member lets another vote for them, and votes for themselves again', async () => {
  const web = await startCommunity()
  const { page } = await web.open('/community-dao', { as: web.member })
  await page.getByLabel('Let another member vote for you').selectOption(web.other.account.address)
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await see(page.getByText('votes for you in season'))
  const [given] = (await web.member.furrow.communityDao.delegations()).given
  expect(given).toMatchObject({ delegate: web.other.account.address })
  await page.getByRole('button', { name: 'Vote for myself again' }).click()
  await seeNot(page.getByText('votes for you in season'))
})
