import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { type Harness, reviewWindow, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { pointsOf } from '../../../test/payments.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day } from '../../ground/clock.ts'

const refusedAs = (code: string, status: number) => ({ code, status })

async function start(places = 1, env: Record<string, string> = {}) {
  const harness = await startHarness({ env })
  const [giver, farmer, backer, other] = [harness.user(), harness.user(), harness.user(), harness.user()]
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: places })
  return { harness, giver, farmer, backer, other, id }
}

const shownBackers = async ({ visitor }: Harness, id: string) =>
  (await visitor.quests.get(id)).backers?.map(({ address, amount, state }) => ({ address, amount, state }))

async function companionOf({ visitor }: Harness, id: string, { account }: User): Promise<string> {
  const { backers = [] } = await visitor.quests.get(id)
  return backers.find(({ address }) => address === account.address)?.questId ?? 'none'
}

const signerOf = ({ account }: User) => ({
  account,
  signMessage: ({ message }: { message: string }) => account.signMessage({ message }),
})

/** Sessions last a day. */
const signedIn = (harness: Harness, users: readonly User[]) => users.map(user => harness.user(user))

const lettersOf = async ({ furrow }: User) =>
  (await furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])

/** The sums promised, held, released and refunded of a quest and of all that others add to it, in the ledger's own rows. */
async function sumsOf({ visitor }: Harness, user: User, ids: readonly string[]) {
  const sums = { amount: 0, released: 0, refunded: 0 }
  for (const id of ids) {
    const { funding } = await (id === ids[0] ? visitor : user.furrow).quests.get(id)
    sums.amount += Number(funding.amount)
    sums.released += Number(funding.released)
    sums.refunded += Number(funding.refunded)
  }
  return sums
}

describe('what others add to a reward', () => {
  test('is shown as a sum with its backers, and as no quest by itself anywhere', async () => {
    const { harness, giver, backer, other, id } = await start()
    const { visitor } = harness
    const before = await visitor.quests.get(id)
    expect(before).not.toHaveProperty('backerCount')
    expect(await backer.furrow.quests.back(id, '20')).toMatchObject({
      rewardAmount: 100,
      backerCount: 1,
      rewardWithBackers: '120',
      backers: [{ address: backer.account.address, amount: '20', state: 'promised' }],
    })
    await other.furrow.quests.back(id, '0.5')
    expect(await backer.furrow.quests.back(id, '20.0')).toMatchObject({ backerCount: 2 })
    const { items } = await visitor.quests.list({})
    expect(items.map(quest => [quest.id, quest.backerCount, quest.rewardWithBackers, quest.backers])).toEqual(
      [[id, 2, '120.5', undefined]],
    )
    expect((await visitor.quests.list({ giver: backer.account.address })).items).toEqual([])
    expect(await visitor.quests.facets({})).toMatchObject({ count: 1 })
    const companion = await companionOf(harness, id, backer)
    await expect(visitor.quests.get(companion)).rejects.toMatchObject({ status: 404 })
    expect(await backer.furrow.quests.get(companion)).toMatchObject({
      companionOf: id,
      title: sampleQuest.title,
    })
    expect(await backer.furrow.quests.get(companion)).not.toHaveProperty('hidden')
    expect((await visitor.profile.get(backer.address, { init: true })).giverProfile).toMatchObject({
      questsPosted: 0,
    })
    expect(await lettersOf(giver)).toEqual(['More for your farmers', 'More for your farmers'])
    expect(
      (await visitor.quests.events(id)).items.map(({ kind, details }) => [kind, details.amount]),
    ).toEqual([
      ['posted', undefined],
      ['backed', '20'],
      ['backed', '0.5'],
    ])
    await requireSound(harness.context)
  })

  test('is refused where nobody could earn it, from those who would pay themselves, and for other terms', async () => {
    const { harness, giver, farmer, backer, other, id } = await start()
    const refuse = async (act: Promise<unknown>, code: string, status: number) =>
      expect(await act.catch(error => error)).toMatchObject(refusedAs(code, status))
    await refuse(giver.furrow.quests.back(id, '1'), 'own-quest', 403)
    await refuse(backer.furrow.quests.back(id, '0'), 'amount-not-exact', 400)
    await refuse(backer.furrow.quests.back(id, '0.0000001'), 'amount-not-exact', 400)
    await refuse(backer.furrow.quests.back('quest-1-none', '1'), 'quest-not-found', 404)
    await refuse(backer.furrow.quests.stopBacking(id), 'not-a-backer', 403)
    await backer.furrow.quests.back(id, '1')
    await refuse(backer.furrow.quests.back(id, '2'), 'backed-already', 409)
    const companion = await companionOf(harness, id, backer)
    await refuse(other.furrow.quests.back(companion, '1'), 'follows-another', 400)
    await refuse(farmer.furrow.quests.accept(companion), 'follows-another', 400)
    await refuse(backer.furrow.quests.cancel(companion), 'follows-another', 400)
    const { updatedAt } = await giver.furrow.quests.get(id)
    for (const changes of [{ maxFarmers: 2 }, { rewardToken: 'ETH' }])
      await refuse(
        giver.furrow.quests.edit({ questId: id, changes, expectedUpdatedAt: updatedAt }),
        'quest-backed',
        400,
      )
    await refuse(other.furrow.quests.stopBacking(id, backer.address), 'not-a-party', 403)
    await farmer.furrow.quests.accept(id)
    await refuse(farmer.furrow.quests.back(id, '1'), 'own-work', 400)
    await refuse(backer.furrow.quests.stopBacking(id), 'work-begun', 400)
    await refuse(
      backer.furrow.quests.object(id, { farmer: farmer.address, reason: 'no' }),
      'not-in-review',
      400,
    )
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await refuse(
      other.furrow.quests.object(id, { farmer: farmer.address, reason: 'no' }),
      'not-a-backer',
      403,
    )
    await giver.furrow.quests.approve(id, farmer.address)
    await refuse(other.furrow.quests.back(id, '1'), 'quest-over', 400)
    await harness.runDue()
    await requireSound(harness.context)
  })
})

