import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, firefox, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWallet } from '../../server/test/harness.ts'
import { eventually, see, seePage, startWeb } from './harness.ts'
import { goToStep } from './post-steps.ts'

const hasFirefox = existsSync(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr')

/** Firefox starts slowly on a machine that does other things too. */
const patience = 110_000

const main = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

async function signIn(page: Page): Promise<void> {
  const button = page.getByRole('banner').getByRole('button', { name: 'Sign in' })
  // The first page of a browser that just started may stay without its app on a busy machine.
  await button.waitFor({ timeout: 30_000 }).catch(() => page.reload())
  await button.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Barn Wallet' }).click()
  await see(page.getByRole('banner').getByRole('button', { name: 'Sign out' }))
}

// Needs Firefox: apt-get install firefox-esr, or its place in FIREFOX_PATH.
describe.skipIf(!hasFirefox)('in Firefox', () => {
  let browser: Browser

  beforeAll(async () => {
    browser = await firefox.launch({
      channel: 'moz-firefox',
      executablePath: join(import.meta.dirname, 'firefox.mjs'),
      timeout: patience,
    })
  }, patience)

  afterAll(() => browser?.close())

  test('a quest goes its whole way between two people: sign-in, post, take, hand in, approve, mail', async () => {
    const web = await startWeb()
    const [giver, farmer] = [createWallet(), createWallet()]

    const { page: givers } = await web.open('/quests/new', { browser, wallet: giver })
    expect(await givers.evaluate(() => navigator.userAgent)).toContain('Firefox')
    await signIn(givers)
    await givers.getByLabel('Title').fill('Mend the gate')
    await givers.getByLabel('Description').fill('It should **close**.')
    await givers.getByLabel('Category').fill('maintenance')
    await goToStep(givers, 'Reward')
    await givers.getByLabel('Reward for each farmer').fill('0.1')
    await givers.getByLabel('Token').fill('DAI')
    await goToStep(givers, 'Proof')
    await givers.getByRole('button', { name: 'Post the quest' }).click()
    await seePage(givers, 'Mend the gate')

    const { page: farmers } = await web.open('/quests', { browser, wallet: farmer, size: 'phone' })
    await signIn(farmers)
    await farmers.getByRole('link', { name: 'Mend the gate' }).click()
    await main(farmers, 'Take a place').click()
    await see(farmers.getByText('The place is yours. Good work!'))
    await main(farmers, 'Hand in').click()
    await farmers.getByRole('dialog').getByLabel('Note').fill('It closes now.')
    await inDialog(farmers, 'Hand in').click()
    await see(farmers.getByText('Your work is in review.'))

    // The giver's page hears of it by itself.
    await see(givers.getByText('It closes now.'))
    await main(givers, 'Approve and release now').click()
    await inDialog(givers, 'Approve and release now').click()
    await see(givers.getByText('The work is released.'))
    const [quest] = (await web.visitor.quests.list()).items
    await eventually(
      async () => (await web.visitor.quests.get(quest?.id ?? '')).farmers[0]?.status,
      'released',
    )

    await givers.goto(web.url('/mail/new'))
    await givers.getByLabel('To', { exact: true }).fill(farmer.address)
    await givers.getByLabel('Subject').fill('Thank you')
    await givers.getByLabel('Message').fill('The gate holds.')
    await givers.getByRole('button', { name: 'Send', exact: true }).click()
    await see(givers.getByText('The letter is sent.'))
    await farmers.goto(web.url('/mail'))
    await farmers.getByRole('link', { name: /Unread:.*Thank you/ }).click()
    await see(farmers.getByRole('article').getByText('The gate holds.'))
  }, 240_000)
})
