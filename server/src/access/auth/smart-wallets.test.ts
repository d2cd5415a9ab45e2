import { anvilPath, startAnvil } from '@furrow/contracts/testing'
import { hostileContractAbi, hostileContractBytecode } from '@furrow/contracts/testing/identity'
import type { Abi } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Deploy } from '../../../test/ens.ts'
import { createWallet } from '../../../test/harness.ts'
import { deploySafe, deploySafes } from '../../../test/safe.ts'
import { openToken, prepareSignIn } from '../../../test/sign-in.ts'
import { startWalletChains, type WalletChain } from '../../../test/wallet-sign-in.ts'
import { type Address, checksum, toAddress } from '../../ground/address.ts'

const absent = anvilPath === null
const why = absent ? ' (skipped: there is no anvil)' : ''
const chainId = 8453

const start = async () => {
  const { chains, ...rest } = await startWalletChains([chainId])
  return { ...rest, ...(chains[0] as WalletChain) }
}

const ways = ['burnGas', 'askGateway', 'garbage', 'nothing', 'revert', 'large', 'invalid']

function deployHostile(deploy: Deploy, way: number): Promise<Address> {
  const args = [way, ['https://gateway.example/{data}']]
  return deploy({ abi: hostileContractAbi as Abi, bytecode: hostileContractBytecode, args })
}

describe.skipIf(absent)(`POST /auth/verify with a smart wallet${why}`, () => {
  test('takes a real Safe’s signature: before it is deployed (ERC-6492), and then (ERC-1271)', async () => {
    const { anvil, deploy, verify, prepare, rpc, send } = await start()
    const owner = createWallet()
    const safe = (await deploySafes(deploy))(owner, chainId)

    expect((await verify(await prepare(safe.address, safe.sign))).status).toBe(401)
    const undeployed = await prepare(safe.address, safe.signUndeployed)
    rpc.asked.length = 0
    const { status, body } = await verify(undeployed)
    expect([status, rpc.asked]).toEqual([200, ['eth_getCode', 'eth_call']])
    const [, claims] = openToken(body.token)
    expect(claims.sub).toBe(safe.address)
    expect((await send('PUT', '/profile/', { token: body.token, body: {} })).body.address).toBe(
      checksum(safe.address),
    )
    expect((await verify(undeployed)).status).toBe(401)
    expect(await anvil.client.getCode({ address: safe.address })).toBeUndefined()

    await deploySafe(anvil, safe)
    expect((await verify(await prepare(safe.address, safe.sign))).status).toBe(200)
    expect(await verify(await prepare(safe.address, safe.signUndeployed))).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining(`deployed on chain ${chainId}`), code: expect.any(String) },
    })

    const stranger = createWallet()
    const refused = [
      (message: string) => owner.account.signMessage({ message }),
      (message: string) => stranger.account.signMessage({ message }),
      (message: string) => safe.sign(`${message} `),
      () => '0x',
      () => '0x12',
      () => '0x123',
      () => `0x${'ab'.repeat(8_192)}`,
    ]
    for (const sign of refused) expect((await verify(await prepare(safe.address, sign))).status).toBe(401)
    const tooLong = await prepare(safe.address, () => `0x${'ab'.repeat(8_193)}`)
    expect((await verify(tooLong)).status).toBe(400)
  })

  test('asks the chain that the message names, and says so where it does not have it', async () => {
    const { chains, verify, prepare } = await startWalletChains([chainId, 1])
    const [{ deploy, rpc }, other] = chains as [WalletChain, WalletChain]
    const safe = (await deploySafes(deploy))(createWallet(), chainId)
    rpc.asked.length = 0
    other.rpc.mode = 'fail'
    expect(await verify(await prepare(safe.address, safe.signUndeployed, 10))).toMatchObject({
      status: 401,
      body: { error: expect.stringContaining('chain 10'), code: expect.any(String) },
    })
    expect((await verify(await prepare(safe.address, safe.sign, 1))).status).toBe(503)
    expect(rpc.asked).toEqual([])
  })

  test('never asks a chain about a key’s own signature', async () => {
    const { harness, verify, rpc } = await start()
    rpc.mode = 'fail'
    const body = await prepareSignIn(harness, { chainId: String(chainId) })
    expect([(await verify(body)).status, rpc.asked]).toEqual([200, []])
  })

  test('says 503 while the chain cannot be asked, and takes the same signature when it can', async () => {
    const { anvil, deploy, verify, prepare, rpc } = await start()
    const safe = (await deploySafes(deploy))(createWallet(), chainId)
    const body = await prepare(safe.address, safe.signUndeployed)
    const wrong = await prepare(safe.address, safe.sign)
    for (const mode of ['fail', 'limit', 'empty', 'html', 'hang'] as const) {
      rpc.mode = mode
      expect((await verify(body)).status, mode).toBe(503)
    }
    rpc.mode = 'pass'
    const state = await anvil.client.dumpState()
    await anvil.stop()
    expect([(await verify(body)).status, (await verify(wrong)).status]).toEqual([503, 503])

    const restarted = await startAnvil({ chainId })
    onTestFinished(restarted.stop)
    await restarted.client.loadState({ state })
    rpc.target = restarted.rpcUrl
    expect([(await verify(wrong)).status, (await verify(body)).status]).toEqual([401, 200])
    expect((await verify(body)).status).toBe(401)
  })

  test.each(ways.map((way, index) => [way, index] as const))(
    'refuses a hostile contract: %s',
    async (_way, index) => {
      const { deploy, verify, prepare } = await start()
      const body = await prepare(await deployHostile(deploy, index), () => `0x${'ab'.repeat(65)}`)
      expect((await verify(body)).status).toBe(401)
    },
  )

  test('refuses the addresses that answer without being wallets', async () => {
    const { verify, prepare, rpc, deploy } = await start()
    const safe = (await deploySafes(deploy))(createWallet(), chainId)
    rpc.asked.length = 0
    for (const last of ['00', '01', '04', '0100']) {
      const body = await prepare(toAddress(`0x${last.padStart(40, '0')}`), safe.signUndeployed)
      expect((await verify(body)).status).toBe(401)
    }
    expect(rpc.asked).toEqual([])
  })
})
