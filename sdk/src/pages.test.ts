import { expect, test } from 'vitest'
import { createFurrow } from './client.ts'
import { everyPage } from './pages.ts'
import { startServer } from './test/server.ts'

test('every page of a list is read, by the cursor that the page before named', async () => {
  const { baseUrl, asked } = await startServer(({ path }) => {
    const [, page = '1'] = /cursor=(\d)/.exec(path) ?? []
    const next = Number(page) + 1
    const headers = next <= 3 ? { link: `</api/quests?cursor=${next}>; rel="next"` } : {}
    return { body: [page], headers }
  })
  const { quests } = createFurrow({ baseUrl })
  const pages: unknown[] = []
  for await (const items of everyPage(from => quests.list({ status: 'open', ...from }))) pages.push(items)
  expect(pages).toEqual([['1'], ['2'], ['3']])
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/quests?status=open',
    '/api/quests?status=open&cursor=2',
    '/api/quests?status=open&cursor=3',
  ])
})

test('works are shown as paid a hundred at a time, and answered in their order', async () => {
  const { baseUrl, asked } = await startServer(({ body }) => ({ body: { works: JSON.parse(body).works } }))
  const works = Array.from({ length: 201 }, (_, index) => ({ questId: `quest-${index}`, farmer: '0x1' }))
  expect(await createFurrow({ baseUrl }).payouts.paidMany('0x2', works, 1)).toEqual(works)
  const sent = asked.map(({ body }) => JSON.parse(body))
  expect(sent.map(({ chainId, txHash, works }) => [chainId, txHash, works.length])).toEqual([
    [1, '0x2', 100],
    [1, '0x2', 100],
    [1, '0x2', 1],
  ])
})
