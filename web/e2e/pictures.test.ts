import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { internetOf } from '../../server/src/outside/pictures/make.ts'
import { takePhoto } from '../../server/test/face.ts'
import { sampleQuest } from '../../server/test/harness.ts'
import { hasOpenssl, startHttpsHost } from '../../server/test/https-host.ts'
import { eventually, see, seePage, startWeb } from './harness.ts'

const why = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)'
describe.skipIf(!hasOpenssl)(`pictures of people${why}`, () => {
  test('are seen on the board and the profile, and no other host is asked for them by who reads', async () => {
    const photo = await takePhoto()
    const host = await startHttpsHost((request, response) => {
      response.writeHead(request.url === '/me.jpg' ? 200 : 404).end(photo)
    })
    const web = await startWeb()
    internetOf(web.context).is = host.internet
    const [seen, absent, plain] = [web.user(), web.user(), web.user()]
    await seen.furrow.profile.change({ profilePhoto: `${host.origin}/me.jpg` })
    await absent.furrow.profile.change({ profilePhoto: `${host.origin}/gone.jpg` })
    for (const [index, { furrow }] of [seen, absent, plain].entries())
      await furrow.quests.post({ ...sampleQuest, title: `Quest ${index}` })

    const { page } = await web.open('/healthz')
    const asked: URL[] = []
    page.on('request', request => asked.push(new URL(request.url())))
    await page.goto(web.url('/quests'))
    await seePage(page, 'Quests')
    const card = page
      .getByRole('article')
      .or(page.getByRole('listitem'))
      .filter({ hasText: 'Quest 0' })
      .first()
    const picture = card.locator('img')
    await eventually(
      () =>
        picture.evaluate(it =>
          [(it as HTMLImageElement).naturalWidth, getComputedStyle(it).opacity].join(' '),
        ),
      '96 1',
    )
    // The drawing from the address stays where there is no picture; nothing broken is seen.
    const gone = page.locator(`img[src*="${absent.account.address}"]`)
    await eventually(() => gone.first().evaluate(it => (it as HTMLImageElement).complete), true)
    expect(await gone.first().evaluate(it => getComputedStyle(it).opacity)).toBe('0')
    const [box, around] = [
      await picture.boundingBox(),
      await picture.locator('..').locator('svg').boundingBox(),
    ]
    expect(box).toEqual(around)
    await shoot(page, 'board')

    await page.goto(web.url(`/profile/${seen.account.address}`))
    const large = page.locator('main img[src*="size=192"]')
    await see(large)
    await eventually(() => large.evaluate(it => (it as HTMLImageElement).naturalWidth), 192)
    await shoot(page, 'profile')
    const ownOrigin = new URL(web.baseUrl).origin
    expect(asked.filter(({ protocol, origin }) => /^http/.test(protocol) && origin !== ownOrigin)).toEqual([])
    expect(asked.filter(({ pathname }) => pathname.includes(plain.account.address))).toEqual([])
  })
})

test('a picture is sent from the device, saved, and then shown; who named one that cannot be shown is told', async () => {
  const web = await startWeb()
  const user = web.user()
  const { page } = await web.open('/profile', { as: user })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Send a picture' }).click(),
  ])
  await chooser.setFiles([{ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await takePhoto() }])
  const field = page.getByLabel('Picture', { exact: true })
  await expect.poll(() => field.inputValue(), { timeout: 30_000 }).toMatch(/^\/api\/files\/file-[\w-]+\.jpg$/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const large = page.locator('main img[src*="size=192"]')
  await eventually(() => large.evaluate(it => (it as HTMLImageElement).naturalWidth), 192)
  await shoot(page, 'edit')
  await field.fill('https://127.0.0.1/me.png')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await see(page.getByText(/Your picture cannot be shown/))
})

/** A picture to look at; kept only where somebody asked for it. */
async function shoot(page: { screenshot(options: { path: string }): Promise<unknown> }, name: string) {
  const { SHOTS } = process.env
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `pictures-${name}.png`) })
}
