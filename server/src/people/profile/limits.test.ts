import { expect, test } from 'vitest'
import { createWallet, startHarness } from '../../../test/harness.ts'
import { startJsonHost } from '../../../test/json-host.ts'
import { hour } from '../../ground/clock.ts'

test('new profiles are so many an hour for each network, and those that exist are free', async () => {
  const { send, clock, context } = await startHarness({ env: { TRUST_PROXY: '1' } })
  const wallets = Array.from({ length: 70 }, () => createWallet())
  const init = (address: string, network = '192.0.2.1') =>
    send('GET', `/profile/?address=${address}&init=true`, { headers: { 'x-forwarded-for': network } })
  const statuses: number[] = []
  for (const { address } of wallets) statuses.push((await init(address)).status)
  expect(statuses).toEqual([...Array(60).fill(200), ...Array(10).fill(429)])
  const [known, refused] = [wallets[0]?.address ?? '', wallets[69]?.address ?? '']
  expect((await init(known)).status).toBe(200)
  const answer = await init(refused)
  expect(Number(answer.headers.get('retry-after'))).toBe(3_600)
  expect((await init(refused, '198.51.100.7')).status).toBe(200)
  clock.advance(hour)
  expect((await init(wallets[68]?.address ?? '')).status).toBe(200)
  expect(await context.db.selectFrom('profiles').select('address').execute()).toHaveLength(62)
})

test('proofs of an account are limited as guesses are; what else one says of oneself is not', async () => {
  const host = await startJsonHost({ 'GET /api/v1/user': { id: 5, login: 'alice' } })
  const { send, user } = await startHarness({ env: { CODEHOST_KIND: 'gitea', CODEHOST_URL: host.url } })
  const { token } = user()
  const change = async (body: object) => (await send('PUT', '/profile/', { token, body })).status
  const statuses: number[] = []
  for (let count = 0; count < 40; count++) statuses.push(await change({ codehostToken: `guess${count}` }))
  expect(statuses).toEqual([...Array(30).fill(200), ...Array(10).fill(429)])
  expect(host.asked).toHaveLength(30)
  expect(await change({ farmerProfile: { bio: 'x' } })).toBe(200)
})
