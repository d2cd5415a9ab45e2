import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { native } from '../assets.ts'
import { uptimeFeedAbi, uptimeFeedBytecode } from '../fixtures.ts'
import { day } from '../terms.ts'
import { describeThird, disputePeriod, rulingDelay, type World, year } from '../v2/world.ts'

const pause = 7n * day

async function disputed(
  { act, farmer, fundQuest, giver, operator }: World,
  amountEach = 1000n,
): Promise<Hex> {
  const id = await fundQuest({ amountEach })
  await act(operator, 'propose', [id, farmer, false])
  expect((await act(giver, 'dispute', [id, farmer])).error).toBeNull()
  return id
}

describeThird('a ruling', world => {
  test.each([
    ['resolve', true, 10_000, 'Released', 1000n],
    ['resolve', false, 0, 'Refunded', 0n],
    ['split', 2500, 2500, 'Split', 250n],
  ] as const)(
    '(%s %s) is carried out by anyone a day later, and not before',
    async (name, said, share, end, toFarmer) => {
      const { act, arbiter, balanceOf, farmer, giver, now, payment, stranger, wait } = world()
      const id = await disputed(world())
      const { error, events } = await act(arbiter, name, [id, farmer, said] as never)
      expect(error).toBeNull()
      const payableAt = now() + rulingDelay
      expect(events[1]).toEqual(['Ruled', { escrow: id, farmer, share, payableAt }])
      expect(events).toHaveLength(2)
      expect(await payment(id, farmer)).toMatchObject({ state: 'Ruled', share, decidedAt: now() })
      const before = [await balanceOf(native, farmer), await balanceOf(native, giver)] as const
      wait(rulingDelay - 4n)
      expect((await act(stranger, 'release', [id, farmer])).error).toBe('RulingOpen')
      expect((await act(stranger, 'releaseMany', [[{ escrow: id, farmer }]])).events).toEqual([])
      expect((await act(farmer, 'releaseTo', [id, stranger])).error).toBe('RulingOpen')
      const done = await act(stranger, 'release', [id, farmer])
      expect(done.events.map(([event]) => event)).toEqual(end === 'Split' ? ['Released', 'Refunded'] : [end])
      expect(await balanceOf(native, farmer)).toBe(before[0] + toFarmer)
      expect(await balanceOf(native, giver)).toBe(before[1] + 1000n - toFarmer)
      expect(await payment(id, farmer)).toMatchObject({ state: end, decidedAt: payableAt })
    },
  )

  test('goes along in a batch, and keeps no other from being paid', async () => {
    const { act, arbiter, farmer, newActor, fundQuest, giver, operator, payment, stranger, wait } = world()
    const actor = await newActor()
    const [one, two] = [await disputed(world()), await fundQuest()]
    await act(operator, 'propose', [two, actor.address, false])
    await act(giver, 'dispute', [two, actor.address])
    await actor.feel('burnGas')
    await act(arbiter, 'resolve', [two, actor.address, true])
    await act(arbiter, 'split', [one, farmer, 5000])
    wait(rulingDelay)
    const places = [
      { escrow: two, farmer: actor.address },
      { escrow: one, farmer },
    ]
    const { events } = await act(stranger, 'releaseMany', [places])
    expect(events.map(([event]) => event)).toEqual(['Waiting', 'Released', 'Refunded'])
    expect(await payment(two, actor.address)).toMatchObject({ state: 'Unpaid', farmerOwed: true })
    expect((await payment(one, farmer)).state).toBe('Split')
    expect((await act(stranger, 'release', [two, actor.address])).error).toBe('TransferFailed')
  })

  test('is no end to what the two agree about: the giver may pay, and the farmer give in', async () => {
    const { act, arbiter, farmer, giver, payment, sign, now, stranger } = world()
    const [one, two, three] = [await disputed(world()), await disputed(world()), await disputed(world())]
    for (const id of [one, three]) await act(arbiter, 'resolve', [id, farmer, false])
    await act(arbiter, 'resolve', [two, farmer, true])
    expect((await act(giver, 'approve', [one, farmer])).error).toBeNull()
    expect((await payment(one, farmer)).state).toBe('Released')
    expect((await act(farmer, 'concede', [two])).error).toBeNull()
    expect((await payment(two, farmer)).state).toBe('Refunded')
    const { disputedAt } = await payment(three, farmer)
    const words = { escrow: three, farmer, disputedAt, deadline: now() + 60n }
    const signature = await sign.approval(giver, words)
    expect((await act(stranger, 'approveFor', [three, farmer, words.deadline, signature])).error).toBeNull()
    for (const id of [one, two])
      expect((await act(stranger, 'release', [id, farmer])).error).toMatch(/^Already/)
  })

  test('is made once, and what was disputed is not disputed, returned or settled beside it', async () => {
    const { act, arbiter, farmer, giver, operator, stranger, wait } = world()
    const id = await disputed(world())
    expect((await act(stranger, 'resolve', [id, farmer, true])).error).toBe('NotArbiter')
    await act(arbiter, 'resolve', [id, farmer, true])
    expect((await act(arbiter, 'resolve', [id, farmer, false])).error).toBe('AlreadyDecided')
    expect((await act(arbiter, 'split', [id, farmer, 1])).error).toBe('AlreadyDecided')
    expect((await act(giver, 'dispute', [id, farmer])).error).toBe('InDispute')
    expect((await act(giver, 'returnWork', [id, farmer])).error).toBe('InDispute')
    expect((await act(operator, 'propose', [id, farmer, true])).error).toBe('AlreadyProposed')
    expect((await act(giver, 'takeBackTo', [id, farmer, stranger])).error).toBe('RulingOpen')
    wait(disputePeriod)
    expect((await act(stranger, 'settle', [id, farmer])).error).toBe('AlreadyDecided')
  })

  test('comes before the dispute’s period ends, and settling after it: never both', async () => {
    const { act, arbiter, farmer, now, payment, stranger, wait } = world()
    const id = await disputed(world())
    const { disputedAt } = await payment(id, farmer)
    wait(disputedAt + disputePeriod - now() - 2n)
    expect((await act(stranger, 'settle', [id, farmer])).error).toBe('SettleTooEarly')
    expect((await act(arbiter, 'resolve', [id, farmer, true])).error).toBe('DisputeOver')
    expect((await act(stranger, 'settle', [id, farmer])).error).toBeNull()
    const last = await disputed(world())
    const at = (await payment(last, farmer)).disputedAt
    wait(at + disputePeriod - now() - 2n)
    expect((await act(arbiter, 'resolve', [last, farmer, true])).error).toBeNull()
    expect((await act(stranger, 'settle', [last, farmer])).error).toBe('AlreadyDecided')
  })

  test('waits for a receiver who does not take it, for a year from when it was payable', async () => {
    const { act, arbiter, balanceOf, fundQuest, giver, newActor, now, operator, payment, stranger, wait } =
      world()
    const actor = await newActor()
    const id = await fundQuest()
    await act(operator, 'propose', [id, actor.address, false])
    await act(giver, 'dispute', [id, actor.address])
    await actor.feel('refuse')
    await act(arbiter, 'resolve', [id, actor.address, true])
    const { decidedAt } = await payment(id, actor.address)
    expect((await act(giver, 'reclaim', [id, actor.address])).error).toBe('RulingOpen')
    wait(decidedAt + rulingDelay + year - now() - 2n)
    expect((await act(giver, 'reclaim', [id, actor.address])).error).toBe('ReclaimTooEarly')
    const before = await balanceOf(native, stranger)
    expect((await act(giver, 'reclaimTo', [id, actor.address, stranger])).error).toBeNull()
    expect(await balanceOf(native, stranger)).toBe(before + 1000n)
  })

  test('goes to other receivers of the two, once it is payable', async () => {
    const { act, arbiter, balanceOf, farmer, giver, otherFarmer, stranger, wait } = world()
    const [one, two] = [await disputed(world()), await disputed(world())]
    for (const id of [one, two]) await act(arbiter, 'split', [id, farmer, 4000])
    wait(rulingDelay)
    const before = [await balanceOf(native, otherFarmer), await balanceOf(native, stranger)] as const
    expect((await act(farmer, 'releaseTo', [one, otherFarmer])).error).toBeNull()
    expect((await act(giver, 'takeBackTo', [two, farmer, stranger])).error).toBeNull()
    expect(await balanceOf(native, otherFarmer)).toBe(before[0] + 400n)
    expect(await balanceOf(native, stranger)).toBe(before[1] + 600n)
  })

  test('tells of the part that the other of the two does not take, whoever of them carries it out', async () => {
    const { act, arbiter, fundQuest, giver, newActor, operator, payment, stranger, wait } = world()
    const actor = await newActor()
    const id = await fundQuest()
    await act(operator, 'propose', [id, actor.address, false])
    await act(giver, 'dispute', [id, actor.address])
    await act(arbiter, 'split', [id, actor.address, 4000])
    await actor.feel('refuse')
    wait(rulingDelay)
    const { error, events } = await act(giver, 'takeBackTo', [id, actor.address, stranger])
    expect(error).toBeNull()
    const waiting = { escrow: id, farmer: actor.address, receiver: actor.address, amount: 400n }
    expect(events.filter(([event]) => event === 'Waiting')).toEqual([['Waiting', waiting]])
    expect(await payment(id, actor.address)).toMatchObject({
      state: 'Unpaid',
      farmerOwed: true,
      giverOwed: false,
    })
  })
})

