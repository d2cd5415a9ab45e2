import { type Address, encodeFunctionData, type Hex } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { describeWorld } from './describe-world.ts'
import { encode, native } from './escrow.ts'
import { actorAbi, actorBytecode } from './fixtures.ts'
import { reviewWindow } from './terms.ts'

const moods = { accept: 0, refuse: 1, burnGas: 2 } as const

describeWorld('a receiver of the coin', world => {
  let actor: Address
  beforeEach(async () => {
    actor = await world().deploy(actorAbi, actorBytecode)
  })

  async function setMood(mood: keyof typeof moods) {
    const args = [moods[mood], native, '0x'] as const
    const data = encodeFunctionData({ abi: actorAbi, functionName: 'setMood', args })
    await world().send({ from: world().stranger, to: actor, data })
  }

  /** The actor, as a giver, calls the escrow contract. */
  function actAs(data: Hex, value = 0n) {
    const call = encodeFunctionData({
      abi: actorAbi,
      functionName: 'act',
      args: [world().address, value, data],
    })
    return world().send({ from: world().stranger, to: actor, data: call, value })
  }

  test.each(['refuse', 'burnGas'] as const)(
    'that does not take it (%s) leaves others alone, and is paid once it does',
    async mood => {
      const { act, balanceOf, farmer, fundQuest, operator, payment, stranger, wait } = world()
      const id = await fundQuest({ amountEach: 70n })
      for (const each of [actor, farmer]) await act(operator, 'propose', [id, each, false])
      wait(reviewWindow)
      await setMood(mood)
      const failed = await act(stranger, 'release', [id, actor])
      expect(failed.error).toBe('TransferFailed')
      expect(failed.gasUsed).toBeLessThan(200_000n)
      expect((await payment(id, actor)).state).toBe('Proposed')
      expect((await act(stranger, 'release', [id, farmer])).error).toBeNull()

      await setMood('accept')
      expect((await act(stranger, 'release', [id, actor])).error).toBeNull()
      expect(await balanceOf(native, actor)).toBe(70n)
      expect((await act(stranger, 'release', [id, actor])).error).toBe('AlreadyPaid')
    },
  )

  test('that refuses it does not stop the arbiter from refunding the giver', async () => {
    const { act, arbiter, fundQuest, giver, operator, payment } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, actor, true])
    await act(giver, 'dispute', [id, actor])
    await setMood('refuse')
    expect((await act(arbiter, 'resolve', [id, actor, true])).error).toBe('TransferFailed')
    expect((await payment(id, actor)).state).toBe('Disputed')
    expect((await act(arbiter, 'resolve', [id, actor, false])).error).toBeNull()
  })

  test('that refuses it as a giver blocks no farmer, and can take it later', async () => {
    const { act, arbiter, balanceOf, escrow, escrowOf, farmer, newQuest, operator, ...rest } = world()
    const { otherFarmer, stranger, wait } = rest
    const quest = newQuest()
    expect((await actAs(encode('fund', [quest, native, 70n, 3]), 210n)).error).toBeNull()
    const id = await escrowOf(actor, quest)
    for (const each of [farmer, otherFarmer]) await act(operator, 'propose', [id, each, false])
    await actAs(encode('dispute', [id, otherFarmer]))
    await act(operator, 'close', [id])
    await setMood('refuse')
    expect((await actAs(encode('refund', [id]))).error).toBe('TransferFailed')
    expect((await act(arbiter, 'resolve', [id, otherFarmer, false])).error).toBe('TransferFailed')
    wait(reviewWindow)
    expect((await act(stranger, 'release', [id, farmer])).error).toBeNull()

    await setMood('accept')
    expect((await actAs(encode('refund', [id]))).error).toBeNull()
    expect((await act(arbiter, 'resolve', [id, otherFarmer, false])).error).toBeNull()
    expect(await balanceOf(native, actor)).toBe(140n)
    expect(await escrow(id)).toMatchObject({ free: 0, held: 0 })
  })

  test('gets all of it or nothing, whatever gas the caller gives', async () => {
    const { address, balanceOf, act, fundQuest, operator, send, stranger, wait } = world()
    const id = await fundQuest({ amountEach: 70n })
    await act(operator, 'propose', [id, actor, false])
    wait(reviewWindow)
    const data = encode('release', [id, actor])
    let gas = 30_000n
    for (; (await send({ from: stranger, to: address, data, gas })).error !== null; gas += 1_000n)
      expect(await balanceOf(native, actor)).toBe(0n)
    expect(await balanceOf(native, actor)).toBe(70n)
    expect(gas).toBeLessThan(100_000n)
  })
})
