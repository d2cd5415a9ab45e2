import { expect, test } from 'vitest'
import { describeWorld } from './describe-world.ts'
import { native } from './escrow.ts'
import { reviewWindow } from './terms.ts'

describeWorld('propose', world => {
  test('takes a free place and starts the window', async () => {
    const { act, escrow, farmer, fundQuest, now, operator, payment } = world()
    const id = await fundQuest({ slots: 2 })

    const { events } = await act(operator, 'propose', [id, farmer, false])

    const reviewEndsAt = now() + reviewWindow
    expect(events).toEqual([['Proposed', { escrow: id, farmer, verified: false, reviewEndsAt }]])
    expect(await escrow(id)).toMatchObject({ slots: 2, free: 1, held: 2 })
    expect(await payment(id, farmer)).toEqual({
      state: 'Proposed',
      verified: false,
      reviewEndsAt,
      disputedAt: 0n,
    })
  })

  test('a merge that came later verifies the work and does not move the window', async () => {
    const { act, escrow, farmer, fundQuest, operator, payment, wait } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, false])
    const { reviewEndsAt } = await payment(id, farmer)
    wait(3600n)

    const { events } = await act(operator, 'propose', [id, farmer, true])

    expect(events).toEqual([['Proposed', { escrow: id, farmer, verified: true, reviewEndsAt }]])
    expect(await payment(id, farmer)).toMatchObject({ state: 'Proposed', verified: true, reviewEndsAt })
    expect(await escrow(id)).toMatchObject({ free: 2 })
    expect((await act(operator, 'propose', [id, farmer, true])).error).toBe('AlreadyProposed')
    expect((await act(operator, 'propose', [id, farmer, false])).error).toBe('AlreadyProposed')
  })

  test('a merge also verifies disputed work, which stays disputed', async () => {
    const { act, farmer, fundQuest, giver, operator, payment } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, false])
    await act(giver, 'dispute', [id, farmer])
    expect((await act(operator, 'propose', [id, farmer, true])).error).toBeNull()
    expect(await payment(id, farmer)).toMatchObject({ state: 'Disputed', verified: true })
  })

  test('is refused without an escrow, without a free place, after the end, and for nobody', async () => {
    const { act, address, farmer, fundQuest, newQuest, operator, otherFarmer } = world()
    const propose = async (id: `0x${string}`, farmer: `0x${string}`) =>
      (await act(operator, 'propose', [id, farmer, true])).error
    const id = await fundQuest({ slots: 1 })
    expect(await propose(newQuest(), farmer)).toBe('UnknownEscrow')
    expect(await propose(id, native)).toBe('InvalidAddress')
    expect(await propose(id, address)).toBe('InvalidAddress')
    expect(await propose(id, farmer)).toBeNull()
    expect(await propose(id, otherFarmer)).toBe('NoFreePlace')
    await act(operator, 'close', [id])
    expect(await propose(id, otherFarmer)).toBe('EscrowClosed')
  })
})

describeWorld('release', world => {
  test.each(['coin', 'token'])('anyone pays the farmer once the window is over, in a %s', async kind => {
    const { act, address, balanceOf, escrow, farmer, fundQuest, operator, payment, stranger, wait, ...rest } =
      world()
    const token = kind === 'coin' ? native : rest.token
    const id = await fundQuest({ token, amountEach: 70n })
    await act(operator, 'propose', [id, farmer, false])
    const before = [await balanceOf(token, farmer), await balanceOf(token, address)] as const
    // The transaction itself is a second after the last one, so this is the last second of the window.
    wait(reviewWindow - 2n)
    expect((await act(stranger, 'release', [id, farmer])).error).toBe('ReviewOpen')

    const { events } = await act(stranger, 'release', [id, farmer])

    expect(events).toEqual([['Released', { escrow: id, farmer, amount: 70n }]])
    expect(await balanceOf(token, farmer)).toBe(before[0] + 70n)
    expect(await balanceOf(token, address)).toBe(before[1] - 70n)
    expect(await escrow(id)).toMatchObject({ slots: 3, free: 2, held: 2 })
    expect((await payment(id, farmer)).state).toBe('Released')
  })

  test('pays a farmer once: nothing moves what is paid', async () => {
    const { act, arbiter, balanceOf, farmer, fundQuest, giver, operator, stranger, wait } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, false])
    wait(reviewWindow)
    expect((await act(stranger, 'release', [id, farmer])).error).toBeNull()
    const paid = await balanceOf(native, farmer)
    const again = [
      await act(stranger, 'release', [id, farmer]),
      await act(giver, 'approve', [id, farmer]),
      await act(giver, 'dispute', [id, farmer]),
      await act(arbiter, 'resolve', [id, farmer, true]),
      await act(stranger, 'settle', [id, farmer]),
      await act(operator, 'propose', [id, farmer, true]),
    ]
    expect(again.map(outcome => outcome.error)).toEqual(again.map(() => 'AlreadyPaid'))
    expect(await balanceOf(native, farmer)).toBe(paid)
  })

  test('pays after close, and without the service', async () => {
    const { act, balanceOf, farmer, fundQuest, operator, wait } = world()
    const id = await fundQuest({ amountEach: 70n })
    await act(operator, 'propose', [id, farmer, false])
    await act(operator, 'close', [id])
    const before = await balanceOf(native, farmer)
    wait(5n * 365n * 24n * 3600n)
    expect((await act(farmer, 'release', [id, farmer])).error).toBeNull()
    expect(await balanceOf(native, farmer)).toBe(before + 70n)
  })

  test('is refused for who was never proposed', async () => {
    const { act, farmer, fundQuest, newQuest, stranger } = world()
    expect((await act(stranger, 'release', [await fundQuest(), farmer])).error).toBe('NotProposed')
    expect((await act(stranger, 'release', [newQuest(), farmer])).error).toBe('NotProposed')
  })
})

describeWorld('approve', world => {
  test('pays now, and once', async () => {
    const { act, balanceOf, escrow, farmer, fundQuest, giver, operator } = world()
    const id = await fundQuest({ amountEach: 70n })
    await act(operator, 'propose', [id, farmer, false])
    const before = await balanceOf(native, farmer)

    const { events } = await act(giver, 'approve', [id, farmer])

    expect(events).toEqual([
      ['Approved', { escrow: id, farmer }],
      ['Released', { escrow: id, farmer, amount: 70n }],
    ])
    expect(await balanceOf(native, farmer)).toBe(before + 70n)
    expect(await escrow(id)).toMatchObject({ free: 2, held: 2 })
    expect((await act(giver, 'approve', [id, farmer])).error).toBe('AlreadyPaid')
  })

  test('drops a dispute of the giver', async () => {
    const { act, farmer, fundQuest, giver, operator, payment } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, false])
    await act(giver, 'dispute', [id, farmer])
    expect((await act(giver, 'approve', [id, farmer])).error).toBeNull()
    expect((await payment(id, farmer)).state).toBe('Released')
  })

  test('does not let the giver take their deposit out through a second address', async () => {
    const { act, fundQuest, giver, stranger } = world()
    expect((await act(giver, 'approve', [await fundQuest(), stranger])).error).toBe('NotProposed')
  })
})
