import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { watchProcesses } from '../../../test/processes-started.ts'
import { findFence } from '../../ground/clients/fence.ts'
import { day, minute } from '../../ground/clock.ts'

const built = existsSync(join(import.meta.dirname, '../../../../web/dist/index.html'))

const domain = { SIWE_DOMAINS: 'quests.barn.example.org', COMMUNITY_NAME: 'The Barn' }
const origin = 'http://quests.barn.example.org'

/** A service, and a crawler's view of a path at its root. */
async function start(env: Record<string, string> = {}) {
  const harness = await startHarness({ env })
  const open = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, harness.baseUrl), { headers, redirect: 'manual' })
  return { ...harness, open }
}

/** The tags of a page, by name. */
function tagsOf(page: string): Record<string, string> {
  const found = page.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)
  return Object.fromEntries([...found].map(([, name, content]) => [name, content]))
}

describe.skipIf(!built)('the head of a page (skipped where the web client is not built)', () => {
  test('describes a quest as a job where the setting says so, while it takes farmers', async () => {
    const { clock, open, user } = await start({ ...domain, JOB_POSTINGS: 'on' })
    const [giver, farmer] = [user(), user()]
    const deadline = new Date(clock.now() + 5 * day).toISOString()
    const quest = { ...sampleQuest, title: 'Gate </script><b>', maxFarmers: 2, deadline }
    const { id } = await giver.furrow.quests.post(quest)
    const aboutOf = async () => {
      const page = await (await open(`/quests/${id}`)).text()
      const [, text] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page) ?? []
      return text === undefined ? null : JSON.parse(text)
    }
    await farmer.furrow.quests.accept(id)
    expect(await aboutOf()).toMatchObject({
      '@type': 'JobPosting',
      title: quest.title,
      url: `${origin}/quests/${id}`,
      validThrough: deadline,
      totalJobOpenings: 1,
      hiringOrganization: { sameAs: `${origin}/profile/${giver.account.address}` },
      baseSalary: { currency: 'USDC', value: '100' },
    })
    await giver.furrow.quests.pause(id)
    expect(await aboutOf()).toBeNull()
    const quiet = await start(domain)
    const other = await quiet.user().furrow.quests.post(quest)
    expect(await (await quiet.open(`/quests/${other.id}`)).text()).not.toContain('ld+json')
  })

  test("a quest's has its title, reward and picture, under the community's own domain", async () => {
    const { clock, open, user } = await start(domain)
    const { id } = await user().furrow.quests.post({
      ...sampleQuest,
      title: 'Fix the gate',
      description: '# The gate\n\nof the **lower** field [does not close](https://example.org).',
      reward: '1250.5 USDC',
      rewardAmount: 1250.5,
      rewardToken: 'USDC',
      maxFarmers: 3,
      deadline: new Date(clock.now() + 5 * day).toISOString(),
    })
    const response = await open(`/quests/${id}`, { 'x-forwarded-host': 'evil.example.org' })
    expect(response.status).toBe(200)
    const page = await response.text()
    expect(page).toContain('<title>Fix the gate · The Barn</title>')
    expect(page).toContain(`<link rel="canonical" href="${origin}/quests/${id}" />`)
    expect(page.match(/name="description"/g)).toHaveLength(1)
    const tags = tagsOf(page)
    expect(tags).toMatchObject({
      'og:site_name': 'The Barn',
      'og:title': 'Fix the gate',
      'og:url': `${origin}/quests/${id}`,
      'twitter:card': 'summary_large_image',
    })
    expect(tags['og:description']).toMatch(
      /^1,250\.5 USDC · each, 3 of 3 places free · 5 days left · Open · by 0x\w{4}…\w{4}\. The gate of the lower field does not close\.$/,
    )
    expect(tags['og:image']).toMatch(new RegExp(`^${origin}/og/quests/${id}\\.png\\?v=`))
  })

  test('of the first page links to the feed, and to the newest file of a day', async () => {
    const { open } = await start(domain)
    const page = await (await open('/')).text()
    expect(page).toContain('<link rel="alternate" type="application/atom+xml"')
    const [, path] = /<link rel="alternate" type="application\/gzip" [^>]*href="([^"]+)"/.exec(page) ?? []
    expect(path).toBe('/data/events-2026-02-28.ndjson.gz')
    expect((await open(String(path))).status).toBe(200)
  })

  test("a proposal's says how it stands, and until when members vote", async () => {
    const { clock, open, user } = await start(domain)
    const endsAt = new Date(clock.now() + day).toISOString()
    const draft = { title: 'A shed', description: 'For **tools**.', category: 'x' }
    const { id } = await user().furrow.communityDao.propose({ ...draft, endsAt })
    const page = await (await open(`/community-dao/proposals/${id}`)).text()
    expect(page).toContain('<title>A shed · The Barn</title>')
    const told = `Open, members vote until ${endsAt.slice(0, 10)}. For tools.`
    expect(tagsOf(page)).toMatchObject({ 'og:description': told })
    expect((await open('/community-dao/proposals/proposal-0')).status).toBe(404)
  })

  test('what somebody wrote is never markup, nor turns the words around it', async () => {
    const { open, user } = await start()
    const { id } = await user().furrow.quests.post({
      ...sampleQuest,
      title: `"><script>alert('1')</script>\u202E&`,
      description: '"><img src=x onerror=alert(1)>',
    })
    const page = await (await open(`/quests/${id}`)).text()
    const title = '&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;'
    expect(page).toContain(`<title>${title} · Furrow</title>`)
    expect(tagsOf(page)).toMatchObject({ 'og:title': title })
    expect(page).not.toContain('<script>')
    expect(page).not.toContain('<img src=x')
    expect(page).not.toContain('\u202E')
  })

  test('a person is called what is proved; a claim says that it is one', async () => {
    const { open, user } = await start()
    const someone = user()
    await someone.furrow.profile.get(someone.account.address, { init: true })
    const path = `/profile/${someone.account.address}`
    const short = `${someone.account.address.slice(0, 6)}…${someone.account.address.slice(-4)}`
    expect(tagsOf(await (await open(path)).text())).toMatchObject({ 'og:title': short, 'og:type': 'profile' })
    await someone.furrow.profile.change({ ensAddress: 'vitalik.eth' })
    expect(tagsOf(await (await open(path)).text())['og:title']).toBe('vitalik.eth (not proved)')
  })

  test.each([
    ['/quests/quest-1', 404],
    [`/profile/0x${'1'.repeat(40)}`, 200],
    ['/mail', 200],
  ])('%s has the plain page with %i, and is not to be found by searching', async (path, status) => {
    const { open } = await start()
    const response = await open(path, { accept: 'text/html' })
    expect(response.status).toBe(status)
    const page = await response.text()
    expect(page).toContain('<title>Furrow</title>')
    expect(page).toContain('<div id="root">')
    expect(tagsOf(page)).toMatchObject({ robots: 'noindex', 'twitter:card': 'summary' })
  })

  test('what is drawn at the path is asked for with the page', async () => {
    const { open } = await start()
    const page = await (await open('/leaderboard')).text()
    const [, chunk = ''] = /modulepreload" [^>]*href="(\/assets\/leaderboard-page-[^"]+)"/.exec(page) ?? []
    expect((await open(chunk)).status).toBe(200)
  })
})

