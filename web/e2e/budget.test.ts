import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { eventually, quiet, see, startWeb } from './harness.ts'

const dist = join(import.meta.dirname, '../dist')
const page = readFileSync(join(dist, 'index.html'), 'utf8')
/** Preact, the router and the queries are 46 kB of it. */
const budget = 90_000
/** With the page, and without the schemas, wallets, dialogs and Markdown of the pages behind it. */
const budgetOfPage = 96_000

test('the first load is at most 90 kB of gzipped JavaScript', async () => {
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  expect(scripts).not.toEqual([])
  const sizes = scripts.map(path => gzipSync(readFileSync(join(dist, path))).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget)
})

test.each([
  [
    '/',
    'Paid work for everyone: take a quest, finish it, get paid.',
    ['/overview', '/quests?status=open&limit=6'],
  ],
  ['/quests', 'Quests', ['/quests/facets?status=open', '/quests?status=open&limit=24']],
])('and all that %s really asks for at most 96 kB', async (path, title, asks) => {
  const web = await startWeb({ env: quiet })
  // No page of the client: on a busy machine, answers to what it asked would come late, and be counted.
  const { page } = await web.open('/healthz')
  const asked = new Set<string>()
  const questions: string[] = []
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    // The page listens for changes a second after it is there, which a busy machine would count.
    if (pathname.endsWith('.js') && !pathname.startsWith('/assets/live-')) asked.add(pathname)
    if (pathname.startsWith('/api/')) questions.push(response.url())
  })
  await page.goto(web.url(path))
  await see(page.getByRole('heading', { level: 1, name: title }))
  await page.waitForLoadState('networkidle')
  const sizes = [...asked].map(path => gzipSync(readFileSync(join(dist, path))).length)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budgetOfPage)
  // The service had the browser ask for most of them before any script ran; the client asks the same questions, so each is
  // asked once. The counts of the board are asked for once it is there.
  await eventually(
    () => questions.toSorted(),
    ['/config', ...asks].map(ask => web.url(`/api${ask}`)),
  )
})

test.each([
  ['/', ['/api/config', '/api/overview', '/api/quests?status=open&limit=6']],
  ['/quests', ['/api/config', '/api/quests?status=open&limit=24']],
  ['/farmers', ['/api/profiles?sort=score&limit=24']],
  ['/leaderboard', ['/api/leaderboard']],
])('what %s asks first is under way before its scripts, and is asked once', async (path, first) => {
  // A stream of events that begins asks once more for what it may have missed.
  const web = await startWeb({ env: quiet })
  const { page } = await web.open('/healthz')
  const asked: string[] = []
  page.on('request', request => {
    if (first.some(address => request.url() === web.url(address))) asked.push(request.url())
  })
  let scripts = true
  await page.route('**/*.js', async route => {
    if (scripts) await eventually(() => asked.length, first.length)
    scripts = false
    await route.continue()
  })
  await page.goto(web.url(path))
  await page.waitForLoadState('networkidle')
  expect(asked.toSorted()).toEqual(first.map(address => web.url(address)))
})

test('before any script has come, one sees whose page it is, where it will be', async () => {
  const web = await startWeb({ env: { COMMUNITY_NAME: 'The Barn' } })
  const { page } = await web.open('/nowhere')
  const name = page.getByRole('link', { name: 'The Barn' })
  await see(name)
  await see(page.getByRole('heading', { level: 1 }))
  const place = async () => {
    const box = await name.boundingBox()
    return { x: box?.x, y: box?.y, height: box?.height }
  }
  const drawn = await place()
  await page.route('**/*.js', route => route.abort())
  await page.reload()
  await see(page.getByText('Loading…'))
  expect(await place()).toEqual(drawn)
})

test('scripts and styles come from the service alone, and nothing is inline', async () => {
  const web = await startWeb()
  const response = await fetch(web.url('/'), { headers: { accept: 'text/html' } })
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy).not.toMatch(/unsafe-inline|unsafe-eval/)
  const html = await response.text()
  expect(html).not.toMatch(/<style|style="|<script(?![^>]*\bsrc=)/)
})
