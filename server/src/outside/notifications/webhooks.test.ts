import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NewChannel } from '@furrow/sdk'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { createWallet, startHarness } from '../../../test/harness.ts'
import { hasOpenssl, startHttpsHost } from '../../../test/https-host.ts'
import { checksum, shorten } from '../../ground/address.ts'
import { day, hour, minute, second } from '../../ground/clock.ts'
import { isUnknown, sealTarget } from '../../people/mail/channel-target.ts'
import { createDelivery } from './deliver.ts'
import { confirmationUrl } from './links.ts'

const why = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)'

type Got = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly bytes: Buffer }

/** Somebody with that channel, which leads to a receiver that answers as a test says. */
async function start(channel: (origin: string) => NewChannel, env: Record<string, string> = {}) {
  const got: Got[] = []
  let answer = echo
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
  /** All who were asked agree. */
  async function agree() {
    await delivery.round(harness.context)
    const { db } = harness.context
    const asked = await db.selectFrom('subscriptions').selectAll().where('state', '=', 'asked').execute()
    for (const one of asked)
      await harness.visitor.notifications.confirm(tokenOf(confirmationUrl(harness.context, one)))
    got.splice(0)
  }
  await agree()
  return {
    agree,
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

/** Answers like a receiver that understands the question. */
function echo(one: Got, response: ServerResponse): void {
  const isJson = one.headers['content-type'] === 'application/json'
  response.end(isJson ? (jsonOf(one).data?.challenge ?? '') : '')
}

const tokenOf = (text: string) => /confirm\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
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
        text: `You have a letter from ${shorten(checksum(bob.address))}.`,
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

  test('is used once it has given back what it was sent, and is asked again when its owner wants that', async () => {
    const { alice, host, tell, deliver, got, answers, clock, waiting } = await start(webhook)
    const { id, secret, state } = await alice.furrow.notifications.add({
      kind: 'webhook',
      url: `${host.origin}/victim`,
    })
    expect(state).toBe('asked')
    const stateOf = async () =>
      (await alice.furrow.notifications.get()).channels.find(channel => channel.id === id)
    const sent = () => got.filter(({ path }) => path === '/victim')
    // A receiver that echoes everything does not understand the question.
    answers((one, response) => response.end(one.path === '/victim' ? one.bytes : ''))
    await tell()
    for (let tries = 0; tries < 8; tries++) {
      await deliver()
      clock.advance(10 * minute)
    }
    expect(sent().map(one => jsonOf(one).type)).toEqual(Array(5).fill('channel.challenge'))
    expect(await stateOf()).toMatchObject({ state: 'asked', problem: expect.stringContaining('challenge') })
    expect(await waiting()).toBe(0)
    await expect(alice.furrow.notifications.test(id)).rejects.toMatchObject({ status: 400 })

    answers((one, response) =>
      response.end(JSON.stringify({ challenge: jsonOf(one).data.challenge, more: 1 })),
    )
    expect(await alice.furrow.notifications.change({ id, on: true })).toMatchObject({ state: 'asked' })
    await deliver()
    expect(await stateOf()).toMatchObject({ state: 'on', problem: null })
    const asked = sent().at(-1) as Got
    const { 'webhook-id': name, 'webhook-timestamp': at, 'webhook-signature': signature } = asked.headers
    const key = Buffer.from(secret?.slice('whsec_'.length) ?? '', 'base64')
    const signed = createHmac('sha256', key).update(`${name}.${at}.${asked.bytes}`).digest('base64')
    expect(signature).toBe(`v1,${signed}`)
    await tell()
    await deliver()
    expect(jsonOf(sent().at(-1) as Got).type).toBe('letter')
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

  test('that is away for 33 seconds while 14 things happen has all of them within a minute after it, in order', async () => {
    const { tell, deliver, got, clock, answers } = await start(webhook)
    const told: string[] = []
    const taken: string[] = []
    for (let at = 0; at < 33 + 60; at++) {
      answers((one, response) => {
        if (at >= 33) taken.push(jsonOf(one).data.id)
        response.writeHead(at < 33 ? 503 : 204).end()
      })
      if (at < 33 && told.length * 2.4 <= at) told.push((await tell()).id)
      await deliver()
      clock.advance(second)
    }
    expect(told).toHaveLength(14)
    expect(taken).toEqual(told)
    // Each of the tries was one for all of them.
    expect(got.length - taken.length).toBeLessThan(5)
  })

  test('that is paused says until when, and is tried at once where its owner wants that', async () => {
    const { tell, deliver, got, clock, channel, answers, waiting, alice } = await start(webhook)
    answers((_, response) => response.writeHead(500).end())
    for (let index = 0; index < 8; index++) {
      await tell()
      await deliver()
      clock.advance(5 * second * 2 ** index)
    }
    await deliver()
    const now = clock.now()
    const shown = await channel()
    expect(Date.parse(shown?.failingSince ?? '')).toBeLessThan(now)
    expect(Date.parse(shown?.pausedUntil ?? '')).toBeGreaterThan(now + 10 * minute)
    answers((_, response) => response.end())
    got.splice(0)
    await deliver()
    expect(got).toEqual([])
    const changed = await alice.furrow.notifications.change({ id: shown?.id ?? '', on: true })
    expect(changed).toMatchObject({ failingSince: null, pausedUntil: null, problem: null })
    await deliver()
    expect([got.length, await waiting()]).toEqual([8, 0])
    expect(await channel()).toMatchObject({ failingSince: null, pausedUntil: null })
  })

  test('that refuses one message for what it says has all others meanwhile, and is rid of it in the end', async () => {
    const { tell, deliver, got, clock, answers, channel, waiting } = await start(webhook)
    const { id: poison } = await tell()
    answers((one, response) => response.writeHead(jsonOf(one).data.id === poison ? 422 : 204).end())
    await deliver()
    expect(await channel()).toMatchObject({ state: 'on', problem: 'It answered 422.' })
    const others = [(await tell()).id, (await tell()).id]
    clock.advance(5 * second)
    await deliver()
    expect(got.map(one => jsonOf(one).data.id).slice(-2)).toEqual(others)
    expect((await channel())?.problem).toContain('one of the messages')
    for (let tries = 0; tries < 4; tries++) {
      clock.advance(20 * minute)
      others.push((await tell()).id)
      await deliver()
      expect(jsonOf(got.at(-1) as Got).data.id).toBe(others.at(-1))
    }
    expect(await waiting()).toBe(0)
    expect(got.filter(one => jsonOf(one).data.id === poison)).toHaveLength(6)
    expect(await channel()).toMatchObject({ state: 'on' })
  })

  test('is not delayed by 120 channels of 12 wallets that hang', async () => {
    const { made, tell, deliver, got, answers, context, host, clock } = await start(webhook)
    const { db } = context
    const own = await db
      .selectFrom('subscriptions')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    const hanging = Array.from({ length: 12 }, () => createWallet()).flatMap(({ address }, wallet) =>
      Array.from({ length: 10 }, (_, index) => ({ ...own, address, id: `hanging-${wallet}-${index}` })),
    )
    const target = sealTarget(context, { kind: 'webhook', url: `${host.origin}/hang`, secret: 'whsec_' })
    const now = clock.now()
    // They have taken something, so nothing tells them from others yet.
    await db
      .insertInto('subscriptions')
      .values(hanging.map(one => ({ ...one, target, delivered_at: now - day })))
      .execute()
    await db
      .insertInto('outbox')
      .values(
        hanging.map(({ id: channel, address }) => ({
          channel,
          address,
          letter: 'test',
          topic: 'test',
          at: now - 1,
          digest: null,
          due_at: now - 1,
        })),
      )
      .execute()
    const arrived = Promise.withResolvers<number>()
    answers(({ path }, response) => {
      if (path !== '/hook') return
      response.end('ok')
      arrived.resolve(got.length)
    })
    await db
      .updateTable('subscriptions')
      .set({ delivered_at: now - day })
      .where('id', '=', made.id)
      .execute()
    await tell()
    const stop = new AbortController()
    const round = deliver(stop.signal)
    expect(await arrived.promise).toBeLessThan(40)
    stop.abort()
    await round
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
    const ended = { state: 'failing', problem: 'It answered 410.', failingSince: expect.any(String) }
    expect(await channel()).toMatchObject({ ...ended, pausedUntil: null })
    const { items } = await user(alice).furrow.mail.list()
    expect(items.filter(({ subject }) => subject === 'Notifications ended')).toHaveLength(2)
  })

  test('that hangs keeps nobody else waiting, and what it did not take is sent again', async () => {
    const { agree, tell, deliver, got, answers, alice, host, waiting, made, clock } = await start(webhook)
    await alice.furrow.notifications.add({ kind: 'slack', url: `${host.origin}/slack` })
    await agree()
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

  test('is never on this machine, or in its network, whether its name says so at once or later', async () => {
    const { tell, context, channel, host, alice } = await start(webhook)
    for (const place of ['169.254.169.254', '127.0.0.1', '[::1]', 'localhost', 'db.internal', '10.0.0.1'])
      await expect(
        alice.furrow.notifications.add({ kind: 'webhook', url: `https://${place}/latest` }),
        place,
      ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('public internet') })
    await tell()
    await createDelivery({ ...host.internet, isAllowed: () => false }).round(context)
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
    const { agree, alice, bob, host, deliver, got, user } = await start(origin => ({
      kind: 'discord',
      url: `${origin}/discord`,
    }))
    await alice.furrow.notifications.add({ kind: 'slack', url: `${host.origin}/slack` })
    await alice.furrow.notifications.add({ kind: 'telegram', url: host.origin, botToken, chat: '-100' })
    await agree()
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

  test('on a host of somebody else hear nothing before a link that was sent there is followed', async () => {
    const { alice, host, tell, deliver, got, visitor } = await start(webhook)
    const { state } = await alice.furrow.notifications.add({ kind: 'slack', url: `${host.origin}/slack` })
    const own = { kind: 'slack' as const, url: 'https://hooks.slack.com/services/T/B/x' }
    expect([state, (await alice.furrow.notifications.add(own)).state]).toEqual(['asked', 'on'])
    const texts = () => got.filter(({ path }) => path === '/slack').map(one => jsonOf(one).text)
    await tell()
    await deliver()
    expect(texts()).toEqual([expect.stringContaining('If that was you')])
    await visitor.notifications.confirm(tokenOf(texts()[0]))
    await tell()
    await deliver()
    expect(texts().slice(1)).toEqual([expect.stringContaining('You have a letter from')])
  })

  test.each([
    ['discord', 'discord.com', 'discord.com.example.org', 'notdiscord.com'],
    ['slack', 'hooks.slack.com', 'hooks.slack.com.example.org', 'my-hooks.slack.com'],
  ] as const)('of %s are at its own host alone', (kind, own, ...others) => {
    const isUnknownAt = (host: string) => isUnknown({ kind, url: `https://${host}/hook` })
    expect([own, ...others].filter(isUnknownAt)).toEqual(others)
  })

  test('that are browsers or rooms are at the hosts of their services alone', () => {
    const push = (host: string) =>
      isUnknown({ kind: 'push', push: { endpoint: `https://${host}/x`, keys: { p256dh: '', auth: '' } } })
    const telegram = (host: string) =>
      isUnknown({ kind: 'telegram', url: `https://${host}`, botToken: '', chat: '' })
    const services = ['fcm.googleapis.com', 'web.push.apple.com', 'sg2p.notify.windows.com']
    expect([...services.map(push), telegram('api.telegram.org')]).toEqual([false, false, false, false])
    for (const host of [...services, 'api.telegram.org'])
      for (const like of [`${host}.example.org`, host.replace('.', '-')])
        expect([push(like), telegram(like)], like).toEqual([true, true])
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
      body: `You have a letter from ${shorten(checksum(bob.address))}.`,
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
