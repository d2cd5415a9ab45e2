import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import { native } from '../assets.ts'
import { day, reviewWindow } from '../terms.ts'
import { describeBoth, disputePeriod, noticePeriod } from './world.ts'

const untouched = {
  disputedAt: 0n,
  decidedAt: 0n,
  share: 0,
  returned: 0,
  attested: false,
  farmerOwed: false,
  giverOwed: false,
}

describeBoth('propose', world => {
  test('takes a free place and starts the window, and what was said is frozen', async () => {
    const { act, escrow, farmer, fundQuest, giver, now, operator, payment } = world()
    const id = await fundQuest({ slots: 2 })
    const { events } = await act(operator, 'propose', [id, farmer, false])
    const reviewEndsAt = now() + reviewWindow
    expect(events).toEqual([['Proposed', { escrow: id, farmer, verified: false, reviewEndsAt }]])
    expect(await escrow(id)).toMatchObject({ slots: 2, free: 1, held: 2 })
    const proposed = { state: 'Proposed', verified: false, reviewEndsAt, ...untouched }
    expect(await payment(id, farmer)).toEqual(proposed)
    for (const verified of [true, false])
      expect((await act(operator, 'propose', [id, farmer, verified])).error).toBe('AlreadyProposed')
    expect(await payment(id, farmer)).toEqual(proposed)
    await act(giver, 'dispute', [id, farmer])
    expect((await act(operator, 'propose', [id, farmer, true])).error).toBe('AlreadyProposed')
    expect(await payment(id, farmer)).toMatchObject({ state: 'Disputed', verified: false })
  })

  test('is refused to others, without an escrow, a place or time, and for nobody', async () => {
    const { act, address, farmer, fundQuest, giver, newQuest, operator, otherFarmer } = world()
    const propose = async (id: Hex, farmer: Address, by = operator) =>
      (await act(by, 'propose', [id, farmer, true])).error
    const id = await fundQuest({ slots: 1 })
    expect(await propose(id, farmer, giver)).toBe('NotOperator')
    expect(await propose(newQuest(), farmer)).toBe('UnknownEscrow')
    expect(await propose(id, native)).toBe('InvalidAddress')
    expect(await propose(id, address)).toBe('InvalidAddress')
    expect(await propose(id, farmer)).toBeNull()
    expect(await propose(id, otherFarmer)).toBe('NoFreePlace')
    await act(operator, 'close', [id])
    expect(await propose(id, otherFarmer)).toBe('EscrowClosed')
  })
})

describeBoth('release', world => {
  test.each(['coin', 'token'])('anyone pays once the window is over, and once, in a %s', async kind => {
    const { decide, act, arbiter, balanceOf, farmer, fundQuest, giver, operator, payment, stranger, wait } =
      world()
    const token = kind === 'coin' ? native : world().token
    const id = await fundQuest({ token, amountEach: 70n })
    expect((await act(stranger, 'release', [id, farmer])).error).toBe('NotProposed')
    await act(operator, 'propose', [id, farmer, false])
    const before = await balanceOf(token, farmer)
    wait(reviewWindow - 2n)
    expect((await act(stranger, 'release', [id, farmer])).error).toBe('ReviewOpen')
    const { events } = await act(stranger, 'release', [id, farmer])
    expect(events).toEqual([['Released', { escrow: id, farmer, amount: 70n }]])
    expect(await balanceOf(token, farmer)).toBe(before + 70n)
    expect((await payment(id, farmer)).state).toBe('Released')
    const again = [
      await act(stranger, 'release', [id, farmer]),
      await act(farmer, 'releaseTo', [id, stranger]),
      await act(farmer, 'concede', [id]),
      await act(giver, 'approve', [id, farmer]),
      await act(giver, 'dispute', [id, farmer]),
      await act(giver, 'returnWork', [id, farmer]),
      await act(giver, 'reclaim', [id, farmer]),
      await decide(arbiter, 'resolve', [id, farmer, true]),
      await decide(arbiter, 'split', [id, farmer, 1]),
      await act(stranger, 'settle', [id, farmer]),
      await act(operator, 'propose', [id, farmer, true]),
    ]
    expect(again.map(outcome => outcome.error)).toEqual(again.map(() => 'AlreadyPaid'))
    expect((await act(giver, 'takeBackTo', [id, farmer, stranger])).error).toBe('NothingToRefund')
    expect(await balanceOf(token, farmer)).toBe(before + 70n)
  })

  test('releaseTo takes a farmer’s own payment to another receiver, and nobody else’s', async () => {
    const { act, address, balanceOf, farmer, fundQuest, operator, otherFarmer, stranger, wait } = world()
    const id = await fundQuest({ amountEach: 70n })
    await act(operator, 'propose', [id, farmer, false])
    expect((await act(farmer, 'releaseTo', [id, stranger])).error).toBe('ReviewOpen')
    wait(reviewWindow)
    expect((await act(otherFarmer, 'releaseTo', [id, stranger])).error).toBe('NotProposed')
    for (const bad of [native, address])
      expect((await act(farmer, 'releaseTo', [id, bad])).error).toBe('InvalidAddress')
    const before = await balanceOf(native, stranger)
    const { events } = await act(farmer, 'releaseTo', [id, stranger])
    expect(events).toEqual([
      ['ReleasedTo', { escrow: id, farmer, receiver: stranger }],
      ['Released', { escrow: id, farmer, amount: 70n }],
    ])
    expect(await balanceOf(native, stranger)).toBe(before + 70n)
  })
})

