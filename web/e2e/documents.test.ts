import { expect, test } from 'vitest'
import { pages } from '../docs/pages.ts'
import { audit, everySize, quiet, see, seeNot, setTheme, sizes, startWeb } from './harness.ts'

test('no document is wider than its window, and the browser complains of nothing', async () => {
  const web = await startWeb({ env: quiet })
  const report: string[] = []
  for (const size of everySize) {
    const { page } = await web.open('/docs/start', { size })
    page.on('console', message => message.type() === 'error' && report.push(message.text()))
    page.on('pageerror', error => report.push(error.message))
    for (const { name } of pages) {
      await page.goto(web.url(`/docs/${name}`))
      await see(page.getByRole('heading', { level: 1 }))
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      if (width > sizes[size].width) report.push(`${name}: ${width} pixels wide on a ${size}`)
    }
  }
  expect(report).toEqual([])
})

/** Every kind of block is on one of them; axe looks at each element of a page, so the long ones take minutes. */
const various = ['start', 'givers', 'agents', 'money', 'terms', 'nothing-is-here']

test('axe finds nothing, in either theme', async () => {
  const web = await startWeb({ env: quiet })
  const report: string[] = []
  for (const [size, names] of [
    ['desktop', various],
    ['phone', ['start']],
  ] as const) {
    const { page } = await web.open('/docs/start', { size })
    for (const name of names) {
      await setTheme(page, 'light')
      await page.goto(web.url(`/docs/${name}`))
      await see(page.getByRole('heading', { level: 1 }))
      for (const finding of await audit(page)) report.push(`${name}: ${finding}`)
      await setTheme(page, 'dark')
      for (const finding of await audit(page, 'colours')) report.push(`${name}, dark: ${finding}`)
    }
  }
  expect(report).toEqual([])
})

test('the search finds a section by the beginning of its words, and leads there', async () => {
  const web = await startWeb({ env: quiet })
  const { page } = await web.open('/docs/start')
  const elsewhere: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(web.url('/'))) elsewhere.push(request.url())
  })
  await page.keyboard.press('/')
  await page.keyboard.type('pgbouncer transac')
  const found = page.getByRole('region', { name: 'Found' })
  await found.getByRole('link', { name: 'Run it: Behind a pooler' }).click()
  await page.waitForURL('**/docs/operators#behind-a-pooler')
  await see(page.getByRole('heading', { name: 'Behind a pooler' }))

  const search = page.getByRole('searchbox')
  await search.fill('xyzzyplugh')
  await see(found.getByText('Nothing has “xyzzyplugh”.'))
  await page.keyboard.press('Escape')
  await seeNot(found)
  expect(elsewhere).toEqual([])
})

test('the client leads to the documents, and they lead back', async () => {
  const web = await startWeb({ env: quiet })
  const { page } = await web.open('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
  await see(page.getByRole('heading', { level: 1, name: 'Start' }))
  await page.getByRole('banner').getByRole('link', { name: 'Furrow' }).click()
  await see(page.getByRole('link', { name: 'Find work' }))
})