describeThird('the owner’s pause of a ruling', world => {
  test('holds that ruling alone up, for a week and once, and changes nothing of it', async () => {
    const { act, arbiter, farmer, now, owner, payment, stranger, wait } = world()
    const [id, other] = [await disputed(world()), await disputed(world())]
    expect((await act(owner, 'pauseRuling', [id, farmer])).error).toBe('NotRuled')
    for (const each of [id, other]) await act(arbiter, 'resolve', [each, farmer, true])
    expect((await act(arbiter, 'pauseRuling', [id, farmer])).error).toBe('NotOwner')
    const { decidedAt } = await payment(id, farmer)
    const { events } = await act(owner, 'pauseRuling', [id, farmer])
    const payableAt = decidedAt + rulingDelay + pause
    expect(events).toEqual([['RulingPaused', { escrow: id, farmer, payableAt }]])
    expect((await act(owner, 'pauseRuling', [id, farmer])).error).toBe('AlreadyPaused')
    wait(rulingDelay)
    expect((await act(stranger, 'release', [other, farmer])).error).toBeNull()
    expect((await act(stranger, 'release', [id, farmer])).error).toBe('RulingOpen')
    wait(payableAt - now() - 1n)
    expect((await act(arbiter, 'resolve', [id, farmer, false])).error).toBe('AlreadyDecided')
    expect((await act(stranger, 'release', [id, farmer])).error).toBeNull()
    expect((await payment(id, farmer)).state).toBe('Released')
  })

  test('lets the arbiter rule anew, once, which is not paused again', async () => {
    const { act, arbiter, farmer, now, owner, payment, stranger, wait } = world()
    const id = await disputed(world())
    await act(arbiter, 'resolve', [id, farmer, true])
    await act(owner, 'pauseRuling', [id, farmer])
    wait(disputePeriod / 4n)
    const { events } = await act(arbiter, 'split', [id, farmer, 1000])
    expect(events[1]).toEqual(['Ruled', { escrow: id, farmer, share: 1000, payableAt: now() + rulingDelay }])
    expect((await act(owner, 'pauseRuling', [id, farmer])).error).toBe('AlreadyPaused')
    expect((await act(arbiter, 'resolve', [id, farmer, true])).error).toBe('AlreadyDecided')
    wait(rulingDelay)
    expect((await act(stranger, 'release', [id, farmer])).error).toBeNull()
    expect(await payment(id, farmer)).toMatchObject({ state: 'Split', share: 1000 })
  })

  test('is not possible once the ruling is payable, nor where there is no owner', async () => {
    const { act, arbiter, at, deployEscrow, farmer, giver, operator, owner, wait } = world()
    const id = await disputed(world())
    await act(arbiter, 'resolve', [id, farmer, true])
    wait(rulingDelay)
    expect((await act(owner, 'pauseRuling', [id, farmer])).error).toBe('NotRuled')
    const bare = at(await deployEscrow({ owner: native }))
    const there = await bare.fundQuest()
    await bare.act(operator, 'propose', [there, farmer, false])
    await bare.act(giver, 'dispute', [there, farmer])
    await bare.act(arbiter, 'resolve', [there, farmer, true])
    expect((await bare.act(owner, 'pauseRuling', [there, farmer])).error).toBe('NotOwner')
  })
})

