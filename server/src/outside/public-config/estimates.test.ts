import { priceFeedAbi, priceFeedBytecode } from '@furrow/contracts/testing'
import type { Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { startHarness } from '../../../test/harness.ts'
import { release, startPayments, transfer, unit } from '../../../test/payments.ts'
import { startRpcProxy } from '../../../test/rpc-proxy.ts'
import { requireSound } from '../../../test/soundness.ts'
import { hour, instant, minute, second } from '../../ground/clock.ts'
import { priceFeeds } from '../../operate/doctor/price-feeds.ts'

const setting = (feed: string, more: object = {}) => ({
  PRICE_FEEDS: JSON.stringify({ USDC: { chainId: 31_337, feed, currency: 'USD', ...more } }),
})

/** A feed where the settings name it, before the chain is there; its code is put there, and knows its decimals alone. */
async function startFeed(more: object = {}) {
  const proxy = await startRpcProxy('')
  const address = `0x${'fe'.repeat(20)}` as const
  const started = await startPayments({
    ...setting(address, more),
    RPC_URLS: `31337=${proxy.url}`,
    PAYMENT_CONFIRMATIONS: '2',
  })
  const { chain, harness } = started
  const { client } = chain
  const account = chain.account(0)
  proxy.target = chain.rpcUrl
  const args = [8, 'USDC / USD']
  const deployed = await client.deployContract({
    ...{ abi: priceFeedAbi, bytecode: priceFeedBytecode, args, account },
  } as never)
  const { contractAddress } = await client.waitForTransactionReceipt({ hash: deployed })
  const code = await client.getCode({ address: contractAddress as Address })
  await client.setCode({ address, bytecode: code ?? '0x' })
  /** In hundred-millionths, as of a time. */
  const say = async (answer: bigint, at: number) => {
    const said = [answer, BigInt(Math.floor(at / second))]
    const call = { abi: priceFeedAbi, address, functionName: 'say', args: said, account }
    const hash = await client.writeContract(call as never)
    await client.waitForTransactionReceipt({ hash })
  }
  const estimates = async () => (await harness.visitor.config()).estimates
  /** Asked once for what is old, and again for the answer. */
  const settled = async (isThere: (price: string | null | undefined) => boolean) => {
    await estimates()
    return expect.poll(async () => isThere((await estimates())?.[0]?.price), { timeout: 5_000 }).toBe(true)
  }
  return { ...started, proxy, say, estimates, settled }
}

describe.skipIf(!hasChain)(`estimates${hasChain ? '' : ' (skipped: there is no anvil)'}`, () => {
  test('are what the feed said, with its time, asked for now and then and only while somebody asks', async () => {
    const { harness, proxy, say, estimates, settled } = await startFeed()
    const { clock } = harness
    const at = clock.now() - minute
    await say(99_950_000n, at)
    const asked: string[] = []
    proxy.before = ({ method }) => {
      asked.push(method)
      return 'pass'
    }
    await harness.runDue()
    expect(asked).toEqual([])
    await settled(price => price === '0.9995')
    expect(await estimates()).toEqual([
      { token: 'USDC', currency: 'USD', price: '0.9995', at: instant(at - (at % second)) },
    ])
    const count = asked.length
    await say(100_000_000n, clock.now())
    expect((await estimates())?.[0]?.price).toBe('0.9995')
    expect(asked).toHaveLength(count)
    clock.advance(11 * minute)
    await settled(price => price === '1')
  })

  test('are none where the price is old, the chain away, or the feed is none, and nothing else breaks', async () => {
    const { harness, proxy, say, estimates, settled } = await startFeed({ maxAgeHours: 1 })
    const { clock, context } = harness
    const patient = { ...context, secrets: null }
    expect(await priceFeeds.look(patient)).toMatchObject([{ state: 'wrong' }])
    await say(100_000_000n, clock.now())
    await settled(price => price === '1')
    // The feed's code was put there without its words.
    expect(await priceFeeds.look(patient)).toMatchObject([{ state: 'warning' }])
    clock.advance(2 * hour)
    expect(await priceFeeds.look(patient)).toMatchObject([
      { state: 'warning', says: expect.stringContaining('spoke last') },
    ])
    expect((await estimates())?.[0]).toMatchObject({ price: null, at: null })
    proxy.before = () => ({ refused: 'gone' })
    clock.advance(hour)
    expect((await estimates())?.[0]?.price).toBeNull()
    expect((await harness.visitor.config()).tokens.length).toBeGreaterThan(0)
  })

  test('are kept with each payment as of its time, and follow it when the chain takes it back', async () => {
    const { chain, harness, proxy, say, giver, farmer } = await startFeed()
    const { clock, runDue, user, context } = harness
    const before = clock.now()
    for (let round = 10; round > 0; round--) await say(BigInt(round) * 10_000_000n, before - round * hour)
    const id = await release(giver, farmer)
    const hash = await transfer(chain, giver, farmer.address, 100n * unit)
    // Said after the payment: it is not its price.
    const { timestamp } = await chain.client.getBlock()
    await say(500_000_000n, (Number(timestamp) + 60) * second)
    await giver.furrow.quests.paid(id, farmer.address, hash)
    const follow = async () => {
      clock.advance(2 * minute)
      for (let round = 0; round < 6; round++) await runDue()
    }
    const last = async () =>
      (await (await user(farmer).furrow.account.statement()).text()).trimEnd().split('\r\n').at(-1) ?? ''
    proxy.before = ({ method }) => (method === 'eth_call' ? { refused: 'busy' } : 'pass')
    await chain.client.mine({ blocks: 2 })
    await follow()
    proxy.before = () => 'pass'
    await follow()
    await follow()
    // 100 USDC at 0.1, the last that was said before.
    expect(await last()).toMatch(/"10","USD","[^"]+"$/)
    expect(await last()).toContain(`"received"`)

    await chain.client.request({ method: 'anvil_reorg', params: [4, []] } as never)
    clock.advance(hour)
    await follow()
    expect(await last()).toMatch(/"booked".*,,,$/)
    await requireSound(context)
  })
})

test('names the feeds that it cannot take', async () => {
  const start = (PRICE_FEEDS: string) => startHarness({ env: { PRICE_FEEDS } })
  for (const given of ['USDC', '[]', '{"USDC":{}}', '{"USDC":{"chainId":1,"feed":"0x1","currency":"USD"}}'])
    await expect(start(given), given).rejects.toThrow(/PRICE_FEEDS/)
  await expect(start(setting(`0x${'1'.repeat(40)}`).PRICE_FEEDS)).rejects.toThrow(/RPC_URLS/)
  expect((await (await startHarness()).visitor.config()).estimates).toBeUndefined()
})
