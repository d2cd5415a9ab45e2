import type { Address, Hex } from 'viem'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { native } from '../assets.ts'
import { noReturnTokenAbi, noReturnTokenBytecode, quirkyTokenAbi, quirkyTokenBytecode } from '../fixtures.ts'
import { day, reviewWindow } from '../terms.ts'
import { describeBoth, encode, rulingDelay, type World, year } from './world.ts'

type Actor = Awaited<ReturnType<World['newActor']>>

describeBoth('a farmer that does not take the coin', world => {
  let actor: Actor
  beforeEach(async () => {
    actor = await world().newActor()
  })

  async function proposed(disputed = false, amountEach = 1000n): Promise<Hex> {
    const { act, fundQuest, giver, operator } = world()
    const id = await fundQuest({ amountEach })
    await act(operator, 'propose', [id, actor.address, false])
    if (disputed) await act(giver, 'dispute', [id, actor.address])
    return id
  }

  test.each(['refuse', 'burnGas', 'shout'] as const)(
    'stops no decision (%s): it waits, and is paid once it does',
    async mood => {
      const { decide, act, arbiter, balanceOf, escrow, giver, payment, stranger } = world()
      const id = await proposed(true)
      await actor.feel(mood)
      const before = await balanceOf(native, giver)
      const { error, events, gasUsed } = await decide(arbiter, 'split', [id, actor.address, 4000])
      expect(error).toBeNull()
      expect(gasUsed).toBeLessThan(300_000n)
      const farmer = actor.address
      expect(events).toEqual([
        ['Divided', { escrow: id, farmer, share: 4000 }],
        ['Refunded', { escrow: id, farmer, amount: 600n }],
        ['Waiting', { escrow: id, farmer, receiver: farmer, amount: 400n }],
      ])
      expect(await balanceOf(native, giver)).toBe(before + 600n)
      expect(await payment(id, farmer)).toMatchObject({ state: 'Unpaid', farmerOwed: true, giverOwed: false })
      expect(await escrow(id)).toMatchObject({ held: 3 })
      for (const name of ['approve', 'dispute', 'returnWork'] as const)
        expect((await act(giver, name, [id, farmer])).error).toBe('AlreadyDecided')
      expect((await decide(arbiter, 'resolve', [id, farmer, false])).error).toBe('AlreadyDecided')
      expect((await act(giver, 'takeBackTo', [id, farmer, giver])).error).toBe('NothingToRefund')
      expect((await act(stranger, 'release', [id, farmer])).error).toBe('TransferFailed')

      await actor.feel('accept')
      const paid = await act(stranger, 'release', [id, farmer])
      expect(paid.events).toEqual([['Released', { escrow: id, farmer, amount: 400n }]])
      expect((await payment(id, farmer)).state).toBe('Split')
      expect(await escrow(id)).toMatchObject({ held: 2 })
      expect((await act(stranger, 'release', [id, farmer])).error).toBe('AlreadySplit')
    },
  )

  test('takes their money elsewhere, before and after a decision', async () => {
    const { decide, act, arbiter, balanceOf, otherFarmer, stranger, wait } = world()
    const [decided, due] = [await proposed(true), await proposed()]
    await actor.feel('refuse')
    await decide(arbiter, 'resolve', [decided, actor.address, true])
    wait(reviewWindow)
    expect((await act(stranger, 'release', [due, actor.address])).error).toBe('TransferFailed')
    const before = await balanceOf(native, otherFarmer)
    for (const id of [decided, due]) {
      expect((await actor.act('releaseTo', [id, actor.address])).error).toBe('TransferFailed')
      expect((await actor.act('releaseTo', [id, otherFarmer])).error).toBeNull()
      expect((await actor.act('releaseTo', [id, otherFarmer])).error).toBe('AlreadyPaid')
    }
    expect(await balanceOf(native, otherFarmer)).toBe(before + 2000n)
  })

  test('leaves it for a year, and then it may go back, wherever the giver says', async () => {
    const { decide, act, arbiter, balanceOf, farmer, giver, now, otherGiver, payment, stranger, wait } =
      world()
    const [decided, due] = [await proposed(true), await proposed()]
    await actor.feel('refuse')
    await decide(arbiter, 'split', [decided, actor.address, 5000])
    const { decidedAt } = await payment(decided, actor.address)
    expect((await act(giver, 'reclaim', [due, actor.address])).error).toBe('ReviewOpen')
    expect((await act(giver, 'reclaim', [due, farmer])).error).toBe('NotProposed')
    wait(decidedAt + year - now() - 2n)
    expect((await act(giver, 'reclaim', [decided, actor.address])).error).toBe('ReclaimTooEarly')
    expect((await act(otherGiver, 'reclaim', [decided, actor.address])).error).toBe('NotGiver')
    const before = await balanceOf(native, giver)
    const { events } = await act(giver, 'reclaim', [decided, actor.address])
    expect(events).toEqual([['Refunded', { escrow: decided, farmer: actor.address, amount: 500n }]])
    expect(await balanceOf(native, giver)).toBe(before + 500n)
    expect((await act(giver, 'reclaim', [decided, actor.address])).error).toBe('AlreadyRefunded')
    expect((await act(giver, 'reclaim', [due, actor.address])).error).toBe('ReclaimTooEarly')
    wait(reviewWindow)
    expect((await act(giver, 'reclaimTo', [due, actor.address, native])).error).toBe('InvalidAddress')
    const there = await balanceOf(native, stranger)
    const last = await act(giver, 'reclaimTo', [due, actor.address, stranger])
    expect(last.events.map(([name]) => name)).toEqual(['Refunded', 'RefundedTo'])
    expect(await balanceOf(native, stranger)).toBe(there + 1000n)
  })

  test('is left out of a batch, which pays the others and whoever is due', async () => {
    const { act, balanceOf, farmer, newQuest, operator, otherFarmer, payment, stranger, wait } = world()
    const id = await proposed(false, 70n)
    for (const each of [farmer, otherFarmer]) await act(operator, 'propose', [id, each, false])
    const early = await proposed()
    wait(reviewWindow)
    const late = await proposed()
    await actor.feel('shout')
    const place = (escrow: Hex, farmer: Address) => ({ escrow, farmer })
    const places = [
      place(id, farmer),
      place(id, actor.address),
      place(early, actor.address),
      place(id, farmer),
      place(late, actor.address),
      place(newQuest(), farmer),
      place(id, otherFarmer),
    ]
    const before = await balanceOf(native, farmer)
    const { error, events } = await act(stranger, 'releaseMany', [places])
    expect(error).toBeNull()
    expect(events).toEqual([
      ['Released', { escrow: id, farmer, amount: 70n }],
      ['Released', { escrow: id, farmer: otherFarmer, amount: 70n }],
    ])
    expect(await balanceOf(native, farmer)).toBe(before + 70n)
    expect((await payment(id, actor.address)).state).toBe('Proposed')
    await actor.feel('accept')
    expect((await act(stranger, 'releaseMany', [places])).events).toHaveLength(2)
  })

  test('a batch of those that shout costs no more than their gas', async () => {
    const { act, stranger, wait } = world()
    const places = []
    for (let i = 0; i < 8; i++) places.push({ escrow: await proposed(), farmer: actor.address })
    wait(reviewWindow)
    await actor.feel('shout')
    const { error, gasUsed } = await act(stranger, 'releaseMany', [places])
    expect(error).toBeNull()
    expect(gasUsed).toBeLessThan(8n * 120_000n + 21_000n)
  })

  test('cannot be made to fail by being mean with gas: all of it, or nothing happens', async () => {
    const { version, act, arbiter, balanceOf, escrow, stranger, wait } = world()
    const [decided, due] = [await proposed(true), await proposed()]
    wait(reviewWindow)
    const tryAll = async (call: (gas: bigint) => Promise<{ error: string | null }>) => {
      for (let gas = 40_000n; gas < 600_000n; gas += 7_000n) {
        const before = await balanceOf(native, actor.address)
        const { error } = await call(gas)
        const moved = (await balanceOf(native, actor.address)) - before
        expect(moved).toBe(error === null ? 1000n : 0n)
        if (error === null) return gas
      }
      throw new Error('no gas was enough')
    }
    if (version === 3) {
      await act(arbiter, 'resolve', [decided, actor.address, true])
      wait(rulingDelay)
      await tryAll(gas => act(stranger, 'release', [decided, actor.address], 0n, gas))
    } else await tryAll(gas => act(arbiter, 'resolve', [decided, actor.address, true], 0n, gas))
    const places = [{ escrow: due, farmer: actor.address }]
    await tryAll(gas => act(stranger, 'releaseMany', [places], 0n, gas))
    expect((await escrow(due)).held).toBe(2)
  })

  test('calls back in vain, whatever it calls', async () => {
    const { act, address, fundQuest, giver, operator, stranger, wait, balanceOf } = world()
    const id = await fundQuest({ amountEach: 70n })
    for (const each of [actor.address, world().farmer]) await act(operator, 'propose', [id, each, false])
    wait(reviewWindow)
    const calls = [
      encode('release', [id, actor.address]),
      encode('releaseTo', [id, actor.address]),
      encode('concede', [id]),
      encode('releaseMany', [[{ escrow: id, farmer: world().farmer }]]),
      encode('reclaim', [id, actor.address]),
    ]
    const held = await balanceOf(native, address)
    for (const [i, data] of calls.entries()) {
      const other = await fundQuest({ amountEach: 70n, slots: 1 })
      await act(operator, 'propose', [other, actor.address, false])
      await actor.feel('callBack', data)
      expect((await act(giver, 'approve', [other, actor.address])).error, `call ${i}`).toBeNull()
    }
    expect(await balanceOf(native, address)).toBe(held)
    await actor.feel('accept')
    expect((await act(stranger, 'release', [id, actor.address])).error).toBeNull()
  })
})

