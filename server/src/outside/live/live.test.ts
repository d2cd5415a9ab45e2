import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { createFurrow, type LiveEvent } from '@furrow/sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  createFakeClock,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { startProcess } from '../../../test/processes.ts'
import { signerOf } from '../../../test/signer.ts'
import { day, second } from '../../ground/clock.ts'
import { createStream } from './stream.ts'

type Raw = {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  text(): string
  readonly ended: Promise<unknown>
  leave(): void
}

/** A stream as its bytes come, on a connection of its own. */
async function listen(baseUrl: string, headers: Record<string, string> = {}): Promise<Raw> {
  const asked = get(`${baseUrl}/events`, { headers, agent: false })
  onTestFinished(() => void asked.destroy())
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  asked.on('error', () => {})
  response.on('error', () => {})
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    ended: once(response, 'end').catch(() => {}),
    leave: () => void asked.destroy(),
  }
}

const as = ({ token }: Pick<User, 'token'>) => ({ authorization: `Bearer ${token}` })

/** The names of the events after the beginning. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/^event: (.*)$/gm)].map(([, name]) => name as string).slice(1)
}

const patient = { timeout: 15_000 }
const has = (stream: Raw, text: string) => expect.poll(stream.text, patient).toContain(text)
const begun = (stream: Raw) => has(stream, 'event: ready')
const lastId = (stream: Raw) => [...stream.text().matchAll(/^id: (.*)$/gm)].at(-1)?.[1] as string

/** Two services on one database. */
async function startTwo(env: Record<string, string> = {}): Promise<[Harness, Harness]> {
  const shared = { ...(await takeSharedDatabase()), ...env }
  const clock = createFakeClock()
  return [await startHarness({ env: shared, clock }), await startHarness({ env: shared, clock })]
}

