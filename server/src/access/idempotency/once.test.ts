import { describe, expect, test } from 'vitest'
import {
  type Answer,
  type Harness,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { type KeyedRequest, keyedRequests } from '../../../test/keyed-requests.ts'
import { refuseRows } from '../../../test/refuse-rows.ts'
import { requireSound } from '../../../test/soundness.ts'
import { readRows } from '../../../test/tables.ts'
import { startTwins } from '../../../test/twins.ts'
import { day, hour } from '../../ground/clock.ts'
import { forgetKeys } from './forget.ts'

/** Routes whose repetition does no harm by itself, and why. */
const exempt: Readonly<Record<string, string>> = {
  'POST /auth/verify': 'its nonce is used up once, and tokens are not kept',
  'POST /auth/keys':
    'its nonce is used up once, and keys are not kept: one whose answer was lost is revoked, and signed anew',
  'POST /auth/authorize': 'its nonce is used up once, and a code whose answer was lost gives no key',
  'POST /auth/revoke': 'what has ended has ended',
  'POST /auth/beta': 'it changes nothing',
  'POST /setup/github': 'a state more opens nothing, and ends within an hour',
  'POST /setup/github/app': 'its state and its code are used up once',
  'POST /codehost/token': 'the host takes a code once, and tokens are not kept',
  'POST /quests/import': 'it changes nothing',
  'POST /quests/import/label': 'it changes nothing',
  'POST /codehost/webhook': 'the host numbers its deliveries',
  'PATCH /notifications/channels': 'it is how it was set',
  'POST /notifications/channels/test': 'a test more does no harm, and there are so many a day',
  'POST /notifications/channels/confirm': 'what is confirmed is confirmed',
  'POST /notifications/unsubscribe': 'what is off is off',
  'POST /moderation/dismissals': 'reports that are closed are closed',
  'POST /moderation/moderators': 'who is a moderator stays one',
  'POST /community-dao/proposals/paid': 'what is shown is shown, and each transfer counts once',
  'POST /community-dao/votes': 'each has a number, and counts once',
  'POST /community-dao/delegations': 'each has a number, and counts once',
  'POST /community-dao/veto': 'what is vetoed is vetoed',
  'POST /thanks': 'each pull request, or work, is thanked for once',
  'POST /credentials': 'there is one for each work, form and wish',
  'PATCH /thanks': 'what is paid is paid, and each answer is given once',
  'POST /payouts/paid-many': 'what is shown is shown, and each transfer counts once',
  'POST /verify': 'a pull request proves one piece of work, once',
}

/** Bodies other than JSON are tried beside their own tests. */
const triedElsewhere = ['POST /files']

type Operation = { readonly parameters?: readonly { readonly name: string; readonly in: string }[] }

test('every POST and PATCH of the OpenAPI document takes a key, or says here why it need not', async () => {
  const { send } = await startHarness()
  const { paths } = (await send('GET', '/openapi.json')).body
  const takesKey: Record<string, boolean> = {}
  for (const [path, methods] of Object.entries<Record<string, Operation>>(paths))
    for (const [method, { parameters = [] }] of Object.entries(methods))
      if (['post', 'patch'].includes(method))
        takesKey[`${method.toUpperCase()} ${path.replace('/api', '')}`] = parameters.some(
          ({ name, in: place }) => place === 'header' && name === 'Idempotency-Key',
        )
  const tried = [...Object.keys(keyedRequests).map(name => name.split(',')[0] as string), ...triedElsewhere]
  const expected = [...Object.keys(exempt).map(name => [name, false]), ...tried.map(name => [name, true])]
  expect(takesKey).toEqual(Object.fromEntries(expected))
})

const names = Object.keys(keyedRequests)

async function prepare(harness: Harness, name: string): Promise<KeyedRequest> {
  const { platform, user } = harness
  const people = { giver: user(), farmer: user(), platform: user(platform) }
  return (keyedRequests[name] as (typeof keyedRequests)[string])(people)
}

function ask({ send }: Harness, request: KeyedRequest, key: string, body = request.body): Promise<Answer> {
  const { by, method, path } = request
  return send(method, path, { token: by.token, body, headers: { 'idempotency-key': key } })
}

/** Every row of every table, except the keys and the counts of views. */
async function readEffects({ context }: Harness): Promise<Record<string, string[]>> {
  const { idempotency_keys: _, meta = [], ...tables } = await readRows(context.db)
  // A key that the service makes once for itself belongs to no request.
  return { ...tables, meta: meta.filter(row => !row.includes('receipt-key')) }
}

describe.each(names)('%s', name => {
  test('is done once for a key, and answered each time, also long after', async () => {
    const harness = await startHarness()
    const request = await prepare(harness, name)
    const first = await ask(harness, request, '"one"')
    expect(first.status).toBe(request.method === 'POST' ? 201 : 200)
    expect(first.headers.has('idempotent-replayed')).toBe(false)
    const again = await ask(harness, request, '"one"')
    expect(again).toMatchObject({ status: first.status, body: first.body })
    expect(again.headers.get('idempotent-replayed')).toBe('true')

    await request.undo()
    harness.clock.advance(23 * hour)
    const before = await readEffects(harness)
    const late = await ask(harness, request, '"one"')
    expect(late.status).toBe(first.status)
    if (request.path !== '/quests' || request.method === 'POST') expect(late.body).toEqual(first.body)
    expect(await readEffects(harness)).toEqual(before)
    await requireSound(harness.context)
  })

  test('is done again for another key, and without one as ever', async () => {
    const harness = await startHarness()
    const request = await prepare(harness, name)
    const { by, method, path, body, isOnce = false } = request
    for (const key of isOnce ? ['"one"'] : ['"one"', '"two"', null]) {
      const before = await readEffects(harness)
      const answer =
        key === null
          ? await harness.send(method, path, { token: by.token, body })
          : await ask(harness, request, key)
      expect(answer.headers.has('idempotent-replayed')).toBe(false)
      if (request.isOfVersion && key !== '"one"') {
        expect(answer.status).toBe(409)
        continue
      }
      expect(answer.status, `${key}`).toBeLessThan(300)
      expect(await readEffects(harness)).not.toEqual(before)
      await request.undo()
    }
  })

  test('with the key of another request is 422, and changes nothing', async () => {
    const harness = await startHarness()
    const request = await prepare(harness, name)
    await ask(harness, request, '"one"')
    const before = await readEffects(harness)
    const refused = await ask(harness, request, '"one"', request.other)
    expect(refused).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('Idempotency-Key'), code: expect.any(String) },
    })
    const queried = await harness.send(request.method, `${request.path}?a=b`, {
      token: request.by.token,
      body: request.body,
      headers: { 'idempotency-key': 'one' },
    })
    expect(queried.status).toBe(422)
    expect(await readEffects(harness)).toEqual(before)
  })

  test('with a key that is none is 400, and changes nothing', async () => {
    const harness = await startHarness()
    const request = await prepare(harness, name)
    const before = await readEffects(harness)
    const refused = await ask(harness, request, `"${'k'.repeat(256)}"`)
    expect(refused).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('Idempotency-Key'), code: expect.any(String) },
    })
    expect(await readEffects(harness)).toEqual(before)
  })

  test('is not done where its key cannot be kept', async () => {
    const harness = await startHarness()
    const request = await prepare(harness, name)
    const before = await readEffects(harness)
    await refuseRows(harness.context.db, 'idempotency_keys', "new.key = 'one'")
    expect((await ask(harness, request, '"one"')).status).toBe(500)
    expect(await readEffects(harness)).toEqual(before)
    expect((await ask(harness, request, '"two"')).status).toBeLessThan(300)
  })
})

