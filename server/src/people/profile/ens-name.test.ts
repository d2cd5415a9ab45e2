import { anvilPath, startAnvil } from '@furrow/contracts/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startEnsChain } from '../../../test/ens.ts'
import { startHarness, takeSharedDatabase } from '../../../test/harness.ts'
import { startUnreliableRpc } from '../../../test/unreliable-rpc.ts'
import { day, minute } from '../../ground/clock.ts'

const absent = anvilPath === null
const why = absent ? ' (skipped: there is no anvil)' : ''

async function start() {
  const chain = await startEnsChain()
  const rpc = await startUnreliableRpc(chain.anvil.rpcUrl)
  const env = { ...(await takeSharedDatabase()), ...chain.env, RPC_URLS: `1=${rpc.url}` }
  const harness = await startHarness({ env })
  const { user, send } = harness
  const join = () => {
    const { address, token } = user()
    return {
      address,
      put: (body: object) => send('PUT', '/profile/', { token, body }),
      shown: async () => (await send('GET', `/profile/?address=${address}`)).body.ensAddress,
      card: async () => (await send('GET', `/profiles?address=${address}`)).body[0],
    }
  }
  return { ...harness, chain, rpc, join }
}

describe.skipIf(absent)(`ensAddress with the chain of ENS${why}`, () => {
  test('is taken where the name resolves to the caller, as soon as it does', async () => {
    const { chain, join } = await start()
    const { address, put, shown } = join()
    expect((await put({ ensAddress: 'alice.eth', profilePhoto: 'tree' })).status).toBe(400)
    await chain.point('alice', address)
    expect(await put({ ensAddress: 'ALICE.eth' })).toMatchObject({
      status: 200,
      body: { ensAddress: 'alice.eth', profilePhoto: '' },
    })
    expect((await join().put({ ensAddress: 'alice.eth' })).status).toBe(400)
    expect((await put({ ensAddress: 'a..eth' })).status).toBe(400)
    expect((await put({ ensAddress: 'eth' })).status).toBe(400)
    expect(await shown()).toBe('alice.eth')
    expect(await put({ ensAddress: null })).toMatchObject({ status: 200, body: { ensAddress: null } })
  })

  test('changes nothing while ENS cannot be asked', async () => {
    const { chain, rpc, join } = await start()
    const { address, put, shown } = join()
    await chain.point('alice', address)
    await chain.point('bob', address)
    await put({ ensAddress: 'alice.eth' })
    rpc.mode = 'fail'
    expect((await put({ ensAddress: 'bob.eth' })).status).toBe(503)
    expect((await put({ profilePhoto: 'tree' })).status).toBe(200)
    expect(await shown()).toBe('alice.eth')
  })

  test('is checked again when it is shown after a day, and dropped where it no longer holds', async () => {
    const { chain, rpc, join, clock } = await start()
    const { address, card, put, shown } = join()
    await chain.point('alice', address)
    await put({ ensAddress: 'alice.eth' })
    expect(await card()).toMatchObject({ name: 'alice.eth', nameVerified: true })
    clock.advance(day - 1)
    rpc.asked.length = 0
    expect([await shown(), rpc.asked.length]).toEqual(['alice.eth', 0])
    clock.advance(1)
    expect([await shown(), rpc.asked.length]).toEqual(['alice.eth', 1])
    expect([await shown(), rpc.asked.length]).toEqual(['alice.eth', 1])
    await chain.point('alice', join().address)
    clock.advance(day)
    expect(await card()).toMatchObject({ name: null, nameVerified: false })
    expect([await shown(), await shown(), rpc.asked.length]).toEqual([null, null, 2])
  })

  test('stays while the chain is stopped, and is judged when it has started again', async () => {
    const { chain, rpc, join, clock } = await start()
    const { address, put, shown } = join()
    await chain.point('alice', address)
    await put({ ensAddress: 'alice.eth' })
    await chain.point('alice', join().address)
    const state = await chain.anvil.client.dumpState()
    await chain.anvil.stop()
    expect((await put({ ensAddress: 'bob.eth' })).status).toBe(503)
    clock.advance(day)
    expect(await shown()).toBe('alice.eth')

    const restarted = await startAnvil({ chainId: 1 })
    onTestFinished(restarted.stop)
    await restarted.client.loadState({ state })
    rpc.target = restarted.rpcUrl
    expect(await shown()).toBe('alice.eth')
    clock.advance(5 * minute)
    expect(await shown()).toBeNull()
  })

  test('is left alone by a check that a change has overtaken', async () => {
    const { chain, rpc, user, visitor, clock } = await start()
    const alice = user()
    await chain.point('alice', alice.address)
    await chain.point('bob', alice.address)
    await alice.furrow.profile.change({ ensAddress: 'alice.eth' })
    await chain.point('alice', user().address)
    clock.advance(day)
    const { promise, resolve } = Promise.withResolvers<void>()
    rpc.held = promise
    const before = rpc.asked.length
    const checking = visitor.profile.get(alice.address)
    await vi.waitFor(() => expect(rpc.asked.length).toBeGreaterThan(before), 20_000)
    rpc.held = undefined
    await user(alice).furrow.profile.change({ ensAddress: 'bob.eth' })
    resolve()
    await checking
    expect(await visitor.profile.get(alice.address)).toMatchObject({ ensAddress: 'bob.eth' })
  })

  test('goes to the one whom ENS names, from whoever claimed it or had it before', async () => {
    const { chain, join } = await start()
    const [before, after] = [join(), join()]
    await chain.point('alice', before.address)
    await before.put({ ensAddress: 'alice.eth' })
    await chain.point('alice', after.address)
    expect((await after.put({ ensAddress: 'alice.eth' })).status).toBe(200)
    expect([await before.shown(), await after.shown()]).toEqual([null, 'alice.eth'])
  })

  test('confirms or drops the claims of a time without an RPC', async () => {
    const { chain, rpc, env, user, send, clock } = await start()
    const claiming = await startHarness({ env: { ...env, RPC_URLS: '' }, clock })
    const [right, wrong] = [claiming.user(), claiming.user()]
    await right.furrow.profile.change({ ensAddress: 'right.eth' })
    await wrong.furrow.profile.change({ ensAddress: 'wrong.eth' })
    await chain.point('right', right.address)
    const shown = async ({ address }: { address: string }) =>
      (await send('GET', `/profile/?address=${address}`)).body.ensAddress

    rpc.mode = 'fail'
    expect([await shown(right), await shown(wrong)]).toEqual([null, null])
    rpc.mode = 'pass'
    clock.advance(5 * minute)
    expect([await shown(right), await shown(wrong)]).toEqual(['right.eth', null])

    const holder = user()
    await wrong.furrow.profile.change({ ensAddress: 'holder.eth' })
    await chain.point('holder', holder.address)
    expect(await holder.furrow.profile.change({ ensAddress: 'holder.eth' })).toMatchObject({
      ensAddress: 'holder.eth',
    })
    await expect(wrong.furrow.profile.change({ ensAddress: 'holder.eth' })).rejects.toThrow(
      'belongs to another',
    )
    expect(await shown(wrong)).toBeNull()
  })
})
