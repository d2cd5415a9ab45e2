import { describe, expect, test } from 'vitest'
import {
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { type Mail, type MailSink, startMailSink } from '../../../test/mail-sink.ts'
import { restoreElsewhere } from '../../../test/restored.ts'
import { startTwins } from '../../../test/twins.ts'
import { unzip } from '../../../test/unzip.ts'
import { checksum, shorten } from '../../ground/address.ts'
import { day, hour, minute } from '../../ground/clock.ts'
import { rekey } from '../../people/mail/rekey.ts'
import { switchOn } from './confirm.ts'
import { deliverOutbox } from './deliver.ts'
import { outboxFigures } from './figures.ts'
import { spreadBroadcasts } from './spread.ts'

async function start(env: Record<string, string> = {}) {
  const sink = await startMailSink()
  const harness = await startHarness({ env: { ...sink.env, ...env } })
  return { ...harness, harness, sink, ...acts(harness, sink) }
}

function acts(harness: Harness, sink: MailSink) {
  const { context } = harness
  return {
    deliver: () => deliverOutbox.round(context),
    /** Somebody with a confirmed e-mail address. */
    async reader(more: { digest?: 'daily' } = {}): Promise<User & { id: string; email: string }> {
      const user = harness.user()
      const email = `${user.address.slice(2, 12)}@home.example`
      const { id } = await user.furrow.notifications.add({ kind: 'email', address: email, ...more })
      await deliverOutbox.round(context)
      const sent = sink.mails.splice(0)
      const token = /confirm\?token=(\S+)/.exec(sent[0]?.text ?? '')?.[1] ?? ''
      await harness.visitor.notifications.confirm(token)
      return { ...user, id, email }
    },
  }
}

const stateOf = async (user: User) => (await user.furrow.notifications.get()).channels[0]

describe('an e-mail address', () => {
  test('hears nothing before somebody followed the link that was sent there', async () => {
    const { user, visitor, sink, deliver, clock, send } = await start()
    const [alice, bob] = [user(), user()]
    const made = await alice.furrow.notifications.add({ kind: 'email', address: 'Alice@home.example' })
    expect(made).toMatchObject({ state: 'asked', to: 'Alice@home.example', digest: 'at-once' })
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await deliver()
    expect(sink.mails).toHaveLength(1)
    const [mail] = sink.mails
    expect(mail).toMatchObject({
      to: 'Alice@home.example',
      headers: { from: 'Furrow <furrow@barn.example>' },
    })
    const token = sink.link(/https:\/\/barn\.example\/notifications\/confirm\?token=(\S+)/)
    clock.advance(day)
    await expect(visitor.notifications.confirm(token)).rejects.toMatchObject({ status: 400 })
    clock.advance(-1)
    for (const wrong of [`${token}x`, token.replace(/\d{13}/, at => `${Number(at) + 1}`), 'confirm', ''])
      expect((await send('POST', '/notifications/channels/confirm', { body: { token: wrong } })).status).toBe(
        400,
      )
    await visitor.notifications.confirm(token)
    await visitor.notifications.confirm(token)
    expect(await stateOf(alice)).toMatchObject({ state: 'on' })
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await deliver()
    expect(sink.mails).toHaveLength(2)
  })

  test('is sent three links a day, whoever asks; and nobody has more than ten channels, and three of these and webhooks', async () => {
    const { user, sink, deliver, clock } = await start()
    const ask = (who: User, address: string) => who.furrow.notifications.add({ kind: 'email', address })
    const [alice, bob] = [user(), user()]
    await ask(alice, 'victim@home.example')
    await ask(alice, 'VICTIM@home.example')
    await ask(bob, 'victim+one@home.example')
    await expect(ask(bob, 'victim@home.example')).rejects.toMatchObject({ status: 429 })
    await deliver()
    expect(sink.mails).toHaveLength(3)
    expect((await alice.furrow.notifications.get()).channels).toHaveLength(1)
    for (const index of [1, 2]) await ask(alice, `alice@home${index}.example`)
    await expect(ask(alice, 'alice@home3.example')).rejects.toMatchObject({ status: 429 })
    const webhook = (index: number) => ({ kind: 'webhook' as const, url: `https://hooks.example/${index}` })
    const webhooks = [0, 1, 2, 3].map(index => alice.furrow.notifications.add(webhook(index)))
    const refused = (await Promise.allSettled(webhooks)).filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([
      { reason: { status: 429, message: expect.stringContaining('3 webhooks') } },
    ])
    const url = (index: number) => ({ kind: 'slack' as const, url: `https://hooks.slack.com/${index}` })
    for (let index = 0; index < 4; index++) await alice.furrow.notifications.add(url(index))
    await expect(alice.furrow.notifications.add(url(10))).rejects.toMatchObject({ status: 429 })
    const [first] = (await alice.furrow.notifications.get()).channels
    await alice.furrow.notifications.remove(first?.id ?? '')
    clock.advance(minute)
    await alice.furrow.notifications.add(url(10))
  })

  test('is told that something happened, and nothing of what anybody wrote', async () => {
    const { user, platform, sink, reader, deliver, context } = await start({ COMMUNITY_NAME: 'The Barn' })
    const [alice, bob, voice] = [await reader(), user(), user(platform)]
    await bob.furrow.mail.send({ to: alice.address, subject: 'CANARY', body: 'CANARY', type: 'dispute' })
    const { id } = await alice.furrow.quests.post(sampleQuest)
    await bob.furrow.quests.accept(id)
    await bob.furrow.quests.submit(id, { note: 'CANARY', url: 'https://example.org/CANARY' })
    await alice.furrow.quests.return(id, bob.address, 'CANARY')
    await bob.furrow.quests.submit(id, { note: 'CANARY' })
    await alice.furrow.quests.dispute(id, bob.address, 'CANARY')
    await bob.furrow.quests.answer(id, { note: 'CANARY' })
    const other = await bob.furrow.quests.post({ ...sampleQuest, title: 'A wall' })
    await bob.furrow.quests.invite({ questId: other.id, address: alice.address, note: 'CANARY' })
    await bob.furrow.quests.comment({ questId: id, body: 'CANARY' })
    await voice.furrow.mail.send({ to: '*', subject: 'CANARY', body: 'CANARY' })
    while ((await spreadBroadcasts.round(context)) > 0);
    await deliver()
    const subjects = sink.mails.map(({ headers }) => headers.subject)
    for (const subject of ['[The Barn] Accepted: Fix the gate', '[The Barn] Answered: Fix the gate'])
      expect(subjects).toContain(subject)
    const texts = sink.mails.map(({ text }) => text).join('\n')
    for (const said of [
      'You are invited to a quest by 0x',
      'You have a letter from 0x',
      'The Barn wrote to everyone',
    ])
      expect(texts).toContain(said)
    expect(texts).toContain(`https://barn.example/quests/${id}\r\n`)
    for (const { raw } of sink.mails) expect(raw).not.toContain('CANARY')
    expect(await context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(await context.db.selectFrom('outbox_spreads').selectAll().execute()).toEqual([])
  })

  test('names people as they are called when it is sent, with the mark of a name that proves nothing, in its reader’s language', async () => {
    const { user, sink, reader, deliver, context } = await start()
    const alice = await reader()
    const [proved, chosen, claimed, nameless, renamed] = [user(), user(), user(), user(), user()]
    await alice.furrow.profile.change({ language: 'de' })
    await proved.furrow.profile.change({ displayName: 'Not this one' })
    await context.db
      .updateTable('profiles')
      .set({ codehost_id: 'account-7', codehost_login: 'ada', codehost_username: 'ada' })
      .where('address', '=', proved.address)
      .execute()
    await chosen.furrow.profile.change({ displayName: 'Chosen Cora' })
    await claimed.furrow.profile.change({ ensAddress: 'ada.eth' })
    await renamed.furrow.profile.change({ displayName: 'Before' })
    for (const writer of [proved, chosen, claimed, nameless, renamed])
      await writer.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await renamed.furrow.profile.change({ displayName: 'After' })
    while ((await deliver()) > 0);
    const short = (one: User) => shorten(checksum(one.address))
    expect(
      sink.mails.map(({ text }) => /Brief von (.*?)\r?\n/.exec(Buffer.from(text, 'latin1').toString())?.[1]),
    ).toEqual([
      '@ada.',
      `„Chosen Cora“ ${short(chosen)}.`,
      `ada.eth (angegeben) ${short(claimed)}.`,
      `${short(nameless)}.`,
      `„After“ ${short(renamed)}.`,
    ])
    expect(sink.mails[0]?.text).toContain('Keine E-Mails mehr: https://barn.example/')
  })

  test('is unsubscribed by one click of a mail program, and by nobody who only looks', async () => {
    const { user, sink, reader, deliver, baseUrl } = await start()
    const [alice, bob] = [await reader(), user()]
    const letter = () => bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await letter()
    await deliver()
    const { headers } = sink.mails[0] as Mail
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const url = headers['list-unsubscribe']?.slice(1, -1).replace('https://barn.example/api', baseUrl) ?? ''
    const look = await fetch(url)
    expect(look.status).toBe(200)
    expect(await look.text()).toContain('<form method="post">')
    expect(await stateOf(alice)).toMatchObject({ state: 'on' })
    const click = { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
    expect((await fetch(`${url}x`, click)).status).toBe(400)
    await letter()
    expect((await fetch(url, click)).status).toBe(200)
    await letter()
    await deliver()
    expect(sink.mails).toHaveLength(1)
    expect(await stateOf(alice)).toMatchObject({ state: 'off' })
    await alice.furrow.notifications.change({ id: alice.id, on: true })
    await letter()
    await deliver()
    expect(sink.mails).toHaveLength(2)
  })

  test('is ended on a page in the language that its reader chose, or else the one that their program asks for', async () => {
    const { user, sink, reader, deliver, baseUrl } = await start()
    const [alice, bob] = [await reader(), user()]
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await deliver()
    const link = (sink.mails[0] as Mail).headers['list-unsubscribe']?.slice(1, -1) ?? ''
    const url = link.replace('https://barn.example/api', baseUrl)
    const read = async (asked: string, method = 'GET') => {
      const answer = await fetch(url, { method, headers: { 'accept-language': asked } })
      expect(answer.headers.get('vary')).toContain('accept-language')
      const text = await answer.text()
      return [/<html lang="(..)"/.exec(text)?.[1], /<h1>(.*)<\/h1>/.exec(text)?.[1]]
    }
    expect(await read('ja')).toEqual(['en', 'No more e-mail from Furrow?'])
    expect(await read('ja, fr-CH;q=0.8, en;q=0.5')).toEqual(['fr', 'Ne plus recevoir d’e-mails de Furrow ?'])
    await alice.furrow.profile.change({ language: 'de' })
    expect(await read('fr')).toEqual(['de', 'Keine E-Mails mehr von Furrow?'])
    await alice.furrow.profile.change({ language: 'es' })
    expect(await read('fr', 'POST')).toEqual(['es', 'Hecho.'])
    await alice.furrow.notifications.remove(alice.id)
    expect(await read('de')).toEqual(['de', 'Keine E-Mails mehr von Furrow?'])
  })

  test('is told once a day where it wants that', async () => {
    const { user, sink, reader, deliver, clock } = await start()
    const [alice, bob] = [await reader({ digest: 'daily' }), user()]
    const letters: string[] = []
    for (let index = 0; index < 3; index++)
      letters.push((await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })).id)
    await alice.furrow.mail.delete(letters[0] ?? '')
    await deliver()
    clock.advance(12 * hour)
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await deliver()
    expect(sink.mails).toEqual([])
    clock.advance(10 * minute)
    await deliver()
    await deliver()
    expect(sink.mails.map(({ headers }) => headers.subject)).toEqual(['[Furrow] 2 notifications of a day'])
    clock.advance(day)
    await deliver()
    expect(sink.mails).toHaveLength(2)
  })

  test('is told of a flood one by one up to a bound, and of the rest together when the hour is over', async () => {
    const { user, sink, reader, deliver, clock } = await start({ QUOTA_TOLD_AN_HOUR: '5' })
    const [alice, bob] = [await reader(), user()]
    const { id } = await alice.furrow.quests.post(sampleQuest)
    const write = () => user().furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    const sendAll = async () => {
      while ((await deliver()) > 0);
      return sink.mails.splice(0).map(({ headers }) => headers.subject)
    }
    for (let index = 0; index < 9; index++) await write()
    expect(await sendAll()).toHaveLength(5)
    clock.advance(30 * minute)
    for (let index = 0; index < 8; index++) await write()
    await bob.furrow.quests.accept(id)
    expect(await sendAll()).toEqual(['[Furrow] Accepted: Fix the gate'])
    clock.advance(30 * minute - 1)
    expect(await sendAll()).toEqual([])
    clock.advance(1)
    expect(await sendAll()).toEqual(['[Furrow] 12 more letters'])
    await write()
    expect(await sendAll()).toHaveLength(1)
  })

  test('hears of what its owner chose alone', async () => {
    const { user, sink, reader, deliver } = await start()
    const [alice, bob] = [await reader(), user()]
    await alice.furrow.notifications.change({ id: alice.id, topics: ['payment', 'quest'] })
    const { id } = await alice.furrow.quests.post(sampleQuest)
    await bob.furrow.quests.accept(id)
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await deliver()
    expect(sink.mails.map(({ headers }) => headers.subject)).toEqual(['[Furrow] Accepted: Fix the gate'])
    await alice.furrow.notifications.change({ id: alice.id, topics: [] })
    await bob.furrow.quests.withdraw(id)
    await deliver()
    expect(sink.mails).toHaveLength(1)
  })

  test('waits for a mail server that is away, which is no failure of its own', async () => {
    const { user, sink, reader, deliver, clock, context } = await start()
    const [alice, bob] = [await reader(), user()]
    sink.onMail((_, answer) => answer(Object.assign(new Error('busy'), { responseCode: 451 })))
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    for (let tries = 0; tries < 6; tries++) {
      await deliver()
      clock.advance(day)
    }
    expect(await stateOf(user(alice))).toMatchObject({ state: 'on', problem: null })
    const figures = await outboxFigures.read(context)
    expect(figures.map(({ value }) => value)).toEqual([1, (6 * day) / 1_000])
    sink.onMail((_, answer) => answer())
    await deliver()
    expect(sink.mails).toHaveLength(1)
    expect((await outboxFigures.read(context)).map(({ value }) => value)).toEqual([0, 0])
  })

  test('that is refused is given up after three days, and its owner told in the app', async () => {
    const { user, sink, reader, deliver, clock } = await start()
    const [alice, bob] = [await reader(), user()]
    sink.onMail((_, answer) => answer(Object.assign(new Error('no such user'), { responseCode: 550 })))
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await deliver()
    expect(await stateOf(alice)).toMatchObject({ state: 'on', problem: 'The mail server refused it (550).' })
    for (let tries = 0; tries < 20; tries++) {
      clock.advance(6 * hour)
      await deliver()
    }
    expect(await stateOf(user(alice))).toMatchObject({ state: 'failing' })
    const subjects = (await user(alice).furrow.mail.list()).items.map(({ subject }) => subject)
    expect(subjects).toEqual(['Notifications ended', 's'])
  })

  test('with a domain that answers for ever that it takes nothing for now is given up after three days, too', async () => {
    const { user, sink, reader, deliver, clock } = await start()
    const [alice, bob] = [await reader(), user()]
    const gone = new Error('4.1.2 <alice@home.example>: Recipient address rejected: Domain not found')
    sink.onRecipient((_, answer) => answer(Object.assign(gone, { responseCode: 450 })))
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await deliver()
    expect(await stateOf(alice)).toMatchObject({ state: 'on', problem: 'The mail server refused it (450).' })
    for (let tries = 0; tries < 20; tries++) {
      clock.advance(6 * hour)
      await deliver()
    }
    expect(await stateOf(user(alice))).toMatchObject({ state: 'failing' })
  })

  test.each([
    '4.7.1 Client host rejected: cannot find your hostname',
    '4.1.8 Sender address rejected: Domain not found',
    'Try again',
  ])('is not to blame where the mail server says of this service: %s', async says => {
    const { user, sink, reader, deliver, clock } = await start()
    const [alice, bob] = [await reader(), user()]
    sink.onRecipient((_, answer) => answer(Object.assign(new Error(says), { responseCode: 450 })))
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    await deliver()
    clock.advance(4 * day)
    await deliver()
    expect(await stateOf(user(alice))).toMatchObject({ state: 'on', problem: null })
    sink.onRecipient((_, answer) => answer())
    clock.advance(minute)
    await deliver()
    expect(sink.mails).toHaveLength(1)
  })

  test('and all that is on its way there goes with the account, and is in what somebody takes along', async () => {
    const { user, sink, reader, deliver, context } = await start()
    const [alice, bob] = [await reader(), user()]
    await bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
    const stored = JSON.stringify(await context.db.selectFrom('subscriptions').selectAll().execute())
    expect(stored).not.toContain('home.example')
    const zip = unzip(Buffer.from(await (await alice.furrow.account.export()).arrayBuffer()))
    expect(JSON.parse(String(zip.get('notification-channels.json')))).toMatchObject([{ to: alice.email }])
    const { account, furrow } = alice
    await furrow.account.delete({ account, signMessage: ({ message }) => account.signMessage({ message }) })
    await deliver()
    expect(sink.mails).toEqual([])
    for (const table of ['subscriptions', 'outbox'] as const)
      expect(await context.db.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

test('what everyone is told goes to each channel that is on and takes it, and in the digest of its day', async () => {
  const { harness, user, sink, reader, deliver, clock, context } = await start()
  const [now, daily, deaf, asked] = [
    await reader(),
    await reader({ digest: 'daily' }),
    await reader(),
    user(),
  ]
  await deaf.furrow.notifications.change({ id: deaf.id, topics: ['letter', 'payment'] })
  await asked.furrow.notifications.add({ kind: 'email', address: 'asked@home.example' })
  await deliver()
  sink.mails.length = 0

  await user(harness.platform).furrow.mail.send({ to: '*', subject: 'Rain', body: 'Cover the hay.' })
  while ((await spreadBroadcasts.round(context)) > 0);
  const due = await context.db.selectFrom('outbox').select(['channel', 'topic', 'digest', 'due_at']).execute()
  const today = Math.floor(clock.now() / day)
  expect(new Map(due.map(({ channel, ...rest }) => [channel, rest]))).toEqual(
    new Map([
      [now.id, { topic: 'broadcast', digest: null, due_at: clock.now() }],
      [daily.id, { topic: 'broadcast', digest: today, due_at: (today + 1) * day + 10 * minute }],
    ]),
  )
  while ((await deliver()) > 0);
  expect(sink.mails.map(({ to }) => to)).toEqual([now.email])
  clock.advance((today + 1) * day + 10 * minute - clock.now() - 1)
  expect(await deliver()).toBe(0)
  clock.advance(1)
  await deliver()
  expect(sink.mails.map(({ to }) => to)).toEqual([now.email, daily.email])
})

test('a channel is its owner’s alone to change, to test and to remove', async () => {
  const { user, reader } = await start()
  const [alice, eve] = [await reader(), user()]
  const before = await stateOf(alice)
  const { notifications } = eve.furrow
  for (const asked of [
    () => notifications.change({ id: alice.id, topics: [] }),
    () => notifications.test(alice.id),
    () => notifications.remove(alice.id),
  ])
    await expect(asked(), String(asked)).rejects.toMatchObject({ status: 404, code: 'channel-not-found' })
  expect(await stateOf(alice)).toEqual(before)
})

test('without a mail server there is no e-mail, and a sentence that says so', async () => {
  const { user } = await startHarness()
  const alice = user()
  expect(await alice.furrow.notifications.get()).toEqual({ channels: [], email: false, pushKey: null })
  const asked = alice.furrow.notifications.add({ kind: 'email', address: 'a@home.example' })
  await expect(asked).rejects.toMatchObject({ status: 503, message: expect.stringContaining('SMTP_URL') })
})

test('what leads nowhere, or where it must not, is no channel', async () => {
  const { user, send } = await start({ QUOTA_CONFIRMATIONS_AN_HOUR: '100' })
  const { token } = user()
  const wrong: [object, string][] = [
    [{ kind: 'email' }, 'address is required'],
    [{ kind: 'email', address: 'a@b.example, c@d.example' }, 'e-mail address'],
    [{ kind: 'email', address: 'a\r\nBcc: c@d.example' }, 'e-mail address'],
    ...['\n', '\t', '\u0007', '\u007f', '\u0085', '\u200b', '\u202e'].flatMap((sign): [object, string][] => [
      [{ kind: 'email', address: `a${sign}b@d.example` }, 'e-mail address'],
      [{ kind: 'email', address: `a@d.example${sign}` }, 'e-mail address'],
    ]),
    [{ kind: 'webhook', url: 'http://hooks.example/' }, 'https'],
    [{ kind: 'slack', url: 'https://user:pass@hooks.example/' }, 'https'],
    [{ kind: 'telegram', botToken: '1/../x', chat: '1' }, 'botToken'],
    [{ kind: 'telegram', botToken: `1:${'a'.repeat(35)}`, chat: 'x' }, 'chat'],
    [{ kind: 'push', push: { endpoint: 'https://push.example/', keys: { p256dh: 'a', auth: 'b' } } }, 'push'],
    [{ kind: 'pigeon' }, 'kind'],
  ]
  for (const [body, says] of wrong) {
    const { status, body: answer } = await send('POST', '/notifications/channels', { token, body })
    expect(status, says).toBe(400)
    expect(answer.error).toContain(says)
  }
})

test('links to strangers are bounded for a mailbox, a domain, a network and in all', async () => {
  const { user, send, sink, deliver } = await start({
    QUOTA_CONFIRMATIONS_A_DAY: '40',
    QUOTA_CONFIRMATIONS_AN_HOUR: '15',
    TRUST_PROXY: '127.0.0.1',
  })
  let network = 0
  const ask = async (address: string, from = `2001:db8:${(++network).toString(16)}::1`) => {
    const body = { kind: 'email', address }
    const { token } = user()
    const headers = { 'x-forwarded-for': from }
    const answer = await send('POST', '/notifications/channels', { token, body, headers })
    if (answer.status !== 201) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60)
      expect(answer.body.error).toMatch(/^[A-Z\d].+\.$/)
    }
    return answer.status
  }
  const same = ['v.ictim@gmail.com', 'Vict.im@GoogleMail.com', 'victim+a@gmail.com', 'vic.t.im@gmail.com']
  expect(await all(same, address => ask(address))).toEqual([201, 201, 201, 429])
  expect(await all(['a', 'b', 'c', 'd', 'e'], name => ask(`${name}@one.example`))).toEqual([
    201, 201, 201, 201, 429,
  ])
  const names = Array.from({ length: 16 }, (_, index) => `n${index}`)
  const ofNetwork = await all(names, name =>
    ask(`${name}@${name}.example`, `2001:db8:ffff:1::${name.slice(1)}`),
  )
  expect(ofNetwork).toEqual([...Array(15).fill(201), 429])
  expect(await all(names.slice(0, 15), name => ask(`${name}@x${name}.example`))).toEqual(Array(15).fill(201))
  expect(await all(['p', 'q', 'r', 's'], name => ask(`${name}@y${name}.example`))).toEqual([
    201, 201, 201, 503,
  ])
  while ((await deliver()) > 0);
  expect(sink.mails).toHaveLength(40)
})

test('links to mailboxes of one large provider are half of all in a day', async () => {
  const { user, send } = await start({ QUOTA_CONFIRMATIONS_A_DAY: '8', TRUST_PROXY: '127.0.0.1' })
  const statuses = await all([1, 2, 3, 4, 5], async number => {
    const headers = { 'x-forwarded-for': `192.0.2.${number}` }
    const body = { kind: 'email', address: `farmer${number}@gmail.com` }
    return (await send('POST', '/notifications/channels', { token: user().token, body, headers })).status
  })
  expect(statuses).toEqual([201, 201, 201, 201, 429])
})

test('links that one network asks for are a twentieth of all in a day, in all processes together', async () => {
  const sink = await startMailSink()
  const settings = {
    QUOTA_CONFIRMATIONS_A_DAY: '500',
    QUOTA_CONFIRMATIONS_AN_HOUR: '10',
    TRUST_PROXY: '127.0.0.1',
  }
  const [one, two] = await startTwins({ ...sink.env, ...settings })
  let asked = 0
  const ask = async ({ send, user }: Harness, from: string) => {
    const body = { kind: 'email', address: `a@d${++asked}.example` }
    const headers = { 'x-forwarded-for': from }
    return send('POST', '/notifications/channels', { token: user().token, body, headers })
  }
  for (let count = 0; count < 25; count++)
    expect((await ask(count < 15 ? one : two, `2001:db8:7:${count}::1`)).status).toBe(201)
  for (const service of [one, two])
    expect(await ask(service, '2001:db8:7:ffff::1')).toMatchObject({
      status: 429,
      body: {
        error: expect.stringContaining('25 links to confirm addresses were sent for your network today'),
      },
    })
  expect((await ask(one, '198.51.100.1')).status).toBe(201)
  one.clock.advance(day)
  expect((await ask(two, '2001:db8:7:ffff::1')).status).toBe(201)
})

async function all<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const item of items) done.push(await act(item))
  return done
}

test('a mail server that offers no TLS is given nothing, where TLS is required', async () => {
  const { user, sink, deliver, logged } = await start({ SMTP_TLS: 'required' })
  await user().furrow.notifications.add({ kind: 'email', address: 'a@home.example' })
  await deliver()
  expect(sink.mails).toEqual([])
  expect(logged()).toContain('notifications cannot be sent right now')
})

test('two processes send each thing once', async () => {
  const sink = await startMailSink()
  const env = { ...sink.env, ...(await takeSharedDatabase()) }
  const one = await startHarness({ env })
  const two = await startHarness({ env: { ...one.env, ...env }, clock: one.clock })
  const { reader } = acts(one, sink)
  const readers = [await reader(), await reader(), await reader()]
  const bob = one.user()
  const letters = readers.flatMap(({ address }) => Array.from({ length: 8 }, () => address))
  await Promise.all(letters.map(to => bob.furrow.mail.send({ to, subject: 's', body: 'b' })))
  await Promise.all([one, two, one, two].map(({ context }) => deliverOutbox.round(context)))
  while ((await deliverOutbox.round(two.context)) > 0);
  expect(new Set(sink.mails.map(({ headers }) => headers['message-id'])).size).toBe(24)
  expect(sink.mails).toHaveLength(24)
})

test('a change of the secret changes nothing, once all was sealed anew', async () => {
  const [JWT_SECRET, JWT_SECRET_PREVIOUS] = [
    'the second secret, long enough to be one',
    'the first secret, long enough',
  ]
  const env = { ...(await takeSharedDatabase()), WEB_PUSH_CONTACT: 'mailto:op@barn.example' }
  const before = await startHarness({ env: { ...env, JWT_SECRET: JWT_SECRET_PREVIOUS } })
  const alice = before.user()
  await alice.furrow.notifications.add({ kind: 'webhook', url: 'https://hooks.example/one' })
  const shown = await alice.furrow.notifications.get()
  const between = await startHarness({ env: { ...env, JWT_SECRET, JWT_SECRET_PREVIOUS } })
  expect(await between.user(alice).furrow.notifications.get()).toEqual(shown)
  expect(await rekey(between.context)).toMatchObject({ renewed: 2, unopened: 0 })
  const after = await startHarness({ env: { ...env, JWT_SECRET } })
  expect(await after.user(alice).furrow.notifications.get()).toEqual(shown)
})

test('a backup that is restored sends what had not been sent, and nothing again', async () => {
  const { context, reader, user, deliver } = await start()
  const [alice, bob] = [await reader(), user()]
  const write = () => bob.furrow.mail.send({ to: alice.address, subject: 's', body: 'b' })
  await write()
  await deliver()
  const { id } = await write()
  const restored = await restoreElsewhere(context)
  expect(await restored.selectFrom('outbox').select('letter').execute()).toEqual([{ letter: id }])
})

test('an answer to an earlier question switches on no channel that was asked anew', async () => {
  const { clock, context, user } = await startHarness()
  const { furrow } = user()
  const { id } = await furrow.notifications.add({ kind: 'webhook', url: 'https://hooks.example.org/x' })
  const stateOf = async () => (await furrow.notifications.get()).channels[0]?.state
  const before = clock.now()
  clock.advance(minute)
  await furrow.notifications.change({ id, on: true })
  await switchOn(context, { id, asked_at: before })
  expect(await stateOf()).toBe('asked')
  await switchOn(context, { id, asked_at: clock.now() })
  expect(await stateOf()).toBe('on')
})
