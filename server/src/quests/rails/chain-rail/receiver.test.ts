import { describe, expect, test } from 'vitest'
import { clockOf, hasChain, startChain, type TestChain } from '../../../../test/chain.ts'
import type { Deploy } from '../../../../test/ens.ts'
import { createWallet, type Harness } from '../../../../test/harness.ts'
import { type RpcProxy, startRpcProxy } from '../../../../test/rpc-proxy.ts'
import { deploySafe, deploySafes, type SafeWallet } from '../../../../test/safe.ts'
import { paid, startSeveral, two } from '../../../../test/several-rails.ts'
import { askNonce, writeMessage } from '../../../../test/sign-in.ts'
import { checksum, toAddress } from '../../../ground/address.ts'
import { minute } from '../../../ground/clock.ts'

const [here, there] = [31_337, 31_338]

/** Two chains with a contract each, the second one behind something that can fail, and a Safe that is on the first alone. */
async function startWithSafe() {
  const [one, far] = await Promise.all([startChain(), startChain({ chainId: there })])
  const proxies = await Promise.all([one, far].map(({ rpcUrl }) => startRpcProxy(rpcUrl)))
  const [oneProxy, farProxy] = proxies as [RpcProxy, RpcProxy]
  const reached = [
    { ...one, rpcUrl: oneProxy.url },
    { ...far, rpcUrl: farProxy.url },
  ]
  const env = {
    ESCROWS: `${here}=${one.escrow}:active,${there}=${far.escrow}:active`,
    ESCROW_OPERATOR_KEY: one.keyOf(1),
  }
  const harness = await startSeveral(reached, env, await clockOf(one))
  const owner = createWallet()
  const safe = (await deploySafes(deployOn(one)))(owner, here)
  const same = (await deploySafes(deployOn(far)))(owner, there)
  expect(same.address).toBe(safe.address)
  await deploySafe(one, safe)
  return { harness, one, far, oneProxy, farProxy, safe, same }
}

const deployOn =
  ({ client, account }: TestChain): Deploy =>
  async ({ abi, bytecode, args = [] }) => {
    const hash = await client.deployContract({ abi, bytecode, args, account: account(0) } as never)
    const { contractAddress } = await client.waitForTransactionReceipt({ hash })
    return toAddress(contractAddress as string)
  }

/** Signs in through this chain, and gives the client that acts for the wallet from then on. */
async function signIn(
  harness: Harness,
  { address }: Pick<SafeWallet, 'address'>,
  chainId: number,
  sign: (message: string) => Promise<string>,
) {
  const { nonce, nonceToken } = await askNonce(harness, address)
  const message = writeMessage({
    domain: 'app.example.org',
    address: checksum(address),
    uri: 'https://app.example.org/login',
    version: '1',
    chainId: String(chainId),
    nonce,
    issuedAt: new Date(harness.clock.now()).toISOString(),
  })
  const body = { address, nonce, nonceToken, message, signature: await sign(message) }
  const answer = await harness.send('POST', '/auth/verify', { body })
  expect(answer.status).toBe(200)
  return harness.user({ ...createWallet(), address })
}

async function postFunded(harness: Harness, chain: TestChain, draft: object = {}) {
  const giver = harness.user()
  const { id, funding } = await giver.furrow.quests.post({ ...paid, chainId: chain.chainId, ...draft })
  await chain.fund(giver.account, id, two, 1, chain.token, funding.escrow as `0x${string}`)
  await giver.furrow.quests.fund(id)
  return { id, giver }
}

const refusal = {
  status: 400,
  message: expect.stringContaining(
    `cannot be paid on chain ${there}: the wallet is a contract on chain ${here}`,
  ),
}

function countCode({ before }: { before: RpcProxy['before'] }, proxy: RpcProxy) {
  const asked = { times: 0 }
  proxy.before = call => {
    if (call.method === 'eth_getCode') asked.times++
    return before(call)
  }
  return asked
}

