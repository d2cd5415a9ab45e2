import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { User } from '../../server/test/harness.ts'
import { crowdEnv, gather } from './crowd.ts'
import { postCrowdedQuest } from './crowded-quest.ts'
import { quiet, startWeb, type WebHarness } from './harness.ts'
import { type Load, SlowPhone } from './slow-phone.ts'

const quests = 1_200
const runs = Number(process.env.SPEED_RUNS ?? 3)

type Act = (page: Page) => Promise<unknown>
type Measured = {
  readonly name: string
  readonly path: string
  /** The element that makes the page usable. */
  readonly first: string
  readonly as?: User
  /** Acts on the page, each measured by its longest task. */
  readonly acts: Readonly<Record<string, Act>>
}

/** Presses it as a script does: a search by roles would work in the page, for longer than the page itself. */
const press = (page: Page, name: string) =>
  page.evaluate(name => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')]
    const found = buttons.find(one => (one.ariaLabel ?? one.textContent)?.trim().startsWith(name))
    found?.click()
    return found !== undefined
  }, name)

const button = (name: string) => async (page: Page) => {
  if (!(await press(page, name))) throw new Error(`no button ${name}`)
}

/** Wheels down until there is no more to come, like a thumb in a hurry. */
async function scrollToEnd(page: Page): Promise<void> {
  for (let same = 0, before = -1; same < 6; ) {
    for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, 1_200)
    await page.waitForTimeout(60)
    const now = await page.evaluate(() => document.documentElement.scrollHeight + window.scrollY)
    same = now === before ? same + 1 : 0
    before = now
  }
}

/** Like a reader: back up through all of it. */
async function scrollToTop(page: Page): Promise<void> {
  while ((await page.evaluate(() => window.scrollY)) > 0) await page.mouse.wheel(0, -4_000)
}

const pressAll = (name: string) => async (page: Page) => {
  while (await press(page, name)) await page.waitForTimeout(150)
}

const scrolls = { scroll: scrollToEnd, 'scroll up': scrollToTop }

async function measure(web: WebHarness, { path, first, as, acts }: Measured) {
  const { page, context } = await web.open('/healthz', { size: 'phone', ...(as && { as }) })
  const phone = await SlowPhone.hold(page)
  await phone.slowLine()
  const load = await phone.open(web.url(path), first)
  // Tasks are the processor's: the network in between is made fast.
  await phone.fastLine()
  const loop = await phone.calibrate()
  // Twice more by the processor's own time, as the acts are: with scripts that are new to it, and with those at hand.
  const reload = async () => {
    await page.goto(web.url(path), { waitUntil: 'commit' })
    await page.waitForFunction(() => window.seen.usable > 0)
    await page.waitForLoadState('networkidle')
  }
  await phone.forget()
  const tasks: Record<string, number> = {
    'first load': await phone.longestDuring(reload),
    load: await phone.longestDuring(reload),
  }
  for (const [name, act] of Object.entries(acts)) tasks[name] = await phone.longestDuring(() => act(page))
  await context.close()
  return { load, loop, tasks }
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const inSeconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(2)

function lineOf(loads: readonly Load[]) {
  const of = (what: keyof Load) => median(loads.map(load => load[what]))
  return {
    'FCP s': inSeconds(of('firstPaint')),
    'LCP s': inSeconds(of('largestPaint')),
    'usable s': inSeconds(of('usable')),
    CLS: of('shift').toFixed(3),
    'JS kB': Math.round(of('scriptBytes') / 1_000),
    'asked before': of('requests'),
    'longest task ms': Math.round(of('longestTask')),
  }
}

test('how quick the pages are on a slow phone', async () => {
  const web = await startWeb({ env: { ...crowdEnv, ...quiet } })
  const { reader, talked } = await gather(web, quests)
  const giver = web.user()
  const crowded = await postCrowdedQuest(web, giver)
  const sort: Act = page => page.getByLabel('Sort').selectOption('Oldest')
  const pages: readonly Measured[] = [
    { name: 'first page', path: '/', first: 'main h2 a[href^="/quests/quest-"]', acts: scrolls },
    {
      name: 'board, cards',
      path: '/quests',
      first: 'main h2 a[href^="/quests/quest-"]',
      acts: {
        ...scrolls,
        layout: button('Show rows'),
        'layout back': button('Show cards'),
        sort,
        'scroll again': scrollToEnd,
        view: button('All'),
      },
    },
    {
      name: 'board, rows',
      path: '/quests',
      first: 'main h2 a[href^="/quests/quest-"]',
      acts: { 'layout first': button('Show rows'), ...scrolls, sort, view: button('All') },
    },
    {
      name: 'quest',
      path: `/quests/${talked.id}`,
      first: 'main h1',
      acts: { all: pressAll('Show earlier'), ...scrolls },
    },
    {
      name: 'quest, by its giver',
      path: `/quests/${crowded}`,
      first: 'main h1',
      as: giver,
      acts: {
        disputes: button('Show all 12 disputes'),
        unfold: button('Show more'),
        filter: button('At work'),
        all: pressAll('Show earlier'),
        ...scrolls,
      },
    },
    {
      name: 'mail',
      path: '/mail',
      first: 'main a[href*="id="]',
      as: reader,
      acts: { all: pressAll('Older mail'), choose: button('Sent'), back: button('Inbox'), ...scrolls },
    },
    {
      name: 'post',
      path: '/quests/new',
      first: 'main form',
      as: reader,
      acts: {
        type: page => page.getByLabel('Title').pressSequentially('Mend the gate of the lower field'),
        ...scrolls,
      },
    },
    {
      name: 'leaderboard',
      path: '/leaderboard',
      first: 'main a[href^="/profile/"]',
      acts: { all: pressAll('Show more'), ...scrolls, board: button('Givers') },
    },
    {
      name: 'farmers',
      path: '/farmers',
      first: 'main li a[href^="/profile/"]',
      acts: { all: pressAll('Show more farmers'), ...scrolls },
    },
  ]
  const asked = process.env.SPEED_PAGES?.split(',')
  for (const page of pages.filter(
    ({ name }) => asked === undefined || asked.some(part => name.includes(part)),
  )) {
    const measured: Awaited<ReturnType<typeof measure>>[] = []
    for (let run = 0; run < runs; run++) measured.push(await measure(web, page))
    console.log(
      page.name,
      lineOf(measured.map(({ load }) => load)),
      `loop ${Math.round(median(measured.map(({ loop }) => loop)))} ms`,
    )
    console.log(
      Object.fromEntries(
        ['first load', 'load', ...Object.keys(page.acts)].map(name => [
          name,
          Math.round(median(measured.map(({ tasks }) => tasks[name] ?? 0))),
        ]),
      ),
    )
  }
}, 1_800_000)
