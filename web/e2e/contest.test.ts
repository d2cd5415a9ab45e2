import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { User } from '../../server/test/harness.ts'
import {
  audit,
  eventually,
  everySize,
  type Size,
  see,
  seeNot,
  seePage,
  setTheme,
  startWeb,
  type WebHarness,
} from './harness.ts'

const day = 24 * 60 * 60 * 1_000
/** The browsers of this test are in UTC, as a field for a moment has it. */
const fieldOf = (at: number) => new Date(at).toISOString().slice(0, 16)

async function requireAccessible(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
  }
}

/** Types a contest of two prizes, and posts it. */
async function postByForm(page: Page, now: number): Promise<string> {
  const main = page.getByRole('main')
  await page.getByRole('link', { name: 'Post a contest, which pays the best entries' }).click()
  await seePage(page, 'Post a contest')
  await main.getByRole('button', { name: 'Post the contest' }).click()
  await see(main.getByText('Give it a title of at most 200 characters.'))
  await see(main.getByText('It must be in the future.'))
  await requireAccessible(page)
  await main.getByLabel('Title').fill('Draw the sign of the barn')
  await main.getByLabel('Description').fill('The clearest one wins.')
  await main.getByLabel('Category').fill('design')
  await main.getByLabel('Skills').fill('drawing')
  await main.getByRole('button', { name: 'Add a prize' }).click()
  await main.getByRole('button', { name: 'Add a prize' }).click()
  await main.getByLabel('Prize 1', { exact: true }).fill('0.1')
  await main.getByLabel('Prize 2', { exact: true }).fill('1')
  await main.getByLabel('Prize 3', { exact: true }).fill('0.2')
  await main.getByRole('button', { name: 'Remove prize 2' }).click()
  await see(main.getByText('0.3', { exact: false }))
  await main.getByLabel('Entries until').fill(fieldOf(now + 2 * day))
  await main.getByLabel('You rank until').fill(fieldOf(now + day))
  await see(main.getByText('It must be after the end of the entries.'))
  await main.getByLabel('You rank until').fill(fieldOf(now + 5 * day))
  await seeNot(main.getByText('It must be after the end of the entries.'))
  await main.getByLabel('Entries at most').fill('40')
  await main.getByLabel('Sealed', { exact: false }).check()
  await see(main.getByText('Up to 40 entries are taken until', { exact: false }))
  await see(main.getByText('It is encrypted at rest, and not end to end.', { exact: false }))
  await see(main.getByText('If you do not rank them in time'))
  // The typed text is a draft, on any device.
  await see(main.getByText('Saved as a draft.'))
  await page.reload()
  await eventually(() => main.getByLabel('Title').inputValue(), 'Draw the sign of the barn')
  await eventually(() => main.getByLabel('Prize 2', { exact: true }).inputValue(), '0.2')
  await page.goto(new URL('/quests/new', page.url()).href)
  await main.getByText('Your drafts (1)').click()
  await main.getByRole('link', { name: 'Go on with Draw the sign of the barn' }).click()
  await seePage(page, 'Post a contest')
  await eventually(() => main.getByLabel('Entries until').inputValue(), fieldOf(now + 2 * day))
  await eventually(() => main.getByLabel('Sealed', { exact: false }).isChecked(), true)
  await requireAccessible(page)
  await main.getByRole('button', { name: 'Post the contest' }).click()
  await seePage(page, 'Draw the sign of the barn')
  return new URL(page.url()).pathname
}

