import { expect, test } from 'vitest'
import { shareHarness, startHarness } from '../../../test/harness.ts'

const shared = shareHarness()

test('GET /resolve goes both ways, by the claims in the profiles', async () => {
  const { user, visitor, send } = await startHarness()
  const { furrow, account, address } = user()
  await furrow.profile.change({ ensAddress: 'alice.eth' })
  const found = { address: account.address, name: 'alice.eth', verified: false }
  expect(await visitor.resolve.name('ALICE.eth')).toEqual(found)
  expect(await visitor.resolve.address(address)).toEqual(found)
  for (const name of ['bob.eth', 'alice', 'eth'])
    expect((await send('GET', `/resolve?name=${name}`)).status).toBe(404)
  expect((await send('GET', `/resolve?address=${user().address}`)).status).toBe(404)
  await furrow.profile.change({ ensAddress: null })
  expect((await send('GET', '/resolve?name=alice.eth')).status).toBe(404)
})

test('the claim of a profile that a moderator hides names nobody', async () => {
  const { platform, user, send } = await startHarness()
  const { furrow, address } = user()
  await furrow.profile.change({ ensAddress: 'alice.eth' })
  const hide = { action: 'hide', kind: 'profile', id: address, reason: 'Spam.' } as const
  await user(platform).furrow.moderation.act(hide)
  for (const query of ['name=alice.eth', `address=${address}`])
    expect((await send('GET', `/resolve?${query}`)).status, query).toBe(404)
})

test.each([
  ['', 404],
  ['false', 404],
  ['true', 200],
])(
  'in production, claims are answered only where they are allowed: %j',
  async (ALLOW_CLAIMED_NAMES, status) => {
    const env = { NODE_ENV: 'production', SIWE_DOMAINS: 'app.example.org', ALLOW_CLAIMED_NAMES }
    const { user, send } = await startHarness({ env })
    const { furrow, address } = user()
    await furrow.profile.change({ ensAddress: 'alice.eth' })
    for (const query of ['name=alice.eth', `address=${address}`])
      expect((await send('GET', `/resolve?${query}`)).status).toBe(status)
  },
)

test.each([
  '',
  '?name=',
  '?address=0x12',
  '?name=a.eth&address=0x0000000000000000000000000000000000000001',
  '?name=%E2%80%8Dx.eth',
  '?name=a..eth',
  '?name=a%00.eth',
  '?name=al%C2%ADice.eth',
  '?name=%E2%80%AEalice.eth',
])('GET /resolve%s is 400', async query => {
  const { send } = await shared()
  expect((await send('GET', `/resolve${query}`)).status).toBe(400)
})

// From the suite of ENSIP-15, which passes as a whole.
test.each([
  ['RaFFY.eTh', 404],
  ['\u{1f468}\u200d\u{1f469}\u200d\u{1f467}.eth', 404],
  ['\u5b97\u8679.eth', 404],
  ['$.eth', 404],
  ['_a.eth', 404],
  ['1\ufe0f\u20e3', 404],
  ['a_b.eth', 400],
  ['x\u0430.eth', 400],
  ['a\u200cb.eth', 400],
  ['ab--c.eth', 400],
  ['\u0301a.eth', 400],
  ['a\uff0eb..eth', 400],
  ['[abc].eth', 400],
  ['a b.eth', 400],
  ['\ufdfa'.repeat(20), 400],
])('GET /resolve?name=%s is %i', async (name, status) => {
  const { send } = await shared()
  expect((await send('GET', `/resolve?name=${encodeURIComponent(name)}`)).status).toBe(status)
})

test('POST /codehost/token says that no code host is configured, and that is kept by nobody', async () => {
  const { send } = await startHarness()
  const { status, body, headers } = await send('POST', '/codehost/token', { body: { code: 'abc' } })
  expect({ status, error: typeof body.error }).toEqual({ status: 503, error: 'string' })
  expect(headers.get('cache-control')).toBe('no-store')
  for (const code of [undefined, 7, '', ['abc']])
    expect((await send('POST', '/codehost/token', { body: { code } })).status).toBe(400)
})
