import { type Address, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { questEscrowV3Abi as abi } from '../../src/index.ts'
import { native } from '../assets.ts'
import { describeThird } from '../v2/world.ts'

describeThird('the owner’s limits', world => {
  const fund = async (token: Address, amountEach: bigint, slots = 1) => {
    const { act, giver, newQuest } = world()
    const value = token === native ? amountEach * BigInt(slots) : 0n
    return (await act(giver, 'fund', [newQuest(), token, amountEach, slots], value)).error
  }

  test('bound a whole deposit in a token, several in one transaction too, and none in another', async () => {
    const { act, client, address, giver, newQuest, now, owner, sign, sponsor, stranger, token } = world()
    expect((await act(stranger, 'setLimit', [token, 100n])).error).toBe('NotOwner')
    const { events } = await act(owner, 'setLimit', [token, 100n])
    expect(events).toEqual([['LimitSet', { token, most: 100n }]])
    expect(await client.readContract({ abi, address, functionName: 'limits', args: [token] })).toBe(100n)
    expect(await fund(token, 100n)).toBeNull()
    expect(await fund(token, 50n, 2)).toBeNull()
    expect(await fund(token, 101n)).toBe('OverLimit')
    expect(await fund(token, 51n, 2)).toBe('OverLimit')
    expect(await fund(native, 1_000n, 2)).toBeNull()
    const fundings = [100n, 101n].map(amountEach => ({ quest: newQuest(), amountEach, slots: 1 }))
    expect((await act(giver, 'fundMany', [token, fundings])).error).toBe('OverLimit')
    const quest = newQuest()
    const words = { payer: sponsor, quest, token, amountEach: 101n, slots: 1, deadline: now() + 60n }
    const signature = await sign.sponsorship(giver, words)
    const args = [giver, quest, token, 101n, 1, words.deadline, signature] as const
    expect((await act(sponsor, 'fundFor', args)).error).toBe('OverLimit')
    await act(owner, 'setLimit', [token, 0n])
    expect(await fund(token, 10_000n)).toBeNull()
  })

  test('let only listed tokens in, where the owner says so', async () => {
    const { act, owner, stranger, token } = world()
    expect((await act(stranger, 'setOnlyListed', [true])).error).toBe('NotOwner')
    await act(owner, 'setLimit', [native, maxUint256])
    const { events } = await act(owner, 'setOnlyListed', [true])
    expect(events).toEqual([['OnlyListedSet', { only: true }]])
    expect(await fund(native, 5n)).toBeNull()
    expect(await fund(token, 5n)).toBe('OverLimit')
    await act(owner, 'setLimit', [token, 5n])
    expect(await fund(token, 5n)).toBeNull()
    await act(owner, 'setLimit', [token, 0n])
    expect(await fund(token, 5n)).toBe('OverLimit')
    await act(owner, 'setOnlyListed', [false])
    expect(await fund(token, 50n)).toBeNull()
  })

  test('concern deposits to come: what is there is proposed, paid and given back as ever', async () => {
    const { act, farmer, fundQuest, giver, operator, otherFarmer, owner, token } = world()
    const id = await fundQuest({ token, amountEach: 700n })
    await act(owner, 'setLimit', [token, 1n])
    await act(owner, 'setOnlyListed', [true])
    const done = [
      await act(operator, 'propose', [id, farmer, false]),
      await act(operator, 'propose', [id, otherFarmer, false]),
      await act(giver, 'approve', [id, farmer]),
      await act(otherFarmer, 'concede', [id]),
      await act(operator, 'close', [id]),
      await act(giver, 'refund', [id]),
    ]
    expect(done.map(({ error }) => error)).toEqual(done.map(() => null))
    await act(owner, 'setLimit', [token, 0n])
    await act(owner, 'setOnlyListed', [false])
  })

  test('are nobody’s where there is no owner', async () => {
    const { at, deployEscrow, owner, token } = world()
    const bare = at(await deployEscrow({ owner: native }))
    for (const refused of [
      await bare.act(owner, 'setLimit', [token, 1n]),
      await bare.act(owner, 'setOnlyListed', [true]),
      await bare.act(owner, 'nominateDeciders', [owner, native]),
      await bare.act(owner, 'appointDeciders', []),
      await bare.act(owner, 'nominateOperator', [owner]),
      await bare.act(owner, 'pauseProposals', [true]),
    ])
      expect(refused.error).toBe('NotOwner')
    await bare.fundQuest()
  })
})
