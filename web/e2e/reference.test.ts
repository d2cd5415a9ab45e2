import { expect, test } from 'vitest'
import { everySize, quiet, see, setTheme, sizes, startWeb } from './harness.ts'

test('the reference shows each operation with its example, and asks nobody else', async () => {
  const web = await startWeb({ env: quiet })
  const report: string[] = []
  for (const size of everySize) {
    const { page } = await web.open('/docs/start', { size })
    page.on('console', message => message.type() === 'error' && report.push(message.text()))
    page.on('pageerror', error => report.push(error.message))
    page.on('request', request => {
      const url = request.url()
      if (!url.startsWith(web.url('/')) && !/^(blob|data):/.test(url)) report.push(url)
    })
    await setTheme(page, size === 'phone' ? 'dark' : 'light')
    const answer = await page.goto(web.url('/api/docs'))
    expect(answer?.headers()['content-security-policy']).not.toMatch(/unsafe|https?:/)
    await see(page.getByRole('heading', { level: 1, name: /^Furrow/ }))
    await see(page.getByRole('heading', { name: 'Post a quest' }))
    await see(page.getByText('"Fix the gate"').first())
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > sizes[size].width) report.push(`${width} pixels wide on a ${size}`)
    if (process.env.REFERENCE_PICTURES)
      await page.screenshot({ path: `${process.env.REFERENCE_PICTURES}/reference-${size}.png` })
  }
  expect(report).toEqual([])
})

test('the search is the first stop of the keyboard, and leads to an operation', async () => {
  const web = await startWeb({ env: quiet })
  const { page } = await web.open('/api/docs', { size: 'desktop' })
  await see(page.getByRole('heading', { level: 1, name: /^Furrow/ }))
  await page.keyboard.press('Tab')
  await page.keyboard.type('evidence')
  await page.getByRole('menuitem', { name: 'The evidence of a dispute' }).first().click()
  await page.waitForURL('**/api/docs#**/listEvidence')
})
