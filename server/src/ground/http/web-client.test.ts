import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import { exchange } from '../../../test/raw-socket.ts'
import { writeFirstSight } from './first-sight.ts'

const dist = join(import.meta.dirname, '../../../../web/dist')
const assets = join(dist, 'assets')
const built = existsSync(join(dist, 'index.html'))
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function startBrowser(env: Record<string, string> = {}) {
  const { baseUrl } = await startHarness({ env })
  return (path: string, init: RequestInit = { headers: browser }) => fetch(new URL(path, baseUrl), init)
}

describe.skipIf(!built)('the web client (skipped where it is not built: npm run build -w web)', () => {
  test.each(['/', '/disputes', '/mail?box=sent', '/nothing/like/it'])(
    'a browser that opens %s gets the page, never kept, under a strict policy',
    async path => {
      const open = await startBrowser()
      const response = await open(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self'")
      expect(policy).not.toContain('unsafe')
      expect(policy).toContain("; img-src 'self' data: blob:;")
      const page = await response.text()
      expect(page).toContain('name="furrow-base" content="/api"')
      expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/)
    },
  )

  test('a program that accepts anything gets every page of the client, and the interface says that other paths are none', async () => {
    const open = await startBrowser()
    const routes = readFileSync(join(import.meta.dirname, '../../../../web/src/app/routes.tsx'), 'utf8')
    const paths = [...routes.matchAll(/path: '([^']+)'/g)].map(([, path = '']) =>
      path
        .replace('$address', `0x${'1'.repeat(40)}`)
        .replace(/\/\{-\$\w+\}/, '')
        .replace('/$id/edit', '/quest-1/edit'),
    )
    const anything = (path: string, more = {}) => open(path, { headers: { accept: '*/*', ...more } })
    for (const path of paths.filter(path => !path.includes('$'))) {
      const { status, headers } = await anything(path)
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8'])
    }
    expect((await anything('/mail', { authorization: 'Bearer of.a.program' })).status).toBe(404)
    expect((await anything('/nothing/like/it')).status).toBe(404)
    expect((await open('/mail', { headers: { accept: 'application/json' } })).status).toBe(404)
  })

  test('who names no host, as HTTP/1.0 allows, gets the page too', async () => {
    const { baseUrl } = await startHarness()
    const { status, body } = await exchange(baseUrl, 'GET / HTTP/1.0\r\n\r\n')
    expect(status).toBe(200)
    expect(body).toContain('<link rel="canonical" href="http://localhost/" />')
  })

  test('the page knows the prefix of the interface', async () => {
    const open = await startBrowser({ BASE_PATH: '/v1/gigs' })
    expect(await (await open('/')).text()).toContain('name="furrow-base" content="/v1/gigs"')
  })

  test('a service that fetches no pictures has the logo come from the host of its operator, and nothing else', async () => {
    const open = await startBrowser({
      PICTURES: 'off',
      COMMUNITY_LOGO: 'https://barn.example.org/a.svg?b=1&c',
    })
    const response = await open('/')
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("; img-src 'self' https://barn.example.org data: blob:;")
    expect(await response.text()).toContain(
      '<link rel="icon" href="https://barn.example.org/a.svg?b=1&#38;c" />',
    )
  })

  test('a logo of the service itself stays where it is', async () => {
    const open = await startBrowser({
      PUBLIC_URL: 'https://barn.example.org',
      COMMUNITY_LOGO: 'https://barn.example.org/a.png',
    })
    expect(await (await open('/')).text()).toContain('<link rel="icon" href="/a.png" />')
  })

  test('the page has the name of the community, and not a word of it is markup', async () => {
    const open = await startBrowser({
      COMMUNITY_NAME: '</title>"$&<b>',
      COMMUNITY_LOGO: 'https://barn.example.org/a.svg?b=1&c',
      COMMUNITY_ACCENT: '#1d4ed8',
    })
    const page = await (await open('/')).text()
    const name = '&#60;/title&#62;&#34;$&#38;&#60;b&#62;'
    expect(page).toContain(`<title>${name}</title>`)
    expect(page).toMatch(/<span data-community-name[^>]*>&#60;\/title&#62;/)
    expect(page).toContain(`<meta name="community-name" content="${name}" />`)
    expect(page).toContain('<link rel="icon" href="/api/pictures/logo?v=GSyfAc0Ya3ThzcgR" />')
    expect(page).not.toContain('barn.example.org')
    expect(page).toContain('<meta name="community-accent" content="#1d4ed8" />')
  })

  test('before the scripts the newest open quests are there to open, as text, and where a search asks for others none are', async () => {
    const web = await startHarness({ env: { COMMUNITY_TEXT: 'We mend $& <gates>.' } })
    const giver = web.user()
    const open = async (path: string) =>
      (await fetch(new URL(path, web.baseUrl), { headers: browser })).text()
    expect(await open('/')).not.toContain('<ul')
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      title: '<b>A $& "gate"</b>',
      reward: '1200 USDC',
      rewardAmount: 1_200,
    })
    const { id: over } = await giver.furrow.quests.post({ ...sampleQuest, title: 'Over' })
    await giver.furrow.quests.cancel(over)
    const link = `<a dir="auto" href="/quests/${id}">&#60;b&#62;A $&#38; &#34;gate&#34;&#60;/b&#62;</a>`
    for (const path of ['/', '/quests']) {
      const page = await open(path)
      expect(page).toContain(link)
      expect(page).toContain('1,200 USDC')
      expect(page).not.toContain(over)
    }
    expect(await open('/')).toMatch(/<h1[^>]*>We mend \$&#38; &#60;gates&#62;\.<\/h1>/)
    expect(await open('/quests?status=all')).not.toContain(link)
    expect(await open('/farmers')).not.toContain(link)
  })

  test('what is drawn before the scripts has its styles', async () => {
    const page = writeFirstSight('<div role="status"><noscript>', {
      sentence: 'We mend gates.',
      quests: [{ path: '/quests/quest-1', title: 'A gate', reward: '20 USDC' }],
    })
    const style = readdirSync(assets).find(file => /^index-.*\.css$/.test(file)) ?? ''
    const css = readFileSync(join(assets, style), 'utf8')
    const classes = [...page.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
    const known = (name: string) => css.includes(`.${name.replace(/[^\w-]/g, '\\$&')}`)
    expect(classes.filter(name => !known(name))).toEqual([])
  })

  test('hashed files are kept for ever and come compressed; one that is gone is 404', async () => {
    const open = await startBrowser()
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await (await open('/')).text()) ?? []
    const response = await open(script, { headers: { 'accept-encoding': 'br' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const gone = await open('/assets/index-of-yesterday.js')
    expect({ status: gone.status, body: await gone.json() }).toMatchObject({
      status: 404,
      body: { error: expect.any(String), code: expect.any(String) },
    })
  })

  test.each(['/api/nothing', '/healthz/nothing'])('%s is answered to a program as JSON', async path => {
    const open = await startBrowser()
    const response = await open(path, { headers: { accept: 'application/json' } })
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 404,
      body: { error: expect.any(String), code: expect.any(String) },
    })
  })

  test('below the prefix a browser gets what everyone gets', async () => {
    const open = await startBrowser()
    expect((await open('/api/nothing')).status).toBe(404)
    expect((await open('/', { method: 'POST', headers: browser })).status).toBe(404)
  })
})
