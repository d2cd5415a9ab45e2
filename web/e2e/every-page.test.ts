import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { audit, everySize, quiet, seePage, setTheme, startWeb } from './harness.ts'
import { lookedAtElsewhere, placesOf } from './places.ts'
import { past, settle, type Village } from './village.ts'

const file = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')

/** The routes of the client, and the addresses that each of them has. */
function routesOf(source: string): readonly (readonly [route: string, address: RegExp])[] {
  return [...source.matchAll(/path: '([^']+)'/g)].map(([, route = '']) => {
    const address = route.replaceAll(/\/\{-\$\w+\}/g, '(/[^/]+)?').replaceAll(/\$\w+/g, '[^/]+')
    return [route, new RegExp(`^${address}$`)]
  })
}

/** Any village has its pages at the same addresses. */
const anyVillage = new Proxy({} as Village, {
  get: (_, name) => ({ id: `${String(name)}-1`, title: 'Any', account: { address: `0x${'1'.repeat(40)}` } }),
})

test('no page of the client is forgotten below', () => {
  const routes = routesOf(file('../src/app/routes.tsx'))
  expect(routes.length).toBeGreaterThan(25)
  const addresses = placesOf(anyVillage).map(({ path }) => path.split('?')[0] ?? '')
  const forgotten = routes.filter(([route, address]) => {
    const test = lookedAtElsewhere[route]
    if (test !== undefined) return !file(test).includes('await audit(')
    return !addresses.some(path => address.test(path))
  })
  expect(forgotten.map(([route]) => route)).toEqual([])
})

/** The browser's complaints about a page. */
function listen(page: Page): readonly string[] {
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  return complaints
}

/** Adds up how much of a page moves by itself, as Cumulative Layout Shift does. */
function watchShifts(): void {
  Object.assign(window, { shifted: 0 })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) (window as unknown as { shifted: number }).shifted += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Nothing more is loading: no placeholder is left. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('.animate-pulse, [aria-busy=true]') === null)
}

/** The narrowest and the widest window that pages are made for. */
const widths = { desktop: { width: 1440, height: 900 }, phone: { width: 320, height: 640 } } as const

test.each(everySize)(
  'axe finds nothing on any page on a %s in either theme, the browser complains of nothing, and nothing moves',
  async size => {
    const web = await startWeb({ behind: past })
    const places = placesOf(await settle(web))
    for (const as of new Set(places.map(place => place.as))) {
      const { page } = await web.open('/healthz', { size, ...(as && { as }) })
      await page.setViewportSize(widths[size])
      const complaints = listen(page)
      const report: string[] = []
      await page.addInitScript(watchShifts)
      for (const place of places.filter(place => place.as === as)) {
        await setTheme(page, 'light')
        await page.goto(web.url(place.path))
        await seePage(page, place.title, place.tab)
        await settled(page)
        const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted)
        if (shifted > 0.05) report.push(`${place.name}: moves by ${shifted}`)
        const found = await audit(page)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        await setTheme(page, 'dark')
        found.push(...(await audit(page, 'colours')))
        report.push(...found.map(problem => `${place.name}: ${problem}`))
        if (wide > 0) report.push(`${place.name}: ${wide} pixels wider than the window`)
      }
      expect([...report, ...complaints]).toEqual([])
    }
  },
  300_000,
)

test('every page can be opened by its address, reloaded, left and come back to', async () => {
  const web = await startWeb({ behind: past })
  const village = await settle(web)
  const places = placesOf(village)
  const { page } = await web.open('/', { as: village.farmer })
  for (const { path, title, tab } of places) {
    await page.goto(web.url(path))
    await seePage(page, title, tab)
    await page.reload()
    await seePage(page, title, tab)
    const [name, other] = path === '/quests' ? ['Mail', 'Mail'] : ['Quests', 'Quests']
    await page.getByRole('banner').getByRole('link', { name }).click()
    await seePage(page, other)
    await page.goBack()
    await seePage(page, title, tab)
    await page.goForward()
    await seePage(page, other)
  }
})

/** The headings and fields of a page, and the failures that it tells of. */
const outlineOf = (page: Page) =>
  page
    .locator('main :is(h1, h2, h3, input, textarea, select, [role=alert])')
    .evaluateAll(all => all.map(({ tagName, role, textContent }) => `${role ?? tagName} ${textContent}`))

test('a page keeps what it shows while the service cannot be reached', async () => {
  const web = await startWeb({ behind: past, env: quiet })
  const places = placesOf(await settle(web))
  const lost: object[] = []
  let asked = 0
  for (const as of new Set(places.map(place => place.as))) {
    const { page } = await web.open('/healthz', as && { as })
    await page.clock.install()
    for (const place of places.filter(place => place.as === as)) {
      await page.goto(web.url(place.path))
      await seePage(page, place.title, place.tab)
      await settled(page)
      const before = await outlineOf(page)
      await page.route('**/api/**', route => {
        asked++
        return route.abort()
      })
      // Somebody comes back to the window: all that is old is asked for, and for each failure twice more.
      await page.clock.fastForward('01:01')
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      for (let tries = 0; tries < 3; tries++) await page.clock.runFor('00:03')
      const after = await outlineOf(page)
      const gone = before.filter(line => !after.includes(line))
      const failures = after.filter(line => line.startsWith('alert') && !before.includes(line))
      if (gone.length + failures.length > 0) lost.push({ page: place.name, gone, failures })
      await page.unroute('**/api/**')
    }
  }
  expect(lost).toEqual([])
  expect(asked).toBeGreaterThan(3 * places.length)
})