test('an addition is one of the quests that its backer posts in a day', async () => {
  const { backer, giver, other, id } = await start(1, { QUOTA_QUESTS_A_DAY: '1' })
  const { id: second } = await other.furrow.quests.post(sampleQuest)
  await backer.furrow.quests.back(id, '20')
  await expect(backer.furrow.quests.back(second, '20')).rejects.toMatchObject(
    refusedAs('quota-exceeded', 429),
  )
  await expect(giver.furrow.quests.back(second, '20')).rejects.toMatchObject(refusedAs('quota-exceeded', 429))
})

describe('an edit of the quest', () => {
  test('is told to those who add to it in their language, and not to those who ended that', async () => {
    const { harness, giver, backer, other, id } = await start()
    await backer.furrow.profile.change({ language: 'de' })
    await backer.furrow.quests.back(id, '20')
    await other.furrow.quests.back(id, '5')
    await other.furrow.quests.stopBacking(id)
    const edit = async (changes: Record<string, unknown>) => {
      const { updatedAt } = await giver.furrow.quests.get(id)
      await giver.furrow.quests.edit({ questId: id, changes, expectedUpdatedAt: updatedAt })
    }
    await edit({ title: 'Mend both gates', skills: ['iron'] })
    await edit({ title: 'Mend the two gates' })
    const { items } = await backer.furrow.mail.list()
    expect(items).toMatchObject([{ subject: 'Geändert: Mend both gates', questId: id }])
    expect(items[0]?.body).toContain('Anders lauten jetzt: Titel, Fähigkeiten.')
    expect(await lettersOf(other)).toEqual(['What you added goes back'])
    harness.clock.advance(day / 24)
    await edit({ rewardAmount: 120 })
    expect(await lettersOf(backer)).toEqual(['Geändert', 'Geändert'])
    await requireSound(harness.context)
  })
})

