import { encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { type Harness, startHarness, type User } from '../../../test/harness.ts'
import { release, startPayments, transfer, unit } from '../../../test/payments.ts'
import { feedSetting, putFeed } from '../../../test/price-feed.ts'
import { startRail } from '../../../test/rail.ts'
import { startRpcProxy } from '../../../test/rpc-proxy.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day, hour, instant, minute, never, second } from '../../ground/clock.ts'
import { priceFeeds } from '../../operate/doctor/price-feeds.ts'

async function startFeed(more: object = {}, env: Record<string, string> = {}) {
  const proxy = await startRpcProxy('')
  const started = await startPayments({
    ...feedSetting(more),
    RPC_URLS: `31337=${proxy.url}`,
    PAYMENT_CONFIRMATIONS: '2',
    ...env,
  })
  const { chain, harness } = started
  proxy.target = chain.rpcUrl
  const say = await putFeed(chain)
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
    const { clock, user, context } = harness
    const before = clock.now()
    for (let round = 10; round > 0; round--) await say(BigInt(round) * 10_000_000n, before - round * hour)
    const id = await release(giver, farmer)
    const hash = await transfer(chain, giver, farmer.address, 100n * unit)
    // Said after the payment: it is not its price.
    const { timestamp } = await chain.client.getBlock()
    await say(500_000_000n, (Number(timestamp) + 60) * second)
    await giver.furrow.quests.paid(id, farmer.address, hash)
    const follow = () => followFor(harness, 2 * minute)
    const last = () => lastLine(user(farmer))
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

  test('are kept with no payment of a time at which the feed had said nothing for too long', async () => {
    const { chain, harness, say, giver, farmer } = await startFeed({ maxAgeHours: 1 })
    await say(100_000_000n, harness.clock.now() - 2 * hour)
    const id = await release(giver, farmer)
    const hash = await transfer(chain, giver, farmer.address, 100n * unit)
    await giver.furrow.quests.paid(id, farmer.address, hash)
    await chain.client.mine({ blocks: 2 })
    for (let round = 0; round < 2; round++) await followFor(harness, 2 * minute)
    const line = await lastLine(harness.user(farmer))
    expect(line).toContain('"received"')
    expect(line).toMatch(/,,,$/)
  })

  test('are given up a week after a payment whose feed cannot be asked, and asked for no more', async () => {
    const { chain, harness, proxy, say, giver, farmer } = await startFeed()
    await say(100_000_000n, harness.clock.now() - hour)
    const id = await release(giver, farmer)
    const hash = await transfer(chain, giver, farmer.address, 100n * unit)
    await chain.client.mine({ blocks: 2 })
    await giver.furrow.quests.paid(id, farmer.address, hash)
    let asked = 0
    proxy.before = ({ method }) => {
      if (method !== 'eth_call') return 'pass'
      asked++
      return { refused: 'busy' }
    }
    for (let round = 0; round < 5; round++) await followFor(harness, 2 * day)
    expect(asked).toBeGreaterThan(0)
    proxy.before = () => 'pass'
    await followFor(harness, day)
    expect(await lastLine(harness.user(farmer))).toMatch(/"received".*,,,$/)
    expect(await harness.context.db.selectFrom('payment_prices').select('check_at').execute()).toEqual([
      { check_at: never },
    ])
  })

  test('are none while two RPCs say different things of a round', async () => {
    const liar = await startRpcProxy('')
    const started = await startFeed({}, { RPC_AGREE: `31337=${liar.url}` })
    const { chain, harness, say, settled } = started
    liar.target = chain.rpcUrl
    const types = ['uint80', 'int256', 'uint256', 'uint256', 'uint80'].map(type => ({ type }))
    const other = encodeAbiParameters(types, [1n, 200_000_000n, 1n, 1n, 1n])
    liar.before = ({ method }) => (method === 'eth_call' ? { answered: other } : 'pass')
    await say(100_000_000n, harness.clock.now())
    await settled(price => price === null)
    liar.before = () => 'pass'
    harness.clock.advance(11 * minute)
    await settled(price => price === '1')
  })

  test('are kept with what a contract pays as of its release', async () => {
    const rail = await startRail(feedSetting(), 2)
    const say = await putFeed(rail.chain)
    const { id, farmer } = await rail.startQuest()
    await rail.user(farmer).furrow.quests.submit(id, { note: 'done' })
    for (let round = 0; round < 2; round++) await rail.keep()
    await rail.later(49 * hour)
    await say(50_000_000n, rail.clock.now() - hour)
    for (let round = 0; round < 3; round++) await rail.keep()
    await followFor(rail, 2 * minute)
    expect(await lastLine(rail.user(farmer))).toMatch(/"received".*"1","USD","[^"]+"$/)
  })
})

async function followFor({ clock, runDue }: Pick<Harness, 'clock' | 'runDue'>, time: number): Promise<void> {
  clock.advance(time)
  for (let round = 0; round < 6; round++) await runDue()
}

async function lastLine({ furrow }: User): Promise<string> {
  return (await (await furrow.account.statement()).text()).trimEnd().split('\r\n').at(-1) ?? ''
}

test('names the feeds that it cannot take', async () => {
  const start = (PRICE_FEEDS: string) => startHarness({ env: { PRICE_FEEDS } })
  for (const given of ['USDC', '[]', '{"USDC":{}}', '{"USDC":{"chainId":1,"feed":"0x1","currency":"USD"}}'])
    await expect(start(given), given).rejects.toThrow(/PRICE_FEEDS/)
  await expect(start(feedSetting({ feed: `0x${'1'.repeat(40)}` }).PRICE_FEEDS)).rejects.toThrow(/RPC_URLS/)
  expect((await (await startHarness()).visitor.config()).estimates).toBeUndefined()
})
