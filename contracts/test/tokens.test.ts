import { type Address, encodeFunctionData } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { describeWorld } from './describe-world.ts'
import { noReturnTokenAbi, noReturnTokenBytecode, quirkyTokenAbi, quirkyTokenBytecode } from './fixtures.ts'
import { reviewWindow } from './terms.ts'

type Habits = { takesFee?: boolean; answersFalse?: boolean }

describeWorld('a token', world => {
  let quirky: Address
  beforeAll(async () => {
    quirky = await world().deploy(quirkyTokenAbi, quirkyTokenBytecode)
    await world().allow(quirky, world().giver, 10n ** 18n)
  })

  async function setHabits({ takesFee = false, answersFalse = false }: Habits) {
    const args = [takesFee, answersFalse, false] as const
    const data = encodeFunctionData({ abi: quirkyTokenAbi, functionName: 'setHabits', args })
    await world().send({ from: world().stranger, to: quirky, data })
  }

  async function setBlocked(holder: Address, blocked: boolean) {
    const data = encodeFunctionData({
      abi: quirkyTokenAbi,
      functionName: 'setBlocked',
      args: [holder, blocked],
    })
    await world().send({ from: world().stranger, to: quirky, data })
  }

  test('that returns nothing pays in, pays out and pays back', async () => {
    const { act, allow, balanceOf, deploy, farmer, fundQuest, giver, operator } = world()
    const silent = await deploy(noReturnTokenAbi, noReturnTokenBytecode)
    await allow(silent, giver, 210n)
    const id = await fundQuest({ token: silent, amountEach: 70n })
    await act(operator, 'propose', [id, farmer, false])
    await act(operator, 'close', [id])
    expect((await act(giver, 'approve', [id, farmer])).error).toBeNull()
    expect((await act(giver, 'refund', [id])).error).toBeNull()
    expect(await balanceOf(silent, farmer)).toBe(70n)
    expect(await balanceOf(silent, giver)).toBe(140n)
  })

  test('that takes a fee is refused, and nothing of it is kept', async () => {
    const { act, address, balanceOf, giver, newQuest } = world()
    await setHabits({ takesFee: true })
    const { error } = await act(giver, 'fund', [newQuest(), quirky, 1000n, 2])
    expect(error).toBe('WrongAmountReceived')
    expect(await balanceOf(quirky, address)).toBe(0n)
    await setHabits({})
    expect((await act(giver, 'fund', [newQuest(), quirky, 1000n, 2])).error).toBeNull()
  })

  test('that answers false is refused, in and out', async () => {
    const { act, farmer, fundQuest, giver, newQuest, operator, payment } = world()
    const id = await fundQuest({ token: quirky })
    await act(operator, 'propose', [id, farmer, false])
    await setHabits({ answersFalse: true })
    expect((await act(giver, 'fund', [newQuest(), quirky, 1n, 1])).error).toBe('SafeERC20FailedOperation')
    expect((await act(giver, 'approve', [id, farmer])).error).toBe('SafeERC20FailedOperation')
    expect((await payment(id, farmer)).state).toBe('Proposed')
    await setHabits({})
    expect((await act(giver, 'approve', [id, farmer])).error).toBeNull()
  })

  test('that blocks one farmer leaves the others alone, and pays them once it unblocks them', async () => {
    const { act, balanceOf, farmer, fundQuest, operator, otherFarmer, stranger, wait } = world()
    const id = await fundQuest({ token: quirky, amountEach: 70n })
    for (const each of [farmer, otherFarmer]) await act(operator, 'propose', [id, each, false])
    wait(reviewWindow)
    await setBlocked(otherFarmer, true)
    expect((await act(stranger, 'release', [id, otherFarmer])).error).toBe('Blocked')
    expect((await act(stranger, 'release', [id, farmer])).error).toBeNull()
    await setBlocked(otherFarmer, false)
    expect((await act(stranger, 'release', [id, otherFarmer])).error).toBeNull()
    expect(await balanceOf(quirky, otherFarmer)).toBe(70n)
  })

  test('of one escrow never pays for another', async () => {
    const { act, address, balanceOf, farmer, fundQuest, giver, operator } = world()
    const before = await balanceOf(quirky, address)
    const [small, large] = [
      await fundQuest({ token: quirky, amountEach: 1n, slots: 1 }),
      await fundQuest({ token: quirky }),
    ]
    await act(operator, 'propose', [small, farmer, false])
    await act(giver, 'approve', [small, farmer])
    await act(operator, 'close', [small])
    expect((await act(giver, 'refund', [small])).error).toBe('NothingToRefund')
    expect((await act(giver, 'approve', [large, farmer])).error).toBe('NotProposed')
    expect(await balanceOf(quirky, address)).toBe(before + 3000n)
  })
})
