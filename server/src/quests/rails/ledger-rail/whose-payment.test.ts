import { parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain, type TestChain } from '../../../../test/chain.ts'
import { type Harness, sampleQuest, type User } from '../../../../test/harness.ts'
import { pointsOf, release, startPayments, transfer, unit } from '../../../../test/payments.ts'
import { problemWith } from '../../../../test/problem-with.ts'
import { requireSound } from '../../../../test/soundness.ts'
import { hour, second } from '../../../ground/clock.ts'
import { referenceOf } from '../../change/work-rows.ts'
import { weighPayments } from './weigh-payments.ts'

const reward = 100n * unit

async function withMoney(chain: TestChain, user: User): Promise<User> {
  await chain.client.setBalance({ address: user.address, value: parseEther('1000') })
  await chain.mint(user.account, 10_000n * unit)
  return user
}

async function stand({ visitor }: Harness, id: string) {
  const [part] = (await visitor.quests.get(id)).farmers
  const { status, waitsForFarmer = false, notReceivedAt = null, confirmedBy = null } = part?.payment ?? {}
  return { status, waitsForFarmer, isDenied: notReceivedAt !== null, confirmedBy, countsAs: part?.countsAs }
}

const waiting = {
  status: 'recorded',
  waitsForFarmer: true,
  isDenied: false,
  confirmedBy: null,
  countsAs: null,
}
const paid = { ...waiting, status: 'paid', waitsForFarmer: false, countsAs: 'payment' }
const denied = { ...waiting, isDenied: true }

