import { anvilPath } from '@furrow/contracts/testing'
import { concat, encodeAbiParameters, type Hex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { createWallet, startHarness } from '../../../test/harness.ts'
import { changeOwners, deploySafe, deploySafes } from '../../../test/safe.ts'
import { prepareSignIn } from '../../../test/sign-in.ts'
import { startWalletChains, type WalletChain } from '../../../test/wallet-sign-in.ts'
import { checksum, toAddress } from '../../ground/address.ts'
import { hour, minute } from '../../ground/clock.ts'
import { lookAtWallets } from './wallet-sessions.ts'

const absent = anvilPath === null
const why = absent ? ' (skipped: there is no anvil)' : ''
const [mainnet, base] = [1, 8453]

/** A Safe of one owner at the same address on both chains, wherever it is deployed. */
async function startTwoChains() {
  const { chains, ...rest } = await startWalletChains([mainnet, base])
  const [one, other] = chains as [WalletChain, WalletChain]
  const owner = createWallet()
  const safe = (await deploySafes(one.deploy))(owner, mainnet)
  const there = (await deploySafes(other.deploy))(owner, base)
  expect(there.address).toBe(safe.address)
  return { ...rest, one, other, owner, safe, there }
}

/** Wraps a signature as for an undeployed wallet (ERC-6492). */
function wrap(inner: Hex, factory: Hex = `0x${'1'.repeat(40)}`, data: Hex = '0x'): Hex {
  const form = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
  return concat([encodeAbiParameters(form, [factory, data, inner]), `0x${'6492'.repeat(16)}`])
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The second valid signature of the same message and key. */
function flip(signature: Hex): Hex {
  const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0')
  return `${signature.slice(0, 66)}${s}${signature.endsWith('1b') ? '1c' : '1b'}` as Hex
}

/** A contract that accepts every signature (ERC-1271). */
const yes: Hex = '0x6010600c60003960106000f3631626ba7e60e01b60005260206000f3'

describe.skipIf(absent)(`POST /auth/verify with a smart wallet${why}`, () => {
  test('lets no owner of before in through a chain where the Safe never was (ERC-6492)', async () => {
    const { one, owner, safe, there, verify, prepare } = await startTwoChains()
    await deploySafe(one.anvil, safe)
    const next = createWallet()
    await changeOwners(one.anvil, safe, owner, 'swap', next)
    expect((await verify(await prepare(safe.address, safe.sign))).status).toBe(401)
    const body = await prepare(there.address, there.signUndeployed, base)
    expect(await verify(body)).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining(`deployed on chain ${mainnet}`), code: expect.any(String) },
    })
    // A failing node must not count as an absent wallet.
    one.rpc.mode = 'fail'
    expect((await verify(await prepare(there.address, there.signUndeployed, base))).status).toBe(503)
    one.rpc.mode = 'empty'
    expect((await verify(await prepare(there.address, there.signUndeployed, base))).status).toBe(503)
  })

  test('takes a wallet through the chain alone where it was first seen, also where it is on others', async () => {
    const { one, other, owner, safe, there, verify, prepare } = await startTwoChains()
    await deploySafe(one.anvil, safe)
    expect((await verify(await prepare(safe.address, safe.sign))).status).toBe(200)
    await changeOwners(one.anvil, safe, owner, 'swap', createWallet())
    // Anybody may make it there, with its first owner.
    await deploySafe(other.anvil, there)
    other.rpc.asked.length = 0
    expect(await verify(await prepare(there.address, there.sign, base))).toMatchObject({
      status: 401,
      body: {
        error: `This smart wallet signs in through chain ${mainnet}, as it did the first time.`,
        code: expect.any(String),
      },
    })
    expect(other.rpc.asked).toEqual([])
  })

  test('refuses a former owner who comes first through a chain where they made the Safe anew', async () => {
    const { one, other, owner, safe, there, verify, prepare } = await startTwoChains()
    await deploySafe(one.anvil, safe)
    const next = createWallet()
    await changeOwners(one.anvil, safe, owner, 'swap', next)
    await other.anvil.client.increaseTime({ seconds: 60 })
    await deploySafe(other.anvil, there)
    // A node without an archive cannot tell: neither chain is believed then.
    const sign = (message: string) => safe.signAs(next, message)
    one.rpc.mode = 'pruned'
    for (const body of [await prepare(safe.address, sign), await prepare(safe.address, there.sign, base)])
      expect(await verify(body)).toMatchObject({
        status: 401,
        body: { error: expect.stringContaining('cannot be told'), code: expect.any(String) },
      })
    one.rpc.mode = 'pass'
    // Nobody has signed in yet: the first to come is the former owner, on the chain where the Safe was made anew.
    const stolen = await verify(await prepare(there.address, there.sign, base))
    expect(stolen).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining(`was on chain ${mainnet} first`), code: expect.any(String) },
    })
    expect((await verify(await prepare(safe.address, sign))).status).toBe(200)
  })

  test('lets a wallet in that all its chains accept, though none tells which came first', async () => {
    const { one, other, verify, prepare } = await startTwoChains()
    const address = toAddress(`0x${'c0'.repeat(20)}`)
    for (const { anvil, rpc } of [one, other]) {
      // The code of `yes`, without its deployment.
      await anvil.client.setCode({ address, bytecode: `0x${yes.slice(26)}` })
      rpc.mode = 'pruned'
    }
    expect((await verify(await prepare(address, () => '0x1234', base))).status).toBe(200)
    // It is bound to that chain now.
    expect((await verify(await prepare(address, () => '0x1234', mainnet))).status).toBe(401)
  })

  test('lets the owners on the oldest chain lift a binding that was made without asking it', async () => {
    const { one, other, owner, safe, there, verify, prepare, send, context } = await startTwoChains()
    await deploySafe(one.anvil, safe)
    const next = createWallet()
    await changeOwners(one.anvil, safe, owner, 'swap', next)
    await other.anvil.client.increaseTime({ seconds: 60 })
    await deploySafe(other.anvil, there)
    // As bound by a version that asked no other chain.
    const wrong = { address: safe.address, chain_id: base, at: Date.now() + hour, asked: null }
    await context.db.insertInto('wallet_chains').values(wrong).execute()
    const stolen = (await verify(await prepare(there.address, there.sign, base))).body.token
    const statusOf = async (token: string) => (await send('GET', '/mail', { token })).status
    expect(await statusOf(stolen)).toBe(200)

    const sign = (message: string) => safe.signAs(next, message)
    const rightful = (await verify(await prepare(safe.address, sign))).body.token
    expect([await statusOf(rightful), await statusOf(stolen)]).toEqual([200, 401])
    expect((await verify(await prepare(there.address, there.sign, base))).status).toBe(401)
    expect(
      await context.db.selectFrom('wallet_chains').select(['chain_id', 'asked', 'had_code']).execute(),
    ).toEqual([{ chain_id: mainnet, asked: `${mainnet},${base}`, had_code: 1 }])
  })

  test('lets the owners in where it was deployed since it signed in, and nowhere else', async () => {
    const { one, other, owner, safe, there, verify, prepare } = await startTwoChains()
    expect((await verify(await prepare(there.address, there.signUndeployed, base))).status).toBe(200)
    await deploySafe(one.anvil, safe)
    await changeOwners(one.anvil, safe, owner, 'add', createWallet())
    expect((await verify(await prepare(there.address, there.signUndeployed, base))).status).toBe(401)
    expect((await verify(await prepare(safe.address, safe.sign))).status).toBe(200)
    await deploySafe(other.anvil, there)
    expect((await verify(await prepare(there.address, there.sign, base))).status).toBe(401)
  })

  test('lets no owner of before in who makes it anew on the chain where it signed in undeployed', async () => {
    const { one, other, owner, safe, there, verify, prepare, send, clock, context } = await startTwoChains()
    const old = (await verify(await prepare(there.address, there.signUndeployed, base))).body.token
    const statusOf = async (token: string) => (await send('GET', '/mail', { token })).status
    await deploySafe(one.anvil, safe)
    const next = createWallet()
    await changeOwners(one.anvil, safe, owner, 'swap', next)
    await other.anvil.client.increaseTime({ seconds: 60 })
    await deploySafe(other.anvil, there)
    const stolen = async () => verify(await prepare(there.address, there.sign, base))
    expect(await stolen()).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining(`was on chain ${mainnet} first`), code: expect.any(String) },
    })
    // The wallet made anew does not keep its owner's earlier session alive either, although it accepts the signature.
    expect(await statusOf(old)).toBe(200)
    clock.advance(30 * minute)
    await lookAtWallets.round(context)
    expect(await statusOf(old)).toBe(401)
    const sign = (message: string) => safe.signAs(next, message)
    const rightful = await verify(await prepare(safe.address, sign))
    expect([rightful.status, (await stolen()).status]).toEqual([200, 401])
    expect(await statusOf(rightful.body.token)).toBe(200)
  })

  test('asks no other chain any more once it signed in with code on the chain where it was undeployed', async () => {
    const { one, other, owner, safe, there, verify, prepare, context } = await startTwoChains()
    const signInThere = async () => (await verify(await prepare(there.address, there.sign, base))).status
    expect((await verify(await prepare(there.address, there.signUndeployed, base))).status).toBe(200)
    await deploySafe(other.anvil, there)
    expect(await signInThere()).toBe(200)
    expect(await context.db.selectFrom('wallet_chains').select(['chain_id', 'had_code']).execute()).toEqual([
      { chain_id: base, had_code: 1 },
    ])
    one.rpc.asked.length = 0
    expect(await signInThere()).toBe(200)
    expect(one.rpc.asked).toEqual([])
    await changeOwners(other.anvil, there, owner, 'swap', createWallet())
    await one.anvil.client.increaseTime({ seconds: 60 })
    await deploySafe(one.anvil, safe)
    expect((await verify(await prepare(safe.address, safe.sign))).status).toBe(401)
  })

  test('tells from the blocks whether a wallet was undeployed that an earlier version bound', async () => {
    const { one, other, owner, safe, there, verify, prepare, context } = await startTwoChains()
    await deploySafe(one.anvil, safe)
    const next = createWallet()
    await changeOwners(one.anvil, safe, owner, 'swap', next)
    await other.anvil.client.increaseTime({ seconds: 60 })
    await deploySafe(other.anvil, there)
    const asked = `${mainnet},${base}`
    const bindAt = async (at: number) => {
      await context.db.deleteFrom('wallet_chains').execute()
      await context.db
        .insertInto('wallet_chains')
        .values({ address: safe.address, chain_id: base, at, asked })
        .execute()
    }
    const ofBase = async () => (await verify(await prepare(there.address, there.sign, base))).status
    const sign = (message: string) => safe.signAs(next, message)
    const ofMainnet = async () => (await verify(await prepare(safe.address, sign))).status
    await bindAt(0)
    // A node without a past lets nobody in.
    other.rpc.mode = 'pruned'
    expect([await ofBase(), await ofMainnet()]).toEqual([401, 401])
    other.rpc.mode = 'pass'
    expect([await ofBase(), await ofMainnet(), await ofBase()]).toEqual([401, 200, 401])
    // It was deployed: former owners get nothing back.
    await bindAt(Date.now() + hour)
    expect([await ofMainnet(), await ofBase(), await ofMainnet()]).toEqual([401, 200, 401])
  })

  test('takes the word of the settings for the chain of a wallet', async () => {
    const { harness, one, other, owner, safe, there, verify, prepare } = await startTwoChains()
    const next = createWallet()
    await deploySafe(one.anvil, safe)
    const stolen = (await verify(await prepare(safe.address, safe.sign))).body.token
    await deploySafe(other.anvil, there)
    await changeOwners(other.anvil, there, owner, 'swap', next)
    const env = { ...harness.env, PLATFORM_WALLET: `${there.address}@${base}` }
    const named = await startHarness({ env, clock: harness.clock })
    const signIn = async (body: object) => (await named.send('POST', '/auth/verify', { body })).status
    expect(await signIn(await prepare(safe.address, safe.sign))).toBe(401)
    expect((await named.send('GET', '/doctor', { token: stolen })).status).toBe(200)
    harness.clock.advance(30 * minute)
    await lookAtWallets.round(named.context)
    expect((await named.send('GET', '/doctor', { token: stolen })).status).toBe(401)
    const sign = (message: string) => there.signAs(next, message)
    expect(await signIn(await prepare(there.address, sign, base))).toBe(200)
  })

  test('has the doctor ask for the chain of a platform wallet that is a contract', async () => {
    const { harness, one, other, safe, there } = await startTwoChains()
    await deploySafe(one.anvil, safe)
    const diagnose = async (platform: string) => {
      const { user } = await startHarness({ env: { ...harness.env, PLATFORM_WALLET: platform } })
      const { findings } = await user({ ...createWallet(), address: safe.address }).furrow.doctor()
      return findings.find(({ about }) => about === 'Wallets')
    }
    expect(await diagnose(safe.address)).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('its chain is not named'),
      mend: expect.stringContaining(`${checksum(safe.address)}@${mainnet}`),
    })
    expect(await diagnose(`${safe.address}@${base}`)).toMatchObject({ state: 'warning' })
    await deploySafe(other.anvil, there)
    expect(await diagnose(`${safe.address}@${base}`)).toMatchObject({ state: 'fine' })
  })

  test('lets nobody but the key in for an account with a delegate (EIP-7702)', async () => {
    const { one, verify, prepare } = await startTwoChains()
    const { account, address } = createWallet()
    const { client } = one.anvil
    const hash = await client.deployContract({
      abi: [],
      bytecode: yes,
      account: one.anvil.account(0),
    } as never)
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    const plain = await prepare(contractAddress?.toLowerCase() as typeof address, () => '0x1234')
    expect((await verify(plain)).status).toBe(200)

    const authorization = await account.signAuthorization({
      chainId: mainnet,
      nonce: 0,
      address: contractAddress as Hex,
    })
    const sent = await client.sendTransaction({
      account: one.anvil.account(0),
      to: address,
      authorizationList: [authorization],
    } as never)
    await client.waitForTransactionReceipt({ hash: sent })
    expect(await client.getCode({ address })).toBe(`0xef0100${contractAddress?.slice(2).toLowerCase()}`)

    const stranger = createWallet()
    for (const sign of [
      () => '0x',
      () => `0x${'00'.repeat(65)}`,
      (message: string) => stranger.account.signMessage({ message }),
    ])
      expect(await verify(await prepare(address, sign))).toMatchObject({
        status: 401,
        body: { error: expect.stringContaining('EIP-7702'), code: expect.any(String) },
      })
    // Nor with a call that would first make the caller its owner.
    const wrapped = await prepare(address, () => wrap('0x12', address, '0x1234'))
    expect((await verify(wrapped)).status).toBe(401)
    const own = await prepare(address, message => account.signMessage({ message }))
    expect((await verify(own)).status).toBe(200)
  })

  test('is asked of one wallet of a network at a time, however slow its chain, and of other networks beside it', async () => {
    const owner = createWallet()
    const { chains, harness, prepare } = await startWalletChains([mainnet], { TRUST_PROXY: 'true' })
    const [{ anvil, deploy, rpc }] = chains as [WalletChain]
    const safe = (await deploySafes(deploy))(owner, mainnet)
    await deploySafe(anvil, safe)
    const bodies = []
    for (let count = 0; count < 6; count++) bodies.push(await prepare(safe.address, safe.sign))
    const [last, ...crowd] = bodies
    const from = async (ip: string, body?: object) =>
      (await harness.send('POST', '/auth/verify', { body, headers: { 'x-forwarded-for': ip } })).status
    const { promise, resolve } = Promise.withResolvers<void>()
    rpc.held = promise
    rpc.asked.length = 0
    const answers = crowd.map((body, net) => from(`2001:db8:1:${net}::1`, body))
    await vi.waitFor(() => expect(rpc.asked).toHaveLength(1), 20_000)
    answers.push(from('192.0.2.1', last))
    await vi.waitFor(() => expect(rpc.asked).toHaveLength(2), 20_000)
    // A key does not wait for wallets either.
    const key = await prepareSignIn(harness)
    expect(await from('2001:db8:1:1::1', key)).toBe(200)
    expect(rpc.asked).toEqual(['eth_getCode', 'eth_getCode'])
    rpc.held = undefined
    resolve()
    expect(await Promise.all(answers)).toEqual(Array(6).fill(200))
  })

  test('refuses a high s however it reaches a chain, and asks none', async () => {
    const { one, owner, safe, verify, prepare } = await startTwoChains()
    await deploySafe(one.anvil, safe)
    const { account, address } = createWallet()
    one.rpc.asked.length = 0
    const high = async (message: string) => flip(await account.signMessage({ message }))
    const ofOwner = async (message: string) => flip(await safe.sign(message))
    for (const [who, sign] of [
      [address, high],
      [address, async (message: string) => wrap(await high(message))],
      [safe.address, ofOwner],
      [safe.address, async (message: string) => concat([await safe.sign(message), await ofOwner(message)])],
    ] as const)
      expect(await verify(await prepare(who, sign))).toMatchObject({
        status: 401,
        body: { error: expect.stringContaining('high s'), code: expect.any(String) },
      })
    expect(one.rpc.asked).toEqual([])
    expect((await verify(await prepare(safe.address, safe.sign))).status).toBe(200)
    // A signature by the key is accepted, whatever is wrapped around it.
    const wrapped = await prepare(address, async message => wrap(await account.signMessage({ message })))
    expect((await verify(wrapped)).status).toBe(200)
    expect((await verify(await prepare(owner.address, safe.sign))).status).toBe(401)
  })
})
