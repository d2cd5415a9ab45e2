import { expect, test } from 'vitest'
import { startGithub } from '../../server/test/github.ts'
import { sampleQuest } from '../../server/test/harness.ts'
import {
  audit,
  eventually,
  everySize,
  searchOf,
  see,
  seeNot,
  seePage,
  setTheme,
  startWeb,
} from './harness.ts'

const gate = { owner: 'giver', repo: 'gate' }
const label = 'help wanted'
const path = '/quests/import?repo=giver%2Fgate&label=help+wanted'

async function startVillage(titles: readonly string[], env: Record<string, string> = {}) {
  const github = await startGithub()
  for (const title of titles) await github.as('giver').issues.create({ ...gate, title, labels: [label] })
  return startWeb({ env: { ...github.env, ...env } })
}

test.each(everySize)('a giver posts quests of all issues with a label on a %s', async size => {
  const web = await startVillage(['Mend the gate', 'Oil the hinge', 'Paint the post', 'Sweep the yard'])
  const linked = { ...sampleQuest, codehostRepo: 'giver/gate', codehostIssue: '1' }
  const { id } = await web.user().furrow.quests.post(linked)
  const giver = web.user()
  const { page } = await web.open('/quests/new', { as: giver, size })
  await page.getByRole('link', { name: 'Import many issues at once' }).click()
  await seePage(page, 'Import issues')
  await page.getByLabel('Repository').fill('giver/gate')
  await page.getByLabel('Label', { exact: true }).fill(label)
  await page.getByRole('button', { name: 'Show the issues' }).click()
  await see(page.getByLabel('Title #2'))
  expect(searchOf(page)).toEqual({ repo: 'giver/gate', label })

  // One has a quest of somebody else.
  expect(await page.getByRole('link', { name: 'It has a quest already' }).getAttribute('href')).toBe(
    `/quests/${id}`,
  )
  expect(await page.getByLabel('Post #1', { exact: true }).count()).toBe(0)

  await page.getByLabel('Reward of all').fill('40')
  await page.getByRole('button', { name: 'Fill all' }).click()
  await eventually(() => page.getByLabel('Reward #3').inputValue(), '40')
  await see(page.getByText('Rewards in all: 120 USDC'))
  await page.getByLabel('Post #4', { exact: true }).uncheck()
  await see(page.getByText('Rewards in all: 80 USDC'))
  await page.getByLabel('Title #2').fill('Oil both hinges')
  await page.getByLabel('Reward #2').fill('')
  await page.getByLabel('Farmers #3').fill('2')
  await page.getByLabel('Deadline #3').fill('2099-01-31')
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await audit(page, theme === 'light' ? 'all' : 'colours')).toEqual([])
  }
  await page.getByRole('button', { name: 'Post 2 quests' }).click()
  await see(page.getByText('Give the reward as a number, such as 100 or 0.5.'))
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Reward #2')
  expect(await audit(page)).toEqual([])

  // It is kept on the device.
  await page.reload()
  await eventually(() => page.getByLabel('Title #2').inputValue(), 'Oil both hinges')
  expect(await page.getByLabel('Post #4', { exact: true }).isChecked()).toBe(false)
  await page.getByLabel('Reward #2').fill('12.5')
  await page.getByRole('button', { name: 'Post 2 quests' }).click()
  await see(page.getByText('2 quests are posted.'))
  expect(await page.getByRole('link', { name: 'Posted: its quest' }).count()).toBe(2)
  expect(await audit(page)).toEqual([])
  const { items } = await web.visitor.quests.list({ giver: giver.address })
  expect(items.toSorted((one, other) => one.title.localeCompare(other.title))).toMatchObject([
    {
      title: 'Oil both hinges',
      rewardAmount: 12.5,
      maxFarmers: 1,
      skills: [label],
      category: 'development',
      codehostRepo: 'giver/gate',
      codehostIssue: '2',
      description: expect.stringMatching(/\/giver\/gate\/issues\/2$/),
    },
    { title: 'Paint the post', rewardAmount: 40, maxFarmers: 2, codehostIssue: '3' },
  ])
  expect(items[0]).not.toHaveProperty('draftId')
  await page.reload()
  await see(page.getByLabel('Title #4'))
  expect(await page.getByRole('link', { name: 'It has a quest already' }).count()).toBe(3)
})

test('a quest whose answer was lost is posted again without being posted twice, and refusals are told', async () => {
  const web = await startVillage(['Mend the gate', 'Oil the hinge', 'Paint the post'], {
    QUOTA_LIVE_QUESTS: '2',
  })
  const giver = web.user()
  const { page } = await web.open(path, { as: giver })
  await page.getByLabel('Reward of all').fill('40')
  await page.getByRole('button', { name: 'Fill all' }).click()
  // Each attempt arrives, and its answer is lost.
  await page.route('**/api/quests', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Post 3 quests' }).click()
  await see(page.getByText('It may be posted already.', { exact: false }))
  const posted = async () => (await web.visitor.quests.list({ giver: giver.address })).items.length
  expect(await posted()).toBe(1)
  await eventually(() => page.getByRole('button', { name: 'Post 3 quests' }).isEnabled(), true)

  await page.unroute('**/api/quests')
  await page.getByRole('button', { name: 'Post 3 quests' }).click()
  await see(page.getByText('You have 2 quests that are not over', { exact: false }))
  expect(await posted()).toBe(2)
  await see(page.getByRole('button', { name: 'Post 1 quest' }))
  await seeNot(page.getByText('It may be posted already.', { exact: false }))

  const [quest] = (await web.visitor.quests.list({ giver: giver.address })).items
  await giver.furrow.quests.cancel(quest?.id ?? '')
  // The service remembers for a minute that there were too many.
  web.clock.advance(60_000)
  await page.getByRole('button', { name: 'Post 1 quest' }).click()
  await see(page.getByText('3 quests are posted.'))
  await eventually(posted, 3)
})

test('the page says that an unknown label has no issues, and a host is missing', async () => {
  const web = await startVillage([])
  const { page } = await web.open(path, { as: web.user() })
  await see(page.getByText('No open issue has this label.'))
  await page.getByLabel('Repository').fill('giver/none')
  await page.getByRole('button', { name: 'Show the issues' }).click()
  await see(page.getByText('There is no such repository, or not everybody may read its issues.'))

  const bare = await startWeb()
  const { page: without } = await bare.open('/quests/import', { as: bare.user() })
  await see(without.getByText('This community has no code host', { exact: false }))
})