describeThird('time while a sequencer is down', world => {
  async function withFeed() {
    const { at, call, deploy, deployEscrow, now, stranger, wait } = world()
    const feed = await deploy(uptimeFeedAbi, uptimeFeedBytecode)
    const quests = at(await deployEscrow({ uptimeFeed: feed }))
    wait(10n * day)
    const say = (answer: bigint) => call(stranger, feed, uptimeFeedAbi, 'say', [answer, now()])
    return { quests, say }
  }

  test('counts for a notice: farmers are proposed longer, and nothing goes back meanwhile', async () => {
    const { farmer, giver, operator, wait } = world()
    const { quests, say } = await withFeed()
    const id = await quests.fundQuest()
    await quests.act(giver, 'giveNotice', [id])
    wait(6n * day)
    await say(1n)
    wait(3n * day)
    expect((await quests.act(giver, 'refund', [id])).error).toBe('RefundTooEarly')
    await say(0n)
    wait(day - 20n)
    expect(await quests.escrow(id)).toMatchObject({ closed: false })
    expect((await quests.act(operator, 'propose', [id, farmer, false])).error).toBeNull()
    wait(20n)
    expect((await quests.act(operator, 'propose', [id, world().otherFarmer, false])).error).toBe(
      'EscrowClosed',
    )
    expect((await quests.act(giver, 'refund', [id])).error).toBeNull()
  })

  test('does not count for a closing, which is the operator’s own', async () => {
    const { giver, operator, wait } = world()
    const { quests, say } = await withFeed()
    const id = await quests.fundQuest()
    await say(1n)
    wait(day)
    await say(0n)
    expect((await quests.act(operator, 'close', [id])).error).toBeNull()
    expect((await quests.act(giver, 'refund', [id])).error).toBeNull()
  })

  test('counts for the year of a farmer, and for the day of a ruling', async () => {
    const { arbiter, farmer, giver, now, operator, owner, stranger, wait } = world()
    const { quests, say } = await withFeed()
    const [id, ruled] = [await quests.fundQuest(), await quests.fundQuest()]
    await quests.act(operator, 'propose', [id, farmer, false])
    const { reviewEndsAt } = await quests.payment(id, farmer)
    await quests.act(operator, 'propose', [ruled, farmer, false])
    await quests.act(giver, 'dispute', [ruled, farmer])
    await quests.act(arbiter, 'resolve', [ruled, farmer, true])
    await say(1n)
    wait(2n * day)
    expect((await quests.act(stranger, 'release', [ruled, farmer])).error).toBe('RulingOpen')
    expect((await quests.act(owner, 'pauseRuling', [ruled, farmer])).error).toBeNull()
    await say(0n)
    wait(reviewEndsAt + year - now() - 100n)
    await say(1n)
    wait(day)
    expect((await quests.act(giver, 'reclaim', [id, farmer])).error).toBe('ReclaimTooEarly')
    await say(0n)
    wait(day)
    expect((await quests.act(giver, 'reclaim', [id, farmer])).error).toBeNull()
  })
})
