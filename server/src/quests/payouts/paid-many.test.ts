import { createRequire } from 'node:module'
import {
  type Abi,
  concat,
  encodeFunctionData,
  type Hex,
  type Address as Hex40,
  numberToHex,
  pad,
  parseEther,
  zeroAddress,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { sampleQuest, startHarness, takeSharedDatabase, type User } from '../../../test/harness.ts'
import { pointsOf, release, startPayments, transfer, unit } from '../../../test/payments.ts'
import { type RpcCall, startRpcProxy } from '../../../test/rpc-proxy.ts'
import { deploySafe, deploySafes } from '../../../test/safe.ts'
import { requireSound } from '../../../test/soundness.ts'
import { hour, minute } from '../../ground/clock.ts'

const require = createRequire(import.meta.url)
const artifacts = '@safe-global/safe-contracts/build/artifacts/contracts'
const read = (path: string): { abi: Abi; bytecode: Hex } => require(`${artifacts}/${path}.json`)

const eth = { rewardToken: 'ETH', rewardAmount: 1, reward: '1 ETH' }
const one = parseEther('1')

type Work = { questId: string; farmer: string }

/** Forty works. */
function releaseMany(giver: User, farmers: readonly User[]): Promise<Work[]> {
  return Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const farmer = farmers[index % farmers.length] as User
      return { questId: await release(giver, farmer, eth), farmer: farmer.account.address }
    }),
  )
}

async function startWithSafe(isTraced: boolean) {
  const proxy = await startRpcProxy('')
  const started = await startPayments({
    ...(await takeSharedDatabase()),
    RPC_URLS: `31337=${proxy.url}`,
    PAYMENT_CONFIRMATIONS: '2',
    QUOTA_PAYMENTS_A_DAY: '5',
  })
  const { chain, giver, harness } = started
  const other = await startHarness({ env: harness.env, clock: harness.clock })
  proxy.target = chain.rpcUrl
  const asked: string[] = []
  proxy.before = ({ method }: RpcCall) => {
    asked.push(method)
    return !isTraced && method.includes('race') ? { refused: 'the method does not exist' } : 'pass'
  }
  const { client } = chain
  const deploy = async ({ abi, bytecode }: { abi: Abi; bytecode: Hex }, args: unknown[] = []) => {
    const hash = await client.deployContract({ abi, bytecode, args, account: chain.account(0) } as never)
    return (await client.waitForTransactionReceipt({ hash })).contractAddress as Hex40
  }
  const safe = (await deploySafes(deploy as never))(giver, 31_337)
  await deploySafe(chain, safe)
  await client.setBalance({ address: safe.address, value: parseEther('100') })
  const multiSend = read('libraries/MultiSend.sol/MultiSend')
  const batcher = await deploy(multiSend)
  /** One transaction of the Safe, which pays an ETH to each. */
  const pay = async (payees: readonly string[]) => {
    const calls = payees.map(to =>
      concat(['0x00', to as Hex, numberToHex(one, { size: 32 }), numberToHex(0, { size: 32 })]),
    )
    const functionName = 'multiSend'
    const data = encodeFunctionData({ abi: multiSend.abi, functionName, args: [concat(calls)] })
    const approved = concat([pad(giver.account.address), pad('0x'), '0x01'])
    const hash = await client.writeContract({
      abi: read('Safe.sol/Safe').abi,
      address: safe.address,
      functionName: 'execTransaction',
      args: [batcher, 0n, data, 1, 0n, 0n, 0n, zeroAddress, zeroAddress, approved],
      account: giver.account,
      chain: client.chain,
      gas: 5_000_000n,
    } as never)
    await client.waitForTransactionReceipt({ hash })
    return hash
  }
  const wallet = { ...giver, address: safe.address } as never
  return { ...started, owner: harness.user(wallet), elsewhere: other.user(wallet), pay, asked }
}

