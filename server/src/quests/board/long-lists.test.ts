import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Quest } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness } from '../../../test/harness.ts'
import { watchDatabase } from '../../../test/statements.ts'

const megabyte = 1_000_000

/** Every page of it, as the Link headers lead on, with the bytes of each. */
async function readPages({ baseUrl }: Harness, query: string): Promise<{ quests: Quest[]; bytes: number }[]> {
  const pages = []
  for (let url: string | null = `${baseUrl}/quests?${query}`; url !== null; ) {
    const response: Response = await fetch(url)
    expect(response.status).toBe(200)
    const text = await response.text()
    pages.push({ quests: JSON.parse(text) as Quest[], bytes: Buffer.byteLength(text) })
    const [, next] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? []
    url = next === undefined ? null : new URL(next, baseUrl).href
  }
  return pages
}

async function post({ user }: Harness, count: number, draft: object): Promise<string[]> {
  const giver = user()
  const posted = Array.from({ length: count }, () => giver.furrow.quests.post({ ...sampleQuest, ...draft }))
  return (await Promise.all(posted)).map(({ id }) => id)
}

describe('a list of quests with long texts', () => {
  test('ends at about a megabyte, and leads on until all were shown once', async () => {
    const harness = await startHarness()
    const ids = await post(harness, 120, { description: '\u00e9'.repeat(20_000) })
    const newest = ids.toSorted().reverse()
    const sorted = ['sort=reward&token=USDC', 'sort=deadline', 'sort=relevance&q=gate', 'sort=oldest']
    for (const query of ['', 'limit=1000', 'limit=70', ...sorted]) {
      const pages = await readPages(harness, query)
      for (const { bytes } of pages) expect(bytes).toBeLessThan(1.1 * megabyte)
      expect(pages.length).toBeGreaterThan(4)
      const found = pages.flatMap(({ quests }) => quests.map(({ id }) => id))
      expect(found).toEqual(query === 'sort=oldest' ? newest.toReversed() : newest)
    }
  })

  test('has at least one quest in a page, however large', async () => {
    const harness = await startHarness()
    await post(harness, 2, {})
    const { db } = harness.context
    // As it could be posted once: more than a page has room for.
    await db
      .updateTable('quests')
      .set({ description: '\u0001'.repeat(200_000) })
      .execute()
    const pages = await readPages(harness, '')
    expect(pages.map(({ quests }) => quests.length)).toEqual([1, 1])
  })
})

describe('a quest with many farmers and long notes', () => {
  test('shows them page by page, and a list shows them without their notes', async () => {
    const harness = await startHarness()
    const [id = ''] = await post(harness, 1, { maxFarmers: 120 })
    const farmers = Array.from({ length: 120 }, () => harness.user())
    await Promise.all(
      farmers.map(async ({ furrow }) => {
        await furrow.quests.accept(id)
        await furrow.quests.submit(id, { note: '\u0416'.repeat(5_000), url: 'https://example.org/gate' })
      }),
    )
    const pages = await readPages(harness, `id=${id}`)
    expect(pages.length).toBe(2)
    for (const { bytes } of pages) expect(bytes).toBeLessThan(1.1 * megabyte)
    const shown = pages.flatMap(({ quests: [quest] }) => quest?.farmers ?? [])
    expect(new Set(shown.map(({ address }) => address.toLowerCase()))).toEqual(
      new Set(farmers.map(({ address }) => address)),
    )
    expect(shown).toHaveLength(120)
    expect((await harness.visitor.quests.get(id)).farmers).toEqual(shown)

    const [listed] = (await harness.visitor.quests.list()).items
    expect(listed?.farmers).toEqual(
      shown.map(
        ({ submission, returned, disputeReason, disputeOtherwise, answer, decision, ...farmer }) => farmer,
      ),
    )
  })

  test('refuses a cursor that it did not give', async () => {
    const harness = await startHarness()
    const [id = ''] = await post(harness, 1, {})
    for (const cursor of ['nonsense', '1', '1-0x00', `1-0x${'g'.repeat(40)}`])
      expect((await harness.send('GET', `/quests?id=${id}&cursor=${cursor}`)).status, cursor).toBe(400)
  })
})

describe('what is kept of lists', () => {
  test('is made of each quest once, until that quest changes', async () => {
    const harness = await startHarness()
    const [first = '', ...others] = await post(harness, 20, {})
    await harness.visitor.quests.list()
    await harness.user().furrow.quests.accept(first)
    const { statements, stop } = watchDatabase()
    const { items } = await harness.visitor.quests.list()
    stop()
    expect(items).toHaveLength(1 + others.length)
    const read = statements.filter(({ sql }) => /^select \* from "quests" where/.test(sql))
    expect(read).toHaveLength(1)
    expect(JSON.stringify(read[0]?.parameters)).toContain(first)
    for (const other of others) expect(JSON.stringify(read[0]?.parameters)).not.toContain(other)
  })

  test('is the same list whatever else stands in the query', async () => {
    const harness = await startHarness()
    await post(harness, 3, {})
    await harness.send('GET', '/quests?limit=2')
    const { statements } = watchDatabase()
    for (let index = 0; index < 20; index++) {
      const answer = await harness.send('GET', `/quests?x=${index}&limit=2`)
      expect(answer.headers.get('link')).not.toContain('x=')
    }
    expect(statements.filter(({ sql }) => /from "quests"/.test(sql))).toEqual([])
  })
})

describe('a board', () => {
  test('is sent compressed to who can read that, and is the same', async () => {
    const harness = await startHarness()
    await post(harness, 10, {})
    const ask = async (encoding: string) => {
      const response = await harness.service.app.inject({
        url: `${harness.context.config.basePath}/quests`,
        headers: { 'accept-encoding': encoding },
      })
      return { headers: response.headers, bytes: response.rawPayload }
    }
    const plain = await ask('identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const [br, gzip] = [await ask('gzip, deflate, br'), await ask('gzip;q=1.0, *;q=0')]
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip' })
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    expect(br.bytes.length).toBeLessThan(plain.bytes.length / 3)
    // A cache must not give the bytes of one form to who has another one (RFC 9110, section 8.8.3.3).
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
  })
})
