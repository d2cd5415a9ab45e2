import type { Page } from 'playwright-core'
import { encodeFunctionData, erc20Abi, type TransactionEIP1559 } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../server/test/chain.ts'
import type { User } from '../../server/test/harness.ts'
import { startJsonHost } from '../../server/test/json-host.ts'
import { audit, eventually, see } from './harness.ts'
import { draft, ether, payIn, startOnChain } from './on-chain.ts'

type Started = Awaited<ReturnType<typeof startOnChain>>

const five = 5_000_000n
const inDollars = { ...draft, reward: '5 USDC', rewardAmount: 5, rewardToken: 'USDC' }

/** A giver with coins and dollars, and an unfunded quest of theirs. */
async function postQuest({ chain, web }: Started, quest = inDollars) {
  const giver = web.user()
  await chain.client.setBalance({ address: giver.account.address, value: 10n * ether })
  if (quest === inDollars) await chain.mint(giver.account, five)
  const { id } = await giver.furrow.quests.post(quest)
  return { giver, id }
}

/** Lets the contract take so much from the giver's wallet. */
async function allow({ chain }: Started, { account }: User, amount: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [chain.escrow, amount] })
  const hash = await chain.client.sendTransaction({
    account,
    to: chain.token,
    data,
    chain: chain.client.chain,
  })
  await chain.client.waitForTransactionReceipt({ hash })
}

/** The giver's wallet offers more gas for a waiting transaction, or for another one in its place. */
async function overtake({ chain }: Started, { account }: User, change: object): Promise<void> {
  const { client } = chain
  const readWaiting = async () => {
    const { transactions } = await client.getBlock({ blockTag: 'pending', includeTransactions: true })
    return transactions.find(({ from }) => from === account.address.toLowerCase())
  }
  await eventually(async () => (await readWaiting()) !== undefined, true)
  const { to, input, value, nonce, maxFeePerGas } = {
    ...(await readWaiting()),
    ...change,
  } as TransactionEIP1559
  const fee = 3n * maxFeePerGas
  const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: fee, gas: 500_000n }
  await client.sendTransaction({ account, chain: client.chain, to, data: input, value, nonce, ...fees })
}

const plan = (page: Page) => page.getByRole('dialog')

