import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FurrowError } from '@furrow/sdk'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { blob, createFilesEnv, gif, namesIn, pdf, png, text } from '../../../test/files.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day, hour, minute } from '../../ground/clock.ts'
import { removeBytes } from './remove-bytes.ts'

async function start(more: Record<string, string> = {}) {
  const env = await createFilesEnv()
  return { ...(await startHarness({ env: { ...env, ...more } })), dataDir: env.DATA_DIR }
}

/** As a browser asks for it; `url` is an answer's. */
async function open({ baseUrl }: Pick<Harness, 'baseUrl'>, url: string, by?: User, more = {}) {
  const headers = { ...(by && { authorization: `Bearer ${by.token}` }), ...more }
  const answer = await fetch(new URL(url, baseUrl), { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const statusOf = (error: unknown) => (error instanceof FurrowError ? error.status : String(error))
const refusal = (asked: Promise<unknown>) => asked.then(() => 'done', statusOf)

describe('an image', () => {
  test('is written anew without what a camera adds, turned as it is to be, and shown from here alone', async () => {
    const harness = await start()
    const giver = harness.user()
    const photo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#8a3' } })
      .withExif({ IFD0: { Copyright: 'CANARY' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photo.includes('CANARY')).toBe(true)
    const file = await giver.furrow.files.upload(blob(photo, 'image/png'))
    expect(file).toMatchObject({ type: 'image/jpeg', width: 20, height: 40, use: 'public' })
    expect(file.url).toBe(`/api/files/${file.id}.jpg`)

    const shown = await open(harness, file.url)
    expect(shown.bytes).toHaveLength(file.bytes)
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 20, height: 40 })
    expect(shown.bytes.includes('CANARY')).toBe(false)
    expect(shown.bytes.includes('Exif')).toBe(false)
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(file.bytes),
      'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
      'content-disposition': `inline; filename="${file.id}.jpg"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'public, no-cache',
    })
    const etag = shown.headers.get('etag') ?? ''
    expect((await open(harness, file.url, undefined, { 'if-none-match': etag })).status).toBe(304)
    expect((await open(harness, file.url.replace('.jpg', '.png'))).status).toBe(404)
    expect((await open(harness, file.url.replace('.jpg', ''))).status).toBe(200)
  })

  test('that is another language too is an image alone when it is kept', async () => {
    const harness = await start()
    const giver = harness.user()
    const script = Buffer.from('=1;/*</script>*/alert("CANARY")//')
    // A comment block of GIF, and bytes behind the end.
    const polyglot = Buffer.concat([gif.subarray(0, -1), Buffer.from([0x21, 0xfe, script.length]), script])
    const sent = Buffer.concat([polyglot, Buffer.from([0, 0x3b]), script])
    const file = await giver.furrow.files.upload(blob(sent, 'image/gif'))
    const kept = await open(harness, file.url)
    expect(kept.headers.get('content-type')).toBe('image/gif')
    expect(kept.bytes.includes('CANARY')).toBe(false)
  })

  test('that would take too much to open is refused, and harms nobody', async () => {
    const { user } = await start()
    const { furrow } = user()
    // 30,000 by 30,000 pixels in a few bytes: its head says so.
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    const broken = Buffer.from(png).fill(0xff, 41, 54)
    expect(await refusal(furrow.files.upload(blob(bomb, 'image/png')))).toBe(413)
    expect(await refusal(furrow.files.upload(blob(broken, 'image/png')))).toBe(400)
  })
})

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

describe('a file', () => {
  test('that is a PDF or a text is kept as it is, and saved rather than shown', async () => {
    const harness = await start()
    const { furrow } = harness.user()
    for (const [bytes, claimed, type] of [
      [pdf, 'application/pdf', 'application/pdf'],
      [text, 'text/plain', 'text/plain; charset=utf-8'],
      [Buffer.from('a,b\n'), 'text/csv', 'text/plain; charset=utf-8'],
    ] as const) {
      const { url } = await furrow.files.upload(blob(bytes, claimed))
      const kept = await open(harness, url)
      expect(kept.bytes).toEqual(bytes)
      expect(kept.headers.get('content-type')).toBe(type)
      expect(kept.headers.get('content-disposition')).toMatch(/^attachment; filename="file-[\w.-]+"$/)
      expect(kept.headers.get('content-security-policy')).toContain('sandbox')
    }
  })

  test('is refused for what is in it, whatever it is called', async () => {
    const { user, dataDir } = await start()
    const { furrow } = user()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const bad: Record<string, [string | Buffer, string]> = {
      svg: [svg, 'image/svg+xml'],
      'svg as png': [svg, 'image/png'],
      'svg as text': [svg, 'text/plain'],
      'svg as text behind a mark and a line': [`\uFEFF \n${svg}`, 'text/plain'],
      xml: [`<?xml version="1.0"?>${svg}`, 'text/plain'],
      html: ['<!doctype html><p>x', 'text/plain'],
      'text called html': ['hello', 'text/html'],
      'text called an image': ['hello', 'image/png'],
      'a page behind a PDF': [Buffer.concat([pdf, Buffer.from(`<script>${' '.repeat(2_000)}</script>`)]), ''],
      'a PDF that is no PDF': ['%PDF-1.4 hello', 'application/pdf'],
      'a NUL': ['a\0b', 'text/plain'],
      'an escape': ['a\x1b[31mb', 'text/plain'],
      'a C1 control': ['a\u009bb', 'text/plain'],
      'no UTF-8': [Buffer.from([0x61, 0xff]), 'text/plain'],
      zip: [Buffer.from('504b030414000000', 'hex'), ''],
      program: [Buffer.from('7f454c460201010000', 'hex'), 'application/octet-stream'],
      tiff: [Buffer.from('49492a0008000000', 'hex'), 'image/tiff'],
    }
    for (const [what, [bytes, type]] of Object.entries(bad))
      expect(await refusal(furrow.files.upload(blob(Buffer.from(bytes), type))), what).toBe(415)
    expect(await refusal(furrow.files.upload(blob(Buffer.alloc(0), 'text/plain')))).toBe(400)
    const large = Buffer.alloc(5 * 1_048_576 + 1, 'a')
    expect(await refusal(furrow.files.upload(blob(large, 'text/plain')))).toBe(413)
    expect(await refusal(furrow.files.upload(blob(Buffer.alloc(6_000_000, 'a'), 'text/plain')))).toBe(413)
    expect(await namesIn(dataDir)).toEqual([])
    expect((await furrow.files.upload(blob(Buffer.from('{"a":1}'), 'application/json'))).type).toBe(
      'text/plain',
    )
    const most = await furrow.files.upload(blob(large.subarray(1), 'text/plain'))
    expect(most.bytes).toBe(5 * 1_048_576)
  })

  test('that is sent again is the same, and counts once; of two people it is two files of the same bytes', async () => {
    const harness = await start()
    const [one, other] = [harness.user(), harness.user()]
    const upload = ({ furrow }: User) => furrow.files.upload(blob(text, 'text/plain'))
    const made = await Promise.all([upload(one), upload(one), upload(one), upload(other)])
    expect(new Set(made.slice(0, 3).map(({ id }) => id)).size).toBe(1)
    expect(made[3]?.id).not.toBe(made[0]?.id)
    expect((await one.furrow.files.list()).items).toEqual([made[0]])
    const hash = createHash('sha256').update(text).digest('hex')
    expect(await namesIn(harness.dataDir)).toEqual([hash])
    expect(await readFile(join(harness.dataDir, 'files', hash.slice(0, 2), hash))).toEqual(text)
    await requireSound(harness.context)
  })

  test('goes from its address at once when its owner deletes it, and from the disk when nobody has it', async () => {
    const harness = await start()
    const { context, clock, dataDir } = harness
    const [one, other] = [harness.user(), harness.user()]
    const [own, others] = await Promise.all(
      [one, other].map(({ furrow }) => furrow.files.upload(blob(text, 'text/plain'))),
    )
    if (own === undefined || others === undefined) throw new Error('nothing was kept')
    expect(await refusal(one.furrow.files.delete(others.id))).toBe(404)
    await one.furrow.files.delete(own.id)
    expect(await refusal(one.furrow.files.delete(own.id))).toBe(404)
    expect((await open(harness, own.url)).status).toBe(404)
    clock.advance(2 * hour)
    await removeBytes.round(context)
    expect((await open(harness, others.url)).bytes).toEqual(text)

    await harness.user(other).furrow.files.delete(others.id)
    await removeBytes.round(context)
    expect(await namesIn(dataDir)).toHaveLength(1)
    // Somebody sends the same before they are gone.
    const again = await harness.user(one).furrow.files.upload(blob(text, 'text/plain'))
    clock.advance(2 * hour)
    expect(await removeBytes.round(context)).toBe(0)
    expect((await open(harness, again.url)).bytes).toEqual(text)
    await harness.user(one).furrow.files.delete(again.id)
    clock.advance(hour)
    await removeBytes.round(context)
    expect(await namesIn(dataDir)).toEqual([])
    expect(await context.db.selectFrom('file_removals').selectAll().execute()).toEqual([])
    await requireSound(context)
  })

  test('has no name that a database could not carry, and its session is written nowhere', async () => {
    const { logged, send, user } = await start()
    for (const name of ['%00', 'file-1%00', '%ed%a0%80', '%ff', '%'])
      expect((await send('GET', `/files/${name}`)).status, name).toBe(400)
    const { furrow, token } = user()
    await furrow.files.upload(blob(text, 'text/plain'))
    expect(logged()).toContain('busboyOptions')
    expect(logged()).not.toContain(token)
    expect(logged()).not.toMatch(/Bearer/i)
  })

  test('needs a session to be sent, and a form with one file', async () => {
    const { baseUrl, user, visitor } = await start()
    const { token } = user()
    expect(await refusal(visitor.files.upload(blob(text)))).toBe(401)
    const post = async (body: FormData | string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${baseUrl}/files`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
      const { error } = (await answer.json()) as { error?: string }
      return `${answer.status} ${error}`
    }
    const form = (...parts: readonly [string, string | Blob][]) => {
      const made = new FormData()
      for (const [name, value] of parts) made.append(name, value)
      return made
    }
    const file = ['file', blob(text, 'text/plain')] as const
    const cut = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const [body, headers, expected] of [
      ['{}', { 'content-type': 'application/json' }, /^415 .*multipart/],
      ['', cut, /^400 .*(required|cannot be read)/],
      ['--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc', cut, /^400 .*cut off/],
      ['nonsense', { 'content-type': 'multipart/form-data' }, /^400 .*cannot be read/],
      [form(), {}, /^400 /],
      [form(['use', 'public']), {}, /^400 file is required/],
      [form(['image', file[1]]), {}, /^400 .*"file"/],
      [form([...file], [...file]), {}, /^400 .*one file/],
      [form(['use', 'secret'], [...file]), {}, /^400 use /],
      [form(['__proto__', 'a'], [...file]), {}, /^400 /],
      [form(['more', 'a'], [...file]), {}, /^400 .*not known/],
      [form(['use', 'public'], ['use', 'public'], [...file]), {}, /^400 .*more than once/],
      [form(['questId', 'a'.repeat(300)], [...file]), {}, /^400 .*too long/],
      [form(['questId', 'quest-1'], [...file]), {}, /^400 A public file/],
      [form(['a', ''], ['b', ''], ['c', ''], ['d', ''], ['e', ''], [...file]), {}, /^400 /],
    ] as const)
      expect(await post(body, headers)).toMatch(expected)
    expect(await post(form([...file], ['use', 'public']))).toBe('201 undefined')
  })
})

describe('a quota', () => {
  test('of files in a day, and of their bytes in all, is met exactly', async () => {
    const harness = await start({ QUOTA_FILES_A_DAY: '3', QUOTA_FILES_MB: '2' })
    const giver = harness.user()
    const upload = (bytes: Buffer) => giver.furrow.files.upload(blob(bytes, 'text/plain'))
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map(text => refusal(upload(Buffer.from(text)))))
    expect(outcomes.toSorted()).toEqual([429, 'done', 'done', 'done'])
    harness.clock.advance(day)
    const later = harness.user(giver)
    const most = 2 * 1_048_576 - 3
    const send = (bytes: Buffer) => refusal(later.furrow.files.upload(blob(bytes, 'text/plain')))
    expect(await send(Buffer.alloc(most + 1, 'x'))).toBe(429)
    expect(await send(Buffer.alloc(most, 'x'))).toBe('done')
    expect(await send(Buffer.from('e'))).toBe(429)
    const [newest] = (await later.furrow.files.list()).items
    await later.furrow.files.delete(newest?.id ?? '')
    expect(await send(Buffer.from('e'))).toBe('done')
    await requireSound(harness.context)
  })

  test('counts images that cannot be read: to find that out costs as much', async () => {
    const harness = await start({ QUOTA_FILES_A_DAY: '2' })
    const { furrow } = harness.user()
    // Up to its pixels it is one.
    const broken = Buffer.concat([png.subarray(0, png.indexOf('IDAT') + 4), Buffer.alloc(200, 7)])
    const upload = () => refusal(furrow.files.upload(blob(broken, 'image/png')))
    expect([await upload(), await upload(), await upload()]).toEqual([400, 400, 429])
  })

  test('is listed page by page', async () => {
    const { user } = await start()
    const { furrow } = user()
    const ids: string[] = []
    for (const text of ['a', 'b', 'c']) ids.unshift((await furrow.files.upload(blob(Buffer.from(text)))).id)
    const first = await furrow.files.list({ limit: '2' })
    const second = await furrow.files.list({ limit: '2', cursor: first.cursor ?? '' })
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
    expect(second.cursor).toBeNull()
  })
})

