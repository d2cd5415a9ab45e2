import { createFurrow, keyScopes, keyStatement } from '@furrow/sdk'
import { describe, expect, test } from 'vitest'
import {
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
  type User,
} from '../../../test/harness.ts'
import { sampleRequests } from '../../../test/requests.ts'
import { prepareSignIn } from '../../../test/sign-in.ts'
import { day } from '../../ground/clock.ts'

const everything = Object.keys(keyScopes) as (keyof typeof keyScopes)[]

const signer = ({ account }: User) => ({
  account,
  signMessage: ({ message }: { message: string }) => account.signMessage({ message }),
})

async function makeKey(harness: Harness, user: User, scopes = everything, days = 30) {
  const made = await user.furrow.keys.make(signer(user), { name: 'ci bot', scopes, days })
  return { ...made, furrow: createFurrow({ baseUrl: harness.baseUrl, token: made.key, retry: false }) }
}

const refused = { status: 403 }
const noSession = { status: 401 }

describe('an API key', () => {
  test('is told once, and does what its scopes say in the name of who signed for it', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const posting = await makeKey(harness, giver, ['give'])
    const { id } = await posting.furrow.quests.post(sampleQuest)
    const taking = await makeKey(harness, farmer, ['take', 'read'])
    await taking.furrow.quests.accept(id)
    const quest = await taking.furrow.quests.submit(id, { note: 'done' })
    expect(quest).toMatchObject({
      giver: giver.account.address,
      farmers: [{ address: farmer.account.address }],
    })
    const { id: keyId, key, furrow: _, ...told } = taking
    expect(await farmer.furrow.keys.list()).toEqual([
      {
        ...told,
        id: keyId,
        usedAt: new Date(harness.clock.now()).toISOString().replace(/T.*/, 'T00:00:00.000Z'),
      },
    ])
    const rows = await harness.context.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(key.slice(-43))
    expect(harness.logged()).not.toContain(key.slice(-43))
  })

  test('does nothing that it has no scope for', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const { furrow } = await makeKey(harness, farmer, ['read'])
    await expect(furrow.quests.accept(id)).rejects.toMatchObject(refused)
    await expect(furrow.mail.list()).rejects.toMatchObject(refused)
    const taking = await makeKey(harness, farmer, ['take'])
    await expect(taking.furrow.quests.cancel(id)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('lacks the scope give'),
    })
    const arbiter = harness.user(harness.platform)
    const all = await makeKey(harness, arbiter)
    await expect(all.furrow.quests.resolve(id, farmer.address, 'pay')).rejects.toMatchObject(refused)
  })

  test('shows moderators nothing that it may not read, and never speaks for the platform', async () => {
    const harness = await startHarness()
    const [sender, reader] = [harness.user(), harness.user()]
    await sender.furrow.mail.send({ to: reader.address, subject: 'Hay', body: 'Half price.' })
    const [letter] = (await reader.furrow.mail.list()).items
    const about = { kind: 'letter', id: letter?.id as string, reason: 'scam', disclose: true } as const
    const talking = await makeKey(harness, reader, ['talk'])
    await expect(talking.furrow.moderation.report(about)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('lacks the scope mail'),
    })
    const evidence = { ...about, kind: 'file', id: 'file-1-private' } as const
    await expect(talking.furrow.moderation.report(evidence)).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('lacks the scope read'),
    })
    const reading = await makeKey(harness, reader, ['talk', 'mail'])
    expect(await reading.furrow.moderation.report(about)).toMatchObject({ kind: 'letter' })

    const platform = await makeKey(harness, harness.user(harness.platform))
    for (const [to, type] of [
      ['*', 'direct'],
      [reader.address, 'platform-update'],
    ] as const)
      await expect(
        platform.furrow.mail.send({ to, type, subject: 'News', body: 'Hay.' }),
      ).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining('sign in with the wallet'),
      })
    await platform.furrow.mail.send({ to: reader.address, subject: 'Hello', body: 'Hay.' })
  })

  test('is made by nobody whom moderators have frozen, and ends when they do it', async () => {
    const harness = await startHarness()
    const { platform, user, signIn, send } = harness
    const farmer = await signIn()
    const { key } = await makeKey(harness, farmer, ['mail'])
    const about = { kind: 'wallet', id: farmer.address, reason: 'It sells hay.' } as const
    await user(platform).furrow.moderation.act({ action: 'freeze', ...about })
    for (const token of [farmer.token, key]) expect((await send('GET', '/mail', { token })).status).toBe(401)
    const again = await signIn(farmer)
    expect((await send('GET', '/moderation/mine', { token: again.token })).body.frozen.reason).toBe(
      'It sells hay.',
    )
    await expect(makeKey(harness, again, ['mail'])).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('It sells hay.'),
    })
    await user(platform).furrow.moderation.act({ action: 'unfreeze', ...about })
    await makeKey(harness, again, ['mail'])
  })

  test('with every scope opens no route that asks for a person', async () => {
    const harness = await startHarness()
    const user = harness.user()
    const { id } = await user.furrow.quests.post(sampleQuest)
    const { key } = await makeKey(harness, user)
    const { paths = {} } = harness.service.app.swagger() as {
      paths?: Record<string, Record<string, { security?: object[] }>>
    }
    const forPeople = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security = [] }]) => security.length > 0 && security.every(way => 'session' in way))
        .map(([method]) => `${method.toUpperCase()} ${path.replace(harness.config.basePath, '')}`),
    )
    expect(forPeople).toEqual(
      expect.arrayContaining([
        'PUT /profile/',
        'GET /auth/keys',
        'POST /auth/revoke',
        'DELETE /auth/session',
      ]),
    )
    for (const request of sampleRequests(id)) {
      if (!forPeople.includes(`${request.method} ${request.path}`)) continue
      const { status } = await harness.send(request.method, request.path, { token: key, body: request.body })
      expect(status, `${request.method} ${request.path}`).toBe(403)
    }
  })

  test('ends when it is revoked, when its address signs out everywhere, and when its days are over', async () => {
    const env = await takeSharedDatabase()
    const harness = await startHarness({ env })
    const elsewhere = await startHarness({ env: { ...harness.env, ...env }, clock: harness.clock })
    const user = harness.user()
    const works = async (key: string) =>
      (await elsewhere.send('GET', '/tasks', { token: key })).status === 200
    const [revoked, ended, old] = [
      await makeKey(harness, user),
      await makeKey(harness, user),
      await makeKey(harness, user, everything, 1),
    ]
    expect(await works(revoked.key)).toBe(true)
    await expect(harness.user().furrow.keys.revoke(revoked.id)).rejects.toMatchObject({ status: 404 })
    await user.furrow.keys.revoke(revoked.id)
    expect(await works(revoked.key)).toBe(false)
    harness.clock.advance(day)
    expect([await works(old.key), await works(ended.key)]).toEqual([false, true])
    const again = harness.user(user)
    await again.furrow.signOutEverywhere()
    expect(await works(ended.key)).toBe(false)
  })

  test('cannot be guessed from another one', async () => {
    const harness = await startHarness()
    const { key } = await makeKey(harness, harness.user())
    for (const wrong of [`${key}a`, key.slice(0, -1), `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`])
      expect(await harness.send('GET', '/tasks', { token: wrong }), wrong).toMatchObject(noSession)
  })

  test('is made of what its signer saw, once, and by no session', async () => {
    const harness = await startHarness()
    const terms = ['urn:furrow:key:bot', 'urn:furrow:scope:read', 'urn:furrow:days:30']
    const ask = async (resources: readonly string[], statement = keyStatement) => {
      const body = await prepareSignIn(harness, { statement, resources })
      return { body, answer: await harness.send('POST', '/auth/keys', { body }) }
    }
    for (const wrong of [
      [],
      terms.slice(0, 2),
      terms.slice(1),
      [...terms, 'https://example.org/'],
      [...terms, 'urn:furrow:days:31'],
      ['urn:furrow:key:%E0', ...terms.slice(1)],
      ['urn:furrow:key:', ...terms.slice(1)],
      [...terms.slice(0, 1), 'urn:furrow:scope:admin', ...terms.slice(2)],
      [...terms.slice(0, 2), 'urn:furrow:days:0'],
      [...terms.slice(0, 2), 'urn:furrow:days:367'],
    ])
      expect((await ask(wrong)).answer, String(wrong)).toMatchObject({
        status: 400,
        body: { error: expect.any(String), code: expect.any(String) },
      })
    expect((await ask(terms, 'Sign in')).answer.status).toBe(400)
    const { body, answer } = await ask(terms)
    expect(answer).toMatchObject({ status: 201, body: { name: 'bot', scopes: ['read'] } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await harness.send('POST', '/auth/keys', { body })).toMatchObject(noSession)
  })

  test('is one of twenty at most; what has ended makes room', async () => {
    const harness = await startHarness()
    const user = harness.user()
    const made = []
    for (let count = 0; count < 20; count++) made.push(await makeKey(harness, user, ['read'], 1))
    await expect(makeKey(harness, user)).rejects.toMatchObject({ status: 400 })
    harness.clock.advance(day)
    const { id } = await makeKey(harness, harness.user(user))
    const rows = await harness.context.db.selectFrom('api_keys').select('id').execute()
    expect(rows).toEqual([{ id }])
  })
})
