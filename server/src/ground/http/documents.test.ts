import { expect, test } from 'vitest'
import { startHarness } from '../../../test/harness.ts'
import { exchange } from '../../../test/raw-socket.ts'

async function startSite() {
  const { baseUrl } = await startHarness()
  return (path: string, init?: RequestInit) => fetch(new URL(path, baseUrl), init)
}

test('the documents are pages of the service, under a policy of their own that asks nobody else', async () => {
  const open = await startSite()
  const answer = await open('/docs/givers', { headers: { accept: 'text/html' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy.split('; ').filter(part => !/ '(none|self)'$/.test(part))).toEqual([])
  const page = await answer.text()
  expect(page).toContain('<h1 id="for-givers">')
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/)
  expect(
    [...page.matchAll(/(?:src|href)="(https?:[^"]*)"/g)].filter(([tag]) => tag.startsWith('src')),
  ).toEqual([])
})

test('each has its Markdown beside it', async () => {
  const open = await startSite()
  const answer = await open('/docs/givers.md')
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await answer.text()).toMatch(/^# For givers\n/)
})

test('the front door leads to the first page, and an address that is none is 404', async () => {
  const open = await startSite()
  for (const path of ['/docs', '/docs/']) {
    const answer = await open(path, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs/start'])
  }
  for (const path of [
    '/docs/nothing',
    '/docs/a/b',
    '/docs/..%2f..%2fpackage.json',
    '/docs/files',
    '/docs/pictures',
  ]) {
    const answer = await open(path)
    expect(answer.status, path).toBe(404)
    expect(await answer.text()).toContain('No such page')
  }
})

test('every link of every page is answered, with the heading that it names', async () => {
  const open = await startSite()
  const seen = new Map<string, string>()
  const waiting = ['/docs/start']
  const wrong: string[] = []
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    const answer = await open(path)
    seen.set(path, await answer.text())
    if (answer.status !== 200) wrong.push(`${path}: ${answer.status}`)
    if (!answer.headers.get('content-type')?.startsWith('text/html') || !path.startsWith('/docs/')) continue
    for (const [, link = ''] of (seen.get(path) ?? '').matchAll(/(?:href|src)="(\/?[^":]*)"/g)) {
      const url = new URL(link.replaceAll('&#x26;', '&'), new URL(path, 'http://site'))
      if (!seen.has(url.pathname)) waiting.push(url.pathname)
    }
  }
  expect(wrong).toEqual([])
  expect(seen.size).toBeGreaterThan(60)
  for (const [path, page] of seen)
    for (const [, link = ''] of path.endsWith('.md') ? [] : page.matchAll(/href="([^":]*#[^"]+)"/g)) {
      const url = new URL(link, new URL(path, 'http://site'))
      expect(seen.get(url.pathname), `${path} to ${link}`).toContain(
        ` id="${decodeURIComponent(url.hash.slice(1))}"`,
      )
    }
})

test('what did not change is not sent again, and what is sent is compressed', async () => {
  const { baseUrl } = await startHarness()
  const ask = (header: string) =>
    exchange(
      baseUrl,
      `GET /docs/decisions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${header}\r\n\r\n`,
    )
  const first = await fetch(new URL('/docs/decisions', baseUrl), { headers: { 'accept-encoding': 'gzip' } })
  expect(first.headers.get('content-encoding')).toBe('gzip')
  await first.arrayBuffer()
  const { status } = await ask(`accept-encoding: gzip\r\nif-none-match: ${first.headers.get('etag')}`)
  expect(status).toBe(304)
})
