import { expect, test } from 'vitest'
import { describeWorld } from './describe-world.ts'
import { native } from './escrow.ts'
import { day } from './terms.ts'

describeWorld('close and refund', world => {
  test.each(['coin', 'token'])('the giver takes free places back, and only those, in a %s', async kind => {
    const { act, balanceOf, escrow, farmer, fundQuest, giver, operator, ...rest } = world()
    const token = kind === 'coin' ? native : rest.token
    const id = await fundQuest({ token, amountEach: 70n, slots: 3 })
    await act(operator, 'propose', [id, farmer, false])
    expect((await act(giver, 'refund', [id])).error).toBe('RefundTooEarly')
    expect((await act(operator, 'close', [id])).events).toEqual([['Closed', { escrow: id }]])
    const before = await balanceOf(token, giver)

    const { events } = await act(giver, 'refund', [id])

    expect(events).toEqual([['Refunded', { escrow: id, farmer: native, amount: 140n }]])
    expect(await balanceOf(token, giver)).toBe(before + 140n)
    expect(await escrow(id)).toMatchObject({ slots: 3, free: 0, held: 1, closed: true })
    expect((await act(giver, 'refund', [id])).error).toBe('NothingToRefund')
    expect((await act(giver, 'approve', [id, farmer])).error).toBeNull()
    expect(await escrow(id)).toMatchObject({ free: 0, held: 0 })
  })

  test('the giver takes free places back alone after 90 days', async () => {
    const { act, balanceOf, escrow, farmer, fundQuest, giver, operator, wait } = world()
    const id = await fundQuest({ amountEach: 70n, slots: 2 })
    const before = await balanceOf(native, giver)
    wait(90n * day - 2n)
    expect((await act(giver, 'refund', [id])).error).toBe('RefundTooEarly')
    expect((await act(giver, 'refund', [id])).error).toBeNull()
    expect(await balanceOf(native, giver)).toBe(before + 140n)
    expect(await escrow(id)).toMatchObject({ free: 0, held: 0, closed: false })
    expect((await act(operator, 'propose', [id, farmer, true])).error).toBe('NoFreePlace')
  })

  test('close is possible once, for an escrow that there is', async () => {
    const { act, fundQuest, newQuest, operator } = world()
    const id = await fundQuest()
    expect((await act(operator, 'close', [id])).error).toBeNull()
    expect((await act(operator, 'close', [id])).error).toBe('EscrowClosed')
    expect((await act(operator, 'close', [newQuest()])).error).toBe('UnknownEscrow')
  })
})

describeWorld('who may do what', world => {
  test('only the operator proposes and closes', async () => {
    const { act, arbiter, farmer, fundQuest, giver, stranger } = world()
    const id = await fundQuest()
    for (const other of [arbiter, farmer, giver, stranger]) {
      expect((await act(other, 'propose', [id, farmer, true])).error).toBe('NotOperator')
      expect((await act(other, 'close', [id])).error).toBe('NotOperator')
    }
  })

  test('only the giver approves, disputes and takes back', async () => {
    const { act, arbiter, farmer, fundQuest, newQuest, operator, otherGiver, stranger } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, true])
    await act(operator, 'close', [id])
    for (const other of [operator, arbiter, farmer, otherGiver, stranger]) {
      expect((await act(other, 'approve', [id, farmer])).error).toBe('NotGiver')
      expect((await act(other, 'dispute', [id, farmer])).error).toBe('NotGiver')
      expect((await act(other, 'refund', [id])).error).toBe('NotGiver')
      expect((await act(other, 'refund', [newQuest()])).error).toBe('UnknownEscrow')
    }
  })

  test('only the arbiter resolves', async () => {
    const { act, farmer, fundQuest, giver, operator, stranger } = world()
    const id = await fundQuest()
    await act(operator, 'propose', [id, farmer, true])
    await act(giver, 'dispute', [id, farmer])
    for (const other of [operator, farmer, giver, stranger])
      for (const pay of [true, false])
        expect((await act(other, 'resolve', [id, farmer, pay])).error).toBe('NotArbiter')
  })
})
