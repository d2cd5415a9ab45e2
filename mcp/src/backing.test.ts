import { describe, expect, test } from 'vitest'
import { hasChain } from '../../server/test/chain.ts'
import { paid, startRail, two } from '../../server/test/rail.ts'
import { tools } from './tools/all.ts'

const backQuest = tools.find(({ name }) => name === 'back_quest')

describe.skipIf(!hasChain)('back_quest', () => {
  test('says on chain how the wallet pays in what it adds, and those transactions make it count', async () => {
    const rail = await startRail({}, 3)
    const { id } = await rail.startQuest({ ...paid, maxFarmers: 2 })
    const [backer, other] = [rail.user(), rail.user()]
    const ask = () => backQuest?.act(backer.furrow, { id, amount: '0.5' })
    const first = await ask()
    // Another one's addition, later than theirs, is none of theirs.
    await other.furrow.quests.back(id, '1')
    const answer = (await ask()) as { own: { next: Next } }
    expect(answer.own).toEqual(first?.own)
    const { companion, deposit, transactions } = answer.own.next
    expect(deposit).toMatchObject({ chainId: rail.chain.chainId, amount: '1' })
    expect(transactions).toHaveLength(2)
    const { client } = rail.chain
    await client.setBalance({ address: backer.account.address, value: 10n ** 18n })
    await rail.chain.mint(backer.account, 1_000_000n)
    for (const { data, to, value } of transactions) {
      const hash = await client.sendTransaction({
        ...{ account: backer.account, chain: client.chain, to, data, value: BigInt(value) },
      })
      await client.waitForTransactionReceipt({ hash })
    }
    await backer.furrow.quests.fund(companion)
    expect(await rail.user(backer).furrow.quests.get(companion)).toMatchObject({
      companionOf: id,
      funding: { status: 'funded' },
    })
    expect((await ask())?.own).toEqual({})
    expect(await rail.chain.balanceOf(rail.chain.escrow)).toBe(2n * two + 1_000_000n)
  })
})

type Next = {
  readonly companion: string
  readonly deposit: object
  readonly transactions: readonly {
    readonly to: `0x${string}`
    readonly data: `0x${string}`
    readonly value: string
  }[]
}
