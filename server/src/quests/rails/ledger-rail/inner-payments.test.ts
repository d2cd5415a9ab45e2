import { createRequire } from 'node:module'
import {
  type Abi,
  concat,
  encodeFunctionData,
  type Hex,
  type Address as Hex40,
  hexToBigInt,
  numberToHex,
  pad,
  parseEther,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain, type TestChain } from '../../../../test/chain.ts'
import { sampleQuest, type User } from '../../../../test/harness.ts'
import { startPayments } from '../../../../test/payments.ts'
import { problemWith } from '../../../../test/problem-with.ts'
import { type RpcCall, startRpcProxy } from '../../../../test/rpc-proxy.ts'
import { deploySafe, deploySafes } from '../../../../test/safe.ts'

const require = createRequire(import.meta.url)
const artifacts = '@safe-global/safe-contracts/build/artifacts/contracts'
const read = (path: string): { abi: Abi; bytecode: Hex } => require(`${artifacts}/${path}.json`)
const safeAbi = read('Safe.sol/Safe').abi
const multiSend = read('libraries/MultiSend.sol/MultiSend')

const eth = { rewardToken: 'ETH', rewardAmount: 1, reward: '1 ETH' }
const one = parseEther('1')

/** A node that says no more than it has to. */
const untraced = ({ method }: RpcCall) =>
  method.includes('race') ? ({ refused: 'the method does not exist' } as const) : 'pass'

async function start(isTraced: boolean) {
  const proxy = await startRpcProxy('')
  const started = await startPayments({ RPC_URLS: `31337=${proxy.url}` })
  proxy.target = started.chain.rpcUrl
  if (!isTraced) proxy.before = untraced
  const { chain, giver } = started
  const deploy = async ({ abi, bytecode }: { abi: Abi; bytecode: Hex }, args: unknown[] = []) => {
    const hash = await chain.client.deployContract({
      abi,
      bytecode,
      args,
      account: chain.account(0),
    } as never)
    const { contractAddress } = await chain.client.waitForTransactionReceipt({ hash })
    return contractAddress as Hex40
  }
  const safe = (await deploySafes(deploy as never))(giver, 31_337)
  await deploySafe(chain, safe)
  await chain.client.setBalance({ address: safe.address, value: parseEther('50') })
  const batcher = await deploy(multiSend)
  return { ...started, proxy, safe, batcher }
}

/** The Safe does it, and its owner sends it. */
async function bySafe(
  { client }: TestChain,
  safe: Hex40,
  owner: User,
  call: { to: Hex40; value?: bigint; data?: Hex; operation?: 0 | 1 },
) {
  const { to, value = 0n, data = '0x', operation = 0 } = call
  const approved = concat([pad(owner.account.address), pad('0x'), '0x01'])
  const hash = await client.writeContract({
    abi: safeAbi,
    address: safe,
    functionName: 'execTransaction',
    args: [to, value, data, operation, 0n, 0n, 0n, zeroAddress, zeroAddress, approved],
    account: owner.account,
    chain: client.chain,
  } as never)
  await client.waitForTransactionReceipt({ hash })
  return hash
}

/** For MultiSend, which is called by the Safe's own code. */
function batchOf(payees: readonly Hex40[], value: bigint): Hex {
  const calls = payees.map(to =>
    concat(['0x00', to, numberToHex(value, { size: 32 }), numberToHex(0, { size: 32 })]),
  )
  return encodeFunctionData({ abi: multiSend.abi, functionName: 'multiSend', args: [concat(calls)] })
}

async function release(giver: User, farmer: User): Promise<string> {
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, ...eth })
  await farmer.furrow.quests.accept(id)
  await giver.furrow.quests.approve(id, farmer.address)
  return id
}

