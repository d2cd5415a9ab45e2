import type { QuestEvent } from '@furrow/sdk'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { day } from '../../server/src/ground/clock.ts'
import { type GithubStandIn, people, startGithub } from '../../server/test/github.ts'
import { reviewWindow, sampleQuest } from '../../server/test/harness.ts'
import { shortAddress } from '../src/ui/address.ts'
import { eventually, everySize, see, startWeb, type WebHarness } from './harness.ts'

const timeline = (page: Page) => page.getByRole('region', { name: /^Conversation/ }).getByRole('listitem')

const entry = (page: Page, text: string | RegExp): Locator => timeline(page).filter({ hasText: text })

/** The told events, without their times, in order. */
const told = async (page: Page) =>
  (await timeline(page).locator('> div > div:first-of-type').allTextContents()).map(text => text.trim())

const exactly = /^\d{1,2} \p{L}+ \d{4}, \d{2}:\d{2}$/u

async function handedIn(web: WebHarness, draft = sampleQuest) {
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(draft)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'Done.' })
  return { giver, farmer, id }
}

/** Work that a merged pull request proved, and whose review window is over. */
async function proven(web: WebHarness, github: GithubStandIn) {
  const gate = { owner: 'giver', repo: 'gate' }
  await github.as('giver').issues.create({ ...gate, title: 'The gate' })
  const [giver, farmer] = [web.user(), web.user()]
  await farmer.furrow.profile.change({ codehostToken: people.alice })
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    codehostRepo: 'giver/gate',
    codehostIssue: '1',
  })
  await farmer.furrow.quests.accept(id)
  const pr = await github.merge('alice', 'Closes #1')
  await github.as('giver').issues.update({ ...gate, issue_number: 1, state: 'closed' })
  await web.visitor.verify({ repo: 'giver/gate', pr })
  web.clock.advance(reviewWindow)
  const reopen = () => github.as('giver').issues.update({ ...gate, issue_number: 1, state: 'open' })
  return { giver, farmer, id, pr, reopen }
}

describe.each(everySize)('on a %s', size => {
  test('a dispute by the giver is theirs, with their reason, when it ends and how', async () => {
    const web = await startWeb()
    const { giver, farmer, id } = await handedIn(web)
    const { page } = await web.open(`/quests/${id}`, { size, as: giver })
    await see(entry(page, /is released.*unless the giver disputes before/))
    await page.getByRole('main').getByRole('button', { name: 'Dispute' }).click()
    const dialog = page.getByRole('dialog')
    await see(dialog.getByText('The platform wallet decides a dispute.'))
    await see(dialog.getByText('ends by itself after 14 days. A merged pull request'))
    await dialog.getByLabel('Reason').fill('It is still open.')
    await dialog.getByRole('button', { name: 'Dispute' }).click()

    const [from, to] = [shortAddress(giver.account.address), shortAddress(farmer.account.address)]
    const disputed = entry(page, `${from} disputed the work of ${to}. The payment is held.`)
    await see(disputed.getByText('It is still open.'))
    const [, , , event] = (await web.visitor.quests.events(id)).items
    expect(event).toMatchObject({ kind: 'disputed', actor: giver.account.address })
    await eventually(async () => exactly.test(await disputed.locator('time').innerText()), true)
    expect(await disputed.locator('time').getAttribute('datetime')).toBe(event?.at)
    const ends = entry(
      page,
      `The dispute over the work of ${to} ends by itself, unless it is decided before.`,
    )
    await see(ends.getByText('If nobody decides, the giver is refunded.'))
    await see(ends.locator(`time[datetime="${event?.details.disputeEndsAt}"]`).getByText('13 d 23 h'))
    await see(page.getByRole('heading', { name: 'In dispute' }))
  })

  test('a dispute that the code host began is nobody’s, with what it said', async () => {
    const github = await startGithub()
    const web = await startWeb({ env: github.env })
    const { id, pr, reopen } = await proven(web, github)
    await reopen()
    await web.runDue()
    const { page } = await web.open(`/quests/${id}`, { size })
    const who = '@alice'
    await see(
      entry(page, `Pull request ${pr} was merged, which proves the work of ${who}.`).getByRole('link', {
        name: `Pull request ${pr}`,
      }),
    )
    const disputed = entry(
      page,
      `The merge of ${who} does not stand any more, so the service opened a dispute.`,
    )
    await see(
      disputed.getByText(`The code host: Issue 1 was opened again after pull request ${pr} closed it.`),
    )
    expect(await page.getByText(/disputed the work/).count()).toBe(0)
  })

  test('work that is paid says why, and when', async () => {
    const web = await startWeb()
    const { giver, farmer, id } = await handedIn(web)
    web.clock.advance(reviewWindow)
    await web.runDue()
    await web.user(farmer).furrow.quests.review(id, giver.address, 4, 'Clear words.')
    const { page } = await web.open(`/quests/${id}`, { size })
    const [from, to] = [shortAddress(giver.account.address), shortAddress(farmer.account.address)]
    await see(entry(page, `for the work of ${to} was released`))
    const [posted, accepted, submitted, released, reviewed, ...more] = await told(page)
    expect(posted).toMatch(`${from} posted the quest, and promised `)
    expect(accepted).toMatch(`${to} took a place, which is kept for work until `)
    expect(submitted).toMatch(`${to} handed in the work. It can be disputed until `)
    expect(released).toBe(
      `${sampleQuest.reward} for the work of ${to} was released. The review window was over, and nobody had disputed it.`,
    )
    expect(reviewed).toBe(`${to} reviewed ${from} as the giver: Clear words.`)
    expect(more).toEqual([])
    const quest = await web.visitor.quests.get(id)
    const at = quest.farmers[0]?.releasedAt
    await see(entry(page, `for the work of ${to} was released`).locator(`time[datetime="${at}"]`))
  })
})