describe.skipIf(!hasChain)(`works shown at once${hasChain ? '' : ' (skipped: there is no anvil)'}`, () => {
  test.each([true, false])(
    'are all paid by one transaction of a Safe, once, also after a reorganisation; traced: %s',
    async isTraced => {
      const { asked, chain, elsewhere, harness, owner, pay } = await startWithSafe(isTraced)
      const { clock, context, runDue, user } = harness
      const farmers = Array.from({ length: 12 }, () => user())
      const works = await releaseMany(owner, farmers)
      const unpaid = {
        questId: await release(owner, farmers[0] as User, eth),
        farmer: works[0]?.farmer ?? '',
      }
      const hash = await pay(works.map(({ farmer }) => farmer))
      const show = (by = owner, some = works) => by.furrow.payouts.paidMany(hash, some)
      const standing = async () => [...new Set((await show()).map(({ status }) => status))]
      const follow = async () => {
        clock.advance(minute)
        for (let round = 0; round < 6; round++) await runDue()
        return standing()
      }
      const points = () => Promise.all(farmers.map(one => pointsOf(harness, one)))
      const all = farmers.map((_, index) => (index < 4 ? 200 : 173.21))

      asked.length = 0
      // Two processes at once, one in the other order.
      const [first, second] = await Promise.all([show(), show(elsewhere, works.toReversed())])
      expect(first).toEqual(works.map(work => ({ ...work, status: 'confirming', error: null, code: null })))
      expect(second).toEqual(first.toReversed())
      expect(asked.filter(method => method === 'eth_getTransactionReceipt')).toHaveLength(2)
      await chain.client.mine({ blocks: 1 })
      expect([await follow(), await points()]).toEqual([['paid'], all])
      expect((await owner.furrow.payouts.due()).items.works).toMatchObject([{ questId: unpaid.questId }])

      // All that was moved to the farmer is shown for other work, by whichever way.
      const sentence = /^The transaction is no payment of this work: it moves 4 ETH, of which 4 ETH is shown/
      expect(await show(owner, [unpaid, works[3] as Work])).toEqual([
        { ...unpaid, status: 'refused', error: expect.stringMatching(sentence), code: 'not-a-payment' },
        { ...works[3], status: 'paid', error: null, code: null },
      ])
      await expect(elsewhere.furrow.quests.paid(unpaid.questId, unpaid.farmer, hash)).rejects.toMatchObject({
        code: 'not-a-payment',
      })
      await requireSound(context)

      const raw = (await chain.client.request({
        method: 'eth_getRawTransactionByHash',
        params: [hash],
      } as never)) as Hex
      await chain.client.request({ method: 'anvil_reorg', params: [2, []] } as never)
      clock.advance(hour)
      expect([await follow(), await points()]).toEqual([['confirming'], all.map(() => 0)])
      if ((await chain.client.getTransaction({ hash }).catch(() => null)) === null)
        await chain.client.sendRawTransaction({ serializedTransaction: raw })
      await chain.client.mine({ blocks: 2 })
      clock.advance(hour)
      expect([await follow(), await points()]).toEqual([['paid'], all])
      await requireSound(context)
    },
  )

  test('are judged each by itself, and nobody else shows them', async () => {
    const { chain, harness, giver, farmer } = await startPayments({ QUOTA_PAYMENTS_A_DAY: '2' })
    const [id, second, other] = [await release(giver, farmer), await release(giver, farmer), harness.user()]
    const { id: open } = await giver.furrow.quests.post(sampleQuest)
    const { address } = farmer.account
    const hash = await transfer(chain, giver, address, 100n * unit)
    const named = (questId: string) => ({ questId, farmer: address })
    const none = await other.furrow.payouts.paidMany(hash, [named(id), named('quest-none')])
    expect(none).toMatchObject([
      { status: 'refused', code: 'giver-only' },
      { status: 'refused', code: 'quest-not-found' },
    ])
    expect(
      await giver.furrow.payouts.paidMany(hash, [id, second, open, id].map(named), 31_337),
    ).toMatchObject([
      { status: 'paid', code: null },
      { status: 'refused', code: 'not-a-payment' },
      { status: 'refused', code: 'no-place' },
      { status: 'paid', code: null },
    ])
    const unknown = `0x${'1'.repeat(64)}`
    expect(await giver.furrow.payouts.paidMany(unknown, [named(second)])).toMatchObject([
      { status: 'refused', code: 'transaction-unknown' },
    ])
    await expect(giver.furrow.payouts.paidMany(unknown, [named(second)])).rejects.toMatchObject({
      status: 429,
    })
    const show = async (body: unknown, token = giver.token) =>
      (await harness.send('POST', '/payouts/paid-many', { token, body })).status
    const works = [named(id)]
    expect(await show({ txHash: hash, works }, '')).toBe(401)
    for (const body of [{ works }, { txHash: hash, works: [] }, { txHash: '0x1', works }, { txHash: hash }])
      expect(await show(body)).toBe(400)
    expect(await show({ txHash: hash, works: Array(101).fill(named(id)) })).toBe(400)
  })

  test('are twenty of one farmer at most for one transaction, whatever it moved', async () => {
    const { chain, giver, farmer } = await startPayments()
    const works: Work[] = []
    for (let count = 0; count < 21; count++)
      works.push({ questId: await release(giver, farmer), farmer: farmer.account.address })
    const hash = await transfer(chain, giver, farmer.address, 2_100n * unit)
    const shown = await giver.furrow.payouts.paidMany(hash, works)
    expect(shown.map(({ status }) => status)).toEqual([...Array(20).fill('paid'), 'refused'])
    expect(shown.at(-1)).toMatchObject({
      code: 'transaction-shared-out',
      error: expect.stringContaining('payment of 20 works'),
    })
  })

  test('wait for a chain that cannot be asked, and go on where they stopped', async () => {
    const { chain, harness, giver, farmer } = await startPayments({ RPC_URLS: '31337=http://127.0.0.1:9' })
    const id = await release(giver, farmer)
    const hash = await transfer(chain, giver, farmer.address, 100n * unit)
    const works = [{ questId: id, farmer: farmer.address }]
    await expect(giver.furrow.payouts.paidMany(hash, works)).rejects.toMatchObject({
      status: 503,
      code: 'chain-unavailable',
    })
    expect((await harness.visitor.quests.get(id)).farmers[0]?.payment?.status).toBe('recorded')
  })
})