describeBoth('approve', world => {
  test('pays now, also disputed work, and only who was proposed', async () => {
    const { act, farmer, fundQuest, giver, operator, otherFarmer, otherGiver, payment } = world()
    const id = await fundQuest()
    for (const each of [farmer, otherFarmer]) await act(operator, 'propose', [id, each, false])
    await act(giver, 'dispute', [id, otherFarmer])
    expect((await act(otherGiver, 'approve', [id, farmer])).error).toBe('NotGiver')
    const { events } = await act(giver, 'approve', [id, farmer])
    expect(events.map(([name]) => name)).toEqual(['Approved', 'Released'])
    expect((await act(giver, 'approve', [id, otherFarmer])).error).toBeNull()
    expect((await payment(id, otherFarmer)).state).toBe('Released')
    expect((await act(giver, 'approve', [id, world().stranger])).error).toBe('NotProposed')
    expect((await act(giver, 'approve', [world().newQuest(), farmer])).error).toBe('UnknownEscrow')
  })
})

describeBoth('a dispute', world => {
  async function disputed({ attested = false, verified = false, amountEach = 1000n } = {}): Promise<Hex> {
    const { proposeAttested, act, attester, farmer, fundQuest, giver, now, operator, sign } = world()
    const id = await fundQuest({ amountEach })
    const words = { escrow: id, farmer, deadline: now() + 3600n }
    const proposal = attested
      ? await proposeAttested(operator, id, farmer, words.deadline, await sign.attestation(attester, words))
      : await act(operator, 'propose', [id, farmer, verified])
    expect(proposal.error).toBeNull()
    expect((await act(giver, 'dispute', [id, farmer])).error).toBeNull()
    return id
  }

  test('is the giver’s, inside the window, once, and stops the release', async () => {
    const { act, farmer, fundQuest, giver, now, operator, otherGiver, payment, stranger, wait } = world()
    const id = await fundQuest()
    expect((await act(giver, 'dispute', [id, farmer])).error).toBe('NotProposed')
    await act(operator, 'propose', [id, farmer, true])
    expect((await act(otherGiver, 'dispute', [id, farmer])).error).toBe('NotGiver')
    wait(reviewWindow - 3n)
    const { events } = await act(giver, 'dispute', [id, farmer])
    expect(events).toEqual([['Disputed', { escrow: id, farmer, settlesAt: now() + disputePeriod }]])
    expect(await payment(id, farmer)).toMatchObject({ state: 'Disputed', disputedAt: now() })
    wait(reviewWindow)
    expect((await act(giver, 'dispute', [id, farmer])).error).toBe('InDispute')
    expect((await act(stranger, 'release', [id, farmer])).error).toBe('InDispute')
    expect((await act(farmer, 'releaseTo', [id, stranger])).error).toBe('InDispute')
    expect((await act(giver, 'returnWork', [id, farmer])).error).toBe('InDispute')
    const late = await fundQuest()
    await act(operator, 'propose', [late, farmer, true])
    wait(reviewWindow - 1n)
    expect((await act(giver, 'dispute', [late, farmer])).error).toBe('ReviewOver')
  })

  test.each([
    ['that the operator calls verified refunds', { verified: true }, false],
    ['of other work refunds', {}, false],
    ['that the attester signed for pays', { attested: true }, true],
  ] as const)('that nobody decides, %s', async (_, given, pays) => {
    const { act, balanceOf, farmer, giver, now, operator, payment, stranger, wait } = world()
    const id = await disputed(given)
    const { disputedAt } = await payment(id, farmer)
    // No later statement by anyone changes it.
    expect((await act(operator, 'propose', [id, farmer, true])).error).toBe('AlreadyProposed')
    wait(disputedAt + disputePeriod - now() - 2n)
    expect((await act(stranger, 'settle', [id, farmer])).error).toBe('SettleTooEarly')
    const before = [await balanceOf(native, farmer), await balanceOf(native, giver)] as const
    const { events } = await act(stranger, 'settle', [id, farmer])
    expect(events).toEqual([
      ['Settled', { escrow: id, farmer, pay: pays }],
      [pays ? 'Released' : 'Refunded', { escrow: id, farmer, amount: 1000n }],
    ])
    expect(await payment(id, farmer)).toMatchObject({ state: pays ? 'Released' : 'Refunded' })
    expect(await balanceOf(native, farmer)).toBe(before[0] + (pays ? 1000n : 0n))
    expect(await balanceOf(native, giver)).toBe(before[1] + (pays ? 0n : 1000n))
  })

  test.each([true, false])('is the arbiter’s to resolve, once (pays: %s)', async pay => {
    const { decide, act, arbiter, farmer, fundQuest, giver, operator, payment } = world()
    const id = await disputed()
    expect((await act(operator, 'resolve', [id, farmer, pay])).error).toBe('NotArbiter')
    const { events } = await decide(arbiter, 'resolve', [id, farmer, pay])
    expect(events).toEqual([
      ['Resolved', { escrow: id, farmer, pay }],
      [pay ? 'Released' : 'Refunded', { escrow: id, farmer, amount: 1000n }],
    ])
    expect((await payment(id, farmer)).state).toBe(pay ? 'Released' : 'Refunded')
    const ended = pay ? 'AlreadyPaid' : 'AlreadyRefunded'
    expect((await decide(arbiter, 'resolve', [id, farmer, !pay])).error).toBe(ended)
    expect((await act(giver, 'approve', [id, farmer])).error).toBe(ended)
    const open = await fundQuest()
    expect((await decide(arbiter, 'resolve', [open, farmer, pay])).error).toBe('NotProposed')
    await act(operator, 'propose', [open, farmer, true])
    expect((await decide(arbiter, 'resolve', [open, farmer, pay])).error).toBe('NotDisputed')
    expect((await act(arbiter, 'settle', [open, farmer])).error).toBe('NotDisputed')
  })

  test.each([
    [1001n, 3333, 333n],
    [1n, 5000, 0n],
    [1n, 9999, 0n],
    [1n, 10_000, 1n],
    [7n, 0, 0n],
    [10_001n, 1, 1n],
    [10n ** 18n + 1n, 6_667, ((10n ** 18n + 1n) * 6_667n) / 10_000n],
  ])('of %s units is split at %s, to the unit', async (amountEach, share, toFarmer) => {
    const { decide, act, arbiter, balanceOf, escrow, farmer, giver, payment } = world()
    const id = await disputed({ amountEach })
    const before = [await balanceOf(native, farmer), await balanceOf(native, giver)] as const
    const { events } = await decide(arbiter, 'split', [id, farmer, share])
    expect(events[0]).toEqual(['Divided', { escrow: id, farmer, share }])
    expect(await balanceOf(native, farmer)).toBe(before[0] + toFarmer)
    expect(await balanceOf(native, giver)).toBe(before[1] + amountEach - toFarmer)
    const ended = toFarmer === 0n ? 'Refunded' : toFarmer === amountEach ? 'Released' : 'Split'
    expect((await payment(id, farmer)).state).toBe(ended)
    expect(await escrow(id)).toMatchObject({ free: 2, held: 2 })
    const again = { Refunded: 'AlreadyRefunded', Released: 'AlreadyPaid', Split: 'AlreadySplit' }[ended]
    expect((await decide(arbiter, 'split', [id, farmer, share])).error).toBe(again)
    expect((await act(farmer, 'concede', [id])).error).toBe(again)
  })

  test('is not split by others, nor at more than the whole', async () => {
    const { decide, act, arbiter, farmer, giver } = world()
    const id = await disputed()
    expect((await act(giver, 'split', [id, farmer, 1])).error).toBe('NotArbiter')
    expect((await decide(arbiter, 'split', [id, farmer, 10_001])).error).toBe('InvalidShare')
  })
})

