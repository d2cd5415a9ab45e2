import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { anvilPath } from '@furrow/contracts/testing'
import {
  hostileContractAbi,
  hostileContractBytecode,
  offchainResolverAbi,
  offchainResolverBytecode,
} from '@furrow/contracts/testing/identity'
import type { Abi } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type EnsChain, startEnsChain } from '../../../test/ens.ts'
import { createWallet, startHarness } from '../../../test/harness.ts'
import { startUnreliableRpc } from '../../../test/unreliable-rpc.ts'
import type { Address } from '../../ground/address.ts'
import { minute } from '../../ground/clock.ts'
import { forgetEnsAnswers } from './ens-answers.ts'

const absent = anvilPath === null
const why = absent ? ' (skipped: there is no anvil)' : ''

/** A service whose chain 1 is behind a proxy that counts. */
async function start() {
  const chain = await startEnsChain()
  const rpc = await startUnreliableRpc(chain.anvil.rpcUrl)
  const harness = await startHarness({ env: { ...chain.env, RPC_URLS: `1=${rpc.url}` } })
  const resolve = (query: string) => harness.send('GET', `/resolve?${query}`)
  return { ...harness, chain, rpc, resolve }
}

const hostileWays = { burnGas: 0, askGateway: 1, garbage: 2, nothing: 3, revert: 4, large: 5, invalid: 6 }

function deployHostile(
  chain: EnsChain,
  way: keyof typeof hostileWays,
  urls: string[] = [],
): Promise<Address> {
  const args = [hostileWays[way], urls]
  return chain.deploy({ abi: hostileContractAbi as Abi, bytecode: hostileContractBytecode, args })
}

function deployOffchain(chain: EnsChain, urls: string[]): Promise<Address> {
  return chain.deploy({ abi: offchainResolverAbi as Abi, bytecode: offchainResolverBytecode, args: [urls] })
}

