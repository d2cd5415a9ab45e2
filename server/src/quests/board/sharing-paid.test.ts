import { parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { people, startGithub } from '../../../test/github.ts'
import { sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { pointsOf, startPayments, transfer, unit } from '../../../test/payments.ts'
import { problemWith } from '../../../test/problem-with.ts'
import { requireSound } from '../../../test/soundness.ts'

async function shareAndAgree(id: string, farmer: User, given: readonly (readonly [User, number])[]) {
  await farmer.furrow.quests.share(
    id,
    given.map(([{ address }, share]) => ({ address, share })),
  )
  for (const [member, share] of given)
    if (member !== farmer) await member.furrow.quests.agreeToShare(id, { farmer: farmer.address, share })
}

describe('a merge', () => {
  test('of a member’s account proves the work once all have agreed, and gives points by share', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: github.env })
    const { user, visitor } = harness
    const [giver, alice, bob] = [user(), user(), user()]
    await bob.furrow.profile.change({ codehostToken: people.bob })
    const { id } = await giver.furrow.quests.post({
      ...sampleQuest,
      ...{ codehostRepo: 'giver/gate', maxFarmers: 1 },
    })
    await alice.furrow.quests.accept(id)
    const pr = await github.merge('bob', 'Work')
    expect(await problemWith(visitor.verify({ repo: 'giver/gate', pr }))).toMatch(/no place in this quest/)
    await shareAndAgree(id, alice, [
      [bob, 0.75],
      [alice, 0.25],
    ])
    await visitor.verify({ repo: 'giver/gate', pr: await github.merge('bob', 'Work again') })
    await giver.furrow.quests.approve(id, alice.address)
    const { farmers } = await visitor.quests.get(id)
    expect(farmers.map(({ paid, countsAs }) => [paid, countsAs]).toSorted()).toEqual([
      ['25', 'merge'],
      ['75', 'merge'],
    ])
    expect([await pointsOf(harness, bob), await pointsOf(harness, alice)]).toEqual([75, 25])
    expect(await pointsOf(harness, giver)).toBe(100)
    await requireSound(harness.context)
  })

  test('makes a share fall away to which not everybody has agreed, and is the farmer’s alone', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: github.env })
    const { user, visitor } = harness
    const [giver, alice, bob] = [user(), user(), user()]
    await alice.furrow.profile.change({ codehostToken: people.alice })
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, codehostRepo: 'giver/gate' })
    await alice.furrow.quests.accept(id)
    await alice.furrow.quests.share(id, [
      { address: alice.address, share: 0.5 },
      { address: bob.address, share: 0.5 },
    ])
    await visitor.verify({ repo: 'giver/gate', pr: await github.merge('alice', 'Work') })
    const [place] = (await visitor.quests.get(id)).farmers
    expect(place).toMatchObject({ status: 'in-review' })
    expect(place).not.toHaveProperty('shared')
    const { items } = await bob.furrow.mail.list()
    expect(items.map(({ body }) => body)).toContainEqual(
      expect.stringContaining('before everybody had agreed'),
    )
    await requireSound(harness.context)
  })
})

describe.skipIf(!hasChain)(`a payment${hasChain ? '' : ' (skipped: there is no anvil)'}`, () => {
  test('proves the part of one member, counts for their share, and is confirmed by them alone', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const member = harness.user()
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 1 })
    await farmer.furrow.quests.accept(id)
    await shareAndAgree(id, farmer, [
      [farmer, 0.6],
      [member, 0.4],
    ])
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.approve(id, farmer.address)
    expect([await pointsOf(harness, farmer), await pointsOf(harness, member)]).toEqual([0, 0])
    const pay = async (to: User, amount: bigint) =>
      giver.furrow.quests.paid(id, to.address, await transfer(chain, giver, to.address, amount * unit))
    expect(await problemWith(pay(member, 39n))).toMatch(/^400 /)
    await pay(member, 40n)
    expect([await pointsOf(harness, farmer), await pointsOf(harness, member)]).toEqual([0, 40])
    expect((await giver.furrow.payouts.due()).items.works).toMatchObject([
      { payee: farmer.account.address, amount: '60' },
    ])
    // Another wallet than the giver's waits for the word of the one who was paid.
    const other = harness.user()
    await chain.client.setBalance({ address: other.address, value: parseEther('10') })
    await chain.mint(other.account, 100n * unit)
    await giver.furrow.quests.paid(
      id,
      farmer.address,
      await transfer(chain, other, farmer.address, 60n * unit),
    )
    expect(await problemWith(member.furrow.quests.confirmPayment(id, farmer.address))).toMatch(/^403 /)
    await farmer.furrow.quests.confirmPayment(id)
    expect([await pointsOf(harness, farmer), await pointsOf(harness, giver)]).toEqual([60, 100])
    expect((await giver.furrow.payouts.due()).items.works).toEqual([])
    await requireSound(harness.context)
  })
})