describeBoth('concede', world => {
  test.each(['in review', 'disputed', 'after the window'])('gives back the money of work %s', async when => {
    const { act, balanceOf, escrow, farmer, fundQuest, giver, now, operator, payment, stranger, wait } =
      world()
    const id = await fundQuest({ amountEach: 70n })
    expect((await act(farmer, 'concede', [id])).error).toBe('NotProposed')
    await act(operator, 'propose', [id, farmer, true])
    if (when === 'disputed') await act(giver, 'dispute', [id, farmer])
    if (when === 'after the window') wait(reviewWindow)
    expect((await act(stranger, 'concede', [id])).error).toBe('NotProposed')
    const before = await balanceOf(native, giver)
    const { events } = await act(farmer, 'concede', [id])
    expect(events).toEqual([
      ['Conceded', { escrow: id, farmer }],
      ['Refunded', { escrow: id, farmer, amount: 70n }],
    ])
    expect(await balanceOf(native, giver)).toBe(before + 70n)
    expect(await payment(id, farmer)).toMatchObject({ state: 'Refunded', decidedAt: now() })
    expect(await escrow(id)).toMatchObject({ free: 2, held: 2 })
  })
})

describeBoth('returnWork', world => {
  async function proposed({ verified = false } = {}): Promise<Hex> {
    const { act, farmer, fundQuest, operator } = world()
    const id = await fundQuest({ slots: 1 })
    await act(operator, 'propose', [id, farmer, verified])
    return id
  }

  test('frees the place, at most twice, and the window starts anew', async () => {
    const { act, escrow, farmer, giver, now, operator, payment, stranger, wait } = world()
    const id = await proposed()
    expect((await act(stranger, 'returnWork', [id, farmer])).error).toBe('NotGiver')
    for (const returned of [1, 2]) {
      const { events } = await act(giver, 'returnWork', [id, farmer])
      expect(events).toEqual([['Returned', { escrow: id, farmer, returned }]])
      expect(await escrow(id)).toMatchObject({ free: 1, held: 1 })
      expect(await payment(id, farmer)).toMatchObject({ state: 'None', returned })
      wait(10n * day)
      expect((await act(stranger, 'release', [id, farmer])).error).toBe('NotProposed')
      expect((await act(operator, 'propose', [id, farmer, false])).error).toBeNull()
      expect((await payment(id, farmer)).reviewEndsAt).toBe(now() + reviewWindow)
    }
    expect((await act(giver, 'returnWork', [id, farmer])).error).toBe('TooManyReturns')
    wait(reviewWindow)
    expect((await act(stranger, 'release', [id, farmer])).error).toBeNull()
  })

  test('is refused of verified work, after the window, and of work never proposed', async () => {
    const { act, farmer, giver, otherFarmer, wait } = world()
    const verified = await proposed({ verified: true })
    expect((await act(giver, 'returnWork', [verified, farmer])).error).toBe('IsVerified')
    expect((await act(giver, 'returnWork', [verified, otherFarmer])).error).toBe('NotProposed')
    const late = await proposed()
    wait(reviewWindow - 1n)
    expect((await act(giver, 'returnWork', [late, farmer])).error).toBe('ReviewOver')
  })

  test('is no way to take back what a farmer worked for: not after notice, not after close', async () => {
    const { act, farmer, giver, operator } = world()
    const [noticed, closed] = [await proposed(), await proposed()]
    await act(giver, 'giveNotice', [noticed])
    expect((await act(giver, 'returnWork', [noticed, farmer])).error).toBe('EscrowClosed')
    await act(operator, 'close', [closed])
    expect((await act(giver, 'returnWork', [closed, farmer])).error).toBe('EscrowClosed')
  })
})

