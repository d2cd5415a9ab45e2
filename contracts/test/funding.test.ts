import { type Address, encodeAbiParameters, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { questEscrowAbi, questEscrowBytecode } from '../src/index.ts'
import { describeWorld } from './describe-world.ts'
import { native } from './escrow.ts'
import { reviewWindow } from './terms.ts'

describeWorld('fund', world => {
  test.each(['coin', 'token'])('takes what all places cost, of a %s', async kind => {
    const { act, address, balanceOf, escrow, escrowOf, giver, newQuest, now, ...rest } = world()
    const token = kind === 'coin' ? native : rest.token
    const before = await balanceOf(token, address)
    const quest = newQuest()
    const id = await escrowOf(giver, quest)

    const { error, events } = await act(giver, 'fund', [quest, token, 70n, 3], kind === 'coin' ? 210n : 0n)

    expect(error).toBeNull()
    expect(events).toEqual([['Funded', { escrow: id, giver, quest, token, amountEach: 70n, slots: 3 }]])
    expect(await balanceOf(token, address)).toBe(before + 210n)
    expect(await escrow(id)).toEqual({
      giver,
      fundedAt: now(),
      slots: 3,
      token,
      free: 3,
      held: 3,
      closed: false,
      amountEach: 70n,
    })
  })

  test('keys a deposit by who made it, so that nobody can fund in the place of the giver', async () => {
    const { act, escrow, escrowOf, giver, newQuest, stranger } = world()
    const quest = newQuest()
    expect((await act(stranger, 'fund', [quest, native, 1n, 1], 1n)).error).toBeNull()
    expect((await act(giver, 'fund', [quest, native, 5n, 2], 10n)).error).toBeNull()

    const id = await escrowOf(giver, quest)
    expect(id).toBe(
      keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [giver, quest])),
    )
    expect(await escrow(id)).toMatchObject({ giver, slots: 2, amountEach: 5n })
    expect(await escrow(await escrowOf(stranger, quest))).toMatchObject({ giver: stranger, slots: 1 })
  })

  test('is refused once more for the same quest, also after all is paid back', async () => {
    const { act, escrowOf, giver, newQuest, operator } = world()
    const quest = newQuest()
    const fund = () => act(giver, 'fund', [quest, native, 5n, 2], 10n)
    expect((await fund()).error).toBeNull()
    expect((await fund()).error).toBe('AlreadyFunded')

    const id = await escrowOf(giver, quest)
    await act(operator, 'close', [id])
    expect((await act(giver, 'refund', [id])).error).toBeNull()
    expect((await fund()).error).toBe('AlreadyFunded')
  })

  test('is refused for no amount, no places, and another value than it costs', async () => {
    const { act, farmer, giver, newQuest, otherFarmer, token } = world()
    const fund = async (token: Address, amountEach: bigint, slots: number, value: bigint) =>
      (await act(giver, 'fund', [newQuest(), token, amountEach, slots], value)).error
    expect(await fund(native, 0n, 1, 0n)).toBe('InvalidAmount')
    expect(await fund(native, 1n, 0, 0n)).toBe('InvalidSlots')
    expect(await fund(native, 5n, 2, 9n)).toBe('WrongValue')
    expect(await fund(native, 5n, 2, 11n)).toBe('WrongValue')
    expect(await fund(token, 5n, 2, 1n)).toBe('WrongValue')
    expect(await fund(farmer, 5n, 2, 0n)).toBe('NotAToken')
    expect((await act(otherFarmer, 'fund', [newQuest(), token, 5n, 2])).error).toBe(
      'ERC20InsufficientAllowance',
    )
    expect(await fund(native, 2n ** 255n, 2, 0n)).toBe('Panic')
  })

  test('is the only way in: coins that come without a call are sent back', async () => {
    const { address, send, stranger } = world()
    expect((await send({ from: stranger, to: address, value: 1n })).error).toBe('no reason')
  })
})

describeWorld('constructor', world => {
  test.each([
    ['an operator', 0, 'InvalidAddress'],
    ['an arbiter', 1, 'InvalidAddress'],
    ['a review window', 2, 'InvalidReviewWindow'],
  ])('is refused without %s', async (_name, position, error) => {
    const { arbiter, deploy, operator } = world()
    const args = [operator, arbiter, reviewWindow]
    args[position] = position === 2 ? 0n : native
    await expect(deploy(questEscrowAbi, questEscrowBytecode, args)).rejects.toThrow(error)
  })

  test('is refused with a review window of more than a year', async () => {
    const { arbiter, deploy, operator } = world()
    const longest = 365n * 24n * 3600n
    await expect(
      deploy(questEscrowAbi, questEscrowBytecode, [operator, arbiter, longest + 1n]),
    ).rejects.toThrow('InvalidReviewWindow')
    await deploy(questEscrowAbi, questEscrowBytecode, [operator, arbiter, longest])
  })

  test('keeps its roles and its window in the open', async () => {
    const { address, arbiter, client, operator } = world()
    const read = (functionName: 'operator' | 'arbiter' | 'reviewWindow') =>
      client.readContract({ abi: questEscrowAbi, address, functionName })
    expect(await Promise.all([read('operator'), read('arbiter'), read('reviewWindow')])).toEqual([
      operator,
      arbiter,
      reviewWindow,
    ])
  })
})
