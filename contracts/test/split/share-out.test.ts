import type { Address, EIP1193Provider, Hex } from 'viem'
import { expect, test } from 'vitest'
import { lookAtAccount } from '../../exit/account.ts'
import { stepsOfAccount } from '../../exit/account-steps.ts'
import { shareOut } from '../../exit/share-out.ts'
import { describeIn } from '../describe-world.ts'
import { newPerson, startSplits } from './world.ts'

describeIn(startSplits, 'sharing out on the page that needs only the chain', world => {
  /** Anybody's wallet, whose owner declines the transactions of these numbers, the first one being 1. */
  function walletOf(declined: readonly number[] = []) {
    const { client, send, stranger } = world()
    let asked = 0
    const provider = {
      async request({ method, params }: { method: string; params?: unknown[] }) {
        if (method !== 'eth_sendTransaction') return client.request({ method, params } as never)
        asked += 1
        if (declined.includes(asked)) throw Object.assign(new Error('no'), { code: 4001 })
        const [{ from, to, data }] = params as [{ from: Address; to: Address; data: Hex }]
        await send({ from, to, data })
        return (await client.getBlock()).transactions[0]
      },
    }
    return { me: stranger, provider: provider as unknown as EIP1193Provider }
  }

  async function startAccount(payees: number) {
    const { factory, newSplit, pay, token } = world()
    const people = Array.from({ length: payees }, newPerson)
    const { account, ...split } = newSplit(
      people,
      people.map(() => 10n),
    )
    await pay(token, account, 10n * BigInt(payees))
    const has = async () =>
      (await Promise.all(people.map(one => world().balanceOf(token, one)))).filter(one => one === 10n).length
    return { split: { factory, ...split }, has, token }
  }

  test('goes on by itself, a hundred payees a transaction, until nobody is left, and says what each did', async () => {
    const { split, has, token } = await startAccount(230)
    const wallet = walletOf()
    const { money, say } = await lookAtAccount(wallet, split, token)
    const [step, another] = stepsOfAccount({ money, payees: 230 }, wallet.me, say)
    expect(another).toBeUndefined()
    expect(step?.label).toMatch(/in 3 transactions$/)
    const told: string[] = []
    const last = await shareOut(wallet, split, token, words => told.push(words))
    expect(last).toMatch(
      /^The payees 1 to 100 have their parts: 0x\w+\. The payees 101 to 200 .* The payees 201 to 230 .* Nobody is left\.$/,
    )
    expect(told[0]).toMatch(/^Sent for payees 1 to 100: 0x\w+\. Waiting for its block…$/)
    expect(await has()).toBe(230)
  })

  test('stops where its owner declines, says who has their parts, and goes on behind them later', async () => {
    const { split, has, token } = await startAccount(230)
    await expect(shareOut(walletOf([2]), split, token, () => {})).rejects.toThrow(
      /^The payees 1 to 100 have their parts: .* It stopped before payees 101 to 200: You declined in your wallet\. Look at the account again/,
    )
    expect(await has()).toBe(100)
    const { money, say } = await lookAtAccount(walletOf(), split, token)
    expect(stepsOfAccount({ money, payees: 230 }, walletOf().me, say)[0]?.label).toMatch(/in 2 transactions$/)
    expect(await shareOut(walletOf(), split, token, () => {})).toMatch(
      /^The payees 101 to 200 .* Nobody is left\.$/,
    )
    expect(await has()).toBe(230)
  })

  test('is one transaction for a few, which it does not wait for', async () => {
    const { split, has, token } = await startAccount(3)
    expect(await shareOut(walletOf(), split, token, () => {})).toMatch(/^Sent: 0x\w+\. Look again/)
    expect(await has()).toBe(3)
  })
})
