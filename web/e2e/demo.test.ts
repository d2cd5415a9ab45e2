import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../server/src/ground/log.ts'
import { openDemo } from '../../server/src/service/demo/demo.ts'
import { createService } from '../../server/src/service/start.ts'
import { audit, eventually, see, seeNot, startWeb } from './harness.ts'

async function startDemo(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const service = await createService(await openDemo({ DEMO_DIR: folder, PORT: '0' }), createLog('silent'))
  onTestFinished(() => service[Symbol.asyncDispose]())
  return service.app.listen({ host: '127.0.0.1', port: 0 })
}

test('a demo says so on every page, and a visitor signs in as one of its people', async () => {
  const web = await startWeb()
  const origin = await startDemo()
  const { page } = await web.open(origin)
  const says = page.getByText('This is a demo: its people are made up, and nothing is sent anywhere.')
  await see(says)
  await see(page.getByRole('heading', { level: 2, name: 'Teach the scarecrow to wave' }))
  expect(await audit(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in as one of them' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mill (giver)' }).click()
  await see(page.getByText('You are Mill.'))
  await see(page.getByRole('heading', { name: 'Needs you' }))
  await page.goto(`${origin}/leaderboard`)
  await see(says)
  await page.reload()
  await see(page.getByText('You are Mill.'))
  await page.getByRole('button', { name: 'Be somebody else' }).click()
  await eventually(() => page.getByText('You are Mill.').count(), 0)
})

test('no other service has a banner, or gives keys away', async () => {
  const web = await startWeb()
  const { page } = await web.open('/quests')
  await see(page.getByRole('heading', { level: 1, name: 'Quests' }))
  await seeNot(page.getByText('This is a demo'))
  expect(await web.visitor.config()).not.toHaveProperty('demo')
})