describe('work that is released', () => {
  test('is owed by each backer for their part, counts once, and gives the backers no points', async () => {
    const { harness, id, ...people } = await start(1, { POINTS_FOR: 'recorded' })
    let { giver, farmer, backer, other } = people
    const { visitor } = harness
    await backer.furrow.quests.back(id, '20')
    await other.furrow.quests.back(id, '30')
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { url: 'https://example.org/work', note: 'done' })
    harness.clock.advance(reviewWindow)
    await harness.runDue()
    await harness.runDue()
    ;[giver, farmer, backer, other] = signedIn(harness, [giver, farmer, backer, other]) as [
      User,
      User,
      User,
      User,
    ]
    expect(await shownBackers(harness, id)).toEqual([
      { address: backer.account.address, amount: '20', state: 'followed' },
      { address: other.account.address, amount: '30', state: 'followed' },
    ])
    for (const [who, amount] of [
      [giver, '100'],
      [backer, '20'],
      [other, '30'],
    ] as const)
      expect((await who.furrow.payouts.due()).items.sums).toMatchObject([{ amount, count: 1 }])
    expect((await backer.furrow.tasks.list()).tasks.map(({ kind }) => kind)).toContain('pay')
    const companion = await companionOf(harness, id, backer)
    await backer.furrow.quests.sayPaid(companion, farmer.address)
    await farmer.furrow.quests.confirmPayment(companion)
    expect((await backer.furrow.payouts.due()).items.sums).toEqual([])
    const { farmerProfile } = await visitor.profile.get(farmer.address, { init: true })
    expect(farmerProfile).toMatchObject({ questsCompleted: 1, questsAccepted: 1 })
    expect(await pointsOf(harness, farmer)).toBe(100)
    expect(await pointsOf(harness, backer)).toBe(0)
    expect((await visitor.profile.get(backer.address, { init: true })).giverProfile).toMatchObject({
      questsCompleted: 1,
    })
    expect(await lettersOf(farmer)).toContain('Others owe you, too')
    expect((await lettersOf(farmer)).filter(what => what === 'Others owe you, too')).toHaveLength(1)
    expect(await lettersOf(backer)).toContain('Released')
    await expect(backer.furrow.quests.review(companion, farmer.address, 5)).rejects.toMatchObject({
      code: 'follows-another',
    })
    await requireSound(harness.context)
  })

  test('of the second place alone is paid by somebody who added to the reward after the first one', async () => {
    const { harness, giver, farmer, backer, other, id } = await start(3)
    const [first, second] = [farmer, harness.user()]
    const release = async (who: User) => {
      await who.furrow.quests.accept(id)
      await who.furrow.quests.submit(id, { note: 'done' })
      await giver.furrow.quests.approve(id, who.address)
    }
    await other.furrow.quests.back(id, '1')
    await release(first)
    await backer.furrow.quests.back(id, '20')
    await release(second)
    await harness.runDue()
    const due = async (who: User) =>
      (await who.furrow.payouts.due()).items.works.map(({ payee, amount }) => [payee, amount]).toSorted()
    expect(await due(backer)).toEqual([[second.account.address, '20']])
    expect(await due(other)).toEqual([first, second].map(({ account }) => [account.address, '1']).toSorted())
    await giver.furrow.quests.complete(id)
    await harness.runDue()
    expect(await shownBackers(harness, id)).toMatchObject([{ state: 'followed' }, { state: 'followed' }])
    const ids = [id, await companionOf(harness, id, backer)]
    expect(await sumsOf(harness, backer, ids)).toEqual({ amount: 340, released: 220, refunded: 120 })
    expect(await lettersOf(backer)).toContain('What you added goes back')
    await harness.runDue()
    await requireSound(harness.context)
  })

  test('is divided for the backers as giver and farmer divide it, and among the farmer’s team', async () => {
    const { harness, giver, farmer, backer, other: member, id } = await start()
    await backer.furrow.quests.back(id, '10')
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.share(id, [
      { address: farmer.address, share: 0.6 },
      { address: member.address, share: 0.4 },
    ])
    await member.furrow.quests.agreeToShare(id, { farmer: farmer.address, share: 0.4 })
    await farmer.furrow.quests.submit(id, { note: 'half of it' })
    await giver.furrow.quests.proposePart(id, { farmer: farmer.address, share: 0.5 })
    await farmer.furrow.quests.agree(id, { farmer: farmer.address, share: 0.5 })
    await harness.runDue()
    const { works } = (await backer.furrow.payouts.due()).items
    expect(works.map(({ payee, amount }) => [payee, amount]).toSorted()).toEqual(
      [
        [farmer.account.address, '3'],
        [member.account.address, '2'],
      ].toSorted(),
    )
    const companion = await companionOf(harness, id, backer)
    expect((await backer.furrow.quests.get(companion)).funding).toMatchObject({
      amount: '10',
      released: '5',
      refunded: '5',
    })
    const { items } = await member.furrow.mail.list()
    expect(items.map(({ body }) => body)).toContainEqual(expect.stringContaining('5 USDC in sum'))
    expect((await harness.visitor.profile.get(member.address, { init: true })).farmerProfile).toMatchObject({
      questsCompleted: 1,
    })
    await requireSound(harness.context)
  })

  test('though nothing was handed in binds the giver alone, whose word it is', async () => {
    const { harness, giver, farmer, backer, id } = await start()
    await backer.furrow.quests.back(id, '10')
    await farmer.furrow.quests.accept(id)
    await giver.furrow.quests.complete(id)
    await harness.runDue()
    expect((await backer.furrow.payouts.due()).items.sums).toEqual([])
    expect(await shownBackers(harness, id)).toMatchObject([{ state: 'given-back' }])
    await requireSound(harness.context)
  })
})

