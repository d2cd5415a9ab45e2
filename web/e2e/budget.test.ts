import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { seePage, startWeb } from './harness.ts'

const dist = join(import.meta.dirname, '../dist')
const page = readFileSync(join(dist, 'index.html'), 'utf8')
const budget = 170_000

test('the first load is at most 170 kB of gzipped JavaScript', async () => {
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  expect(scripts).not.toEqual([])
  const sizes = scripts.map(path => gzipSync(readFileSync(join(dist, path))).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget)
})

test('and so is all that the first page really asks for', async () => {
  const web = await startWeb()
  const { page } = await web.open('/nowhere')
  await seePage(page, 'Fallow ground')
  const asked = new Set<string>()
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) asked.add(pathname)
  })
  await page.goto(web.url('/'))
  await seePage(page, 'Quests')
  await page.waitForLoadState('networkidle')
  const sizes = [...asked].map(path => gzipSync(readFileSync(join(dist, path))).length)
  expect(sizes.length).toBeGreaterThan(0)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget)
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
