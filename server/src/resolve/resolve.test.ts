import { expect, test } from 'vitest'
import { startHarness } from '../test/harness.ts'

test('GET /resolve goes both ways, by the claims in the profiles', async () => {
  const { user, visitor, send } = await startHarness()
  const { furrow, account, address } = user()
  await furrow.profile.change({ ensAddress: 'alice.eth' })
  const found = { address: account.address, name: 'alice.eth' }
  expect(await visitor.resolve.name('ALICE.eth')).toEqual(found)
  expect(await visitor.resolve.address(address)).toEqual(found)
  for (const name of ['bob.eth', 'alice', 'eth'])
    expect((await send('GET', `/resolve?name=${name}`)).status).toBe(404)
  expect((await send('GET', `/resolve?address=${user().address}`)).status).toBe(404)
  await furrow.profile.change({ ensAddress: null })
  expect((await send('GET', '/resolve?name=alice.eth')).status).toBe(404)
})

test.each([
  '',
  '?name=',
  '?address=0x12',
  '?name=a.eth&address=0x0000000000000000000000000000000000000001',
  '?name=%E2%80%8Dx.eth',
  '?name=a..eth',
  '?name=a%00.eth',
])('GET /resolve%s is 400', async query => {
  const { send } = await startHarness()
  expect((await send('GET', `/resolve${query}`)).status).toBe(400)
})

test('POST /codehost/token says that no code host is configured, and that is kept by nobody', async () => {
  const { send } = await startHarness()
  const { status, body, headers } = await send('POST', '/codehost/token', { body: { code: 'abc' } })
  expect({ status, error: typeof body.error }).toEqual({ status: 503, error: 'string' })
  expect(headers.get('cache-control')).toBe('no-store')
  for (const code of [undefined, 7, '', ['abc']])
    expect((await send('POST', '/codehost/token', { body: { code } })).status).toBe(400)
})