describe('a stream of events', () => {
  test('tells everyone that the board changed, and its owner alone of a letter, whichever process wrote', async () => {
    const [here, there] = await startTwo()
    const [ada, ben] = [here.user(), here.user()]
    const [visitor, hers, his] = await Promise.all([
      listen(here.baseUrl),
      listen(here.baseUrl, as(ada)),
      listen(here.baseUrl, as(ben)),
    ])
    expect(visitor.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': expect.stringContaining('no-store'),
      'x-accel-buffering': 'no',
    })
    await Promise.all([visitor, hers, his].map(begun))
    expect(visitor.text()).toContain('"address":null')
    expect(his.text()).toContain(`"address":"${ben.account.address}","resumed":false,"unread":0`)

    await there.user(ada).furrow.mail.send({ to: ben.address, subject: 'The key', body: 'Under the stone.' })
    await has(his, 'event: mail\ndata: {"unread":1}')
    await has(his, 'event: tasks')
    await has(hers, 'event: mail\ndata: {"unread":0}')
    // A quest that soon takes nobody any more waits for its giver, without any letter.
    const deadline = new Date(here.clock.now() + day).toISOString()
    await there.user(ada).furrow.quests.post({ ...sampleQuest, deadline })
    await Promise.all([visitor, hers, his].map(stream => has(stream, 'event: quests')))
    await has(hers, 'event: tasks')
    expect(namesIn(visitor.text()).filter(name => name === 'mail' || name === 'tasks')).toEqual([])
    expect(namesIn(his.text()).filter(name => name === 'tasks')).toHaveLength(1)
    // An id has digests, which may spell anything.
    const told = [visitor, hers, his].map(({ text }) => text().replace(/^id: .*$/gm, '')).join('')
    expect(told).not.toMatch(/stone|The key|gate/)
    expect(told.match(/0x\w+/g)?.sort()).toEqual([ada.account.address, ben.account.address].sort())
  })

  test('tells who comes back what was missed, and nothing else', async () => {
    const { baseUrl, user } = await startHarness()
    const [ada, ben] = [user(), user()]
    const before = await listen(baseUrl, as(ben))
    await begun(before)
    const id = lastId(before)
    const again = await listen(baseUrl, { ...as(ben), 'last-event-id': id })
    await has(again, '"resumed":true')
    await ada.furrow.mail.send({ to: ben.address, subject: 'Soup?', body: 'On Sunday.' })
    await has(again, 'event: mail')
    expect(namesIn(again.text()).filter(name => name === 'quests')).toEqual([])
    const late = await listen(baseUrl, { ...as(ben), 'last-event-id': id })
    await has(late, 'event: mail\ndata: {"unread":1}')
    // Another person's id tells nothing of this one's mail, and an invalid id tells nothing at all.
    const other = await listen(baseUrl, { ...as(ada), 'last-event-id': id })
    await has(other, 'event: mail')
    const strange = await listen(baseUrl, { 'last-event-id': '1.2' })
    await has(strange, '"resumed":false')
  })

  test('ends with the session or the key that it was asked for with', async () => {
    const [here, there] = await startTwo()
    const { clock, baseUrl, send } = here
    const [ada, ben, bot] = [here.user(), here.user(), await here.signIn()]
    const { key, id } = await bot.furrow.keys.make(
      { account: bot.account, signMessage: ({ message }) => bot.account.signMessage({ message }) },
      { name: 'a bot', scopes: ['mail'], days: 1 },
    )
    const [hers, his, bots, strangers] = await Promise.all([
      listen(baseUrl, as(ada)),
      listen(baseUrl, as(ben)),
      listen(baseUrl, as({ token: key })),
      listen(baseUrl),
    ])
    await Promise.all([hers, his, bots, strangers].map(begun))
    await bot.furrow.keys.revoke(id)
    await there.user(ben).furrow.signOutEverywhere()
    clock.advance(2 * second)
    await Promise.all([bots.ended, his.ended])
    expect((await send('GET', '/events', { token: key })).status).toBe(401)
    clock.advance(24 * 3_600 * second)
    await hers.ended
    expect((await send('GET', '/events', { token: ada.token })).status).toBe(401)
    // Visitors needed no session and hear on; their silent stream is kept alive.
    await has(strangers, '\n\n:\n\n')
    await here.user().furrow.quests.post(sampleQuest)
    await has(strangers, 'event: quests')
  })

  test('ends when the days of its key are over', async () => {
    const { baseUrl, clock, signIn, user } = await startHarness()
    const bot = await signIn()
    const { key } = await bot.furrow.keys.make(signerOf(bot), { name: 'a bot', scopes: ['mail'], days: 1 })
    const [stream, strangers] = await Promise.all([listen(baseUrl, as({ token: key })), listen(baseUrl)])
    await Promise.all([stream, strangers].map(begun))
    clock.advance(24 * 3_600 * second)
    await user().furrow.quests.post(sampleQuest)
    await has(strangers, 'event: quests')
    expect(stream.text()).not.toContain('event: quests')
  })

  test('ends with its key when the wallet signs out everywhere, before it tells of anything more', async () => {
    const [here, there] = await startTwo()
    const user = await here.signIn()
    const { key } = await user.furrow.keys.make(signerOf(user), { name: 'a bot', scopes: ['mail'], days: 1 })
    const [stream, strangers] = await Promise.all([
      listen(here.baseUrl, as({ token: key })),
      listen(here.baseUrl),
    ])
    await Promise.all([stream, strangers].map(begun))
    await there.user(user).furrow.signOutEverywhere()
    here.clock.advance(2 * second)
    await here.user().furrow.quests.post(sampleQuest)
    await has(strangers, 'event: quests')
    expect(stream.text()).not.toContain('event: quests')
    await stream.ended
  })

  test('is one of so many for a wallet, a network and all, and is no work under way', async () => {
    const { baseUrl, send, user } = await startHarness({
      env: {
        EVENT_STREAMS: '4',
        EVENT_STREAMS_NETWORK: '3',
        EVENT_STREAMS_WALLET: '1',
        MAX_IN_FLIGHT: '1',
        TRUST_PROXY: 'true',
      },
    })
    const ada = user()
    const from = (ip: string) => ({ 'x-forwarded-for': ip })
    const open = []
    open.push(await listen(baseUrl, { ...as(ada), ...from('10.0.0.1') }))
    const second = await send('GET', '/events', { token: ada.token, headers: from('10.0.0.2') })
    expect({ status: second.status, after: second.headers.get('retry-after') }).toEqual({
      status: 429,
      after: '60',
    })
    for (const _ of [1, 2]) open.push(await listen(baseUrl, from('10.0.0.1')))
    expect((await send('GET', '/events', { headers: from('10.0.0.1') })).status).toBe(429)
    open.push(await listen(baseUrl, from('10.0.0.2')))
    const over = await send('GET', '/events', { headers: from('10.0.0.3') })
    expect({ status: over.status, after: over.headers.get('retry-after') }).toEqual({
      status: 503,
      after: '5',
    })
    expect(over.body).toEqual({ error: expect.stringMatching(/\.$/), code: expect.any(String) })
    expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await send('GET', '/quests')).status).toBe(200)
    const figures = await (await fetch(new URL('/metrics', baseUrl))).text()
    expect(figures).toContain('furrow_event_streams 4')
    expect(figures).not.toContain('route="/api/events",method="GET",status="2xx"')
  })

  test('makes room when its client goes away', async () => {
    const { baseUrl, send } = await startHarness({ env: { EVENT_STREAMS: '1' } })
    const { leave } = await listen(baseUrl)
    expect((await send('GET', '/events')).status).toBe(503)
    leave()
    await expect.poll(async () => (await listen(baseUrl)).status, patient).toBe(200)
  })

  test('is not there where there are to be none', async () => {
    const { send } = await startHarness({ env: { EVENT_STREAMS: '0' } })
    expect((await send('GET', '/events')).status).toBe(404)
    expect((await send('GET', '/config')).body.events).toBe(false)
  })

  test('is dropped where nobody reads it', () => {
    const stream = createStream(null, undefined, null, 0)
    for (let count = 0; count < 1_000; count++) stream.write('event: quests\ndata: {"revision":1}\n\n')
    expect(stream.body.destroyed).toBe(true)
  })

  test('ends at once when the service is told to stop, and none begins any more', async () => {
    const { baseUrl, kill } = await startProcess({ ...(await takeSharedDatabase()), SHUTDOWN_DELAY: '1' })
    onTestFinished(async () => void (await kill('SIGKILL')))
    const stream = await listen(baseUrl)
    await begun(stream)
    const silent = connect(Number(new URL(baseUrl).port), '127.0.0.1')
    silent.on('error', () => {})
    silent.write('GET /api/events HTTP/1.1\r\nHost: a\r\n\r\n')
    const ended = kill('SIGTERM')
    await stream.ended
    const late = await fetch(`${baseUrl}/events`)
    expect({ status: late.status, connection: late.headers.get('connection') }).toEqual({
      status: 503,
      connection: 'close',
    })
    expect(await ended).toBe(0)
  })
})

describe('the client', () => {
  test('hears of changes until it is told to stop, and fails where its session is over', async () => {
    const [here, there] = await startTwo()
    const { baseUrl, user } = here
    const [ada, ben] = [user(), user()]
    const delays: number[] = []
    const furrow = createFurrow({
      baseUrl,
      token: ben.token,
      retry: { delay: async pause => void delays.push(pause) },
    })
    const stop = new AbortController()
    const heard: LiveEvent[] = []
    const listening = (async () => {
      for await (const event of furrow.events({ signal: stop.signal })) heard.push(event)
    })()
    const types = () => heard.map(({ type }) => type)
    await expect.poll(types, patient).toEqual(['ready'])
    await there.user(ada).furrow.mail.send({ to: ben.address, subject: 'Soup?', body: 'On Sunday.' })
    await expect.poll(types, patient).toContain('mail')
    stop.abort()
    await listening
    await there.user(ben).furrow.signOutEverywhere()
    here.clock.advance(2 * second)
    const refused = async () => {
      for await (const _ of furrow.events()) expect.unreachable()
    }
    await expect(refused()).rejects.toMatchObject({ status: 401 })
    expect(delays).toEqual([])
  })
})