test('a dispute that began because nobody could be asked says so', async () => {
  const github = await startGithub()
  const web = await startWeb({ env: github.env })
  const { id } = await proven(web, github)
  github.mode = 'down'
  await web.runDue()
  const { page } = await web.open(`/quests/${id}`)
  await see(entry(page, 'The code host could not be asked whether the merge'))
  web.clock.advance(14 * day)
  await web.runDue()
  await page.reload()
  const who = '@alice'
  await see(entry(page, `The code host did not answer whether the merge of ${who} still stands`))
})

test('what somebody else does is told without a reload', async () => {
  const web = await startWeb()
  const { giver, farmer, id } = await handedIn(web)
  const { page } = await web.open(`/quests/${id}`)
  await see(entry(page, 'handed in the work.'))
  web.clock.advance(60_000)
  await giver.furrow.quests.approve(id, farmer.address)
  await see(entry(page, /0x.* approved the work\./))
})

test('every page of events is read; what is not exact and what is not known is told as such', async () => {
  const web = await startWeb()
  const { farmer, id } = await handedIn(web)
  const { page } = await web.open('/healthz')
  let asked = 0
  await page.route('**/quests/events?**', async route => {
    asked++
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    const response = await route.fetch({ url: url.href })
    const [event] = (await response.json()) as [QuestEvent]
    const newer = { ...event, kind: 'rained-on', details: { approximate: true } }
    await route.fulfill({ response, json: [event.kind === 'submitted' ? newer : event] })
  })
  await page.goto(web.url(`/quests/${id}`))
  await see(entry(page, `“rained-on” of ${shortAddress(farmer.account.address)}`).getByText(/^about \d/))
  await see(entry(page, 'posted the quest'))
  expect(asked).toBe(3)
})

test('of a long story the end is shown first', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  for (let turn = 0; turn < 29; turn++) {
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.withdraw(id)
  }
  const { page } = await web.open(`/quests/${id}`)
  await see(entry(page, 'gave the place back.'))
  await see(entry(page, 'posted the quest'))
  // The first, the newest, and the button that opens the rest.
  await eventually(() => timeline(page).count(), 52)
  await page.getByRole('button', { name: 'Show earlier (8)' }).click()
  await eventually(() => timeline(page).count(), 59)
  const second = await timeline(page).nth(1).getAttribute('id')
  await eventually(() => page.evaluate(() => document.activeElement?.id), second)
})
