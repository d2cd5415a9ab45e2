import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NewChannel } from '@furrow/sdk'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { day, hour, second } from '../clock.ts'
import { startHarness } from '../test/harness.ts'
import { hasOpenssl, startHttpsHost } from '../test/https-host.ts'
import { createDelivery, deliverOutbox } from './deliver.ts'

const why = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)'

type Got = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly bytes: Buffer }

/** Somebody with that channel, which leads to a receiver that answers what a test says. */
async function start(channel: (origin: string) => NewChannel, env: Record<string, string> = {}) {
  const got: Got[] = []
  let answer = (_: Got, response: ServerResponse): void => void response.writeHead(204).end()
  const host = await startHttpsHost(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const one = { path: request.url ?? '', headers: request.headers, bytes: Buffer.concat(chunks) }
    got.push(one)
    answer(one, response)
  })
  const harness = await startHarness({ env: { PUBLIC_URL: 'https://barn.example', ...env } })
  const [alice, bob] = [harness.user(), harness.user()]
  const made = await alice.furrow.notifications.add(channel(host.origin))
  const delivery = createDelivery(host.internet)
  return {
    ...harness,
    alice,
    bob,
    made,
    got,
    host,
    answers(act: (got: Got, response: ServerResponse) => void) {
      answer = act
    },
    tell: () => bob.furrow.mail.send({ to: alice.address, subject: 'CANARY', body: 'CANARY' }),
    deliver: (stop?: AbortSignal) => delivery.round(harness.context, stop),
    channel: async () => (await harness.user(alice).furrow.notifications.get()).channels[0],
    waiting: async () => (await harness.context.db.selectFrom('outbox').select('letter').execute()).length,
  }
}

const webhook = (origin: string): NewChannel => ({ kind: 'webhook', url: `${origin}/hook` })
const jsonOf = ({ bytes }: Got) => JSON.parse(bytes.toString())

