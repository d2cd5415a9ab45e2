import { type Address, encodeFunctionData, type Hex, toFunctionSelector } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { questEscrowAbi, questEscrowBytecode } from '../src/index.ts'
import { describeWorld } from './describe-world.ts'
import { encode, native, questId } from './escrow.ts'
import { actorAbi, actorBytecode, quirkyTokenAbi, quirkyTokenBytecode } from './fixtures.ts'
import { type Action, reviewWindow } from './terms.ts'

const callBack = 3
const refusedByGuard = toFunctionSelector('ReentrancyGuardReentrantCall()')
const total = 1_000_000n

// The worst case: one contract is operator, arbiter, giver and farmer at once, and calls back whenever money moves.
describeWorld('calling back', world => {
  let actor: Address
  let vault: Address
  let token: Address
  let id: Hex
  const quest = questId('quest')

  function actAs(to: Address, data: Hex, value = 0n) {
    const call = encodeFunctionData({ abi: actorAbi, functionName: 'act', args: [to, value, data] })
    return world().send({ from: world().stranger, to: actor, data: call, value })
  }

  /** A victim funds with the same asset, so that there is more to take than the actor's own. */
  async function start(asset: Address) {
    const { deploy, giver, send, client } = world()
    actor = await deploy(actorAbi, actorBytecode)
    vault = await deploy(questEscrowAbi, questEscrowBytecode, [actor, actor, reviewWindow])
    const value = asset === native ? total : 0n
    if (asset !== native)
      for (const holder of [actor, giver]) {
        const mint = encodeFunctionData({ abi: quirkyTokenAbi, functionName: 'mint', args: [holder, total] })
        const approve = encodeFunctionData({
          abi: quirkyTokenAbi,
          functionName: 'approve',
          args: [vault, total],
        })
        await send({ from: giver, to: asset, data: mint })
        if (holder === actor) await actAs(asset, approve)
        else await send({ from: giver, to: asset, data: approve })
      }
    const victim = encode('fund', [quest, asset, total, 1])
    expect((await send({ from: giver, to: vault, data: victim, value })).error).toBeNull()
    const args = [actor, quest] as const
    id = await client.readContract({ abi: questEscrowAbi, address: vault, functionName: 'escrowOf', args })
  }

  async function callBackWith(data: Hex) {
    const args = [callBack, vault, data] as const
    const setMood = encodeFunctionData({ abi: actorAbi, functionName: 'setMood', args })
    await world().send({ from: world().stranger, to: actor, data: setMood })
  }

  const answer = () => world().client.readContract({ abi: actorAbi, address: actor, functionName: 'answer' })

  beforeEach(async () => {
    const { deploy, send, stranger } = world()
    token = await deploy(quirkyTokenAbi, quirkyTokenBytecode)
    const args = [false, false, true] as const
    const data = encodeFunctionData({ abi: quirkyTokenAbi, functionName: 'setHabits', args })
    await send({ from: stranger, to: token, data })
  })

  const attempts: Record<Action, () => Hex> = {
    fund: () => encode('fund', [questId('another'), native, 1n, 1]),
    propose: () => encode('propose', [id, world().farmer, true]),
    approve: () => encode('approve', [id, actor]),
    dispute: () => encode('dispute', [id, actor]),
    resolve: () => encode('resolve', [id, actor, true]),
    settle: () => encode('settle', [id, actor]),
    release: () => encode('release', [id, actor]),
    close: () => encode('close', [id]),
    refund: () => encode('refund', [id]),
  }

  for (const asset of ['coin', 'token'])
    test.each(Object.keys(attempts) as Action[])(`%s from a payment in a ${asset} is refused`, async name => {
      const { balanceOf, wait } = world()
      const paidIn = asset === 'coin' ? native : token
      await start(paidIn)
      await actAs(vault, encode('fund', [quest, paidIn, 10n, 3]), paidIn === native ? 30n : 0n)
      await actAs(vault, encode('propose', [id, actor, true]))
      await actAs(vault, encode('close', [id]))
      const held = await balanceOf(paidIn, vault)
      wait(reviewWindow)
      await callBackWith(attempts[name]())

      expect((await actAs(vault, encode('release', [id, actor]))).error).toBeNull()
      expect(await answer()).toBe(refusedByGuard)
      expect(await balanceOf(paidIn, vault)).toBe(held - 10n)

      await callBackWith(attempts[name]())
      expect((await actAs(vault, encode('refund', [id]))).error).toBeNull()
      expect(await answer()).toBe(refusedByGuard)
      expect(await balanceOf(paidIn, vault)).toBe(total)
    })

  test('fund from a token that is being paid in is refused, so nothing is counted twice', async () => {
    const { balanceOf } = world()
    await start(token)
    await callBackWith(encode('fund', [questId('another'), token, 10n, 3]))
    expect((await actAs(vault, encode('fund', [quest, token, 10n, 3]))).error).toBeNull()
    expect(await answer()).toBe(refusedByGuard)
    expect(await balanceOf(token, vault)).toBe(total + 30n)
  })
})