describe.skipIf(!hasChain)('the steps of paying in', () => {
  test('what was sent is followed after a reload, and asked for once: the approval, and the deposit until its confirmations', async () => {
    const started = await startOnChain({ env: { ESCROW_CONFIRMATIONS: '12' } })
    const { chain, web } = started
    const { giver, id } = await postQuest(started)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    await chain.client.setAutomine(false)
    await payIn(page)
    await see(page.getByText('Sent. Waiting for the chain…'))
    await page.reload()
    await see(page.getByText('Sent. Waiting for the chain…'))
    expect(await page.getByRole('button', { name: 'Pay in', exact: true }).isDisabled()).toBe(true)
    await chain.client.mine({ blocks: 1 })
    await see(page.getByText('That step is done. Pay in to go on with what is left.'))
    expect(wallet.asked).toEqual(['eth_sendTransaction'])

    await page.getByRole('button', { name: 'Pay in', exact: true }).click()
    await see(plan(page).getByText('Your wallet asks you once'))
    await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByText('Sent. Waiting for the chain…'))
    await chain.client.mine({ blocks: 1 })
    await see(page.getByText('Paid in. Waiting for the confirmations…'))
    await page.reload()
    await see(page.getByText('Paid in. Waiting for the confirmations…'))
    await chain.client.mine({ blocks: 12 })
    await see(page.getByText('Held by the contract'))
    expect(wallet.asked).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    await eventually(
      () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('furrow.sent.'))),
      [],
    )
  })

  test('the plan says all before the wallet asks, also of a chain that it does not know', async () => {
    const started = await startOnChain({
      version: 2,
      env: { ESCROW_PUBLIC_RPC_URL: 'https://rpc.example.org' },
    })
    const { chain, web } = started
    const { giver, id } = await postQuest(started)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain, size: 'phone' })
    wallet.forgetChains()
    await page.getByRole('button', { name: 'Pay in', exact: true }).click()
    await see(plan(page).getByText('Your wallet asks you three times'))
    expect(await audit(page)).toEqual([])
    await plan(page).getByRole('button', { name: 'Change the network' }).click()
    await see(plan(page).getByText('Your wallet asks you twice'))
    expect(wallet.told).toEqual([
      {
        chainId: '0x7a69',
        chainName: 'chain 31337',
        nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://rpc.example.org'],
        blockExplorerUrls: ['https://explorer.example.org'],
      },
    ])
    await see(plan(page).getByText('5 USDC'))
    await see(plan(page).getByText('seven days after you give notice'))
    await see(plan(page).getByText('The platform wallet decides them: one key.'))
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await audit(page)).toEqual([])
    expect(await plan(page).evaluate(dialog => dialog.scrollWidth - dialog.clientWidth)).toBe(0)
    await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByText('Held by the contract'))
    expect(wallet.asked).toEqual([
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
      'eth_sendTransaction',
      'eth_sendTransaction',
    ])
  })

  test('a deposit that gave way to another transaction is told; one that was sent again with more gas is followed', async () => {
    const started = await startOnChain()
    const { chain, web } = started
    const { giver, id } = await postQuest(started, draft)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    await chain.client.setAutomine(false)
    await payIn(page)
    await see(page.getByText('Sent. Waiting for the chain…'))
    await overtake(started, giver, { to: giver.account.address, input: '0x', value: 0n })
    await chain.client.mine({ blocks: 1 })
    await see(page.getByText('Another transaction of your wallet took its place, so it did not happen.'))

    await payIn(page)
    await see(page.getByText('Sent. Waiting for the chain…'))
    await overtake(started, giver, {})
    await page.reload()
    await chain.client.mine({ blocks: 1 })
    await see(page.getByText('Held by the contract'))
    expect(wallet.asked).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
  })

  test('a wallet that can sends the approval and the deposit with one question', async () => {
    const started = await startOnChain()
    const { chain, web } = started
    const { giver, id } = await postQuest(started)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    wallet.sendTogether()
    await page.getByRole('button', { name: 'Pay in', exact: true }).click()
    await see(plan(page).getByText('Your wallet asks you once'))
    await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByText('Held by the contract'))
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
  })

  test('where the community pays the gas, the plan says so, the wallet asks its paymaster, and after the budget the giver pays', async () => {
    const paymasterData = { paymaster: '0x0000000071727De22E5E9d8BAf0edAc6f37da032', paymasterData: '0xabcd' }
    const host = await startJsonHost({ 'POST /': { jsonrpc: '2.0', id: 1, result: paymasterData } })
    const started = await startOnChain({
      env: { PAYMASTER_URL: `31337=${host.url}`, QUOTA_SPONSORED_A_DAY: '1' },
    })
    const { chain, web } = started
    const { giver, id } = await postQuest(started)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    wallet.takePaymasters()
    await page.getByRole('button', { name: 'Pay in', exact: true }).click()
    await see(plan(page).getByText('The community pays it for you.'))
    expect(await plan(page).getByText('your wallet says it exactly').count()).toBe(0)
    expect(await audit(page)).toEqual([])
    await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByText('Held by the contract'))
    expect(wallet.asked).toEqual(['wallet_sendCalls'])
    expect(wallet.gas).toEqual([{ jsonrpc: '2.0', id: 1, result: paymasterData }])

    await chain.mint(giver.account, five)
    const { id: next } = await giver.furrow.quests.post(inDollars)
    await page.goto(web.url(`/quests/${next}`))
    await page.getByRole('button', { name: 'Pay in', exact: true }).click()
    await see(plan(page).getByText(/your wallet says it exactly$/))
    await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByText('Held by the contract'))
    expect(wallet.gas).toHaveLength(1)
  })

  test('a token with permits takes a signature and one transaction, and the plan names their fee', async () => {
    const started = await startOnChain({ version: 2, permits: true })
    const { chain, web } = started
    const giver = web.user()
    await chain.client.setBalance({ address: giver.account.address, value: 10n * ether })
    await chain.mint(giver.account, 5n * ether)
    const { id } = await giver.furrow.quests.post(inDollars)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    await page.getByRole('button', { name: 'Pay in', exact: true }).click()
    await see(plan(page).getByText('Your wallet asks you twice'))
    await see(plan(page).getByText(/^Sign that the contract may take the reward/))
    await see(plan(page).getByText(/^about 0\.\d+ ETH; your wallet says it exactly$/))
    expect(await audit(page)).toEqual([])
    wallet.decline(true)
    await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByRole('alert'))
    wallet.decline(false)
    await payIn(page)
    await see(page.getByText('Held by the contract'))
    expect(wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
    expect(await chain.balanceOf(chain.escrow)).toBe(5n * ether)
  })

  test('a wallet that lets Permit2 take the token signs once, and sends one transaction', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const { giver, id } = await postQuest(started)
    await chain.openToPermit2(giver.account, five)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    await page.getByRole('button', { name: 'Pay in', exact: true }).click()
    await see(plan(page).getByText('Your wallet asks you twice'))
    await see(plan(page).getByText(/by way of Permit2/))
    await see(plan(page).getByText(/^about 0\.\d+ ETH; your wallet says it exactly$/))
    await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByText('Held by the contract'))
    expect(wallet.asked).toEqual(['eth_signTypedData_v4', 'eth_sendTransaction'])
  })

  test('one transaction pays in for several quests of a giver, and the plan names them and their sum', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const { giver, id } = await postQuest(started)
    await chain.mint(giver.account, 2n * five)
    const second = await giver.furrow.quests.post({ ...inDollars, title: 'Paint the gate', maxFarmers: 2 })
    await giver.furrow.quests.post({ ...draft, title: 'In another coin' })
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    await page.getByText('Pay in for your other quests with it').click()
    expect(await page.getByRole('checkbox').count()).toBe(1)
    await page.getByRole('checkbox', { name: /^Paint the gate/ }).check()
    await page.getByRole('button', { name: 'Pay in for all of them' }).click()
    await see(plan(page).getByText('15 USDC'))
    await see(plan(page).getByText('Paint the gate'))
    expect(await audit(page)).toEqual([])
    await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByText('Held by the contract'))
    await page.goto(web.url(`/quests/${second.id}`))
    await see(page.getByText('Held by the contract'))
    expect(wallet.asked).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
    expect(await chain.balanceOf(chain.escrow)).toBe(3n * five)
  })

  test('a friend pays in by the link that the giver signed for them, and for nobody else', async () => {
    const started = await startOnChain({ version: 2 })
    const { chain, web } = started
    const { giver, id } = await postQuest(started)
    const { giver: friend } = await postQuest(started)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    await page.getByText('Somebody else pays?').click()
    await page.getByLabel('Their wallet’s address').fill(friend.account.address)
    await page.getByRole('button', { name: 'Sign for them' }).click()
    await see(page.getByText('Send them this link.'))
    expect(await audit(page)).toEqual([])
    expect(wallet.asked).toEqual(['eth_signTypedData_v4'])
    await page.evaluate(() => {
      navigator.clipboard.writeText = async text => {
        document.title = text
      }
    })
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await eventually(async () => (await page.title()).includes('#payer='), true)
    const { pathname, hash } = new URL(await page.title())

    const stranger = await web.open(`${pathname}${hash}`, { as: web.user(), chain })
    await see(stranger.page.getByText(/^The link is for the wallet/))
    expect(await stranger.page.getByRole('button', { name: 'Pay in', exact: true }).count()).toBe(0)

    const visit = await web.open(`${pathname}${hash}`, { as: friend, chain })
    await visit.page.getByRole('button', { name: 'Pay in', exact: true }).click()
    await see(plan(visit.page).getByText(/who decides about the work; unearned money goes back to you/))
    expect(await audit(visit.page)).toEqual([])
    await plan(visit.page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(visit.page.getByText(/^It is paid in already\. What comes back/))
    expect(await chain.balanceOf(chain.escrow)).toBe(five)
  })

  test('a wallet that signs no permits is asked for an allowance, by a new plan', async () => {
    const started = await startOnChain({ version: 2, permits: true })
    const { chain, web } = started
    const giver = web.user()
    await chain.client.setBalance({ address: giver.account.address, value: 10n * ether })
    await chain.mint(giver.account, 5n * ether)
    const { id } = await giver.furrow.quests.post(inDollars)
    const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
    wallet.signNoData()
    await payIn(page)
    await see(plan(page).getByText(/^Allow the contract to take the reward/))
    await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
    await see(page.getByText('Held by the contract'))
    expect(wallet.asked).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
  })

  test('what is allowed already is not asked for; of a token like USDT an old approval is taken back first', async () => {
    const started = await startOnChain({ resets: true })
    const { chain, web } = started
    for (const [allowed, times, most] of [
      [five, 'once', 1],
      [1n, 'three times', 3],
    ] as const) {
      const { giver, id } = await postQuest(started)
      await allow(started, giver, allowed)
      const { page, wallet } = await web.open(`/quests/${id}`, { as: giver, chain })
      await page.getByRole('button', { name: 'Pay in', exact: true }).click()
      await see(plan(page).getByText(`Your wallet asks you ${times}`))
      await plan(page).getByRole('button', { name: 'Go to the wallet' }).click()
      await see(page.getByText('Held by the contract'))
      expect(wallet.asked).toHaveLength(most)
    }
  })
})
