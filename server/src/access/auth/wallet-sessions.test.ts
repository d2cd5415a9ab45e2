import { anvilPath } from '@furrow/contracts/testing'
import { keyStatement } from '@furrow/sdk/contract'
import { describe, expect, test } from 'vitest'
import { createWallet, startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { changeOwners, deploySafe, deploySafes } from '../../../test/safe.ts'
import { startWalletChains, type WalletChain } from '../../../test/wallet-sign-in.ts'
import { hour, minute } from '../../ground/clock.ts'
import { lookAtWallets } from './wallet-sessions.ts'

const absent = anvilPath === null
const why = absent ? ' (skipped: there is no anvil)' : ''
const chainId = 1

async function start() {
  const wallets = await startWalletChains([chainId], await takeSharedDatabase())
  const [chain] = wallets.chains as [WalletChain]
  const makeSafe = await deploySafes(chain.deploy)
  const owner = createWallet()
  const safe = makeSafe(owner, chainId)
  const signInAs = async (wallet: typeof safe, sign = wallet.sign): Promise<string> => {
    const { status, body } = await wallets.verify(await wallets.prepare(wallet.address, sign))
    expect(status).toBe(200)
    return body.token
  }
  /** An hour with the service's work of each minute. */
  const passHour = async () => {
    for (let passed = 0; passed < hour; passed += minute) {
      wallets.clock.advance(minute)
      await lookAtWallets.round(wallets.context)
    }
  }
  const statusOf = async (token: string) => (await wallets.send('GET', '/mail', { token })).status
  return { ...wallets, ...chain, makeSafe, owner, safe, signInAs, passHour, statusOf }
}

describe.skipIf(absent)(`sessions of a smart wallet${why}`, () => {
  test.each(['swap', 'add'] as const)('end within an hour when its owners change: %s', async how => {
    const { anvil, makeSafe, owner, safe, signInAs, passHour, statusOf, verify, prepare } = await start()
    const other = makeSafe(createWallet(), chainId)
    for (const one of [safe, other]) await deploySafe(anvil, one)
    const [mine, theirs] = [await signInAs(safe), await signInAs(other)]
    await passHour()
    expect([await statusOf(mine), await statusOf(theirs)]).toEqual([200, 200])
    await changeOwners(anvil, safe, owner, how, createWallet())
    await passHour()
    expect([await statusOf(mine), await statusOf(theirs)]).toEqual([401, 200])
    const again = await verify(await prepare(safe.address, safe.sign))
    // A remaining owner can sign in again.
    expect(again.status).toBe(how === 'add' ? 200 : 401)
  })

  test('of an API key last as long as the key, and end it within an hour when its owners change', async () => {
    const { anvil, owner, safe, clock, prepare, send, passHour } = await start()
    await deploySafe(anvil, safe)
    const resources = ['urn:furrow:key:bot', 'urn:furrow:scope:mail', 'urn:furrow:days:30']
    const body = await prepare(safe.address, safe.sign, chainId, { statement: keyStatement, resources })
    const { key } = (await send('POST', '/auth/keys', { body })).body
    clock.advance(7 * 24 * hour)
    await passHour()
    expect((await send('GET', '/mail', { token: key })).status).toBe(200)
    await changeOwners(anvil, safe, owner, 'swap', createWallet())
    await passHour()
    expect((await send('GET', '/mail', { token: key })).status).toBe(401)
  })

  test('go on when it is deployed after it signed in (ERC-6492), and end when its owners change then', async () => {
    const { anvil, owner, safe, signInAs, passHour, statusOf } = await start()
    const token = await signInAs(safe, safe.signUndeployed)
    await passHour()
    await deploySafe(anvil, safe)
    await passHour()
    expect(await statusOf(token)).toBe(200)
    await changeOwners(anvil, safe, owner, 'add', createWallet())
    await passHour()
    expect(await statusOf(token)).toBe(401)
  })

  test('go on while the chain gives no answer, and end when it says that its owners changed', async () => {
    const { anvil, rpc, owner, safe, signInAs, passHour, statusOf } = await start()
    await deploySafe(anvil, safe)
    const token = await signInAs(safe)
    await changeOwners(anvil, safe, owner, 'swap', createWallet())
    for (const mode of ['fail', 'empty'] as const) {
      rpc.mode = mode
      await passHour()
      expect(await statusOf(token)).toBe(200)
    }
    rpc.mode = 'pass'
    await passHour()
    expect(await statusOf(token)).toBe(401)
  })

  test('are looked at by one of several processes, twice an hour, and not after their end', async () => {
    const { anvil, rpc, safe, signInAs, harness, clock, context } = await start()
    await deploySafe(anvil, safe)
    await signInAs(safe)
    const other = await startHarness({ env: { ...harness.env }, clock })
    const rounds = async () =>
      (await Promise.all([context, other.context].map(one => lookAtWallets.round(one)))).reduce(
        (a, b) => a + b,
      )
    rpc.asked.length = 0
    expect(await rounds()).toBe(0)
    for (const expected of [1, 0]) {
      if (expected) clock.advance(30 * minute)
      expect(await rounds()).toBe(expected)
    }
    expect(rpc.asked.filter(method => method === 'eth_getCode')).toHaveLength(1)
    clock.advance(24 * hour)
    rpc.asked.length = 0
    expect(await rounds()).toBe(1)
    expect([await rounds(), rpc.asked]).toEqual([0, []])
    expect(await context.db.selectFrom('wallet_sessions').selectAll().execute()).toEqual([])
  })

  test('are asked about no more once they are ended, from another device or their own', async () => {
    const { anvil, safe, signInAs, send, context } = await start()
    await deploySafe(anvil, safe)
    const [, token] = [await signInAs(safe), await signInAs(safe)]
    const count = async () => (await context.db.selectFrom('wallet_sessions').select('id').execute()).length
    const { body } = await send('GET', '/auth/sessions', { token })
    const { id } = body.find(({ current }: { current: boolean }) => !current)
    await send('DELETE', `/auth/sessions/${id}`, { token })
    expect(await count()).toBe(1)
    await send('DELETE', '/auth/session', { token })
    expect(await count()).toBe(0)
  })

  test('are at most fifty, until they are ended', async () => {
    const { anvil, safe, signInAs, verify, prepare, send } = await start()
    await deploySafe(anvil, safe)
    let token = ''
    for (let count = 0; count < 50; count++) token = await signInAs(safe)
    const refused = await verify(await prepare(safe.address, safe.sign))
    expect(refused).toMatchObject({ status: 429, body: { error: expect.stringContaining('50 sessions') } })
    expect(refused.headers.get('retry-after')).toBe(String(24 * 3_600))
    expect((await send('POST', '/auth/revoke', { token })).status).toBe(200)
    await signInAs(safe)
  })
})
