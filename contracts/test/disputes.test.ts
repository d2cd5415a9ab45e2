import { expect, test } from 'vitest'
import { describeWorld } from './describe-world.ts'
import { native, type World } from './escrow.ts'
import { day, reviewWindow } from './terms.ts'

/** A farmer's work in a quest of three places at 70 each, proposed and disputed. */
async function disputed({ act, farmer, fundQuest, giver, operator }: World, verified: boolean) {
  const id = await fundQuest({ amountEach: 70n })
  await act(operator, 'propose', [id, farmer, verified])
  const { events, error } = await act(giver, 'dispute', [id, farmer])
  expect(error).toBeNull()
  return { id, events }
}

describeWorld('dispute', world => {
  test('stops the payment', async () => {
    const { act, farmer, now, payment, stranger, wait } = world()
    const { id, events } = await disputed(world(), false)
    const settlesAt = now() + 14n * day
    expect(events).toEqual([['Disputed', { escrow: id, farmer, settlesAt }]])
    expect(await payment(id, farmer)).toMatchObject({ state: 'Disputed', disputedAt: now() })
    wait(reviewWindow)
    expect((await act(stranger, 'release', [id, farmer])).error).toBe('InDispute')
  })

  test('is possible to the last second of the window, and not after', async () => {
    const { act, farmer, fundQuest, giver, operator, otherFarmer, wait } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, otherFarmer, false])
    await act(operator, 'propose', [id, farmer, false])
    wait(reviewWindow - 2n)
    expect((await act(giver, 'dispute', [id, farmer])).error).toBeNull()
    expect((await act(giver, 'dispute', [id, otherFarmer])).error).toBe('ReviewOver')
  })

  test('is possible once, and only for work in review', async () => {
    const { act, arbiter, farmer, giver, otherFarmer } = world()
    const { id } = await disputed(world(), false)
    expect((await act(giver, 'dispute', [id, farmer])).error).toBe('InDispute')
    expect((await act(giver, 'dispute', [id, otherFarmer])).error).toBe('NotProposed')
    await act(arbiter, 'resolve', [id, farmer, false])
    expect((await act(giver, 'dispute', [id, farmer])).error).toBe('AlreadyRefunded')
  })
})

describeWorld('resolve', world => {
  test.each([true, false])('pays one of the two: pay = %s', async pay => {
    const { act, address, arbiter, balanceOf, escrow, farmer, giver, payment } = world()
    const { id } = await disputed(world(), false)
    const receiver = pay ? farmer : giver
    const other = pay ? giver : farmer
    const balances = () => Promise.all([receiver, other, address].map(holder => balanceOf(native, holder)))
    const before = await balances()

    const { events } = await act(arbiter, 'resolve', [id, farmer, pay])

    expect(events).toEqual([
      ['Resolved', { escrow: id, farmer, pay }],
      [pay ? 'Released' : 'Refunded', { escrow: id, farmer, amount: 70n }],
    ])
    expect((await balances()).map((balance, i) => balance - (before[i] ?? 0n))).toEqual([70n, 0n, -70n])
    expect((await payment(id, farmer)).state).toBe(pay ? 'Released' : 'Refunded')
    expect(await escrow(id)).toMatchObject({ free: 2, held: 2 })
  })

  test('is final: refused work is not proposed, paid or refunded again', async () => {
    const { act, arbiter, farmer, giver, operator, stranger, wait } = world()
    const { id } = await disputed(world(), true)
    await act(arbiter, 'resolve', [id, farmer, false])
    wait(15n * day)
    const again = [
      await act(operator, 'propose', [id, farmer, true]),
      await act(giver, 'approve', [id, farmer]),
      await act(arbiter, 'resolve', [id, farmer, true]),
      await act(stranger, 'settle', [id, farmer]),
      await act(stranger, 'release', [id, farmer]),
    ]
    expect(again.map(outcome => outcome.error)).toEqual(again.map(() => 'AlreadyRefunded'))
  })

  test('is refused for work that is not disputed', async () => {
    const { act, arbiter, farmer, fundQuest, operator, otherFarmer } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, true])
    expect((await act(arbiter, 'resolve', [id, farmer, true])).error).toBe('NotDisputed')
    expect((await act(arbiter, 'resolve', [id, otherFarmer, true])).error).toBe('NotProposed')
  })
})

describeWorld('settle', world => {
  test.each([true, false])('after 14 days, by anyone: verified = %s', async verified => {
    const { act, balanceOf, farmer, giver, payment, stranger, wait } = world()
    const { id } = await disputed(world(), verified)
    const receiver = verified ? farmer : giver
    const before = await balanceOf(native, receiver)
    wait(14n * day - 2n)
    expect((await act(stranger, 'settle', [id, farmer])).error).toBe('SettleTooEarly')

    const { events } = await act(stranger, 'settle', [id, farmer])

    expect(events).toEqual([
      ['Settled', { escrow: id, farmer, pay: verified }],
      [verified ? 'Released' : 'Refunded', { escrow: id, farmer, amount: 70n }],
    ])
    expect(await balanceOf(native, receiver)).toBe(before + 70n)
    expect((await payment(id, farmer)).state).toBe(verified ? 'Released' : 'Refunded')
  })

  test('is refused for work that is not disputed', async () => {
    const { act, farmer, fundQuest, operator, stranger, wait } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, true])
    wait(15n * day)
    expect((await act(stranger, 'settle', [id, farmer])).error).toBe('NotDisputed')
  })

  test('leaves the arbiter free to decide first, also late', async () => {
    const { act, arbiter, farmer, payment, wait } = world()
    const { id } = await disputed(world(), true)
    wait(20n * day)
    expect((await act(arbiter, 'resolve', [id, farmer, false])).error).toBeNull()
    expect((await payment(id, farmer)).state).toBe('Refunded')
  })
})
