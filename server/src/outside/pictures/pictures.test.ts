import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { blob } from '../../../test/files.ts'
import { type Harness, startHarness, takeSharedDatabase, type User } from '../../../test/harness.ts'
import { hasOpenssl, startHttpsHost } from '../../../test/https-host.ts'
import { day, minute } from '../../ground/clock.ts'
import { isPublicAddress } from '../../ground/public-address.ts'
import { internetOf } from './make.ts'
import { sweepPictures } from './sweep.ts'

const why = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)'
const canary = 'Canary of a comment'

const plain = (width: number, height: number, background = '#3a6334') =>
  sharp({ create: { width, height, channels: 3, background } })

/** Left half red, right half blue; a camera says that it is to be turned a quarter. */
async function turned(): Promise<Buffer> {
  const half = await plain(60, 120, '#ff0000').png().toBuffer()
  return plain(120, 120, '#0000ff')
    .composite([{ input: half, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { ImageDescription: canary, Orientation: '6' } })
    .jpeg()
    .toBuffer()
}

type Site = { readonly [path: string]: Buffer | RequestListener }

/** The service, and a host of its own internet. */
async function start(site: Site, env: Record<string, string> = {}) {
  const asked: string[] = []
  const host = await startHttpsHost((request, response) => {
    asked.push(request.url ?? '')
    const found = site[request.url ?? '']
    if (typeof found === 'function') found(request, response)
    else if (found === undefined) response.writeHead(404).end()
    // Its declared type is ignored.
    else response.writeHead(200, { 'content-type': 'text/html' }).end(found)
  })
  const service = await startHarness({ env })
  internetOf(service.context).is = host.internet
  return { ...service, asked, host }
}

async function userWith(
  service: Harness,
  profilePhoto: string,
): Promise<User & { readonly picture?: string }> {
  const user = service.user()
  await user.furrow.profile.change({ profilePhoto })
  const [card] = await service.visitor.profiles.cards([user.address])
  return { ...user, ...(card?.picture && { picture: card.picture }) }
}

/** As a browser asks for it. */
const open = (service: Harness, path: string, headers: Record<string, string> = {}) =>
  fetch(new URL(path, service.baseUrl), { headers, redirect: 'manual' })

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const pathOf = ({ account }: User) => `/api/pictures/profile/${account.address}`

describe.skipIf(!hasOpenssl)(`somebody's picture${why}`, () => {
  test('is made anew of each format that photos have, in two sizes, with nothing else that was in it', async () => {
    const site = {
      '/photo.jpg': await turned(),
      '/photo.png': await plain(300, 200)
        .withExif({ IFD0: { ImageDescription: canary } })
        .png()
        .toBuffer(),
      '/photo.webp': await plain(20, 20)
        .withExif({ IFD0: { ImageDescription: canary } })
        .webp()
        .toBuffer(),
      '/photo.gif': await plain(50, 90).gif().toBuffer(),
    }
    const service = await start(site)
    for (const name of Object.keys(site)) {
      const { picture = '' } = await userWith(service, `${service.host.origin}${name}`)
      expect(picture).toMatch(/^\/api\/pictures\/profile\/0x\w{40}\?v=[\w-]{16}$/)
      for (const [query, side] of [
        ['', 96],
        ['&size=192', 192],
      ] as const) {
        const response = await open(service, picture + query)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=3600',
          'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
          'cross-origin-resource-policy': 'cross-origin',
          'x-content-type-options': 'nosniff',
        })
        const bytes = await bytesOf(response)
        const told = await sharp(bytes).metadata()
        expect(told).toMatchObject({ format: 'webp', width: side, height: side })
        expect([told.exif, told.icc, bytes.includes('Canary')]).toEqual([undefined, undefined, false])
        if (name !== '/photo.jpg') continue
        const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
        const at = (x: number, y: number) => [...data.subarray((y * side + x) * info.channels).subarray(0, 3)]
        const [above, below] = [at(side / 2, 5), at(side / 2, side - 5)]
        expect(above[0]).toBeGreaterThan(200)
        expect(below[2]).toBeGreaterThan(200)
      }
      const etag = (await open(service, picture)).headers.get('etag') ?? ''
      expect((await open(service, picture, { 'if-none-match': etag })).status).toBe(304)
    }
    expect(service.asked.toSorted()).toEqual(Object.keys(site).toSorted())
    expect((await open(service, `${pathOf(service.user())}?size=50`)).status).toBe(400)
  })

  test('is none where the photo is too much, or no picture, and that is known for ten minutes', async () => {
    const never: RequestListener = (_request, response) => {
      const drip = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(drip))
    }
    const site: Site = {
      '/wide.png': hugePng(65_000),
      '/page.png': Buffer.from('<!doctype html><title>A picture</title>'),
      '/lines.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'),
      '/broken.png': (await plain(300, 200).png().toBuffer()).subarray(0, 200),
      '/long.png': (_request, response) => void response.end(Buffer.alloc(6_000_000)),
      '/round': (_request, response) => void response.writeHead(302, { location: '/round' }).end(),
      '/inside': (_request, response) =>
        void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      '/slow.png': never,
    }
    const service = await start(site)
    internetOf(service.context).longest = 1_500
    const problems = await Promise.all(
      [...Object.keys(site), '/nothing'].map(async path => {
        const { picture = '' } = await userWith(service, service.host.origin + path)
        const response = await open(service, picture)
        expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'public, max-age=300'])
        const { error } = (await response.json()) as { error: string }
        return error.replace('The photo of this profile cannot be shown. ', '')
      }),
    )
    expect(problems).toEqual([
      'It has more than 25 million pixels.',
      'It is no PNG, JPEG, WebP or GIF.',
      'It is no PNG, JPEG, WebP or GIF.',
      'It cannot be read.',
      'The answer is too large.',
      'Its host redirects more than 3 times.',
      'Only https is fetched.',
      'Its host cannot be reached, or takes too long.',
      'Its host answered 404.',
    ])
    const { picture = '' } = await userWith(service, `${service.host.origin}/nothing`)
    const before = service.asked.length
    for (const wait of [0, 9 * minute]) {
      service.clock.advance(wait)
      expect((await open(service, picture)).status).toBe(404)
    }
    expect(service.asked.length).toBe(before + 1)
    service.clock.advance(2 * minute)
    expect((await open(service, picture)).status).toBe(404)
    expect(service.asked.length).toBe(before + 2)
  })

  test('is fetched from public addresses alone, also where a redirect leads elsewhere', async () => {
    let reached = 0
    const inside = createServer((_request, response) => {
      reached++
      response.end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void inside.close())
    await new Promise(resolve => inside.once('listening', resolve))
    const { port } = inside.address() as AddressInfo
    const service = await start({
      '/in': (_request, response) => void response.writeHead(302, { location: 'https://inside.test/' }).end(),
    })
    internetOf(service.context).is = {
      ...service.host.internet,
      port: String(new URL(service.host.origin).port),
      resolve: async name => (name === 'gateway.test' ? ['127.0.0.1'] : ['10.0.0.7']),
      isAllowed: address => address === '127.0.0.1' || isPublicAddress(address),
    }
    const { picture = '' } = await userWith(service, `${service.host.origin}/in`)
    expect(await (await open(service, picture)).text()).toContain('not on the public internet')
    internetOf(service.context).is = undefined as never
    const direct = await userWith(service, `https://127.0.0.1:${port}/a.png`)
    expect((await open(service, direct.picture ?? '')).status).toBe(404)
    expect(reached).toBe(0)
  })

  test('is fetched once for all who ask, kept for a day by every process, and shown while its host is away', async () => {
    const photo = await plain(100, 100).png().toBuffer()
    let isAway = false
    const env = await takeSharedDatabase()
    const service = await start(
      { '/me.png': (_request, response) => void response.writeHead(isAway ? 503 : 200).end(photo) },
      env,
    )
    const { picture = '' } = await userWith(service, `${service.host.origin}/me.png`)
    const answers = await Promise.all(Array.from({ length: 12 }, () => open(service, picture)))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    const other = await startHarness({ env: service.env as Record<string, string>, clock: service.clock })
    expect((await open(other, picture)).status).toBe(200)
    expect(service.asked).toHaveLength(1)
    service.clock.advance(day)
    isAway = true
    expect((await open(service, picture)).status).toBe(200)
    expect((await open(service, picture)).status).toBe(200)
    expect(service.asked).toHaveLength(2)
    service.clock.advance(8 * day)
    expect((await open(service, picture)).status).toBe(404)
    service.clock.advance(9 * day)
    await sweepPictures.round(service.context)
    expect(await service.context.db.selectFrom('pictures').select('subject').execute()).toEqual([])
  })

  test('changes with the photo, and goes with its profile, hidden or left', async () => {
    const service = await start({
      '/one.png': await plain(100, 100, '#ff0000').png().toBuffer(),
      '/two.png': await plain(100, 100, '#0000ff').png().toBuffer(),
    })
    const kept = () => service.context.db.selectFrom('pictures').select('subject').execute()
    const user = await userWith(service, `${service.host.origin}/one.png`)
    const first = await bytesOf(await open(service, user.picture ?? ''))
    expect(await kept()).toHaveLength(1)
    const changed = await user.furrow.profile.change({ profilePhoto: `${service.host.origin}/two.png` })
    expect(changed.picture).not.toBe(user.picture)
    expect(await kept()).toEqual([])
    const second = await bytesOf(await open(service, changed.picture ?? ''))
    expect(second.equals(first)).toBe(false)
    // It is what the profile names, whatever the address says.
    expect((await bytesOf(await open(service, user.picture ?? ''))).equals(second)).toBe(true)

    const moderator = service.user(service.platform).furrow.moderation
    const about = { kind: 'profile', id: user.address, reason: 'Not their own.' } as const
    await moderator.act({ ...about, action: 'hide' })
    expect(await kept()).toEqual([])
    expect((await service.visitor.profiles.cards([user.address]))[0]?.picture).toBeUndefined()
    expect((await open(service, pathOf(user))).status).toBe(404)
    await moderator.act({ ...about, action: 'restore' })
    expect((await open(service, pathOf(user))).status).toBe(200)
    expect(await kept()).toHaveLength(1)

    await service.context.db.deleteFrom('profiles').where('address', '=', user.address).execute()
    expect(await kept()).toEqual([])
    expect((await open(service, pathOf(user))).status).toBe(404)
  })

  test('may be a file of this service, which nobody fetches, until it is deleted', async () => {
    const service = await start({})
    const owner = service.user()
    const file = await owner.furrow.files.upload(blob(await plain(80, 80).png().toBuffer(), 'image/png'))
    const { picture = '' } = await userWith(service, file.url)
    expect(await sharp(await bytesOf(await open(service, picture))).metadata()).toMatchObject({ width: 96 })
    await owner.furrow.files.delete(file.id)
    expect(await service.context.db.selectFrom('pictures').select('subject').execute()).toEqual([])
    expect((await open(service, picture)).status).toBe(404)
    expect(service.asked).toEqual([])
  })

  test('is neither told of nor fetched with PICTURES=off', async () => {
    const service = await start({ '/a.png': await plain(9, 9).png().toBuffer() }, { PICTURES: 'off' })
    const user = await userWith(service, `${service.host.origin}/a.png`)
    expect(user.picture).toBeUndefined()
    expect((await open(service, pathOf(user))).status).toBe(404)
    expect(service.asked).toEqual([])
  })

  test('of another network is fetched while one of a slow host is, and has no part in its turn', async () => {
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const site: Site = {
      '/slow.png': (_request, response) => void over.then(() => response.writeHead(404).end()),
      '/quick.png': await plain(9, 9).png().toBuffer(),
      '/other.png': await plain(9, 9).png().toBuffer(),
    }
    const service = await start(site, { TRUST_PROXY: '1' })
    const [slow, quick, other] = await Promise.all(
      Object.keys(site).map(name => userWith(service, `${service.host.origin}${name}`)),
    )
    const done: string[] = []
    const openFrom = async (from: string, { picture = '' }: { picture?: string } = {}) => {
      const { status } = await open(service, picture, { 'x-forwarded-for': from })
      done.push(from)
      return status
    }
    const first = openFrom('2001:db8:7:1::1', slow)
    await expect.poll(() => service.asked).toEqual(['/slow.png'])
    const second = openFrom('2001:db8:7:2::1', other)
    expect(await openFrom('198.51.100.1', quick)).toBe(200)
    expect([done, service.asked]).toEqual([['198.51.100.1'], ['/slow.png', '/quick.png']])
    end()
    expect([await first, await second]).toEqual([404, 200])
  })

  test('is not fetched without end from one host, which is tried again a minute later', async () => {
    const service = await start({})
    const people = await Promise.all(
      Array.from({ length: 61 }, (_, index) => userWith(service, `${service.host.origin}/${index}`)),
    )
    const statuses: number[] = []
    for (const { picture = '' } of people) statuses.push((await open(service, picture)).status)
    expect([statuses.slice(0, 60).every(status => status === 404), statuses[60]]).toEqual([true, 429])
    service.clock.advance(minute)
    expect((await open(service, people[60]?.picture ?? '')).status).toBe(404)
  })
})