describeBoth('the end of an escrow', world => {
  test('comes 7 days after notice: farmers are proposed until then, and free places go back', async () => {
    const { act, balanceOf, escrow, farmer, fundQuest, giver, now, operator, otherFarmer, stranger, wait } =
      world()
    const id = await fundQuest({ amountEach: 70n })
    expect((await act(giver, 'refund', [id])).error).toBe('RefundTooEarly')
    expect((await act(stranger, 'giveNotice', [id])).error).toBe('NotGiver')
    const { events } = await act(giver, 'giveNotice', [id])
    const endsAt = now() + noticePeriod
    expect(events).toEqual([['NoticeGiven', { escrow: id, endsAt }]])
    expect((await act(giver, 'giveNotice', [id])).error).toBe('EscrowClosed')
    expect(await escrow(id)).toMatchObject({ endsAt, closed: false })
    wait(endsAt - now() - 3n)
    expect((await act(operator, 'propose', [id, farmer, false])).error).toBeNull()
    expect((await act(giver, 'refund', [id])).error).toBe('RefundTooEarly')
    expect((await act(operator, 'propose', [id, otherFarmer, false])).error).toBe('EscrowClosed')
    expect(await escrow(id)).toMatchObject({ closed: true, free: 2 })
    const before = await balanceOf(native, giver)
    const refund = await act(giver, 'refund', [id])
    expect(refund.events).toEqual([['Refunded', { escrow: id, farmer: native, amount: 140n }]])
    expect(await balanceOf(native, giver)).toBe(before + 140n)
    expect((await act(giver, 'refund', [id])).error).toBe('NothingToRefund')
    // The farmer who was proposed in time is paid as usual.
    wait(reviewWindow)
    expect((await act(stranger, 'release', [id, farmer])).error).toBeNull()
    expect(await escrow(id)).toMatchObject({ free: 0, held: 0 })
  })

  test('comes at once when the operator closes it, also during a notice', async () => {
    const { act, fundQuest, giver, newQuest, operator, stranger } = world()
    const id = await fundQuest()
    expect((await act(giver, 'close', [id])).error).toBe('NotOperator')
    expect((await act(operator, 'close', [newQuest()])).error).toBe('UnknownEscrow')
    await act(giver, 'giveNotice', [id])
    const { events } = await act(operator, 'close', [id])
    expect(events).toEqual([['Closed', { escrow: id }]])
    expect((await act(operator, 'close', [id])).error).toBe('EscrowClosed')
    expect((await act(stranger, 'refund', [id])).error).toBe('NotGiver')
    expect((await act(giver, 'refund', [id])).error).toBeNull()
    expect((await act(giver, 'refund', [newQuest()])).error).toBe('UnknownEscrow')
    expect((await act(giver, 'giveNotice', [newQuest()])).error).toBe('UnknownEscrow')
  })

  test('gives back to another receiver where the giver says so, and not to nobody', async () => {
    const { act, address, balanceOf, fundQuest, giver, operator, otherFarmer, stranger, token } = world()
    const id = await fundQuest({ token, amountEach: 70n })
    await act(operator, 'close', [id])
    expect((await act(stranger, 'refundTo', [id, stranger])).error).toBe('NotGiver')
    for (const bad of [native, address])
      expect((await act(giver, 'refundTo', [id, bad])).error).toBe('InvalidAddress')
    const { events } = await act(giver, 'refundTo', [id, otherFarmer])
    expect(events).toEqual([
      ['Refunded', { escrow: id, farmer: native, amount: 210n }],
      ['RefundedTo', { escrow: id, farmer: native, receiver: otherFarmer }],
    ])
    expect(await balanceOf(token, otherFarmer)).toBe(210n)
  })
})

describeBoth('what one escrow holds', world => {
  test('never pays for another', async () => {
    const { act, address, balanceOf, farmer, fundQuest, giver, operator, token } = world()
    const ids = [await fundQuest({ token, amountEach: 1n, slots: 1 }), await fundQuest({ token })] as const
    await act(operator, 'propose', [ids[0], farmer, false])
    await act(giver, 'approve', [ids[0], farmer])
    await act(operator, 'close', [ids[0]])
    expect((await act(giver, 'refund', [ids[0]])).error).toBe('NothingToRefund')
    expect((await act(giver, 'approve', [ids[1], farmer])).error).toBe('NotProposed')
    expect(await balanceOf(token, address)).toBe(3000n)
  })
})
