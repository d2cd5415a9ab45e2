import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleQuest } from '../../server/test/harness.ts'
import { eventually, see, seeNot, startWeb, type WebHarness } from './harness.ts'

/** Stops the polling by the clock: every shown change was told. */
function withoutPolling(): void {
  const { setInterval } = window
  const seldom = (run: TimerHandler, every = 0, ...rest: unknown[]) =>
    every < 3_000 ? setInterval(run, every, ...rest) : 0
  window.setInterval = seldom as typeof setInterval
}

/** The service's streams: the account behind each, and their number in all. */
function watchStreams({ service }: WebHarness) {
  const open: ('visitor' | 'session')[] = []
  let all = 0
  service.app.server.on('request', ({ url, headers }: IncomingMessage, response: ServerResponse) => {
    if (url !== '/api/events') return
    const as = headers.authorization === undefined ? 'visitor' : 'session'
    open.push(as)
    all++
    response.once('close', () => open.splice(open.indexOf(as), 1))
  })
  return { as: () => [...open], all: () => all }
}

const unread = (page: Page, count: number) =>
  page.getByRole('navigation').getByRole('link', { name: /^Mail/ }).getByText(`${count} unread`)

test('two tabs share one connection, and both see new work and new mail; who closes the first hands it over', async () => {
  const web = await startWeb()
  const [ada, ben] = [web.user(), web.user()]
  const streams = watchStreams(web)
  const { page: first, context } = await web.open('about:blank', { as: ben })
  await context.addInitScript(withoutPolling)
  await first.goto(web.url('/quests'))
  await eventually(streams.as, ['session'])
  const before = streams.all()
  const second = await context.newPage()
  await second.goto(web.url('/mail'))
  await see(second.getByText('Nothing here.'))

  const { id } = await ada.furrow.quests.post({ ...sampleQuest, title: 'Paint the barn' })
  await see(first.getByRole('link', { name: 'Paint the barn' }))
  await ada.furrow.mail.send({ to: ben.address, subject: 'It rains', body: 'At last.' })
  await see(second.getByRole('link', { name: /It rains/ }))
  for (const page of [first, second]) await see(unread(page, 1))
  // An open quest's page.
  await second.goto(web.url(`/quests/${id}`))
  await see(second.getByRole('heading', { name: 'Paint the barn', level: 1 }))
  await ada.furrow.quests.cancel(id)
  await see(second.getByText('Cancelled'))
  expect({ as: streams.as(), all: streams.all() }).toEqual({ as: ['session'], all: before })

  await first.close()
  await eventually(streams.all, before + 1)
  await ada.furrow.mail.send({ to: ben.address, subject: 'It pours', body: 'Come in.' })
  await see(unread(second, 2))
})

test('a tab that is hidden for long lets go of it, and asks again when it is looked at; who signs out hears as a visitor', async () => {
  const web = await startWeb()
  const [ada, ben] = [web.user(), web.user()]
  const streams = watchStreams(web)
  const { page, context } = await web.open('about:blank', { as: ben })
  await context.addInitScript(withoutPolling)
  await page.clock.install()
  await page.goto(web.url('/quests'))
  await eventually(streams.as, ['session'])
  const hide = (isHidden: boolean) =>
    page.evaluate(isHidden => {
      for (const [name, value] of Object.entries({
        hidden: isHidden,
        visibilityState: isHidden ? 'hidden' : 'visible',
      }))
        Object.defineProperty(document, name, { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await hide(true)
  await page.clock.fastForward('01:01')
  await eventually(streams.as, [])
  await ada.furrow.quests.post({ ...sampleQuest, title: 'Paint the barn' })
  await hide(false)
  await see(page.getByRole('link', { name: 'Paint the barn' }))
  await eventually(streams.as, ['session'])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await eventually(streams.as, ['visitor'])
  await ada.furrow.quests.post({ ...sampleQuest, title: 'Mend the roof' })
  await see(page.getByRole('link', { name: 'Mend the roof' }))
  await seeNot(unread(page, 1))
})

test('a conversation that somebody follows for long keeps its page short, and shows the rest to who asks', async () => {
  const web = await startWeb()
  const [giver, writer, reader] = [web.user(), web.user(), web.user()]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  const { page } = await web.open(`/quests/${id}`, { as: reader })
  await see(page.getByRole('heading', { name: 'Conversation' }))
  for (let number = 1; number <= 155; number++)
    await writer.furrow.quests.comment({ questId: id, body: `Load ${number} is in.` })
  await see(page.getByText('Load 155 is in.'))
  const said = page.getByText(/^Load \d+ is in\.$/)
  await eventually(async () => (await said.count()) < 100, true)
  await see(page.getByText('Load 1 is in.', { exact: true }))
  const before = await said.count()
  await page.getByRole('button', { name: /^Show earlier/ }).click()
  await eventually(async () => (await said.count()) >= before + 50, true)
  await writer.furrow.quests.comment({ questId: id, body: 'Load 156 is in.' })
  await see(page.getByText('Load 156 is in.'))
  expect(await said.count()).toBeGreaterThan(before + 50)
})
