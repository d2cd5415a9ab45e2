import { describe, expect, test } from 'vitest'
import { createFurrow } from './client.ts'
import type { Furrow } from './furrow.ts'
import { startServer } from './test/server.ts'
import { createFurrow as createWhole } from './whole.ts'

const address = `0x${'1'.repeat(40)}`

/** Each call with its method, path and body. */
const calls: [string, (furrow: Furrow) => Promise<unknown>, string, object?][] = [
  ['config', f => f.config(), 'GET /config'],
  ['signOutEverywhere', f => f.signOutEverywhere(), 'POST /auth/revoke'],
  ['checkBetaCode', f => f.checkBetaCode('seedling'), 'POST /auth/beta', { code: 'seedling' }],
  ['getMe', f => f.getMe(), 'GET /auth/me'],
  ['whoAmI', f => f.whoAmI(), 'GET /auth/me'],
  ['profile.get', f => f.profile.get(), 'GET /profile/'],
  [
    'profile.get of',
    f => f.profile.get(address, { init: true }),
    `GET /profile/?address=${address}&init=true`,
  ],
  ['profile.change', f => f.profile.change({ ensAddress: null }), 'PUT /profile/', { ensAddress: null }],
  ['quests.get', f => f.quests.get('q'), 'GET /quests?id=q'],
  ['quests.accept', f => f.quests.accept('q'), 'PATCH /quests', { questId: 'q', action: 'accept' }],
  ['quests.withdraw', f => f.quests.withdraw('q'), 'PATCH /quests', { questId: 'q', action: 'withdraw' }],
  [
    'quests.submit',
    f => f.quests.submit('q', { note: 'done' }),
    'PATCH /quests',
    { questId: 'q', action: 'submit', note: 'done' },
  ],
  [
    'quests.approve',
    f => f.quests.approve('q', address),
    'PATCH /quests',
    { questId: 'q', action: 'approve', farmer: address },
  ],
  [
    'quests.review, its arguments named',
    f => f.quests.review({ questId: 'q', address, rating: 4, comment: 'Well done.' }),
    'PATCH /quests',
    { questId: 'q', action: 'review', address, rating: 4, comment: 'Well done.' },
  ],
  [
    'quests.paid',
    f => f.quests.paid('q', address, '0x12'),
    'PATCH /quests',
    { questId: 'q', action: 'paid', farmer: address, txHash: '0x12' },
  ],
  [
    'quests.paid, its arguments named',
    f => f.quests.paid({ questId: 'q', farmer: address, txHash: '0x12', chainId: 10 }),
    'PATCH /quests',
    { questId: 'q', action: 'paid', farmer: address, txHash: '0x12', chainId: 10 },
  ],
  [
    'quests.edit',
    f => f.quests.edit('q', { title: 't' }, 'then'),
    'PATCH /quests',
    { questId: 'q', action: 'edit', changes: { title: 't' }, expectedUpdatedAt: 'then' },
  ],
  [
    'quests.decline, without a reason',
    f => f.quests.decline('q', address),
    'PATCH /quests',
    { questId: 'q', action: 'decline', farmer: address },
  ],
  [
    'quests.resolve, split',
    f => f.quests.resolve('q', address, 'split', { share: 0.5, reason: 'Half.', idempotencyKey: 'k' }),
    'PATCH /quests',
    { questId: 'q', action: 'resolve', farmer: address, outcome: 'split', share: 0.5, reason: 'Half.' },
  ],
  [
    'quests.resolve, its arguments named',
    f => f.quests.resolve({ questId: 'q', farmer: address, outcome: 'split', share: 0.5 }),
    'PATCH /quests',
    { questId: 'q', action: 'resolve', farmer: address, outcome: 'split', share: 0.5 },
  ],
  ['quests.drafts.get', f => f.quests.drafts.get('d'), 'GET /quests/drafts?id=d'],
  [
    'quests.dispute',
    f => f.quests.dispute('q', address, 'no'),
    'PATCH /quests',
    { questId: 'q', action: 'dispute', farmer: address, reason: 'no' },
  ],
  ['quests.fund', f => f.quests.fund('q'), 'PATCH /quests', { questId: 'q', action: 'fund' }],
  [
    'quests.resolve',
    f => f.quests.resolve('q', address, 'pay'),
    'PATCH /quests',
    { questId: 'q', action: 'resolve', farmer: address, outcome: 'pay' },
  ],
  [
    'quests.review',
    f => f.quests.review('q', address, 5),
    'PATCH /quests',
    { questId: 'q', action: 'review', address, rating: 5 },
  ],
  [
    'quests.review, in words',
    f => f.quests.review('q', address, 1, ''),
    'PATCH /quests',
    { questId: 'q', action: 'review', address, rating: 1, comment: '' },
  ],
  ['quests.complete', f => f.quests.complete('q'), 'PATCH /quests', { questId: 'q', status: 'completed' }],
  ['quests.cancel', f => f.quests.cancel('q'), 'PATCH /quests', { questId: 'q', status: 'cancelled' }],
  ['mail.blocks', f => f.mail.blocks(), 'GET /mail/blocks'],
  ['mail.block', f => f.mail.block(address), 'PUT /mail/blocks', { address }],
  ['mail.unblock', f => f.mail.unblock(address), 'DELETE /mail/blocks', { address }],
  ['mail.mark', f => f.mail.mark('m', true), 'PATCH /mail', { messageId: 'm', read: true }],
  ['mail.delete', f => f.mail.delete('m'), 'DELETE /mail', { messageId: 'm' }],
  ['leaderboard', f => f.leaderboard(), 'GET /leaderboard'],
  ['reputation', f => f.reputation(address), `GET /reputation?address=${address}`],
  ['communityDao.get', f => f.communityDao.get(), 'GET /community-dao'],
  ['resolve.name', f => f.resolve.name('alice.eth'), 'GET /resolve?name=alice.eth'],
  ['resolve.address', f => f.resolve.address(address), `GET /resolve?address=${address}`],
  [
    'codehost.exchange',
    f => f.codehost.exchange('c', { redirectUri: 'https://a.example' }),
    'POST /codehost/token',
    { code: 'c', redirectUri: 'https://a.example' },
  ],
  ['verify', f => f.verify({ repo: 'farm/gate', pr: 1 }), 'POST /verify', { repo: 'farm/gate', pr: 1 }],
  ['profile.passkey', f => f.profile.passkey('k'.repeat(22)), `GET /profile/passkey?id=${'k'.repeat(22)}`],
  ['profile.payer', f => f.profile.payer(address), `GET /profile/payer?address=${address}`],
  [
    'previewProof',
    f => f.previewProof({ repo: 'farm/gate', pr: 1 }),
    'GET /verify/preview?repo=farm%2Fgate&pr=1',
  ],
]

