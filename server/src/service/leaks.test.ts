import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engine, type Harness, sampleQuest, startHarness } from '../../test/harness.ts'
import { exchange } from '../../test/raw-socket.ts'
import { prepareSignIn } from '../../test/sign-in.ts'

const canary = 'CANARY'
const secret = `${canary}-secret-that-is-long-enough-to-be-one`
const beta = `${canary}-beta-code`
const address = `0x${'cafe'.repeat(10)}`

/** Every row of every table, as text. */
async function dump({ context: { db } }: Harness): Promise<string> {
  const tables = await db.introspection.getTables()
  const here = tables.filter(({ name }) => !name.startsWith('sqlite_'))
  const rows = await Promise.all(here.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)))
  return JSON.stringify(rows.map(({ rows }) => rows))
}

/** Marked text in every field of every endpoint, in requests that succeed and in requests that fail. */
async function sendCanaries(harness: Harness): Promise<void> {
  const { send, user, genesis } = harness
  const [one, two] = [user(), user()]
  const token = one.token
  const mark = (field: string) => `${canary} ${field}`

  const wrongCode = await send('POST', '/auth/beta', { body: { code: mark('code') } })
  expect(wrongCode.body).toEqual({ valid: false })
  expect((await send('POST', '/auth/beta', { body: { code: beta } })).body).toEqual({ valid: true })
  await send('POST', '/auth/beta', { body: `{"code":"${canary}` })
  await send('POST', '/auth/verify', {
    body: {
      address,
      signature: mark('signature'),
      nonce: mark('nonce'),
      nonceToken: mark('nonceToken'),
      message: mark('message'),
    },
  })
  await send('POST', '/codehost/token', { body: { code: mark('oauth') } })
  const sent = await send('POST', '/mail', {
    token,
    body: { to: two.address, subject: mark('subject'), body: mark('body'), extra: mark('extra') },
  })
  expect(sent.status).toBe(201)
  await send('PATCH', '/mail', { token, body: { messageId: mark('id'), read: true } })
  await send('DELETE', `/mail?messageId=${canary}`, { token })
  await send('POST', '/mail', {
    token,
    body: { to: mark('to'), subject: mark('subject'), body: [mark('body')] },
  })
  const change = { ensAddress: `${canary}.eth`, codehostUsername: canary, profilePhoto: mark('photo') }
  await send('PUT', '/profile/', { token, body: { ...change, farmerProfile: { bio: mark('bio') } } })
  await send('PUT', '/profile/', { token, body: { codehostToken: mark('codehostToken') } })
  await send('PUT', '/profile/', { token: two.token, body: change })
  const quest = await send('POST', '/quests', { token, body: { ...sampleQuest, description: mark('text') } })
  await send('PATCH', '/quests', { token, body: { questId: quest.body.id, action: mark('action') } })
  await send('PATCH', '/quests', { token, body: { questId: mark('id'), action: 'accept' } })
  const proposal = { title: mark('title'), description: mark('description'), category: mark('category') }
  await send('POST', '/community-dao', { token, body: proposal })
  await send('PUT', '/community-dao', {
    token: user(genesis).token,
    body: { genesisCreator: { name: mark('name') } },
  })
  await send('POST', '/verify', { body: { repo: `${canary}/${canary}`, pr: 1 } })
  const headers = { authorization: `Bearer ${canary}`, cookie: mark('cookie'), 'user-agent': mark('agent') }
  for (const path of [
    '/mail',
    '/profile/',
    `/nothing?code=${canary}`,
    `/quests?q=${canary}`,
    `/resolve?name=${canary}`,
  ])
    await send('GET', path, { headers })
  await send('GET', `/auth/nonce?address=${canary}`)
  await send('GET', `/%zz?${canary}`)
  await exchange(harness.baseUrl, `GET /${canary} HTTP/1.1\r\nHost : ${canary}\r\n\r\n`)
}

describe('the log', () => {
  test('at its most talkative says nothing of what is in a request or a secret', async () => {
    const harness = await startHarness({ env: { JWT_SECRET: secret, BETA_CODES: beta } })
    await sendCanaries(harness)
    expect(harness.logged()).toContain('/api/mail')
    expect(harness.logged()).not.toMatch(new RegExp(canary, 'i'))
  })

  test('says nothing of a sign-in but that there was one', async () => {
    const harness = await startHarness({ env: { JWT_SECRET: secret } })
    const body = await prepareSignIn(harness)
    const answer = await harness.send('POST', '/auth/verify', { body })
    expect(answer.status).toBe(200)
    await harness.send('POST', '/auth/verify', { body })
    expect(harness.logged().toLowerCase()).not.toContain(body.address.toLowerCase())
    // Log lines name the signed-in wallet, by nothing that would let somebody else in.
    await harness.send('GET', '/mail', { token: answer.body.token })
    const { nonce, nonceToken, signature } = body
    for (const value of [nonce, nonceToken, signature, answer.body.token, nonceToken.split('.')[2]])
      expect(harness.logged().toLowerCase()).not.toContain((value as string).toLowerCase())
  })

  test('of a failure of ours has its stack, and not the values that the database complains about', async () => {
    const harness = await startHarness()
    const { token } = harness.user()
    // A table that refuses every value makes both engines fail in the middle of a request.
    await sql`drop table mail`.execute(harness.context.db)
    const body = { to: address, subject: `${canary} subject`, body: `${canary} body` }
    const answer = await harness.send('POST', '/mail', { token, body })
    expect(answer).toMatchObject({ status: 500, body: { error: 'Something went wrong on our side.' } })
    expect(harness.logged()).toContain('a request failed')
    expect(harness.logged()).toMatch(/\s+at /)
    expect(harness.logged()).not.toContain(canary)
    expect(harness.logged()).not.toContain(address)
  })

  test(`of ${engine} has no detail of a row that breaks a rule`, async () => {
    const { context, logged } = await startHarness()
    const row = { nonce: `${canary}-nonce`, expires_at: 1 }
    await context.db.insertInto('used_nonces').values(row).execute()
    const error = await context.db
      .insertInto('used_nonces')
      .values(row)
      .execute()
      .catch(error => error)
    expect(error).toBeInstanceOf(Error)
    context.log.error({ err: error }, 'as a request would')
    expect(logged()).toContain('as a request would')
    expect(logged()).not.toContain(canary)
  })
})

describe('the database', () => {
  test('holds no mail, token, nonce, beta code or secret that could be read in it', async () => {
    const harness = await startHarness({ env: { JWT_SECRET: secret, BETA_CODES: beta } })
    await sendCanaries(harness)
    const body = await prepareSignIn(harness)
    const { token } = (await harness.send('POST', '/auth/verify', { body })).body
    const rows = await dump(harness)
    // The dump is a real one: public texts are in it.
    expect(rows).toContain(`${canary} bio`)
    for (const field of [
      'subject',
      'body',
      'extra',
      'code',
      'signature',
      'nonceToken',
      'message',
      'oauth',
      'codehostToken',
    ])
      expect(rows, field).not.toContain(`${canary} ${field}`)
    for (const value of [secret, beta, token, body.nonceToken, body.signature, body.message])
      expect(rows).not.toContain(value)
  })
})