describe.skipIf(!hasChain)(`a payment counts${hasChain ? '' : ' (skipped: there is no anvil)'}`, () => {
  test('if it was mined after the place was taken: old transfers of a stranger give nothing', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const stranger = await withMoney(chain, harness.user())
    const old = await Promise.all([
      transfer(chain, stranger, farmer.address, reward),
      transfer(chain, giver, farmer.address, reward),
    ])
    harness.clock.advance(hour)
    const id = await release(giver, farmer)
    for (const hash of old)
      expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, hash))).toMatch(
        /^400 .*before the place was taken/,
      )
    const { giverProfile, badges } = await harness.visitor.profile.get(giver.address, { init: true })
    expect([await pointsOf(harness, farmer), await pointsOf(harness, giver), badges]).toEqual([0, 0, []])
    expect(giverProfile.settledRate).toBe(0)
    await chain.later(2 * 3_600)
    await giver.furrow.quests.paid(id, farmer.address, await transfer(chain, giver, farmer.address, reward))
    expect(await stand(harness, id)).toEqual(paid)
  })

  test('if it was mined in the second in which the place was taken, since blocks tell seconds alone', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    harness.clock.advance(hour - (harness.clock.now() % second) + second / 2)
    const timestamp = BigInt(Math.floor(harness.clock.now() / second))
    const pay = async (at: bigint) => {
      await chain.client.setNextBlockTimestamp({ timestamp: at })
      return transfer(chain, giver, farmer.address, reward)
    }
    const before = await pay(timestamp - 1n)
    const id = await release(giver, farmer)
    expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, before))).toMatch(
      /^400 .*before the place was taken/,
    )
    await giver.furrow.quests.paid(id, farmer.address, await pay(timestamp))
    expect(await stand(harness, id)).toEqual(paid)
  })

  test('from another wallet than the giver’s when the farmer confirms it, and not before', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const other = await withMoney(chain, harness.user())
    const ids = [await release(giver, farmer), await release(giver, farmer)] as const
    for (const id of ids) {
      expect(await problemWith(farmer.furrow.quests.confirmPayment(id))).toMatch(/^400 .*shown no payment/)
      await giver.furrow.quests.paid(id, farmer.address, await transfer(chain, other, farmer.address, reward))
      expect(await stand(harness, id)).toEqual(waiting)
    }
    expect([await pointsOf(harness, farmer), await pointsOf(harness, giver)]).toEqual([0, 0])
    const { giverProfile, badges } = await harness.visitor.profile.get(giver.address, { init: true })
    expect([giverProfile.settledRate, badges]).toEqual([0, []])
    await requireSound(harness.context)

    const [id, second] = ids
    for (const by of [giver, other])
      expect(await problemWith(by.furrow.quests.confirmPayment(id, farmer.address))).toMatch(/^403 /)
    await farmer.furrow.quests.confirmPayment(id)
    expect(await stand(harness, id)).toEqual({ ...paid, confirmedBy: 'farmer' })
    expect(await problemWith(farmer.furrow.quests.notReceived(id))).toMatch(/^400 You have confirmed/)
    await farmer.furrow.quests.confirmPayment(id)
    expect([await pointsOf(harness, farmer), await pointsOf(harness, giver)]).toEqual([100, 100])
    // The giver needs nobody where they pay from their own wallet.
    await giver.furrow.quests.paid(
      second,
      farmer.address,
      await transfer(chain, giver, farmer.address, reward),
    )
    expect(await stand(harness, second)).toEqual(paid)
    const { items } = await harness.visitor.quests.events(id)
    expect(items.slice(-4).map(({ kind }) => kind)).toEqual([
      'payment-shown',
      'payment-found',
      'payment-confirmed',
      'payment-settled',
    ])
    const letters = (await farmer.furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])
    expect(letters.filter(subject => subject === 'Is this your payment?')).toHaveLength(2)
    await requireSound(harness.context)
  })

  test('until the farmer has not received it, and again when that is cleared, to the last point', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const { visitor } = harness
    const platform = harness.user(harness.platform)
    const ids = [await release(giver, farmer), await release(giver, farmer)] as const
    const [id, second] = ids
    for (const one of ids) {
      await giver.furrow.quests.review(one, farmer.address, 5)
      await giver.furrow.quests.paid(
        one,
        farmer.address,
        await transfer(chain, giver, farmer.address, reward),
      )
    }
    const before = await standingOf(harness, giver, farmer)
    expect(before).toMatchObject({
      farmer: 161.42,
      giver: 141.42,
      settledRate: 1,
      badges: 2,
      reviewers: true,
    })
    expect(await problemWith(giver.furrow.quests.notReceived(id))).toMatch(/^400 .*no place/)

    harness.clock.advance(hour)
    await farmer.furrow.quests.notReceived(id)
    await farmer.furrow.quests.notReceived(id)
    expect(await stand(harness, id)).toEqual(denied)
    expect(await standingOf(harness, giver, farmer)).toMatchObject({
      farmer: 100,
      giver: 100,
      settledRate: 0.5,
    })
    await requireSound(harness.context)
    await farmer.furrow.quests.notReceived(second)
    expect(await standingOf(harness, giver, farmer)).toEqual({
      farmer: 0,
      giver: 0,
      board: 0,
      settledRate: 0,
      badges: 0,
      reviewers: false,
    })
    const { history } = (await visitor.reputation(farmer.address)).reputation
    expect(history.map(({ deed }) => deed)).toEqual(
      expect.arrayContaining([
        { code: 'released', number: 1, countsAs: 'payment' },
        { code: 'released', number: 1, takenBack: 'payment-denied' },
        { code: 'reviewed', rating: 5, takenBack: 'not-counted' },
      ]),
    )
    await requireSound(harness.context)
    const letters = (await giver.furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])
    expect(letters.filter(subject => subject === 'Not received')).toHaveLength(2)

    // A payment that is no newer than the farmer's word waits for it.
    await giver.furrow.quests.paid(id, farmer.address, await transfer(chain, giver, farmer.address, reward))
    expect(await stand(harness, id)).toEqual(denied)
    await farmer.furrow.quests.confirmPayment(id)
    expect(await stand(harness, id)).toEqual({ ...paid, confirmedBy: 'farmer' })
    await chain.later(2 * 3_600)
    await giver.furrow.quests.paid(
      second,
      farmer.address,
      await transfer(chain, giver, farmer.address, reward),
    )
    expect(await stand(harness, second)).toEqual(paid)
    expect(await standingOf(harness, giver, farmer)).toEqual(before)
    await requireSound(harness.context)

    await farmer.furrow.quests.notReceived(second)
    expect(await problemWith(giver.furrow.quests.confirmPayment(second, farmer.address))).toMatch(/^403 /)
    await platform.furrow.quests.confirmPayment(second, farmer.address)
    expect(await stand(harness, second)).toEqual({ ...paid, confirmedBy: 'platform' })
    expect(await problemWith(farmer.furrow.quests.notReceived(second))).toMatch(/^400 .*platform wallet/)
    expect(await standingOf(harness, giver, farmer)).toEqual(before)
    expect((await visitor.quests.get(second)).farmers[0]?.payment).toMatchObject({
      payer: giver.account.address,
    })
    await requireSound(harness.context)
  })

  test('for the works that it moved enough for, each of them once', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const ids = [await release(giver, farmer), await release(giver, farmer), await release(giver, farmer)]
    const hash = await transfer(chain, giver, farmer.address, 2n * reward)
    const answers = await Promise.all(
      ids.map(id => problemWith(giver.furrow.quests.paid(id, farmer.address, hash))),
    )
    expect(answers.toSorted()).toEqual([
      expect.stringMatching(/^400 .*it moves 200 USDC, of which 200 USDC is shown for other work/),
      'none',
      'none',
    ])
    expect(await pointsOf(harness, farmer)).toBe(141.42)
    harness.clock.advance(hour)
    await harness.runDue()
    expect(await pointsOf(harness, farmer)).toBe(141.42)
    await requireSound(harness.context)
  })

  test('whatever its transaction moved for other work in another token', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const eth = { rewardToken: 'ETH', rewardAmount: 1, reward: '1 ETH' }
    const [inCoin, id] = [await release(giver, farmer, eth), await release(giver, farmer)]
    const hash = await transfer(chain, giver, farmer.address, reward)
    // As a wallet pays that sends both at once.
    const payment_ref = referenceOf({ chainId: 31_337, hash }, 0)
    await harness.context.db
      .updateTable('assignments')
      .set({ payment: 'paid', payment_ref, payment_payer: giver.address })
      .where('quest_id', '=', inCoin)
      .execute()
    await giver.furrow.quests.paid(id, farmer.address, hash)
    expect(await stand(harness, id)).toEqual(paid)
  })

  test('if it moves the part that a decision gave, and not a unit less', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const { id } = await giver.furrow.quests.post(sampleQuest)
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.dispute(id, farmer.address, 'half of it is missing')
    const decision = { outcome: 'split', share: 0.25, reason: 'a quarter is there' } as const
    const judge = harness.user(harness.platform)
    await judge.furrow.quests.resolve({ questId: id, farmer: farmer.address, ...decision })
    const show = async (amount: bigint) =>
      giver.furrow.quests.paid(id, farmer.address, await transfer(chain, giver, farmer.address, amount))
    expect(await problemWith(show(reward / 4n - 1n))).toMatch(/^400 .*it moves 24\.999999 USDC/)
    await show(reward / 4n)
    expect(await stand(harness, id)).toMatchObject({ status: 'paid' })
  })

  test('once, also where another giver showed it first, and the farmer took it for theirs', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const another = harness.user()
    const [id, theirs] = [await release(giver, farmer), await release(another, farmer)]
    const hash = await transfer(chain, giver, farmer.address, reward)
    await another.furrow.quests.paid(theirs, farmer.address, hash)
    expect(await stand(harness, theirs)).toEqual(waiting)
    await farmer.furrow.quests.confirmPayment(theirs)
    expect(await stand(harness, theirs)).toEqual({ ...paid, confirmedBy: 'farmer' })
    expect(await problemWith(giver.furrow.quests.paid(id, farmer.address, hash))).toMatch(
      /^400 .*it moves 100 USDC, of which 100 USDC is shown for other work/,
    )
    expect(await pointsOf(harness, farmer)).toBe(100)
    // Payments that the farmer did not take for theirs stand in nobody's way.
    const [own, claimed] = [await release(giver, farmer), await release(another, farmer)]
    const second = await transfer(chain, giver, farmer.address, reward)
    await another.furrow.quests.paid(claimed, farmer.address, second)
    await giver.furrow.quests.paid(own, farmer.address, second)
    expect(await stand(harness, own)).toEqual(paid)
    await requireSound(harness.context)
  })

  test('as it did, where its giver has left since and a version before took it', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const id = await release(giver, farmer)
    await giver.furrow.quests.paid(id, farmer.address, await transfer(chain, giver, farmer.address, reward))
    await giver.furrow.account.delete({
      account: giver.account,
      signMessage: ({ message }) => giver.account.signMessage({ message }),
    })
    // Nobody can say any more whose wallet this was.
    const payer = harness.user().address
    await harness.context.db.updateTable('payments').set({ weighed: 0, payer }).execute()
    expect(await weighPayments.round(harness.context)).toBe(1)
    expect(await stand(harness, id)).toEqual(paid)
    expect(await pointsOf(harness, farmer)).toBe(100)
  })

  test('as it did, what a version before took, but for what was kept that says otherwise', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const { db } = harness.context
    const stranger = harness.user()
    const ids = await Promise.all([1, 2, 3].map(() => release(giver, farmer)))
    for (const id of ids)
      await giver.furrow.quests.paid(id, farmer.address, await transfer(chain, giver, farmer.address, reward))
    const [own, strangers, old] = ids as [string, string, string]
    await db.updateTable('payments').set({ weighed: 0 }).execute()
    await db
      .updateTable('payments')
      .set({ payer: stranger.address })
      .where('quest_id', '=', strangers)
      .execute()
    await db.updateTable('assignments').set({ paid_at: 1_000 }).where('quest_id', '=', old).execute()
    await weighPayments.round(harness.context)
    expect(await stand(harness, own)).toEqual(paid)
    expect(await stand(harness, strangers)).toEqual(waiting)
    expect(await stand(harness, old)).toEqual({ ...waiting, waitsForFarmer: false })
    expect(await pointsOf(harness, farmer)).toBe(100)
    expect(await weighPayments.round(harness.context)).toBe(0)
    await requireSound(harness.context)
  })
})

async function standingOf(harness: Harness, giver: User, farmer: User) {
  const { visitor } = harness
  const { giverProfile, badges } = await visitor.profile.get(giver.address, { init: true })
  const { reputation, badges: farmers } = await visitor.reputation(farmer.address)
  const board = (await visitor.leaderboard()).farmers.find(
    ({ address }) => address.toLowerCase() === farmer.address,
  )
  return {
    farmer: await pointsOf(harness, farmer),
    giver: await pointsOf(harness, giver),
    board: board?.score,
    settledRate: giverProfile.settledRate,
    badges: badges.length + farmers.length,
    reviewers: reputation.benevolenceScore > 50,
  }
}
