import type { CDPSession } from 'playwright-core'
import { test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { crowdEnv } from './crowd.ts'
import { eventually, quiet, startWeb } from './harness.ts'

const comments = 300
const pause = 150

/** The heap that is left once nothing more can be collected, and the nodes of the page, shown or not. */
async function measureHeap(devtools: CDPSession) {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (asked: string) => metrics.find(({ name }) => name === asked)?.value ?? 0
  return { 'heap MB': Number((of('JSHeapUsedSize') / 1e6).toFixed(1)), nodes: of('Nodes') }
}

test('how much memory a tab of a quest takes while comments come', async () => {
  const web = await startWeb({ env: { ...crowdEnv, ...quiet } })
  const [giver, reader, ...writers] = Array.from({ length: 22 }, () => web.user())
  if (giver === undefined || reader === undefined) throw new Error('nobody is there')
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const { page } = await web.open(`/quests/${id}`, { as: reader })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const drawn = () => page.getByRole('heading', { name: /^Conversation/ }).textContent()
  await eventually(async () => (await drawn())?.trim(), 'Conversation')
  console.log(0, await measureHeap(devtools))
  let written = 0
  const write = async (count: number) => {
    for (let each = 0; each < count; each++) {
      const body = `Load **${++written}** is in, and dry. See [the list](https://example.org/${written}).`
      await writers[written % writers.length]?.furrow.quests.comment({ questId: id, body })
      await page.waitForTimeout(pause)
    }
    await eventually(async () => (await drawn())?.includes(`${written} comments`), true)
    console.log(written, await measureHeap(devtools))
  }
  for (let part = 0; part < 6; part++) await write(comments / 6)
  // Level: the second three hundred add little.
  await write(comments)
  await page.waitForTimeout(30_000)
  console.log('half a minute later', await measureHeap(devtools))
}, 1_200_000)
