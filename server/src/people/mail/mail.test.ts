import { createDecipheriv, createHash } from 'node:crypto'
import type { Db } from '@furrow/storage/db.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createWallet, engine, sampleQuest, shareHarness, startHarness } from '../../../test/harness.ts'
import type { Address } from '../../ground/address.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import { seal, unseal } from './seal.ts'

const shared = shareHarness()

describe('POST /mail', () => {
  test('keeps two independent copies', async () => {
    const { user } = await startHarness()
    const [alice, bob] = [user(), user()]
    const sent = await alice.furrow.mail.send({
      to: bob.address.toUpperCase().replace('0X', '0x'),
      subject: 'Hi',
      body: 'Seeds?',
    })
    expect(sent).toMatchObject({
      from: alice.account.address,
      to: bob.account.address,
      type: 'direct',
      read: false,
    })
    expect(sent.id).toMatch(/^mail-\d{13}-[0-9a-f]{32,}$/)
    const inbox = async ({ furrow }: typeof alice) => (await furrow.mail.list()).items
    expect(await inbox(alice)).toEqual([sent])
    expect(await inbox(bob)).toEqual([sent])
    expect(await bob.furrow.mail.mark(sent.id, true)).toEqual({ ...sent, read: true })
    expect(await inbox(alice)).toEqual([sent])
    expect(await alice.furrow.mail.delete(sent.id)).toEqual({ success: true })
    expect(await inbox(alice)).toEqual([])
    expect(await inbox(bob)).toEqual([{ ...sent, read: true }])
  })

  test('is nobody else’s: an id of another answers as an unknown one does', async () => {
    const { user, send } = await startHarness()
    const [alice, bob, eve] = [user(), user(), user()]
    const { id } = await alice.furrow.mail.send({ to: bob.address, subject: 'x', body: 'y' })
    for (const [method, extra] of [
      ['PATCH', { read: true }],
      ['DELETE', {}],
    ] as const) {
      const foreign = await send(method, '/mail', { token: eve.token, body: { messageId: id, ...extra } })
      const unknown = await send(method, '/mail', {
        token: eve.token,
        body: { messageId: 'mail-0-0', ...extra },
      })
      expect({ status: foreign.status, body: foreign.body }).toEqual({ status: 404, body: unknown.body })
    }
    expect((await eve.furrow.mail.list()).items).toEqual([])
    expect((await bob.furrow.mail.list()).items).toHaveLength(1)
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE'])
      expect((await send(method, '/mail')).status).toBe(401)
  })

  test.each([
    [{ to: '*' }, 403],
    [{ to: ' *' }, 400],
    [{ to: ['*'] }, 400],
    [{ to: 'bob' }, 400],
    [{ to: '0x0000000000000000000000000000000000000000' }, 400],
    [{ type: 'platform-update' }, 403],
    [{ type: 'spam' }, 400],
    [{ type: null }, 201],
    [{ subject: 7 }, 400],
    [{ subject: undefined }, 400],
    [{ body: undefined }, 400],
    [{ subject: 'x'.repeat(257) }, 400],
    [{ body: 'x'.repeat(32_769) }, 400],
    [{ body: 'a\u0000b' }, 400],
  ])('answers %j with %i', async (change, status) => {
    const { user, send } = await shared()
    const body = { to: createWallet().address, subject: 's', body: 'b', ...change }
    expect((await send('POST', '/mail', { token: user().token, body })).status).toBe(status)
  })

  test('of a person never shows as the service’s, whatever its type and whoever they are', async () => {
    const { user, platform } = await startHarness()
    const reader = user()
    for (const from of [user(), user(platform)])
      for (const type of ['direct', 'quest', 'dispute'] as const) {
        const letter = { to: reader.address, subject: 'Paid: Fix the gate', body: 'Click here.', type }
        const { token, furrow } = from
        expect(await furrow.mail.send({ ...letter, official: true } as typeof letter), token).toMatchObject({
          type,
          official: false,
        })
      }
    expect((await reader.furrow.mail.list()).items.map(({ official }) => official)).toEqual(
      Array(6).fill(false),
    )
    const quest = await reader.furrow.quests.post(sampleQuest)
    await user().furrow.quests.accept(quest.id)
    expect((await reader.furrow.mail.list()).items[0]).toMatchObject({ type: 'quest', official: true })
  })

  test('to oneself is one copy', async () => {
    const { user } = await startHarness()
    const alice = user()
    await alice.furrow.mail.send({ to: alice.address, subject: 'x', body: 'y' })
    expect((await alice.furrow.mail.list()).items).toHaveLength(1)
  })

  test.each(['sender', 'recipient'])('keeps both copies or none: the %s’s is refused', async whose => {
    const { user, context, send } = await startHarness()
    const [alice, bob] = [user(), user()]
    await refuseCopies(context.db, whose === 'sender' ? alice.address : bob.address)
    const body = { to: bob.address, subject: 'x', body: 'y' }
    expect((await send('POST', '/mail', { token: alice.token, body })).status).toBe(500)
    for (const { furrow } of [alice, bob]) expect((await furrow.mail.list()).items).toEqual([])
  })
})