describe('an objection', () => {
  async function objected(places = 1) {
    const found = await start(places)
    const { backer, farmer, other, id } = found
    await backer.furrow.quests.back(id, '20')
    await other.furrow.quests.back(id, '30')
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { url: 'https://example.org/work', note: 'done' })
    await backer.furrow.quests.object(id, { farmer: farmer.address, reason: 'It does not close.' })
    return { ...found, companion: await companionOf(found.harness, id, backer) }
  }

  test('holds that backer’s part alone until the platform decides, while all others are released', async () => {
    const { harness, giver, farmer, backer, other, id, companion } = await objected()
    expect(await shownBackers(harness, id)).toMatchObject([{ state: 'objected' }, { state: 'promised' }])
    await expect(
      backer.furrow.quests.object(id, { farmer: farmer.address, reason: 'Again.' }),
    ).rejects.toMatchObject(refusedAs('objected-already', 400))
    expect(await farmer.furrow.quests.get(companion)).toMatchObject({
      farmers: [{ status: 'disputed', submission: { note: 'done' }, disputeReason: 'It does not close.' }],
    })
    await giver.furrow.quests.approve(id, farmer.address)
    await harness.runDue()
    expect((await other.furrow.payouts.due()).items.sums).toMatchObject([{ amount: '30' }])
    expect((await backer.furrow.payouts.due()).items.sums).toEqual([])
    await farmer.furrow.quests.answer(companion, { note: 'It does.' })
    const platform = harness.user(harness.platform)
    await platform.furrow.quests.resolve({ questId: companion, farmer: farmer.address, outcome: 'pay' })
    expect((await backer.furrow.payouts.due()).items.sums).toMatchObject([{ amount: '20' }])
    const { giverProfile } = await harness.visitor.profile.get(backer.address, { init: true })
    expect(giverProfile).toMatchObject({ disputesLost: 1 })
    expect(await lettersOf(farmer)).toEqual(expect.arrayContaining(['Disputed', 'Released']))
    await requireSound(harness.context)
  })

  test('that nobody decides ends by the rule for disputes, and gives the part back', async () => {
    const { harness, giver, farmer, backer, id } = await objected()
    await giver.furrow.quests.approve(id, farmer.address)
    harness.clock.advance(31 * day)
    await harness.runDue()
    expect(await shownBackers(harness, id)).toMatchObject([{ state: 'given-back' }, { state: 'followed' }])
    expect((await harness.user(backer).furrow.payouts.due()).items.sums).toEqual([])
    const { farmerProfile } = await harness.visitor.profile.get(farmer.address, { init: true })
    expect(farmerProfile).toMatchObject({ questsCompleted: 1 })
    await requireSound(harness.context)
  })

  test('ends with the work: given back to the farmer it falls away, and refunded it is refunded', async () => {
    const { harness, giver, farmer, backer, id, companion } = await objected(2)
    await giver.furrow.quests.return({ questId: id, farmer: farmer.address, note: 'The hinge is missing.' })
    await harness.runDue()
    expect(await shownBackers(harness, id)).toMatchObject([{ state: 'promised' }, { state: 'promised' }])
    expect(await lettersOf(backer)).toContain('Your objection has fallen away')
    await farmer.furrow.quests.submit(id, { note: 'with the hinge' })
    await backer.furrow.quests.object(id, { farmer: farmer.address, reason: 'No hinge.' })
    await giver.furrow.quests.dispute({ questId: id, farmer: farmer.address, reason: 'No hinge.' })
    const platform = harness.user(harness.platform)
    await platform.furrow.quests.resolve({ questId: id, farmer: farmer.address, outcome: 'refund' })
    await harness.runDue()
    expect((await backer.furrow.quests.get(companion)).farmers).toMatchObject([{ status: 'refunded' }])
    expect(await shownBackers(harness, id)).toMatchObject([{ state: 'promised' }, { state: 'promised' }])
    await giver.furrow.quests.cancel(id)
    await harness.runDue()
    expect(await shownBackers(harness, id)).toMatchObject([{ state: 'given-back' }, { state: 'given-back' }])
    await requireSound(harness.context)
  })
})