describe.skipIf(!hasChain)(
  'a wallet that is a contract on its own chain, and nothing on that of the escrow',
  () => {
    test('gets a place where it can be paid, and elsewhere a sentence; once it is deployed there, a place', async () => {
      const { harness, one, far, safe, same } = await startWithSafe()
      const farmer = await signIn(harness, safe, here, safe.sign)
      const [near, away] = [await postFunded(harness, one), await postFunded(harness, far)]
      await expect(farmer.furrow.quests.accept(away.id)).rejects.toMatchObject(refusal)
      expect((await harness.visitor.quests.get(away.id)).farmers).toEqual([])
      await farmer.furrow.quests.accept(near.id)

      await deploySafe(far, same)
      harness.clock.advance(minute)
      await farmer.furrow.quests.accept(away.id)
      expect((await harness.visitor.quests.get(away.id)).farmers).toHaveLength(1)
    })

    test('is refused where it applies, is admitted or is invited, too', async () => {
      const { harness, far, safe, same } = await startWithSafe()
      const farmer = await signIn(harness, safe, here, safe.sign)
      const { id, giver } = await postFunded(harness, far, { admission: 'application' })
      await expect(farmer.furrow.quests.accept(id)).rejects.toMatchObject(refusal)
      const address = checksum(safe.address)
      const invited = await harness.send('POST', '/quests/invite', {
        token: giver.token,
        body: { questId: id, address },
      })
      expect(invited).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^This farmer cannot/), code: expect.any(String) },
      })

      // It was there when it applied; a chain may be begun anew.
      const before = await far.client.request({ method: 'evm_snapshot' } as never)
      await deploySafe(far, same)
      harness.clock.advance(minute)
      await farmer.furrow.quests.accept(id)
      await far.client.request({ method: 'evm_revert', params: [before] } as never)
      harness.clock.advance(61 * minute)
      const admitted = await harness.send('PATCH', '/quests', {
        token: giver.token,
        body: { questId: id, action: 'admit', farmer: address },
      })
      expect(admitted.status).toBe(400)
    })

    test('is not refused where it is nowhere yet, nor is a key, nor one with a delegate (EIP-7702)', async () => {
      const { harness, one, far, farProxy } = await startWithSafe()
      const asked = countCode({ before: () => 'pass' }, farProxy)
      const delegated = harness.user()
      await one.client.setCode({
        address: delegated.account.address,
        bytecode: `0xef0100${one.escrow.slice(2)}`,
      })
      await harness.signIn(delegated)
      const key = harness.user()
      for (const { furrow } of [delegated, key])
        await furrow.quests.accept((await postFunded(harness, far)).id)
      expect(asked.times).toBe(0)

      const nowhere = (await deploySafes(deployOn(one)))(createWallet(), here)
      const farmer = await signIn(harness, nowhere, here, nowhere.signUndeployed)
      await farmer.furrow.quests.accept((await postFunded(harness, far)).id)
    })

    test('waits with a 503 while the chain cannot be asked, and nothing is lost', async () => {
      const { harness, far, farProxy, safe } = await startWithSafe()
      const farmer = await signIn(harness, safe, here, safe.sign)
      const { id } = await postFunded(harness, far)
      const asked = countCode({ before: () => 'down' }, farProxy)
      const body = { questId: id, action: 'accept' }
      const accept = () => harness.send('PATCH', '/quests', { token: farmer.token, body })
      for (let count = 0; count < 5; count++) expect((await accept()).status).toBe(503)
      // A client of the chain tries twice.
      expect(asked.times).toBeLessThanOrEqual(2)
      const again = countCode({ before: () => 'pass' }, farProxy)
      harness.clock.advance(minute)
      for (let count = 0; count < 5; count++) expect((await accept()).status).toBe(400)
      expect(again.times).toBe(1)
    })
  },
)