describe('evidence', () => {
  test('is for the giver, the farmer and the arbiter alone, and stays while they are judged', async () => {
    const harness = await start()
    const { platform, user } = harness
    const [giver, farmer, rival, stranger] = [user(), user(), user(), user()]
    const { id: questId } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2 })
    for (const { furrow } of [farmer, rival]) await furrow.quests.accept(questId)
    const about = { use: 'evidence', questId, farmer: farmer.address } as const
    const by = ({ furrow }: User, options: object = about) => furrow.files.upload(blob(png), options)
    expect(await refusal(by(rival))).toBe(404)
    expect(await refusal(by(stranger))).toBe(404)
    expect(await refusal(by(giver, { ...about, farmer: stranger.address }))).toBe(404)
    expect(await refusal(by(giver, { use: 'evidence', questId }))).toBe(400)

    const file = await by(farmer)
    expect(file).toMatchObject({ use: 'evidence', questId, url: expect.stringMatching(/-private\.png$/) })
    expect(file.farmer?.toLowerCase()).toBe(farmer.address)
    for (const reader of [giver, farmer, user(platform)]) {
      const shown = await open(harness, file.url, reader)
      expect(shown.status).toBe(200)
      expect(shown.headers.get('cache-control')).toBe('private, no-store')
      expect((await reader.furrow.files.open(`${file.id}.png`)).size).toBe(file.bytes)
    }
    expect((await open(harness, file.url)).status).toBe(401)
    for (const reader of [rival, stranger]) expect((await open(harness, file.url, reader)).status).toBe(404)
    // Given back, it is no work that anybody judges.
    await rival.furrow.quests.withdraw(questId)
    expect(await refusal(by(rival, { ...about, farmer: rival.address }))).toBe(404)
    // The same picture for everyone is another file.
    expect((await farmer.furrow.files.upload(blob(png))).id).not.toBe(file.id)

    await farmer.furrow.quests.submit(questId, { note: 'done' })
    await giver.furrow.quests.dispute(questId, farmer.address, 'It still does not close.')
    const shown = await by(user(platform))
    expect(await refusal(farmer.furrow.files.delete(file.id))).toBe(400)
    await user(platform).furrow.quests.resolve(questId, farmer.address, 'pay')
    await farmer.furrow.files.delete(file.id)
    expect((await open(harness, shown.url, giver)).status).toBe(200)
    harness.clock.advance(minute)
    await requireSound(harness.context)
  })
})

test('an upload with a key is answered again with what it made, and refused with another file', async () => {
  const { user, baseUrl } = await start()
  const { token } = user()
  const send = async (text: string) => {
    const body = new FormData()
    body.set('file', new Blob([text], { type: 'text/plain' }), 'a.txt')
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': '"one"' }
    const response = await fetch(`${baseUrl}/files`, { method: 'POST', headers, body })
    const { status } = response
    return { status, replayed: response.headers.get('idempotent-replayed'), body: await response.json() }
  }
  const first = await send('one')
  expect(first).toMatchObject({ status: 201, replayed: null })
  expect(await send('one')).toEqual({ ...first, replayed: 'true' })
  expect(await send('two')).toMatchObject({ status: 422 })
})