describe('what nobody earns', () => {
  test('goes back when the quest is cancelled, and when its deadline passes without work', async () => {
    const { harness, giver, backer, other, id } = await start()
    await backer.furrow.quests.back(id, '20')
    await giver.furrow.quests.cancel(id)
    const deadline = new Date(harness.clock.now() + day).toISOString()
    const late = await giver.furrow.quests.post({ ...sampleQuest, deadline })
    await other.furrow.quests.back(late.id, '5')
    harness.clock.advance(2 * day)
    await harness.runDue()
    await harness.runDue()
    for (const quest of [id, late.id])
      expect(await shownBackers(harness, quest)).toMatchObject([{ state: 'given-back' }])
    expect(await lettersOf(harness.user(other))).toEqual(['What you added goes back'])
    await requireSound(harness.context)
  })

  test('goes back as soon as its backer or the giver ends it, while nobody has a place', async () => {
    const { harness, giver, farmer, backer, other, id } = await start()
    await backer.furrow.quests.back(id, '20')
    await other.furrow.quests.back(id, '5')
    const companion = await companionOf(harness, id, backer)
    expect(await backer.furrow.quests.stopBacking(id)).toMatchObject({
      backerCount: 1,
      rewardWithBackers: '105',
    })
    expect((await backer.furrow.quests.get(companion)).funding).toMatchObject({ refunded: '20' })
    await backer.furrow.quests.back(id, '7')
    expect(await giver.furrow.quests.stopBacking(id, other.address)).toMatchObject({ backerCount: 1 })
    expect(await lettersOf(other)).toContain('Nothing is added any more')
    await backer.furrow.quests.stopBacking(id)
    expect(await harness.visitor.quests.get(id)).not.toHaveProperty('rewardWithBackers')
    await farmer.furrow.quests.accept(id)
    await requireSound(harness.context)
  })

  test('is shown of a quest that is over only where it was there to the end', async () => {
    const { harness, giver, backer, other, id } = await start()
    await backer.furrow.quests.back(id, '20')
    await backer.furrow.quests.stopBacking(id)
    await other.furrow.quests.back(id, '5')
    await giver.furrow.quests.cancel(id)
    expect(await shownBackers(harness, id)).toEqual([
      { address: other.account.address, amount: '5', state: 'promised' },
    ])
    await harness.runDue()
    expect(await shownBackers(harness, id)).toEqual([
      { address: other.account.address, amount: '5', state: 'given-back' },
    ])
    await requireSound(harness.context)
  })

  test('is theirs alone: neither an account that leaves nor one that stays loses it', async () => {
    const { harness, giver, backer, farmer, id } = await start()
    await backer.furrow.quests.back(id, '20')
    await expect(backer.furrow.account.delete(signerOf(backer))).rejects.toMatchObject({
      code: 'work-running',
    })
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.approve(id, farmer.address)
    await harness.runDue()
    const companion = await companionOf(harness, id, backer)
    await backer.furrow.quests.sayPaid(companion, farmer.address)
    await farmer.furrow.quests.confirmPayment(companion)
    await backer.furrow.account.delete(signerOf(backer))
    const [{ address } = { address: '' }] = (await shownBackers(harness, id)) ?? []
    expect(address).not.toBe(backer.account.address)
    await requireSound(harness.context)
  })
})

