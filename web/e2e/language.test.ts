import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { quiet, see, seePage, startWeb } from './harness.ts'
import { placesOf } from './places.ts'
import { past, settle } from './village.ts'

/** All translations of a language: each is on the lines from `msgstr` on. */
function translationsOf(language: string): string {
  return readFileSync(join(import.meta.dirname, `../src/language/${language}.po`), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('msgstr') || line.startsWith('"'))
    .join('\n')
}

/** The client's own texts on a page: neither people's words, nor texts that are the same in every language. */
async function saidOn(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.querySelector('.animate-pulse, [aria-busy=true]') === null)
  return page.evaluate(() => {
    const theirs = '[dir=auto], bdi, code, pre, time, [lang], [data-community-name]'
    const said = new Set<string>()
    const walk = document.createTreeWalker(document.querySelector('#root') as Element, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      if (!node.parentElement?.closest(theirs)) said.add(node.textContent?.trim() ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]')) {
      if (element.closest(theirs)) continue
      for (const name of ['aria-label', 'title', 'placeholder'])
        said.add(element.getAttribute(name)?.trim() ?? '')
    }
    return [...said].filter(text => /\p{L}{2}/u.test(text) && !/0x[\da-f…]/i.test(text))
  })
}

const looked = [
  'quests',
  'quest',
  'quest-disputed',
  'post',
  'mail',
  'profile',
  'notifications',
  'leaderboard',
  'community-dao',
  'moderation',
  'tasks',
]

test('a page in German says nothing in English', async () => {
  const web = await startWeb({ behind: past })
  const places = placesOf(await settle(web)).filter(({ name }) => looked.includes(name))
  const german = translationsOf('de')
  const left: string[] = []
  for (const as of new Set(places.map(place => place.as))) {
    const { page: english } = await web.open('/healthz', { ...(as && { as }) })
    const { page } = await web.open('/healthz', { locale: 'de-DE', ...(as && { as }) })
    for (const place of places.filter(place => place.as === as)) {
      await english.goto(web.url(place.path))
      await seePage(english, place.title, place.tab)
      await page.goto(web.url(place.path))
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
      const said = new Set(await saidOn(english))
      const same = (await saidOn(page)).filter(text => said.has(text) && !german.includes(text))
      left.push(...same.map(text => `${place.name}: ${text}`))
    }
  }
  expect(left).toEqual([])
})

test('the browser’s language is taken; another can be chosen, and is kept', async () => {
  const web = await startWeb()
  const { page } = await web.open('/', { locale: 'fr-FR' })
  const lang = () => page.evaluate(() => document.documentElement.lang)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await lang()).toBe('fr')
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('es')
  await page.waitForFunction(() => document.documentElement.lang === 'es')
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await lang()).toBe('es')
})

test('letters come in the language that a signed-in reader chooses', async () => {
  const web = await startWeb()
  const [giver, farmer] = [web.user(), web.user()]
  const { page } = await web.open('/', { as: giver })
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('de')
  await page.waitForFunction(() => document.documentElement.lang === 'de')
  expect(await giver.furrow.profile.get()).toMatchObject({ language: 'de' })
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  const [letter] = (await giver.furrow.mail.list()).items
  expect(letter?.subject).toMatch(/^Angenommen: /)
})

test('a refusal comes in the reader’s language by its code, in English in the service’s own words, and is loaded with the first', async () => {
  const web = await startWeb({ env: quiet })
  const giver = web.user()
  const refused = async (locale: string, take: string) => {
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 1 })
    const { page } = await web.open('/healthz', { as: web.user(), locale })
    const scripts: string[] = []
    page.on('response', response => scripts.push(response.url()))
    await page.goto(web.url(`/quests/${id}`))
    const button = page.getByRole('main').getByRole('button', { name: take })
    await see(button)
    // The page does not see that another farmer has the place.
    await page.route(`**/api/quests/${id}`, route => route.abort())
    await web.user().furrow.quests.accept(id)
    const before = scripts.length
    await button.click()
    return { page, loaded: () => scripts.slice(before).filter(url => url.includes('/assets/de-')).length }
  }
  const german = await refused('de-DE', 'Platz übernehmen')
  await see(german.page.getByText('Alle Plätze der Quest sind vergeben. Vielleicht wird einer wieder frei.'))
  expect(german.loaded()).toBe(1)
  const english = await refused('en-GB', 'Take a place')
  await see(english.page.getByText('This quest has no place left.'))
  expect(english.loaded()).toBe(0)
})

test('a language that cannot be loaded is no reason for an empty page', async () => {
  const web = await startWeb()
  const { page } = await web.open('/healthz', { locale: 'de-DE' })
  await page.route(/\/assets\/de-[^/]+\.js/, route => route.abort())
  await page.goto(web.url('/quests'))
  await seePage(page, 'Quests')
})