describe('GET /mail', () => {
  test('is newest first with the broadcasts among it, in pages without loss or repetition', async () => {
    const { user, platform, clock } = await startHarness()
    const [alice, voice] = [user(), user(platform)]
    const expected: string[] = []
    for (let index = 0; index < 9; index++) {
      const from = index % 3 === 0 ? voice : alice
      const to = index % 3 === 0 ? '*' : createWallet().address
      expected.unshift((await from.furrow.mail.send({ to, subject: `${index}`, body: '' })).id)
      if (index % 2 === 0) clock.advance(1)
    }
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await alice.furrow.mail.list({ limit: '2', ...(cursor && { cursor }) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.cursor
    }
    expect(seen).toEqual(expected)
  })

  test('shows the rest where one value cannot be opened', async () => {
    const { user, context } = await startHarness()
    const alice = user()
    const { id } = await alice.furrow.mail.send({ to: createWallet().address, subject: 'one', body: 'b' })
    await alice.furrow.mail.send({ to: createWallet().address, subject: 'two', body: 'b' })
    await context.db.updateTable('mail').set({ subject: 'not:sealed:text' }).where('id', '=', id).execute()
    const subjects = (await alice.furrow.mail.list()).items.map(({ subject }) => subject)
    expect(subjects).toEqual(['two', expect.stringContaining('cannot be decrypted')])
  })
})

test('a mailbox is looked through for a quest or a sender, page by page', async () => {
  const { user, send } = await startHarness()
  const [giver, farmer] = [user(), user()]
  const [gate, barn] = [
    await giver.furrow.quests.post(sampleQuest),
    await giver.furrow.quests.post(sampleQuest),
  ]
  for (const { id } of [gate, barn, gate]) {
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.withdraw(id)
  }
  await farmer.furrow.mail.send({ to: giver.address, subject: 'About the gate', body: `Quest: ${gate.id}` })
  const { mail } = giver.furrow
  const subjectsOf = async (query: object) => (await mail.list(query)).items.map(({ subject }) => subject)

  const about = await mail.list({ quest: gate.id })
  expect(about.items).toHaveLength(2)
  expect(about.items.every(({ questId, official }) => questId === gate.id && official)).toBe(true)
  const first = await mail.list({ quest: gate.id, limit: '1' })
  const rest = await mail.list({ quest: gate.id, limit: '1', cursor: first.cursor ?? '' })
  expect([...first.items, ...rest.items]).toEqual(about.items)
  expect(rest.cursor).toBeNull()
  // Texts that people write about a quest stay sealed.
  expect(await subjectsOf({ from: farmer.address })).toEqual(['About the gate'])
  expect((await mail.list({ from: farmer.address })).items[0]?.questId).toBeNull()
  expect(await subjectsOf({ from: farmer.address, quest: gate.id })).toEqual([])
  expect(
    (await farmer.furrow.mail.list({ quest: gate.id })).items.every(
      ({ to }) => to === farmer.account.address,
    ),
  ).toBe(true)
  expect((await send('GET', '/mail?from=nobody', { token: giver.token })).status).toBe(400)
})

describe('a mailbox of long letters', () => {
  test('is shown a megabyte at a time, and leads on to all of it', async () => {
    const { user, baseUrl } = await startHarness()
    const [writer, reader] = [user(), user()]
    const to = reader.address
    const bodies = Array.from({ length: 30 }, (_, index) => `${index} ${'\u0001'.repeat(9_000)}`)
    for (const body of bodies) await writer.furrow.mail.send({ to, subject: 'Seeds', body })
    const seen: string[] = []
    let pages = 0
    for (let url: string | null = `${baseUrl}/mail`; url !== null; pages++) {
      const answer: Response = await fetch(url, { headers: { authorization: `Bearer ${reader.token}` } })
      const text = await answer.text()
      expect(text.length).toBeLessThan(1_100_000)
      seen.push(...JSON.parse(text).map(({ body }: { body: string }) => body))
      const [, next] = /<([^>]+)>/.exec(answer.headers.get('link') ?? '') ?? []
      url = next === undefined ? null : new URL(next, baseUrl).href
    }
    expect(seen).toEqual(bodies.toReversed())
    expect(pages).toBe(2)
  })
})

describe('a broadcast', () => {
  test('is read and deleted by each reader for themselves', async () => {
    const { user, platform } = await startHarness()
    const [alice, bob, voice] = [user(), user(), user(platform)]
    const sent = await voice.furrow.mail.send({ to: '*', subject: 'All', body: 'Rain.' })
    expect(sent).toMatchObject({
      to: '*',
      type: 'platform-update',
      read: false,
      from: platform.account.address,
    })
    expect(await alice.furrow.mail.mark(sent.id, true)).toEqual({ ...sent, read: true })
    expect((await bob.furrow.mail.list()).items).toEqual([sent])
    await alice.furrow.mail.delete(sent.id)
    expect((await alice.furrow.mail.list()).items).toEqual([])
    await expect(alice.furrow.mail.delete(sent.id)).rejects.toMatchObject({ status: 404 })
    expect((await bob.furrow.mail.list()).items).toEqual([sent])
  })

  test.each([
    [undefined, 'platform-update'],
    ['direct', 'direct'],
    ['quest', 'quest'],
    ['platform-update', 'platform-update'],
    ['dispute', 'dispute'],
  ] as const)('of the type %s is a %s, and official', async (type, expected) => {
    const { user, platform } = await startHarness()
    const letter = { to: '*', subject: 'All', body: 'Rain.', ...(type !== undefined && { type }) }
    const sent = await user(platform).furrow.mail.send(letter)
    expect(sent).toMatchObject({ type: expected, official: true })
    expect((await user().furrow.mail.list()).items).toEqual([sent])
  })

  test('is for nobody to send where there is no platform wallet', async () => {
    const { user, platform } = await startHarness({ env: { PLATFORM_WALLET: '' } })
    const sent = user(platform).furrow.mail.send({ to: '*', subject: 'All', body: 'Rain.' })
    await expect(sent).rejects.toMatchObject({ status: 403 })
  })
})

describe('sealing', () => {
  test('is the published recipe: whoever has the secret opens a stored value with it', async () => {
    const { user, context, env } = await startHarness()
    await user().furrow.mail.send({
      to: createWallet().address,
      subject: 'Ünder the gate',
      body: 'three sacks',
    })
    const row = await context.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
    const key = createHash('sha256')
      .update(env.JWT_SECRET ?? '')
      .digest()
    const open = (stored: string) => {
      const [iv, tag, text] = stored.split(':').map(part => Buffer.from(part, 'base64')) as [
        Buffer,
        Buffer,
        Buffer,
      ]
      expect(iv).toHaveLength(12)
      const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag)
      return decipher.update(text, undefined, 'utf8') + decipher.final('utf8')
    }
    expect([open(row.subject), open(row.body)]).toEqual(['Ünder the gate', 'three sacks'])
  })

  test('opens what it sealed, never the same twice, and nothing that was altered', () => {
    const [key, other] = [
      createHash('sha256').update('a').digest(),
      createHash('sha256').update('b').digest(),
    ]
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, at) => {
        const sealed = seal(key, text)
        expect(unseal([other, key], sealed)).toBe(text)
        expect(unseal([other], sealed)).toBeNull()
        expect(seal(key, text)).not.toBe(sealed)
        const bytes = sealed.split(':').map(part => Buffer.from(part, 'base64'))
        const part = bytes[at % (text === '' ? 2 : 3)] as Buffer
        part[at % part.length] = (part[at % part.length] as number) ^ 1
        expect(unseal([key], bytes.map(part => part.toString('base64')).join(':'))).toBeNull()
      }),
    )
  })
})