describe('the picture of a link', () => {
  test('is a PNG of 1200 by 630, drawn once, another when the quest is', async () => {
    const { open, user } = await start({ COMMUNITY_ACCENT: '#1d4ed8' })
    const drawn = watchProcesses('draw-process')
    const giver = user()
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, title: '修理 the gate 🌾' })
    const first = await open(`/og/quests/${id}.png?v=whatever`)
    expect(first.headers.get('content-type')).toBe('image/png')
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const bytes = Buffer.from(await first.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(bytes.length).toBeLessThan(100_000)
    const etag = first.headers.get('etag') ?? ''
    expect((await open(`/og/quests/${id}.png`, { 'if-none-match': etag })).status).toBe(304)
    await giver.furrow.quests.cancel(id)
    const second = await open(`/og/quests/${id}.png`, { 'if-none-match': etag })
    expect(second.status).toBe(200)
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(false)
    expect(drawn).toHaveLength(2)
    // Strangers wrote its text: it is drawn behind the fence that images are read behind.
    const { command, args } = await findFence()
    for (const { process, args: given } of drawn) {
      expect(process.spawnfile).toBe(command)
      expect(given).toEqual(expect.arrayContaining([...args, '--permission']))
    }
  })

  test.each(['/og/quests/quest-1.png', '/og/quests/x.svg', `/og/profiles/0x${'1'.repeat(40)}.png`])(
    '%s is 404',
    async path => {
      const { open } = await start()
      expect((await open(path)).status).toBe(404)
    },
  )
})