test('a giver who leaves takes the title along that additions have of their quest', async () => {
  const { harness, giver, backer, id } = await start()
  await backer.furrow.quests.back(id, '20')
  const companion = await companionOf(harness, id, backer)
  await giver.furrow.quests.cancel(id)
  await harness.runDue()
  await giver.furrow.account.delete(signerOf(giver))
  expect(await backer.furrow.quests.get(companion)).toMatchObject({ title: 'Deleted' })
  await requireSound(harness.context)
})

describe('a merge', () => {
  test('proves the work for the backers too, whose parts follow its release', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: github.env })
    const [giver, alice, backer] = [harness.user(), harness.user(), harness.user()]
    await alice.furrow.profile.change({ codehostToken: people.alice })
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, codehostRepo: 'giver/gate' })
    await backer.furrow.quests.back(id, '20')
    await alice.furrow.quests.accept(id)
    await harness.visitor.verify({ repo: 'giver/gate', pr: await github.merge('alice', 'Work') })
    await backer.furrow.quests.object(id, { farmer: alice.address, reason: 'It is not tested.' })
    harness.clock.advance(reviewWindow)
    await harness.runDue()
    await harness.runDue()
    expect(await harness.visitor.quests.get(id)).toMatchObject({ status: 'completed' })
    expect(await shownBackers(harness, id)).toMatchObject([{ state: 'objected' }])
    harness.clock.advance(31 * day)
    await harness.runDue()
    expect(await shownBackers(harness, id)).toMatchObject([{ state: 'followed' }])
    expect(await pointsOf(harness, alice)).toBe(100)
    expect(await pointsOf(harness, backer)).toBe(0)
    await requireSound(harness.context)
  })
})

describe('two processes, one of which ends in the middle', () => {
  test('let every part follow once', async () => {
    const { harness, giver, farmer, id } = await start(2)
    const second = await startHarness({ env: harness.env, clock: harness.clock })
    const backers = Array.from({ length: 12 }, () => harness.user())
    for (const backer of backers) await backer.furrow.quests.back(id, '1')
    const friend = harness.user()
    for (const who of [farmer, friend]) {
      await who.furrow.quests.accept(id)
      await who.furrow.quests.submit(id, { note: 'done' })
    }
    await Promise.all([farmer, friend].map(({ address }) => giver.furrow.quests.approve(id, address)))
    await Promise.all([harness.runDue(), second.runDue(), harness.runDue(), second.runDue()])
    harness.clock.advance(2 * 60_000)
    await Promise.all([harness.runDue(), second.runDue()])
    for (const backer of backers)
      expect((await backer.furrow.payouts.due()).items.sums).toMatchObject([{ amount: '2', count: 2 }])
    const { rows } = await harness.context.db
      .selectFrom('backed_quests')
      .selectAll()
      .where('follow_at', '<=', harness.clock.now() + day)
      .execute()
      .then(rows => ({ rows }))
    expect(rows).toEqual([])
    await requireSound(harness.context)
  })
})