describe.skipIf(absent)(`GET /resolve with the chain of ENS${why}`, () => {
  test('goes both ways, for names in any letter case', async () => {
    const { chain, resolve } = await start()
    const alice = chain.anvil.account(1)
    await chain.point('alice', alice.address)
    await chain.callItself(1, 'alice.eth')
    const found = { status: 200, body: { address: alice.address, name: 'alice.eth' } }
    expect(await resolve('name=ALICE.eth')).toMatchObject(found)
    expect(await resolve(`address=${alice.address}`)).toMatchObject(found)
    expect((await resolve('name=bob.eth')).status).toBe(404)
    expect((await resolve(`address=${createWallet().address}`)).status).toBe(404)
  })

  test('does not take the word of a profile', async () => {
    const { resolve, user, context } = await start()
    const { furrow, address } = user()
    await furrow.profile.change({ profilePhoto: 'tree' })
    await context.db.updateTable('profiles').set({ ens_address: 'alice.eth' }).execute()
    expect((await resolve('name=alice.eth')).status).toBe(404)
    expect((await resolve(`address=${address}`)).status).toBe(404)
  })

  test('believes a reverse record only where the name resolves back', async () => {
    const { chain, resolve } = await start()
    await chain.point('alice', chain.anvil.account(1).address)
    await chain.callItself(2, 'alice.eth')
    await chain.callItself(3, 'nobody.eth')
    await chain.callItself(4, 'ALICE.eth')
    await chain.callItself(5, 'x'.repeat(300))
    for (const index of [2, 3, 4, 5])
      expect((await resolve(`address=${chain.anvil.account(index).address}`)).status).toBe(404)
  })

  test('tells a chain that cannot be asked from a name that is not there', async () => {
    const { chain, rpc, resolve } = await start()
    await chain.point('alice', chain.anvil.account(1).address)
    for (const mode of ['fail', 'limit', 'empty', 'html', 'hang'] as const) {
      rpc.mode = mode
      expect(await resolve('name=alice.eth')).toMatchObject({
        status: 503,
        body: { error: expect.stringContaining('ENS'), code: expect.any(String) },
      })
    }
    rpc.mode = 'pass'
    expect((await resolve('name=alice.eth')).status).toBe(200)
    await chain.anvil.stop()
    expect((await resolve('name=bob.eth')).status).toBe(503)
    expect((await resolve('name=alice.eth')).status).toBe(200)
  })

  test('says 503 where no universal resolver is at the address', async () => {
    const { anvil } = await startEnsChain()
    const { send } = await startHarness({ env: { RPC_URLS: `1=${anvil.rpcUrl}` } })
    expect((await send('GET', '/resolve?name=alice.eth')).status).toBe(503)
  })

  test('asks the chain once for a while, found or not, and once for questions at the same time', async () => {
    const { chain, rpc, resolve, clock, context } = await start()
    await chain.point('alice', chain.anvil.account(1).address)
    const ask = async (name: string) => {
      const before = rpc.asked.length
      await Promise.all(Array.from({ length: 10 }, () => resolve(`name=${name}`)))
      return rpc.asked.length - before
    }
    expect([await ask('alice.eth'), await ask('bob.eth')]).toEqual([1, 1])
    expect([await ask('Alice.eth'), await ask('bob.eth')]).toEqual([0, 0])
    await chain.point('bob', chain.anvil.account(2).address)
    clock.advance(2 * minute)
    expect([await ask('alice.eth'), await ask('bob.eth')]).toEqual([0, 1])
    expect((await resolve('name=bob.eth')).status).toBe(200)
    clock.advance(8 * minute)
    expect([await ask('alice.eth'), await ask('bob.eth')]).toEqual([1, 0])
    clock.advance(10 * minute)
    await forgetEnsAnswers.round(context)
    expect(await context.db.selectFrom('ens_answers').selectAll().execute()).toEqual([])
  })

  test('finds the primary name of another chain where there is none on Ethereum', async () => {
    const chain = await startEnsChain()
    const { anvil } = chain
    const env = { ...chain.env, RPC_URLS: `8453=http://127.0.0.1:1,1=${anvil.rpcUrl},10=http://127.0.0.1:1` }
    const { send } = await startHarness({ env })
    const nameOf = async (address: string) => (await send('GET', `/resolve?address=${address}`)).body.name
    const account = (index: number) => anvil.account(index).address
    const [onBase, posing, both, absent] = [account(1), account(2), account(3), account(4)] as const
    await chain.pointOn(8453, 'base', onBase)
    await chain.callOn(8453, onBase, 'base.eth')
    // A name that resolves back on another chain only is not its name there.
    await chain.callOn(10, posing, 'base.eth')
    await chain.callOn(8453, both, 'second.eth')
    await chain.pointOn(8453, 'second', both)
    await chain.point('first', both)
    await chain.callItself(3, 'first.eth')
    expect(await Promise.all([onBase, posing, both, absent].map(nameOf))).toEqual([
      'base.eth',
      undefined,
      'first.eth',
      undefined,
    ])
    expect((await send('GET', '/resolve?name=base.eth')).body).toMatchObject({ address: onBase })
  })

  test('asks the chain for one network so often in a minute, and answers what it knows all the same', async () => {
    const { chain, clock, resolve, rpc } = await start()
    await chain.point('alice', chain.anvil.account(1).address)
    for (let question = 0; question < 29; question++)
      expect((await resolve(`name=nobody${question}.eth`)).status).toBe(404)
    expect((await resolve('name=alice.eth')).status).toBe(200)
    const before = rpc.asked.length
    expect(await resolve('name=bob.eth')).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('again'), code: expect.any(String) },
    })
    expect((await resolve('name=alice.eth')).status).toBe(200)
    expect((await resolve('name=nobody3.eth')).status).toBe(404)
    expect(rpc.asked.length).toBe(before)
    clock.advance(minute)
    expect((await resolve('name=bob.eth')).status).toBe(404)
  })

  test('finds nothing, and soon, where a resolver is hostile', async () => {
    const { chain, resolve } = await start()
    const ways = ['burnGas', 'garbage', 'nothing', 'revert', 'large', 'invalid'] as const
    for (const way of ways) {
      await chain.delegate(way.toLowerCase(), await deployHostile(chain, way))
      expect((await resolve(`name=${way}.eth`)).status, way).toBe(404)
    }
    await chain.delegate('account', chain.anvil.account(3).address as Address)
    expect((await resolve('name=account.eth')).status).toBe(404)
  })

  test('connects to nobody where a name points it into its own network', async () => {
    const { chain, resolve } = await start()
    let connections = 0
    const server = createServer(socket => {
      connections++
      socket.destroy()
    }).listen(0)
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', '0', '2130706433']
    const urls = [
      ...hosts.map(host => `https://${host}:${port}/{sender}/{data}.json`),
      `http://127.0.0.1:${port}/`,
      'file:///etc/passwd',
      'data:application/json,{"data":"0x00"}',
      'nonsense',
    ]
    for (const [index, url] of urls.entries()) {
      await chain.delegate(`loop${index}`, await deployOffchain(chain, [url]))
      expect((await resolve(`name=loop${index}.eth`)).status, url).toBe(404)
    }
    expect(connections).toBe(0)
  })
})
