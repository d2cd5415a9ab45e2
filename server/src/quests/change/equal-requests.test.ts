import { describe, expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { startTwins } from '../../../test/twins.ts'

const times = 20

/** The same request, many times at once and in turn to each of the services: the answers' statuses, sorted. */
async function repeat(
  services: readonly Harness[],
  by: User,
  ask: (user: User) => Promise<unknown>,
): Promise<number[]> {
  const users = services.map(({ user }) => user(by))
  const outcomes = await Promise.allSettled(
    Array.from({ length: times }, (_, index) => ask(users[index % users.length] as User)),
  )
  return outcomes
    .map(outcome => (outcome.status === 'rejected' ? outcome.reason.status : 200))
    .toSorted((a, b) => a - b)
}

const once = [200, ...Array.from({ length: times - 1 }, () => 400)]
const always = Array.from({ length: times }, () => 200)

const services = [
  ['one service', async () => [await startHarness()]],
  ['two services', startTwins],
] as const

describe.each(services)('of equal requests at once, to %s,', (_name, start) => {
  test('one takes the place, proves, pays, reviews, and cancels; the rest are told so', async () => {
    const services = await start()
    const one = services[0] as Harness
    const [giver, farmer] = [one.user(), one.user()]
    const draft = { ...sampleQuest, maxFarmers: 3, codehostRepo: 'farm/gate' }
    const { id } = await giver.furrow.quests.post(draft)
    const repeated = (by: User, ask: (user: User) => Promise<unknown>) => repeat(services, by, ask)

    expect(await repeated(farmer, ({ furrow }) => furrow.quests.accept(id))).toEqual(once)
    const hint = { repo: 'farm/gate', pr: 7 }
    expect(await repeated(farmer, ({ furrow }) => furrow.verify(hint))).toEqual(always)
    const { address } = farmer
    expect(await repeated(giver, ({ furrow }) => furrow.quests.approve(id, address))).toEqual(once)
    const reviews = await Promise.all([
      repeated(giver, ({ furrow }) => furrow.quests.review(id, address, 5)),
      repeated(farmer, ({ furrow }) => furrow.quests.review(id, giver.address, 1)),
    ])
    expect(reviews).toEqual([once, once])
    expect(await repeated(giver, ({ furrow }) => furrow.quests.cancel(id))).toEqual(always)

    const { items } = await one.visitor.quests.events(id)
    expect(items.map(({ kind }) => kind)).toEqual([
      'posted',
      'accepted',
      'merged',
      'released',
      'reviewed',
      'reviewed',
      'closed',
      'places-returned',
    ])
    expect((await one.visitor.quests.get(id)).funding).toMatchObject({ released: '100', refunded: '200' })
    await requireSound(one.context)
  })
})

describe.each(services)('a farmer who wants 150 places at once, of %s', (_name, start) => {
  test('gets a hundred', async () => {
    const services = await start()
    const one = services[0] as Harness
    const giver = one.user()
    const quests = await Promise.all(Array.from({ length: 150 }, () => giver.furrow.quests.post(sampleQuest)))
    const farmer = one.user()
    const users = services.map(({ user }) => user(farmer))
    const outcomes = await Promise.allSettled(
      quests.map(({ id }, index) => (users[index % users.length] as User).furrow.quests.accept(id)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    const refused = outcomes.filter(outcome => outcome.status === 'rejected')
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 400 })
    const { accepted, held } = await one.context.db
      .selectFrom('address_counts')
      .selectAll()
      .where('address', '=', farmer.address)
      .executeTakeFirstOrThrow()
    expect({ accepted, held }).toEqual({ accepted: 100, held: 100 })
    await requireSound(one.context)
  })
})
