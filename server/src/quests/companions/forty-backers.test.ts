import { parseEther } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { pointsOf, startPayments, transfer, unit } from '../../../test/payments.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day } from '../../ground/clock.ts'
import { toLedger } from '../../rules/ledger/amounts.ts'

const howMany = 40

/** Odd amounts, so that a sum that is a unit off is seen. */
const amountOf = (index: number) => (1.500001 + index * 0.010203).toFixed(6)

/** Forty add to a quest, and a farmer hands in. */
async function handIn(harness: Harness, giver: User, farmer: User) {
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 1 })
  const backers = Array.from({ length: howMany }, () => harness.user())
  await Promise.all(backers.map((backer, index) => backer.furrow.quests.back(id, amountOf(index))))
  await expect(harness.user().furrow.quests.back(id, '1')).rejects.toMatchObject({ code: 'backers-full' })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { url: 'https://example.org/work', note: 'done' })
  return { id, backers }
}

async function companionsOf({ visitor }: Harness, id: string): Promise<ReadonlyMap<string, string>> {
  const { backers = [] } = await visitor.quests.get(id)
  return new Map(backers.map(({ address, questId }) => [address.toLowerCase(), questId]))
}

const companionOf = (companions: ReadonlyMap<string, string>, { address }: User) =>
  companions.get(address) ?? 'none'

async function statesOf({ visitor }: Harness, id: string): Promise<Record<string, number>> {
  const { backers = [] } = await visitor.quests.get(id)
  const states = Map.groupBy(backers, ({ state }) => state)
  return Object.fromEntries([...states].map(([state, some]) => [state, some.length]))
}

const owedBy = async ({ furrow }: User) =>
  (await furrow.payouts.due()).items.sums.map(({ amount, count }) => ({ amount, count }))

const lettersOf = async ({ furrow }: User, what: string) =>
  (await furrow.mail.list({ limit: '100' })).items.filter(({ subject }) => subject.startsWith(`${what}: `))
    .length

describe('forty add to a reward, and ten of them object', () => {
  test('thirty parts are released at once, and each of the ten ends by itself', async () => {
    const harness = await startHarness()
    const [giver, farmer] = [harness.user(), harness.user()]
    const { id, backers } = await handIn(harness, giver, farmer)
    const [objecting, willing] = [backers.slice(0, 10), backers.slice(10)]
    await Promise.all(
      objecting.map(({ furrow }, index) =>
        furrow.quests.object(id, { farmer: farmer.address, reason: `Hinge ${index} hangs.` }),
      ),
    )
    await giver.furrow.quests.approve(id, farmer.address)
    expect(await harness.visitor.quests.get(id)).toMatchObject({
      status: 'completed',
      funding: { released: '100' },
    })
    await harness.runDue()
    expect(await statesOf(harness, id)).toEqual({ objected: 10, followed: 30 })
    for (const [index, backer] of willing.entries())
      expect(await owedBy(backer)).toEqual([{ amount: String(Number(amountOf(index + 10))), count: 1 }])
    for (const backer of objecting) expect(await owedBy(backer)).toEqual([])

    const companions = await companionsOf(harness, id)
    const platform = () => harness.user(harness.platform)
    const { items } = await platform().furrow.quests.disputes({ limit: '50' })
    expect(items.map(({ questId }) => questId).toSorted()).toEqual(
      objecting.map(backer => companionOf(companions, backer)).toSorted(),
    )
    const [first, second, third] = objecting as [User, User, User]
    const decide = (backer: User, outcome: 'pay' | 'refund') =>
      platform().furrow.quests.resolve({
        ...{ questId: companionOf(companions, backer), farmer: farmer.address, outcome },
      })
    await decide(first, 'pay')
    await decide(second, 'refund')
    harness.clock.advance(5 * day)
    await harness.user(third).furrow.quests.approve(companionOf(companions, third), farmer.address)
    await harness.runDue()
    expect(await statesOf(harness, id)).toEqual({ objected: 7, followed: 32, 'given-back': 1 })
    harness.clock.advance(10 * day)
    await harness.runDue()
    expect(await statesOf(harness, id)).toEqual({ followed: 32, 'given-back': 8 })

    await requireWhole(harness, backers, companions)
    expect(await pointsOf(harness, farmer)).toBe(100)
    const { farmerProfile } = await harness.visitor.profile.get(farmer.address, { init: true })
    expect(farmerProfile).toMatchObject({ questsCompleted: 1 })
    for (const backer of backers) expect(await pointsOf(harness, backer)).toBe(0)
    expect(await lettersOf(harness.user(farmer), 'Others owe you, too')).toBe(1)
    await requireSound(harness.context)
  })
})

/** All of each part, and so of the sum, was released or went back, to the unit. */
async function requireWhole(
  harness: Harness,
  backers: readonly User[],
  companions: ReadonlyMap<string, string>,
): Promise<void> {
  const sums = { promised: 0n, released: 0n, refunded: 0n }
  for (const [index, backer] of backers.entries()) {
    const { funding } = await harness.user(backer).furrow.quests.get(companionOf(companions, backer))
    expect(toLedger(funding.released) + toLedger(funding.refunded)).toBe(toLedger(amountOf(index)))
    sums.promised += toLedger(amountOf(index))
    sums.released += toLedger(funding.released)
    sums.refunded += toLedger(funding.refunded)
  }
  expect(sums.released + sums.refunded).toBe(sums.promised)
}

describe.skipIf(!hasChain)('forty add to a reward, and ten of them never pay', () => {
  test('those ten alone are reminded, owe it, and have it on their records', async () => {
    const { chain, harness, giver, farmer } = await startPayments()
    const { id, backers } = await handIn(harness, giver, farmer)
    await giver.furrow.quests.approve(id, farmer.address)
    await harness.runDue()
    const companions = await companionsOf(harness, id)
    const [silent, paying] = [backers.slice(0, 10), backers.slice(10)]
    for (const [index, backer] of paying.entries()) {
      await chain.client.setBalance({ address: backer.address, value: parseEther('1') })
      await chain.mint(backer.account, 10n * unit)
      const units = toLedger(amountOf(index + 10)) / 10n ** 12n
      const hash = await transfer(chain, backer, farmer.address, units)
      await backer.furrow.quests.paid(companionOf(companions, backer), farmer.address, hash)
    }
    for (let passed = 0; passed < 8; passed++) {
      harness.clock.advance(day)
      await harness.runDue()
    }
    for (const [index, backer] of silent.entries()) {
      const own = harness.user(backer)
      expect(await owedBy(own)).toEqual([{ amount: String(Number(amountOf(index))), count: 1 }])
      expect(await lettersOf(own, 'To be paid')).toBe(3)
      expect((await own.furrow.tasks.list()).tasks.map(({ kind }) => kind)).toContain('pay')
      const { items: record } = await harness.visitor.profile.payer(backer.address)
      expect(record).toMatchObject({
        paid: 1,
        medianDaysToPay: null,
        released: [{ questId: id, daysToPay: null, payment: null }],
      })
    }
    for (const backer of paying) {
      const own = harness.user(backer)
      expect(await owedBy(own)).toEqual([])
      expect(await lettersOf(own, 'To be paid')).toBe(0)
      const { items } = await harness.visitor.profile.payer(backer.address)
      expect(items.released[0]?.daysToPay).toBeLessThan(1)
    }
    expect(await owedBy(harness.user(giver))).toEqual([{ amount: '100', count: 1 }])
    await requireSound(harness.context)
  })
})