async function enterByPage(web: WebHarness, path: string, as: User, text: string, size: Size): Promise<void> {
  const { page } = await web.open(path, { as, size })
  await page.getByLabel('Entry', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Enter the contest' }).click()
  await see(page.getByRole('button', { name: 'Change your entry' }))
  await page.close()
}

test.each(everySize)(
  'a giver posts a contest by a form, farmers enter, and its ranking holds once nobody disputes it, on a %s',
  async size => {
    const web = await startWeb()
    const [giver, one, two] = [web.user(), web.user(), web.user()]
    await one.furrow.profile.change({ displayName: 'ada' })
    const { page } = await web.open('/quests/new', { as: giver, size })
    const path = await postByForm(page, web.clock.now())
    const id = path.split('/').at(-1) ?? ''
    expect((await web.visitor.quests.get(id)).contest).toMatchObject({
      prizes: ['0.1', '0.2'],
      maxEntries: 40,
      sealed: true,
    })
    await enterByPage(web, path, one, 'A barn with a moon.', size)
    await enterByPage(web, path, two, 'A barn with a sun.', size)
    web.clock.advance(2 * day)
    await web.runDue()

    // The sessions of before are over by the clock of the service alone.
    const { page: own } = await web.open(path, { as: web.user(giver), size })
    const main = own.getByRole('main')
    await see(main.getByRole('heading', { name: 'Rank the entries' }))
    await see(main.getByText('A barn with a moon.'))
    await main.getByLabel(/^Prize of .*ada/).selectOption('1')
    await main.getByLabel(/^A word to .*ada/).fill('The moon makes it.')
    await main.getByLabel('Prize 2 goes back to the giver: the reason').fill('The sun is upside down.')
    await requireAccessible(own)
    await main.getByRole('button', { name: 'Rank the entries' }).click()
    await see(main.getByText('Prize 2 goes back'))
    await see(main.getByText('The moon makes it.'))
    const { page: entrant } = await web.open(path, { as: web.user(two), size })
    await see(entrant.getByRole('button', { name: 'Dispute the ranking' }))

    web.clock.advance(2 * day)
    await web.runDue()
    const { page: visitor } = await web.open(path, { size })
    await see(visitor.getByText('The ranking holds.'))
    await requireAccessible(visitor)
    await visitor.goto(web.url('/quests?status=completed'))
    await see(visitor.getByText('pays 1 of 2 entries'))
  },
  120_000,
)

test.each(everySize)(
  'members rank the entries by their votes on the page of the quest, and everybody sees how they were counted, on a %s',
  async size => {
    const web = await startWeb()
    const [giver, one, two, member] = [web.user(), web.user(), web.user(), web.user()]
    await one.furrow.profile.change({ displayName: 'ada' })
    await web.user(web.genesis).furrow.communityDao.change({
      members: [{ address: member.address, title: 'Mender' }],
      settings: { quorum: 50 },
    })
    const { page } = await web.open('/quests/contest', { as: giver, size })
    const main = page.getByRole('main')
    await main.getByLabel('Title').fill('Draw the sign of the barn')
    await main.getByLabel('Description').fill('The clearest one wins.')
    await main.getByLabel('Category').fill('design')
    await main.getByLabel('Skills').fill('drawing')
    await main.getByLabel('Prize 1', { exact: true }).fill('10')
    await main.getByLabel('Entries until').fill(fieldOf(web.clock.now() + 2 * day))
    await main.getByLabel('Members rank the entries', { exact: false }).check()
    await main.getByLabel('Members vote until').fill(fieldOf(web.clock.now() + 5 * day))
    await see(main.getByText('If too few members vote in time'))
    await requireAccessible(page)
    await main.getByRole('button', { name: 'Post the contest' }).click()
    await seePage(page, 'Draw the sign of the barn')
    await see(main.getByText('Members of the community vote on them until', { exact: false }))
    const path = new URL(page.url()).pathname
    await enterByPage(web, path, one, 'A barn with a moon.', size)
    await enterByPage(web, path, two, 'A barn with a sun.', size)
    web.clock.advance(2 * day)
    await web.runDue()

    const { page: ballot } = await web.open('/tasks', { as: web.user(member), size })
    await ballot.getByRole('link', { name: 'Draw the sign of the barn' }).click()
    await see(ballot.getByRole('heading', { name: 'Vote on the entries' }))
    await ballot.getByLabel(/^The entry of .*ada/).check()
    await requireAccessible(ballot)
    await ballot.getByRole('button', { name: 'Cast your vote' }).click()
    await see(ballot.getByRole('button', { name: 'Change your vote' }))
    const { page: entrant } = await web.open(path, { as: web.user(two), size })
    await see(entrant.getByText('A barn with a moon.'))
    await seeNot(entrant.getByRole('heading', { name: 'Vote on the entries' }))

    web.clock.advance(3 * day)
    await web.runDue()
    const { page: visitor } = await web.open(path, { size })
    await see(visitor.getByText('One member voted.', { exact: false }))
    await see(visitor.getByText('100% of the voting power took part', { exact: false }))
    await see(visitor.getByText('1 vote', { exact: true }))
    await requireAccessible(visitor)
  },
  120_000,
)

test('members are no choice for ranking where the community has no other, and the form says why', async () => {
  const web = await startWeb()
  // The founder is the only member.
  const { page } = await web.open('/quests/contest', { as: web.user(web.genesis) })
  const byVotes = page.getByLabel('Members rank the entries', { exact: false })
  await see(page.getByText('The community has no members yet who could vote', { exact: false }))
  expect(await byVotes.isDisabled()).toBe(true)
  await requireAccessible(page)
  await web.user(web.genesis).furrow.communityDao.change({
    members: [{ address: web.user().address, title: 'Mender' }],
  })
  await page.reload()
  await see(page.getByText('Members of the community vote on the entries', { exact: false }))
  expect(await byVotes.isDisabled()).toBe(false)
})
