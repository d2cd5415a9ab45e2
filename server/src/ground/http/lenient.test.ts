import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'

test('what can only mean one thing is read as that', async () => {
  const { baseUrl, send, user } = await startHarness()
  const { address, token } = user()
  const body = {
    ...sampleQuest,
    maxFarmers: '2',
    codehostRepo: '',
    codehostIssue: null,
    chainId: null,
    deadline: '2030-05-06',
  }
  const posted = await send('POST', '/quests', { token, body })
  expect(posted).toMatchObject({
    status: 201,
    body: { maxFarmers: 2, deadline: '2030-05-06T23:59:59.999Z' },
  })
  const { id } = posted.body
  expect(await send('GET', `/profile/?address=${address}&init=1`)).toMatchObject({ status: 200 })
  expect(await send('GET', '/quests?status=&limit=&cursor=')).toMatchObject({ status: 200 })
  // fetch sends a text as text/plain, and bytes without a type.
  const bare = await fetch(`${baseUrl}/quests/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: Buffer.from(JSON.stringify({ questId: id, body: 'Which gate?', replyTo: null })),
  })
  expect(bare.status).toBe(201)
})

test('what could mean two things is refused', async () => {
  const { send, user } = await startHarness()
  const { furrow, token } = user()
  const { id } = await furrow.quests.post(sampleQuest)
  for (const wrong of [
    { maxFarmers: 'two' },
    { maxFarmers: '1e2' },
    { rewardAmount: '100' },
    { maxFarmers: '' },
    { maxFarmers: ['2'] },
    { deadline: '2030-05' },
    { deadline: '2030-02-31' },
    { title: '   ' },
    { title: '\u200b' },
    { title: ' \u200b\u2060 ' },
    { title: '\u2800\u2800' },
    { title: '\u3164' },
    { title: '\u00ad\ufeff\u{e0041}' },
    { title: '\u0007' },
    { title: 'Gate\nShed' },
    { title: 'Gate\u2028Shed' },
    { description: null },
  ])
    expect(
      (await send('POST', '/quests', { token, body: { ...sampleQuest, ...wrong } })).status,
      JSON.stringify(wrong),
    ).toBe(400)
  expect(await send('POST', '/quests', { token, body: { ...sampleQuest, title: ' ' } })).toMatchObject({
    body: { error: 'title must be one line, with something in it.', code: expect.any(String) },
  })
  // Beside visible characters they are allowed: emoji and Persian need them.
  for (const title of ['👩\u200d🌾', 'می\u200cخواهم', '\u2800Gate', '門'])
    expect((await send('POST', '/quests', { token, body: { ...sampleQuest, title } })).status, title).toBe(
      201,
    )
  const proposal = { title: '\u3164', description: 'For the tools.', category: 'building' }
  expect((await send('POST', '/community-dao', { token, body: proposal })).body.error).toContain('title must')
  // An edit without a title keeps it; an empty title says something else.
  const edit = { questId: id, action: 'edit', changes: { title: '', description: 'Another' } }
  expect((await send('PATCH', '/quests', { token, body: edit })).status).toBe(400)
})

test('an empty id is a mistake, and asks for nothing else than one quest', async () => {
  const { send, user } = await startHarness()
  await user().furrow.quests.post(sampleQuest)
  const { status, body } = await send('GET', '/quests?id=')
  expect({ status, isList: Array.isArray(body) }).toEqual({ status: 400, isList: false })
})