describe.skipIf(!hasChain)(
  `coin that calls inside a transaction moved${hasChain ? '' : ' (skipped: there is no anvil)'}`,
  () => {
    test.each([true, false])('can be shown, whose node traces: %s', async isTraced => {
      const { batcher, chain, farmer, giver, harness, safe } = await start(isTraced)
      const id = await release(giver, farmer)
      const hash = await bySafe(chain, safe.address, giver, { to: farmer.address, value: one })
      await giver.furrow.quests.paid(id, farmer.address, hash)
      // From the Safe, which is not the wallet that gives the quest.
      const part = async (id: string) => (await harness.visitor.quests.get(id)).farmers[0]
      const shown = { status: 'recorded', waitsForFarmer: true, txHash: hash }
      expect((await part(id))?.payment).toMatchObject(shown)
      expect((await part(id))?.payment?.payer?.toLowerCase()).toBe(safe.address)

      const both = [await release(giver, farmer), await release(giver, farmer)] as const
      const data = batchOf([farmer.address, farmer.address], one)
      const batch = await bySafe(chain, safe.address, giver, { to: batcher, data, operation: 1 })
      for (const id of both) {
        await giver.furrow.quests.paid(id, farmer.address, batch)
        expect((await part(id))?.payment).toMatchObject({ ...shown, txHash: batch })
      }
      expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, batch))).toMatch(
        /^400 .*of which 2 ETH is shown for other work/,
      )
      const little = await bySafe(chain, safe.address, giver, { to: farmer.address, value: one - 1n })
      expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, little))).toMatch(
        /^400 .*it moves 0.999999999999999999 ETH/,
      )
    })

    test('is the payment of a giver whose wallet is the Safe, also where its farmer’s is one', async () => {
      const { chain, farmer, giver, harness, safe } = await start(true)
      const owner = harness.user({ ...giver, address: safe.address } as never)
      const id = await release(owner, farmer)
      await owner.furrow.quests.paid(
        id,
        farmer.address,
        await bySafe(chain, safe.address, giver, { to: farmer.address, value: one }),
      )
      expect((await harness.visitor.quests.get(id)).farmers[0]).toMatchObject({
        payment: { status: 'paid' },
        countsAs: 'payment',
      })
      const sent = await chain.client.sendTransaction({
        account: giver.account,
        to: safe.address,
        value: one,
        chain: chain.client.chain,
      })
      expect(hexToBigInt(sent)).toBeGreaterThan(0n)
      const toSafe = await release(giver, owner)
      await giver.furrow.quests.paid(toSafe, safe.address, sent)
      expect((await harness.visitor.quests.get(toSafe)).farmers[0]).toMatchObject({ countsAs: 'payment' })
    })

    test('cannot be shown where another transaction of the block may have moved it, and nothing tells', async () => {
      const { chain, farmer, giver, safe } = await start(false)
      const id = await release(giver, farmer)
      const { client } = chain
      await client.setAutomine(false)
      const stranger = chain.account(5)
      const other = client.sendTransaction({
        account: stranger,
        to: chain.token,
        data: '0x06fdde03',
        gas: 100_000n,
        chain: client.chain,
      })
      const paying = bySafe(chain, safe.address, giver, { to: farmer.address, value: one })
      await other
      await expect.poll(async () => (await client.getTxpoolStatus()).pending).toBe(2)
      await client.mine({ blocks: 1 })
      await client.setAutomine(true)
      expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, await paying))).toMatch(
        /^400 .*node of chain 31337 cannot say .*traces transactions/,
      )
    })

    test('cannot be told from the reward of a block that its receiver made, where nothing tells', async () => {
      const { chain, farmer, giver, safe } = await start(false)
      const id = await release(giver, farmer)
      await chain.client.setCoinbase({ address: farmer.address })
      const hash = await bySafe(chain, safe.address, giver, { to: chain.account(9).address, value: one })
      expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, hash))).toMatch(
        /^400 .*node of chain 31337 cannot say .*traces transactions/,
      )
    })

    test('is no payment where the call that moved it failed', async () => {
      const { chain, farmer, giver, safe } = await start(true)
      const id = await release(giver, farmer)
      const hash = await bySafe(chain, safe.address, giver, {
        to: farmer.address,
        value: parseEther('5000'),
      }).catch(() => null)
      if (hash !== null)
        expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, hash))).toMatch(
          /^400 .*(moves no ETH|failed on chain)/,
        )
      const elsewhere = await bySafe(chain, safe.address, giver, {
        to: chain.token,
        value: 0n,
        data: '0x06fdde03',
      })
      expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, elsewhere))).toMatch(
        /^400 .*moves no ETH/,
      )
    })
  },
)