describeBoth('a giver that does not take the coin', world => {
  test.each(['refuse', 'burnGas', 'shout'] as const)(
    'stops no decision either (%s), and has it sent elsewhere',
    async mood => {
      const {
        decide,
        act,
        arbiter,
        balanceOf,
        escrow,
        escrowOf,
        farmer,
        newActor,
        newQuest,
        operator,
        ...rest
      } = world()
      const { otherFarmer, payment, stranger, wait } = rest
      const actor = await newActor()
      const quest = newQuest()
      expect((await actor.act('fund', [quest, native, 1000n, 3], 3000n)).error).toBeNull()
      const id = await escrowOf(actor.address, quest)
      for (const each of [farmer, otherFarmer]) await act(operator, 'propose', [id, each, false])
      await actor.act('dispute', [id, farmer])
      await act(operator, 'close', [id])
      await actor.feel(mood)
      expect((await actor.act('refund', [id])).error).toBe('TransferFailed')
      expect((await decide(arbiter, 'split', [id, farmer, 2500])).error).toBeNull()
      expect((await act(otherFarmer, 'concede', [id])).error).toBeNull()
      expect(await payment(id, farmer)).toMatchObject({ state: 'Unpaid', farmerOwed: false, giverOwed: true })
      expect((await act(stranger, 'takeBackTo', [id, farmer, stranger])).error).toBe('NotGiver')
      expect((await actor.act('takeBackTo', [id, farmer, native])).error).toBe('InvalidAddress')
      expect((await actor.act('takeBackTo', [id, farmer, actor.address])).error).toBe('TransferFailed')
      expect((await act(farmer, 'releaseTo', [id, stranger])).error).toBe('AlreadyPaid')
      wait(2n * year)
      expect((await actor.act('reclaim', [id, farmer])).error).toBe('AlreadyPaid')
      const before = await balanceOf(native, stranger)
      expect((await actor.act('takeBackTo', [id, farmer, stranger])).error).toBeNull()
      expect((await actor.act('takeBackTo', [id, otherFarmer, stranger])).error).toBeNull()
      expect((await actor.act('refundTo', [id, stranger])).error).toBeNull()
      expect(await balanceOf(native, stranger)).toBe(before + 2750n)
      expect((await payment(id, farmer)).state).toBe('Split')
      expect((await payment(id, otherFarmer)).state).toBe('Refunded')
      expect(await escrow(id)).toMatchObject({ free: 0, held: 0 })
    },
  )

  test('calls back while it is paid back, and no place is lost by that', async () => {
    const { act, escrow, escrowOf, farmer, newActor, newQuest, operator, otherFarmer, payment } = world()
    for (const call of ['returnWork', 'giveNotice'] as const) {
      const actor = await newActor()
      const quest = newQuest()
      expect((await actor.act('fund', [quest, native, 1000n, 3], 3000n)).error).toBeNull()
      const id = await escrowOf(actor.address, quest)
      for (const each of [farmer, otherFarmer]) await act(operator, 'propose', [id, each, false])
      await actor.feel(
        'callBack',
        call === 'returnWork' ? encode(call, [id, otherFarmer]) : encode(call, [id]),
      )
      expect((await act(farmer, 'concede', [id])).error).toBeNull()
      const { state } = await payment(id, otherFarmer)
      const { free, held } = await escrow(id)
      expect(held).toBe(2)
      expect(free, call).toBe(state === 'Proposed' ? 1 : 2)
    }
  })

  test('after a year gets both parts where neither took theirs', async () => {
    const {
      decide,
      act,
      arbiter,
      balanceOf,
      escrow,
      escrowOf,
      newActor,
      newQuest,
      operator,
      otherFarmer,
      wait,
    } = world()
    const [actor, refusing] = [await newActor(), await newActor()]
    const quest = newQuest()
    await actor.act('fund', [quest, native, 1000n, 1], 1000n)
    const id = await escrowOf(actor.address, quest)
    await act(operator, 'propose', [id, refusing.address, false])
    await actor.act('dispute', [id, refusing.address])
    for (const each of [actor, refusing]) await each.feel('refuse')
    await decide(arbiter, 'split', [id, refusing.address, 5000])
    wait(year + day)
    expect((await actor.act('reclaim', [id, refusing.address])).error).toBe('TransferFailed')
    const before = await balanceOf(native, otherFarmer)
    expect((await actor.act('reclaimTo', [id, refusing.address, otherFarmer])).error).toBeNull()
    expect(await balanceOf(native, otherFarmer)).toBe(before + 1000n)
    expect(await escrow(id)).toMatchObject({ held: 0 })
  })
})