describe('GET /mail, asked again', () => {
  test('opens no letter and no broadcast for a 304', async () => {
    const { user, platform, context, send } = await startHarness()
    const bob = user()
    await user().furrow.mail.send({ to: bob.address, subject: 'one', body: 'first' })
    await user(platform).furrow.mail.send({ to: '*', subject: 'All', body: 'Rain.' })
    const opened = countUses(context.secrets)
    const { token } = bob
    const { status, headers } = await send('GET', '/mail', { token })
    // Subject and body of each.
    expect([status, opened()]).toEqual([200, 4])
    const again = { token, headers: { 'if-none-match': headers.get('etag') ?? '' } }
    expect((await send('GET', '/mail', again)).status).toBe(304)
    expect(opened()).toBe(4)
  })

  test('is 304 while nothing changed', async () => {
    const { user, send } = await startHarness()
    const [alice, bob] = [user(), user()]
    await alice.furrow.mail.send({ to: bob.address, subject: 'one', body: 'first' })
    const ask = (etag?: string) =>
      send('GET', '/mail', { token: bob.token, ...(etag && { headers: { 'if-none-match': etag } }) })
    const first = await ask()
    const etag = first.headers.get('etag') ?? ''
    expect(await ask(etag)).toMatchObject({ status: 304, body: null })
    await bob.furrow.mail.mark(first.body[0].id, true)
    const read = await ask(etag)
    expect(read).toMatchObject({ status: 200, body: [{ read: true }] })
    await alice.furrow.mail.send({ to: bob.address, subject: 'two', body: 'second' })
    const second = await ask(read.headers.get('etag') ?? '')
    expect(second).toMatchObject({ status: 200, body: [{ subject: 'two' }, { subject: 'one' }] })
    expect(
      (await send('GET', '/mail', { token: alice.token, headers: { 'if-none-match': etag } })).status,
    ).toBe(200)
  })

  test('the client gives the page that it has', async () => {
    const { user } = await startHarness()
    const [alice, bob] = [user(), user()]
    await alice.furrow.mail.send({ to: bob.address, subject: 'one', body: 'first' })
    const page = await bob.furrow.mail.list()
    expect(await bob.furrow.mail.list()).toBe(page)
    await alice.furrow.mail.send({ to: bob.address, subject: 'two', body: 'second' })
    expect((await bob.furrow.mail.list()).items).toHaveLength(2)
  })
})

/** From now on the database takes no mail into this mailbox. */
async function refuseCopies(db: Db, owner: Address): Promise<void> {
  const name = `refuse_${owner}`
  const refusal =
    engine === 'sqlite'
      ? [
          `create trigger ${name} before insert on mail when new.owner = '${owner}'
           begin select raise(abort, 'refused'); end`,
        ]
      : [
          `create function ${name}() returns trigger language plpgsql as
           $$ begin raise exception 'refused'; end $$`,
          `create trigger ${name} before insert on mail for each row when (new.owner = '${owner}')
           execute function ${name}()`,
        ]
  for (const statement of refusal) await sql.raw(statement).execute(db)
}

/** How often the mail keys were reached for since: nothing is opened without them. */
function countUses(secrets: Secrets): () => number {
  const { sealing } = secrets
  let uses = 0
  Object.defineProperty(secrets, 'sealing', {
    get() {
      uses++
      return sealing
    },
  })
  return () => uses
}
