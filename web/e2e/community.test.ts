import { describe, expect, test } from 'vitest'
import { internetOf } from '../../server/src/outside/pictures/make.ts'
import { hasOpenssl, startHttpsHost } from '../../server/test/https-host.ts'
import { audit, eventually, everySize, see, startWeb } from './harness.ts'

const why = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)'
const look = {
  COMMUNITY_NAME: 'Barn & <Friends>',
  // Nobody could read this colour on paper.
  COMMUNITY_ACCENT: '#ffd400',
}
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#ffd400"/></svg>'

describe.skipIf(!hasOpenssl).each(['light', 'dark'] as const)(`%s${why}`, theme => {
  test.each(everySize)(
    'a community has its name, logo and accent on a %s, and all can be read',
    async size => {
      const host = await startHttpsHost((_request, response) => void response.end(logo))
      const web = await startWeb({ env: { ...look, COMMUNITY_LOGO: `${host.origin}/logo.svg` } })
      internetOf(web.context).is = host.internet
      const { page } = await web.open('/quests', { size, theme })
      await see(page.getByRole('heading', { level: 1, name: 'Quests' }))
      await expect.poll(() => page.title()).toBe('Quests · Barn & <Friends>')
      await see(page.getByRole('banner').getByText('Barn & <Friends>'))
      const source = page.getByRole('banner').locator('img').first()
      await expect.poll(() => source.getAttribute('src')).toMatch(/^\/api\/pictures\/logo\?v=/)
      await eventually(() => source.evaluate(shown => (shown as HTMLImageElement).naturalWidth), 96)
      const moss = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--moss'))
      await expect.poll(moss).toBe(theme === 'dark' ? '#ffd400' : '#826c00')
      await see(page.getByText('No quest is open right now.'))
      expect(await audit(page)).toEqual([])
    },
  )
})

test('without a name it is Furrow; the face of the letters comes from the service, with figures of one width', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests')
  await see(page.getByRole('banner').getByText('Furrow'))
  // A page drawn before the font came keeps the fallback.
  await page.evaluate(() => document.fonts.load('600 28px Figtree'))
  await page.reload()
  await see(page.getByRole('heading', { level: 1, name: 'Quests' }))
  const widths = await page.evaluate(() => {
    const probe = document.createElement('span')
    probe.className = 'tabular-nums'
    Object.assign(probe.style, { fontFamily: 'Figtree', fontSize: '28px', fontWeight: '600' })
    document.body.append(probe)
    return ['1111', '8888'].map(text => {
      probe.textContent = text
      return probe.getBoundingClientRect().width
    })
  })
  expect(await page.evaluate(() => document.fonts.check('600 28px Figtree'))).toBe(true)
  expect(widths[0]).toBe(widths[1])
})