describe.skipIf(!hasOpenssl)(`the community's logo${why}`, () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><image href="https://gateway.test/x.png"/><rect width="20" height="10" fill="#ff0000"/></svg>'

  test('is shown by the service, all of it in a square, lines too', async () => {
    const site: Record<string, Buffer> = {}
    const host = await startHttpsHost((request, response) => void response.end(site[request.url ?? '']))
    const service = await startHarness({ env: { COMMUNITY_LOGO: `${host.origin}/logo.svg` } })
    internetOf(service.context).is = host.internet
    const { picture = '' } = (await service.visitor.config()).community ?? {}
    expect(picture).toMatch(/^\/api\/pictures\/logo\?v=/)
    const away = await open(service, picture)
    expect([away.status, away.headers.get('location')]).toEqual([302, '/favicon.svg'])

    site['/logo.svg'] = Buffer.from(drawing)
    service.clock.advance(11 * minute)
    const bytes = await bytesOf(await open(service, `${picture}&size=512`))
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 512, height: 512, channels: 4 })
    expect([...data.subarray(0, 4)].at(3)).toBe(0)
    expect([...data.subarray((256 * 512 + 256) * 4).subarray(0, 4)]).toEqual([255, 0, 0, 255])
    expect(host.lookups).toHaveLength(2)
  })
})

/** A PNG that says that it is a square of so many pixels, and has next to none. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const named = Buffer.concat([Buffer.from(type), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