describeBoth('a token', world => {
  let quirky: Address
  beforeAll(async () => {
    quirky = await world().deploy(quirkyTokenAbi, quirkyTokenBytecode)
    await world().allow(quirky, world().giver, 10n ** 18n)
  })
  const setHabits = (fee: boolean, lies: boolean, calls: boolean) =>
    world().call(world().stranger, quirky, quirkyTokenAbi, 'setHabits', [fee, lies, calls])

  test('that blocks one of the two stops no decision', async () => {
    const {
      decide,
      act,
      arbiter,
      balanceOf,
      block,
      farmer,
      fundQuest,
      giver,
      operator,
      otherFarmer,
      payment,
    } = world()
    const id = await fundQuest({ token: quirky, amountEach: 1001n })
    await act(operator, 'propose', [id, farmer, false])
    await act(giver, 'dispute', [id, farmer])
    await block(quirky, farmer, true)
    expect((await decide(arbiter, 'split', [id, farmer, 5000])).error).toBeNull()
    expect(await payment(id, farmer)).toMatchObject({ farmerOwed: true, giverOwed: false })
    expect((await act(farmer, 'releaseTo', [id, otherFarmer])).error).toBeNull()
    expect(await balanceOf(quirky, otherFarmer)).toBe(500n)
    await block(quirky, farmer, false)
  })

  test('that answers false, or calls a receiver who burns all gas, stops none either', async () => {
    const { decide, act, arbiter, balanceOf, fundQuest, giver, newActor, operator, stranger } = world()
    const actor = await newActor()
    const id = await fundQuest({ token: quirky })
    await act(operator, 'propose', [id, actor.address, false])
    await act(giver, 'dispute', [id, actor.address])
    await setHabits(false, true, false)
    const before = await balanceOf(quirky, giver)
    const { events } = await decide(arbiter, 'split', [id, actor.address, 5000])
    expect(events.map(([name]) => name)).toEqual(['Divided', 'Waiting', 'Waiting'])
    await setHabits(false, false, true)
    await actor.feel('burnGas')
    const released = await act(stranger, 'release', [id, actor.address], 0n, 3_000_000n)
    expect(released.error).toBeNull()
    expect(released.gasUsed).toBeLessThan(1_000_000n)
    expect(await balanceOf(quirky, giver)).toBe(before + 500n)
    await setHabits(false, false, false)
    const rest = await act(stranger, 'release', [id, actor.address])
    expect(['AlreadySplit', null]).toContain(rest.error)
    expect(await balanceOf(quirky, actor.address)).toBe(500n)
  })

  test('that takes a fee is refused; one that returns nothing pays in, out and back', async () => {
    const { act, allow, balanceOf, deploy, farmer, fundQuest, giver, newQuest, operator } = world()
    await setHabits(true, false, false)
    expect((await act(giver, 'fund', [newQuest(), quirky, 1000n, 1])).error).toBe('WrongAmountReceived')
    await setHabits(false, false, false)
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

  test('whose contract is gone pays nobody, and nobody counts as paid', async () => {
    const { act, client, farmer, fundQuest, giver, operator, payment } = world()
    const id = await fundQuest({ token: quirky })
    await act(operator, 'propose', [id, farmer, false])
    const code = (await client.getCode({ address: quirky })) ?? '0x'
    await client.setCode({ address: quirky, bytecode: '0x' })
    expect((await act(giver, 'approve', [id, farmer])).error).toBe('TransferFailed')
    expect((await act(farmer, 'concede', [id])).error).toBeNull()
    expect((await payment(id, farmer)).state).toBe('Unpaid')
    await client.setCode({ address: quirky, bytecode: code })
    expect((await act(giver, 'release', [id, farmer])).error).toBeNull()
    expect((await payment(id, farmer)).state).toBe('Refunded')
  })
})