describe('at the root of the site', () => {
  test('security.txt names the contact of the settings, and is none without it', async () => {
    const contact = 'mailto:security@example.org'
    const { origin } = new URL((await startHarness()).baseUrl)
    expect((await fetch(`${origin}/.well-known/security.txt`)).status).toBe(404)
    const named = await startHarness({ env: { SECURITY_CONTACT: contact } })
    const address = `${new URL(named.baseUrl).origin}/.well-known/security.txt`
    const answer = await fetch(address)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain(`Contact: ${contact}\n`)
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? []
    const left = Date.parse(expires) - named.clock.now()
    expect(left / day).toBeGreaterThan(180)
    expect(left / day).toBeLessThan(365)
  })

  test('robots.txt and the sitemap lead to what is open, read anew after ten minutes', async () => {
    const { clock, open, user } = await start(domain)
    const { furrow } = user()
    const { id } = await furrow.quests.post(sampleQuest)
    const cancelled = await furrow.quests.post(sampleQuest)
    await furrow.quests.cancel(cancelled.id)
    const robots = await (await open('/robots.txt')).text()
    expect(robots).toContain('Disallow: /api/\n')
    expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
    const sitemap = await open('/sitemap.xml')
    expect(sitemap.headers.get('content-type')).toContain('application/xml')
    const text = await sitemap.text()
    expect(text).toContain(`<loc>${origin}/quests/${id}</loc>`)
    expect(text).not.toContain(cancelled.id)
    const later = await furrow.quests.post(sampleQuest)
    expect(await (await open('/sitemap.xml')).text()).toBe(text)
    clock.advance(10 * minute)
    expect(await (await open('/sitemap.xml')).text()).toContain(later.id)
  })

  test('SEARCH_ENGINES=off asks them to stay away', async () => {
    const { open } = await start({ SEARCH_ENGINES: 'off' })
    expect(await (await open('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
    expect((await open('/sitemap.xml')).status).toBe(404)
  })

  test("the manifest has the community's name, colour and logo", async () => {
    const { open } = await start({
      COMMUNITY_NAME: 'The Barn',
      COMMUNITY_ACCENT: '#1d4ed8',
      COMMUNITY_LOGO: 'https://barn.example.org/logo.svg',
    })
    const response = await open('/manifest.webmanifest')
    expect(response.headers.get('content-type')).toContain('application/manifest+json')
    const manifest = (await response.json()) as { icons: { src: string }[] }
    expect(manifest).toMatchObject({ name: 'The Barn', theme_color: '#1d4ed8', start_url: '/' })
    expect(manifest.icons[0]?.src).toMatch(/^\/api\/pictures\/logo\?v=[\w-]+&size=512$/)
    if (!built) return
    for (const { src } of manifest.icons.slice(1)) expect((await open(src)).status).toBe(200)
  })

  test('a badge counts the open quests of a repository, in any case of letters, or all', async () => {
    const { open, user } = await start({ COMMUNITY_NAME: '<Barn> & Co' })
    const { furrow } = user()
    await furrow.quests.post({ ...sampleQuest, codehostRepo: 'Barn/Gate' })
    await furrow.quests.post(sampleQuest)
    const badge = await open('/badge/barn/gate.svg')
    expect(badge.headers.get('content-type')).toContain('image/svg+xml')
    expect(badge.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const text = await badge.text()
    expect(text).toContain('<title>&#60;Barn&#62; &#38; Co: 1 open quest</title>')
    expect(text).not.toContain('<Barn>')
    expect(await (await open('/badge/quests.svg')).text()).toContain('2 open quests')
    expect((await open('/badge/nothing')).status).toBe(404)
  })
})