/** Both clients: with each area at its first call, and with all of them at once. */
describe.each([
  ['createFurrow', createFurrow],
  ['createFurrow of the whole', createWhole],
])('%s', (_name, createFurrow) => {
  test.each(calls)('%s', async (_name, call, question, body) => {
    const { baseUrl, asked } = await startServer(() => ({ body: [] }))
    await call(createFurrow({ baseUrl }))
    const [one] = asked
    expect(`${one?.method} ${one?.path.replace('/api', '')}`).toBe(question)
    expect(one?.body === '' ? undefined : JSON.parse(one?.body ?? '')).toEqual(body)
  })

  test('brings the token of a CI job for the one call that it is for', async () => {
    const { baseUrl, asked } = await startServer(() => ({ body: [] }))
    const furrow = createFurrow({ baseUrl, token: 'session' })
    await furrow.verify({ repo: 'farm/gate', pr: 1 }, { bearer: 'job' })
    await furrow.leaderboard()
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer job', 'Bearer session'])
    expect(furrow.token).toBe('session')
  })

  test('gives the options of a change behind its arguments, named or not', async () => {
    const { baseUrl, asked } = await startServer(() => ({ body: {} }))
    const { quests } = createFurrow({ baseUrl })
    const idempotencyKey = 'mine'
    await quests.review('q', address, 5, 'Good.', { idempotencyKey })
    await quests.review({ questId: 'q', address, rating: 5, comment: 'Good.' }, { idempotencyKey })
    await quests.resolve('q', address, 'pay', { idempotencyKey })
    await quests.resolve({ questId: 'q', farmer: address, outcome: 'pay' }, { idempotencyKey })
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(4).fill('"mine"'))
    const bodies = asked.map(({ body }) => JSON.parse(body))
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[3]).toEqual(bodies[2])
  })

  test('asks in the name of who called, whoever signs in right after', async () => {
    const { baseUrl, asked } = await startServer(() => ({ body: [] }))
    const furrow = createFurrow({ baseUrl, token: 'alice' })
    const calls = [furrow.mail.list(), furrow.files.list()]
    furrow.resume('bob')
    await Promise.all(calls)
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer alice', 'Bearer alice'])
    expect(furrow.token).toBe('bob')
  })

  test('forgets the token at once when one signs out, and ends that session and no other', async () => {
    const { baseUrl, asked } = await startServer(() => ({ body: {} }))
    const furrow = createFurrow({ baseUrl, token: 'alice' })
    const ended = furrow.signOut()
    expect(furrow.token).toBeNull()
    furrow.resume('bob')
    expect(await ended).toBe(true)
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer alice'])
    expect(furrow.token).toBe('bob')
  })
})

test('a session that the service did not end is told to go on, and one that was over needs no end', async () => {
  const signOut = async (status: number) => {
    const { baseUrl } = await startServer(() => ({ status, body: { error: 'No.' } }))
    return createFurrow({ baseUrl, token: 'alice' }).signOut()
  }
  expect(await signOut(503)).toBe(false)
  expect(await signOut(401)).toBe(true)
})

test('an API key is forgotten, and the service is asked to end nothing', async () => {
  const { baseUrl, asked } = await startServer(() => ({ status: 403, body: { error: 'No.' } }))
  const furrow = createFurrow({ baseUrl, token: 'furrow_key' })
  expect(await furrow.signOut()).toBe(true)
  expect({ asked, token: furrow.token }).toEqual({ asked: [], token: null })
})

test('both clients have the same calls', () => {
  const at = { baseUrl: 'http://127.0.0.1:1/api' }
  expect(callsOf(createFurrow(at))).toEqual(callsOf(createWhole(at)))
})

/** `quests.drafts.list`, and so on. */
function callsOf(value: object, path = ''): string[] {
  return Object.entries(value)
    .flatMap(([name, part]) =>
      typeof part === 'object' && part !== null ? callsOf(part, `${path}${name}.`) : [`${path}${name}`],
    )
    .toSorted()
}