/** Routes that only set a flag of an existing row have no effect that could be refused. */
const flags = ['PATCH /mail', 'PATCH /quests/comments']
test.each(names.filter(name => !flags.includes(name)))(
  '%s has no key where it cannot be done',
  async name => {
    const harness = await startHarness()
    const { db } = harness.context
    const request = await prepare(harness, name)
    await refuseRows(db, request.table, '1 = 1')
    expect((await ask(harness, request, '"one"')).status).toBe(500)
    const kept = await db.selectFrom('idempotency_keys').select('key').where('key', '=', 'one').execute()
    expect(kept).toEqual([])
  },
)

const post = (harness: Harness, token: string, key: string, body: object = sampleQuest) =>
  harness.send('POST', '/quests', { token, body, headers: { 'idempotency-key': key } })

describe('a key', () => {
  test.each([
    ['as the draft has it', '"8e03978e-40d5-43e8-bc93-6894a57f9324"'],
    ['with escapes and spaces', '"a \\"b\\" \\\\ c"'],
    ['of 255 characters', `"${'k'.repeat(255)}"`],
    ['without quotes, as most clients send it', 'order-17/a:b;c=d'],
  ])('%s is one', async (_what, key) => {
    const harness = await startHarness()
    const { token } = harness.user()
    const { status, body } = await post(harness, token, key)
    expect(status).toBe(201)
    expect((await post(harness, token, key)).body.id).toBe(body.id)
  })

  test('is the same with quotes and without', async () => {
    const harness = await startHarness()
    const { token } = harness.user()
    const { body } = await post(harness, token, 'one')
    expect((await post(harness, token, '"one"')).body.id).toBe(body.id)
  })

  test.each(['', '""', '"', '"a', 'a"', 'a b', '"a\\b"', '"a", "b"', 'é', '"é"', 'k'.repeat(256), 'a, b'])(
    'is not %j',
    async key => {
      const harness = await startHarness()
      const { token } = harness.user()
      expect((await post(harness, token, key)).status).toBe(400)
    },
  )

  test('is of one wallet, in whichever session', async () => {
    const harness = await startHarness()
    const [one, two] = [harness.user(), harness.user()]
    const first = await post(harness, one.token, 'one')
    harness.clock.advance(1_000)
    expect((await post(harness, harness.user(one).token, 'one')).body).toEqual(first.body)
    const other = await post(harness, two.token, 'one')
    expect(other.headers.has('idempotent-replayed')).toBe(false)
    expect(other.body).toMatchObject({ giver: expect.stringMatching(new RegExp(two.address, 'i')) })
    expect(other.body.id).not.toBe(first.body.id)
  })

  test('is forgotten after a day, whether somebody cleaned up or not', async () => {
    const harness = await startHarness()
    const wallet = harness.user()
    const [first] = [await post(harness, wallet.token, 'one'), await post(harness, wallet.token, 'two')]
    harness.clock.advance(day - 1)
    const token = () => harness.user(wallet).token
    expect(await forgetKeys.round(harness.context)).toBe(0)
    expect((await post(harness, token(), 'one')).body.id).toBe(first?.body.id)
    harness.clock.advance(1)
    const second = await post(harness, token(), 'one')
    expect(second.body.id).not.toBe(first?.body.id)
    expect((await post(harness, token(), 'one')).body.id).toBe(second.body.id)
    expect(await forgetKeys.round(harness.context)).toBe(1)
    const kept = await harness.context.db.selectFrom('idempotency_keys').select(['key', 'made']).execute()
    expect(kept).toEqual([{ key: 'one', made: second.body.id }])
  })

  test('of more than a day ago is in nobody’s way, in a process that never met it either', async () => {
    const [one, other] = await startTwins()
    const wallet = one.user()
    const first = await post(one, wallet.token, 'one')
    one.clock.advance(day)
    const second = await post(other, other.user(wallet).token, 'one')
    expect(second).toMatchObject({ status: 201 })
    expect(second.body.id).not.toBe(first.body.id)
  })

  test('makes way with thousands of others in slices', async () => {
    const { context, clock } = await startHarness()
    const { address } = (await startHarness()).user()
    const row = { address, fingerprint: '', made: '', at: clock.now() }
    const rows = Array.from({ length: 2_500 }, (_, index) => ({
      ...row,
      key: `${index}`,
      at: row.at - index,
    }))
    for (let from = 0; from < rows.length; from += 500)
      await context.db
        .insertInto('idempotency_keys')
        .values(rows.slice(from, from + 500))
        .execute()
    clock.advance(day)
    const rounds: number[] = []
    do rounds.push(await forgetKeys.round(context))
    while (rounds.at(-1) !== 0)
    expect(rounds).toEqual([1_000, 1_000, 500, 0])
  })

  test('does not tell what the letter was, and outlives a change of the secret', async () => {
    const env = await takeSharedDatabase()
    const before = await startHarness({
      env: { ...env, JWT_SECRET: 'the first secret, which is long enough' },
    })
    const wallet = before.user()
    const body = { to: wallet.address, subject: 'CANARY', body: 'CANARY' }
    const options = { body, headers: { 'idempotency-key': 'letter' } }
    const first = await before.send('POST', '/mail', { ...options, token: wallet.token })
    const rows = await before.context.db.selectFrom('idempotency_keys').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('CANARY')

    const changed = { JWT_SECRET: 'the second secret, which is long enough' }
    const previous = { JWT_SECRET_PREVIOUS: 'the first secret, which is long enough' }
    const after = await startHarness({ env: { ...env, ...changed, ...previous }, clock: before.clock })
    const again = await after.send('POST', '/mail', { ...options, token: after.user(wallet).token })
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('a request that was refused', () => {
  test('by the rules may be tried again with its key, when they allow it', async () => {
    const harness = await startHarness()
    const [giver, first, second] = [harness.user(), harness.user(), harness.user()]
    const { id: questId } = await giver.furrow.quests.post(sampleQuest)
    await first.furrow.quests.accept(questId)
    const accept = () =>
      harness.send('PATCH', '/quests', {
        token: second.token,
        body: { questId, action: 'accept' },
        headers: { 'idempotency-key': 'one' },
      })
    expect((await accept()).status).toBe(400)
    await first.furrow.quests.withdraw(questId)
    expect((await accept()).status).toBe(200)
    expect((await accept()).headers.get('idempotent-replayed')).toBe('true')
  })

  test('by a quota is answered once there was room for it; a repetition takes no room', async () => {
    const harness = await startHarness({ env: { QUOTA_QUESTS_A_DAY: '1' } })
    const wallet = harness.user()
    const first = await post(harness, wallet.token, 'one')
    expect((await post(harness, wallet.token, 'two')).status).toBe(429)
    expect(await post(harness, wallet.token, 'one')).toMatchObject({ status: 201, body: first.body })
    harness.clock.advance(day / 2)
    expect((await post(harness, wallet.token, 'two')).status).toBe(201)
  })
})

test('a request that changed nothing is decided anew with its key, and keeps it once it changes something', async () => {
  const harness = await startHarness()
  const giver = harness.user()
  const { id: questId } = await giver.furrow.quests.post(sampleQuest)
  const resume = async () => {
    const { status, body, headers } = await harness.send('PATCH', '/quests', {
      token: giver.token,
      body: { questId, status: 'open' },
      headers: { 'idempotency-key': 'one' },
    })
    return { status, isOpen: body.status === 'open', isReplayed: headers.has('idempotent-replayed') }
  }
  expect(await resume()).toEqual({ status: 200, isOpen: true, isReplayed: false })
  await giver.furrow.quests.pause(questId)
  expect(await resume()).toEqual({ status: 200, isOpen: true, isReplayed: false })
  await giver.furrow.quests.pause(questId)
  expect(await resume()).toEqual({ status: 200, isOpen: false, isReplayed: true })
})

describe('of equal requests at the same moment, to one service,', () => {
  test('one is done; the others are told to wait, or have its answer', async () => {
    const harness = await startHarness()
    const { token, address } = harness.user()
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': '"one"' }
    const path = `${harness.config.basePath}/quests`
    const inject = (body: object = sampleQuest) =>
      harness.service.app.inject({ method: 'POST', url: path, headers, body })
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => inject()),
      inject({ ...sampleQuest, title: 'b' }),
    ])
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([201, 409, 422]))
    expect(statuses.filter(status => status === 422)).toHaveLength(1)
    const [done, ...more] = answers.filter(({ statusCode }) => statusCode === 201)
    for (const { body } of more) expect(body).toBe(done?.body)
    for (const { statusCode, headers } of answers)
      expect(headers['retry-after']).toBe(statusCode === 409 ? '1' : undefined)
    expect((await harness.visitor.quests.list({ giver: address })).items).toHaveLength(1)
    expect((await inject()).body).toBe(done?.body)
  })
})