describe.skipIf(!hasOpenssl)(`a webhook${why}`, () => {
  test('is signed as Standard Webhooks has it, and says nothing of what was written', async () => {
    const { made, tell, deliver, got, bob, clock, channel, alice } = await start(webhook)
    expect(made.secret).toMatch(/^whsec_/)
    expect(JSON.stringify(await alice.furrow.notifications.get())).not.toContain('whsec_')
    const { id } = await tell()
    await deliver()
    const [one] = got as [Got]
    expect(jsonOf(one)).toEqual({
      type: 'letter',
      timestamp: new Date(clock.now()).toISOString(),
      data: {
        id,
        topic: 'letter',
        at: new Date(clock.now()).toISOString(),
        text: `You have a letter from ${bob.account.address}.`,
        from: bob.account.address,
        questId: null,
        url: 'https://barn.example/mail',
      },
    })
    const { 'webhook-id': name, 'webhook-timestamp': at, 'webhook-signature': signature } = one.headers
    const key = Buffer.from(made.secret?.slice('whsec_'.length) ?? '', 'base64')
    const signed = createHmac('sha256', key).update(`${name}.${at}.${one.bytes}`).digest('base64')
    expect({ at: Number(at), signature }).toEqual({
      at: Math.floor(clock.now() / second),
      signature: `v1,${signed}`,
    })
    expect(await channel()).toMatchObject({ problem: null, deliveredAt: new Date(clock.now()).toISOString() })
  })

  test('that fails for a while gets everything in the end, by the same ids', async () => {
    const { tell, deliver, got, clock, channel, waiting, answers, user, alice } = await start(webhook)
    for (const status of [500, 404, 302, 429]) {
      answers((_, response) => response.writeHead(status, { location: '/elsewhere' }).end())
      await tell()
      await deliver()
      await deliver()
      expect((await channel())?.problem).toContain(`It answered ${status}.`)
      clock.advance(hour)
    }
    // A try fails for all: what waits behind it is not tried.
    expect(got).toHaveLength(4)
    expect(got.map(({ path }) => path)).toEqual(Array(4).fill('/hook'))
    expect(await waiting()).toBe(4)
    answers((_, response) => response.end('x'.repeat(5_000_000)))
    await deliver()
    expect(await waiting()).toBe(0)
    expect(new Set(got.slice(0, 4).map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
    expect(await channel()).toMatchObject({ state: 'on', problem: null })
    await user(alice).furrow.notifications.remove((await channel())?.id ?? '')
  })

  test('that fails for three days is given up, as is one that is gone; each can be switched on again', async () => {
    const { tell, deliver, clock, channel, waiting, answers, user, alice } = await start(webhook)
    answers((_, response) => response.writeHead(500).end())
    await tell()
    for (let at = 0; at <= 3 * day; at += 6 * hour) {
      await deliver()
      clock.advance(6 * hour)
    }
    expect(await channel()).toMatchObject({ state: 'failing', problem: 'It answered 500.' })
    expect(await waiting()).toBe(0)
    answers((_, response) => response.writeHead(410).end())
    const id = (await channel())?.id ?? ''
    await user(alice).furrow.notifications.change({ id, on: true })
    await user(alice).furrow.notifications.test(id)
    await deliver()
    expect(await channel()).toMatchObject({ state: 'failing', problem: 'It answered 410.' })
    const { items } = await user(alice).furrow.mail.list()
    expect(items.filter(({ subject }) => subject === 'Notifications ended')).toHaveLength(2)
  })

  test('that hangs keeps nobody else waiting, and what it did not take is sent again', async () => {
    const { tell, deliver, got, answers, alice, host, waiting, made, clock } = await start(webhook)
    await alice.furrow.notifications.add({ kind: 'slack', url: `${host.origin}/slack` })
    const both = Promise.withResolvers<void>()
    answers(({ path }, response) => {
      if (path === '/slack') response.end('ok')
      if (got.length === 2) both.resolve()
    })
    await tell()
    const stop = new AbortController()
    const round = deliver(stop.signal)
    await both.promise
    while ((await waiting()) > 1) await new Promise(setImmediate)
    stop.abort()
    await round
    answers((_, response) => response.end('ok'))
    clock.advance(second)
    await deliver()
    expect(await waiting()).toBe(0)
    const ids = got.filter(({ path }) => path === '/hook').map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).toContain(made.id)
  })

  test('is never on this machine, or in its network', async () => {
    const { tell, context, channel } = await start(() => ({
      kind: 'webhook',
      url: 'https://169.254.169.254/latest/meta-data',
    }))
    await tell()
    await deliverOutbox.round(context)
    expect((await channel())?.problem).toBe('The host is not on the public internet.')
  })

  test('is told of a day in one piece where its owner wants that', async () => {
    const daily = (origin: string): NewChannel => ({ ...webhook(origin), digest: 'daily' })
    const { tell, deliver, got, clock } = await start(daily)
    for (let index = 0; index < 70; index++) await tell()
    clock.advance(day)
    await deliver()
    expect(got).toHaveLength(1)
    const { type, data } = jsonOf(got[0] as Got)
    expect([type, data.count, data.items.length]).toEqual(['digest', 70, 60])
  })
})

describe.skipIf(!hasOpenssl)(`other programs${why}`, () => {
  test('are told in the form that they take, and call nobody by what a title says', async () => {
    const botToken = `1:${'a'.repeat(35)}`
    const { alice, bob, host, deliver, got, user } = await start(origin => ({
      kind: 'discord',
      url: `${origin}/discord`,
    }))
    await alice.furrow.notifications.add({ kind: 'slack', url: `${host.origin}/slack` })
    await alice.furrow.notifications.add({ kind: 'telegram', url: host.origin, botToken, chat: '-100' })
    const { id } = await user(alice).furrow.quests.post({
      ...{ title: '@everyone <!channel> *now*', description: 'd', reward: '1 USDC', rewardAmount: 1 },
      ...{ rewardToken: 'USDC', skills: [], maxFarmers: 1, category: 'c' },
    })
    await bob.furrow.quests.accept(id)
    await deliver()
    const byPath = Object.fromEntries(got.map(one => [one.path, jsonOf(one)]))
    const url = `https://barn.example/quests/${id}`
    expect(byPath['/discord']).toEqual({
      username: 'Furrow',
      content: `Accepted: \\@everyone \\<!channel\\> \\*now\\*\n<${url}>`,
      allowed_mentions: { parse: [] },
    })
    expect(byPath['/slack']).toEqual({
      text: `Accepted: @everyone &lt;!channel&gt; *now*\n<${url}>`,
    })
    expect(byPath[`/bot${botToken}/sendMessage`]).toMatchObject({
      chat_id: '-100',
      text: `Accepted: @everyone <!channel> *now*\n${url}`,
    })
    const shown = JSON.stringify(await alice.furrow.notifications.get())
    for (const secret of [botToken, '/discord', '/slack']) expect(shown).not.toContain(secret)
  })

  test('that are browsers get what their push service cannot read, from a sender that it knows', async () => {
    const browser = createECDH('prime256v1')
    browser.generateKeys()
    const auth = randomBytes(16)
    const push = (origin: string): NewChannel => ({
      kind: 'push',
      push: {
        endpoint: `${origin}/push/1`,
        keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
      },
    })
    const contact = { WEB_PUSH_CONTACT: 'mailto:op@barn.example' }
    const { tell, deliver, got, alice, bob, channel, answers } = await start(push, contact)
    await tell()
    await deliver()
    const [one] = got as [Got]
    expect(JSON.parse(decrypt(one.bytes, browser, auth))).toEqual({
      id: expect.stringContaining('mail-'),
      title: 'Furrow',
      body: `You have a letter from ${bob.account.address}.`,
      url: 'https://barn.example/mail',
    })
    const { pushKey } = await alice.furrow.notifications.get()
    const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(one.headers.authorization ?? '') ?? []
    expect(key).toBe(pushKey)
    expect(decodeJwt(token).sub).toBe('mailto:op@barn.example')
    answers((_, response) => response.writeHead(404).end())
    await tell()
    await deliver()
    expect(await channel()).toMatchObject({ state: 'failing' })
  })
})

/** RFC 8291 and RFC 8188, from the side of the browser. */
function decrypt(bytes: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = bytes.subarray(0, 16)
  const sender = bytes.subarray(21, 21 + (bytes[20] as number))
  const sealed = bytes.subarray(21 + sender.length)
  const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender])
  const key = derive(browser.computeSecret(sender), auth, info, 32)
  const cipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
    derive(key, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
  ).setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
