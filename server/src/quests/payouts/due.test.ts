import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { release } from '../../../test/payments.ts'
import { startRpcProxy } from '../../../test/rpc-proxy.ts'
import { day, instant } from '../../ground/clock.ts'

const token = `0x${'12'.repeat(20)}`

/** Every page of one work, one after the other. */
async function readAll({ furrow }: User, query: object = {}) {
  const works: object[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await furrow.payouts.due({ ...query, limit: '1', ...(cursor !== null && { cursor }) })
    works.push(...page.items.works)
    if (page.cursor === null) return works
    cursor = page.cursor
  }
}

test('a giver sees what they owe, by token and the longest due first, and its sums, on every page', async () => {
  const { user, clock } = await startHarness()
  const [giver, farmer, other] = [user(), user(), user()]
  const since = instant(clock.now())
  const first = await release(giver, farmer, { title: 'First', rewardAmount: 0.1, reward: '0.1 USDC' })
  clock.advance(day)
  const [again, to, third] = [giver, farmer, other].map(one => user(one)) as [User, User, User]
  const second = await release(again, to, { title: 'Second', rewardAmount: 0.2, reward: '0.2 USDC' })
  const coin = await release(again, third, {
    title: 'Coin',
    rewardAmount: 2,
    reward: '2 ETH',
    rewardToken: 'ETH',
  })
  const later = instant(clock.now())
  const split = await again.furrow.quests.post({ ...sampleQuest, title: 'Not yet' })
  await to.furrow.quests.accept(split.id)

  const works = [
    { questId: coin, title: 'Coin', payee: other.account.address, amount: '2', token: 'ETH', since: later },
    { questId: first, title: 'First', payee: farmer.account.address, amount: '0.1', token: 'USDC', since },
    {
      questId: second,
      title: 'Second',
      payee: farmer.account.address,
      amount: '0.2',
      token: 'USDC',
      since: later,
    },
  ].map(work => ({ ...work, payeeAccount: null }))
  const none = { address: null, decimals: null }
  const sums = [
    { token: 'ETH', amount: '2', count: 1, ...none },
    { token: 'USDC', amount: '0.3', count: 2, ...none },
  ]
  expect(await again.furrow.payouts.due()).toEqual({ items: { works, sums }, cursor: null })
  expect((await again.furrow.payouts.due({ limit: '1' })).items.sums).toEqual(sums)
  expect(await readAll(again)).toEqual(works)
  expect(await readAll(again, { token: 'USDC' })).toEqual(works.slice(1))
  expect((await again.furrow.payouts.due({ token: 'DAI' })).items).toEqual({ works: [], sums: [] })
  expect((await to.furrow.payouts.due()).items).toEqual({ works: [], sums: [] })

  await again.furrow.quests.sayPaid(first, farmer.address)
  expect(await readAll(again, { token: 'USDC' })).toEqual(works.slice(2))
  await to.furrow.quests.notReceived(first)
  expect(await readAll(again, { token: 'USDC' })).toEqual(works.slice(1))
  await again.furrow.quests.sayPaid(first, farmer.address)
  await to.furrow.quests.confirmPayment(first)
  expect((await again.furrow.payouts.due({ token: 'USDC' })).items.sums).toEqual([
    { token: 'USDC', amount: '0.2', count: 1, ...none },
  ])
})

test('it names the part that a decision gave, and nothing for a farmer who left', async () => {
  const { user, platform } = await startHarness()
  const [giver, farmer, judge] = [user(), user(), user(platform)]
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.dispute(id, farmer.address, 'half of it is missing')
  await judge.furrow.quests.resolve({
    questId: id,
    farmer: farmer.address,
    outcome: 'split',
    share: 0.25,
    reason: 'a quarter is there',
  })
  expect((await giver.furrow.payouts.due()).items).toMatchObject({
    works: [{ questId: id, amount: '25' }],
    sums: [{ token: 'USDC', amount: '25', count: 1 }],
  })
  await farmer.furrow.account.delete({
    account: farmer.account,
    signMessage: ({ message }) => farmer.account.signMessage({ message }),
  })
  expect((await giver.furrow.payouts.due()).items).toEqual({ works: [], sums: [] })
})

test('a chain chooses the tokens that are known there, with their contracts, also while it cannot be asked', async () => {
  const env = { RPC_URLS: '31337=http://127.0.0.1:9', TOKENS: `USDC=${token}` }
  const { user } = await startHarness({ env })
  const [giver, farmer] = [user(), user()]
  await release(giver, farmer)
  await release(giver, farmer, { reward: '2 ETH', rewardAmount: 2, rewardToken: 'ETH' })
  await release(giver, farmer, { reward: '3 DAI', rewardAmount: 3, rewardToken: 'DAI' })
  await release(giver, farmer, { reward: '4 usdc', rewardAmount: 4, rewardToken: 'usdc' })
  const { works, sums } = (await giver.furrow.payouts.due({ chainId: '31337' })).items
  expect(works.map(({ token }) => token)).toEqual(['ETH', 'USDC', 'usdc'])
  expect(sums).toEqual([
    { token: 'ETH', amount: '2', count: 1, address: `0x${'0'.repeat(40)}`, decimals: 18 },
    { token: 'USDC', amount: '100', count: 1, address: token, decimals: null },
    { token: 'usdc', amount: '4', count: 1, address: token, decimals: null },
  ])
  await expect(giver.furrow.payouts.due({ chainId: '1' })).rejects.toMatchObject({
    status: 400,
    code: 'chain-unknown',
  })
})

test('each chain is asked for the decimals of a token, also where its contract has the same address', async () => {
  const decimalsOn: Readonly<Record<number, number>> = { 8453: 6, 56: 18 }
  const nodes = Object.entries(decimalsOn).map(async ([chainId, decimals]) => {
    const proxy = await startRpcProxy('http://127.0.0.1:9')
    proxy.before = ({ method }) => {
      if (method === 'eth_chainId') return { answered: numberToHex(Number(chainId)) }
      return method === 'eth_call' ? { answered: numberToHex(decimals, { size: 32 }) } : 'down'
    }
    return `${chainId}=${proxy.url}`
  })
  const env = {
    RPC_URLS: (await Promise.all(nodes)).join(','),
    TOKENS: Object.keys(decimalsOn)
      .map(chainId => `USDC@${chainId}=${token}`)
      .join(','),
  }
  const { user } = await startHarness({ env })
  const giver = user()
  await release(giver, user())
  for (const [chainId, decimals] of Object.entries(decimalsOn))
    expect((await giver.furrow.payouts.due({ chainId })).items.sums).toEqual([
      { token: 'USDC', amount: '100', count: 1, address: token, decimals },
    ])
})

test('nobody else asks, and bad limits, chains and cursors are refused', async () => {
  const { user, send } = await startHarness()
  const { token } = user()
  expect((await send('GET', '/payouts/due')).status).toBe(401)
  for (const query of ['limit=0', 'limit=1001', 'cursor=x', 'chainId=0', 'chainId=1', 'chainId=x'])
    expect((await send('GET', `/payouts/due?${query}`, { token })).status, query).toBe(400)
})
