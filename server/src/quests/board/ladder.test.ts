import { describe, expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { sampleQuest, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { startTwins } from '../../../test/twins.ts'

const ladder = { PLACES_LADDER: '0:1,1:3,5:10', POINTS_FOR: 'recorded' }

async function start(env: Readonly<Record<string, string>> = ladder) {
  const github = await startGithub()
  return startHarness({ env: { ...github.env, ...env } })
}

async function post(giver: User, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await giver.furrow.quests.post(sampleQuest)).id)
  return ids
}

/** Work that counts. */
async function finish(giver: User, { furrow, address }: User): Promise<void> {
  const { id } = await giver.furrow.quests.post(sampleQuest)
  await furrow.quests.accept(id)
  await furrow.quests.submit(id, { note: 'done' })
  await giver.furrow.quests.approve(id, address)
}

const full = { status: 400, code: 'places-used-up' }

describe('a ladder of places', () => {
  test('bounds what a proved account has at once, and finished work that counts raises it', async () => {
    const harness = await start()
    const [giver, alice] = [harness.user(), harness.user()]
    const [first, second, third, fourth] = (await post(giver, 4)) as [string, string, string, string]
    await alice.furrow.profile.change({ codehostToken: people.alice })
    await alice.furrow.quests.accept(first)
    await expect(alice.furrow.quests.accept(second)).rejects.toMatchObject({
      ...full,
      message: expect.stringMatching(
        /1 place at work, .* may have 1 at once\. 1 finished .* \(now 0\) make that 3/,
      ),
    })
    // Handed in, the place is still theirs.
    await alice.furrow.quests.submit(first, { note: 'done' })
    await expect(alice.furrow.quests.accept(second)).rejects.toMatchObject(full)
    await giver.furrow.quests.approve(first, alice.address)
    await alice.furrow.quests.accept(second)
    await alice.furrow.quests.accept(third)
    await alice.furrow.quests.accept(fourth)
    const { places } = await alice.furrow.tasks.list()
    expect(places).toEqual({ held: 3, allowed: 3, finished: 1, next: { finished: 5, places: 10 } })
    await alice.furrow.quests.withdraw(fourth)
    expect((await alice.furrow.tasks.list()).places).toMatchObject({ held: 2 })
    await requireSound(harness.context)
  })

  test('counts work that several pay for as one place, and none where a backer alone still objects to it', async () => {
    const harness = await start({ PLACES_LADDER: '0:1' })
    const [giver, farmer, backer] = [harness.user(), harness.user(), harness.user()]
    const [id, next] = (await post(giver, 2)) as [string, string]
    await backer.furrow.quests.back(id, '20')
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await backer.furrow.quests.object(id, { farmer: farmer.address, reason: 'It does not close.' })
    expect((await farmer.furrow.tasks.list()).places).toMatchObject({ held: 1, allowed: 1 })
    await giver.furrow.quests.approve(id, farmer.address)
    expect((await farmer.furrow.tasks.list()).places).toMatchObject({ held: 0, allowed: 1 })
    await farmer.furrow.quests.accept(next)
    await requireSound(harness.context)
  })

  test('is not raised by work that only two wallets say was done, and is by a merge', async () => {
    const github = await startGithub()
    const harness = await startHarness({ env: { ...github.env, PLACES_LADDER: '0:1,1:3' } })
    const [giver, alice] = [harness.user(), harness.user()]
    await alice.furrow.profile.change({ codehostToken: people.alice })
    await finish(giver, alice)
    expect((await alice.furrow.tasks.list()).places).toMatchObject({ held: 0, allowed: 1, finished: 0 })
    const { id } = await giver.furrow.quests.post({ ...sampleQuest, codehostRepo: 'giver/gate' })
    await alice.furrow.quests.accept(id)
    const pr = await github.merge('alice', 'Work')
    await harness.visitor.verify({ repo: 'giver/gate', pr })
    await giver.furrow.quests.approve(id, alice.address)
    expect((await alice.furrow.tasks.list()).places).toMatchObject({ held: 0, allowed: 3, finished: 1 })
    await requireSound(harness.context)
  })

  test('has the lowest rung for a wallet without a proved account', async () => {
    const harness = await start()
    const [giver, farmer] = [harness.user(), harness.user()]
    const [first, second] = (await post(giver, 2)) as [string, string]
    await farmer.furrow.quests.accept(first)
    await expect(farmer.furrow.quests.accept(second)).rejects.toMatchObject({
      ...full,
      message: expect.stringContaining('A proved account at the code host'),
    })
  })

  test('is of the account, whichever wallets proved it, and of the wallet, whichever accounts it proved', async () => {
    const harness = await start()
    const [giver, one, two] = [harness.user(), harness.user(), harness.user()]
    await one.furrow.profile.change({ codehostToken: people.alice })
    await finish(giver, one)
    const ids = await post(giver, 5)
    const take = ({ furrow }: User) => furrow.quests.accept(ids.shift() as string)
    await take(one)
    await take(one)
    await one.furrow.profile.change({ codehostUsername: null })
    await two.furrow.profile.change({ codehostToken: people.alice })
    expect((await two.furrow.tasks.list()).places).toMatchObject({ held: 2, allowed: 3, finished: 1 })
    await take(two)
    await expect(two.furrow.quests.accept(ids[0] as string)).rejects.toMatchObject(full)
    await one.furrow.profile.change({ codehostToken: people.bob })
    // The wallet brings its finished work, and its two places too.
    expect((await one.furrow.tasks.list()).places).toMatchObject({ held: 2, allowed: 3 })
    await requireSound(harness.context)
  })

  test('is met exactly by many accepts at once to two services', async () => {
    const github = await startGithub()
    const services = await startTwins({ ...github.env, ...ladder })
    const [one] = services
    const [giver, proved, bare] = [one.user(), one.user(), one.user()]
    await proved.furrow.profile.change({ codehostToken: people.alice })
    await finish(giver, proved)
    const ids = await post(giver, 40)
    const outcomes = async (farmer: User, some: readonly string[]) => {
      const users = services.map(({ user }) => user(farmer))
      const settled = await Promise.allSettled(
        some.map((id, index) => (users[index % 2] as User).furrow.quests.accept(id)),
      )
      const refused = settled.flatMap(one => (one.status === 'rejected' ? [one.reason] : []))
      for (const reason of refused) expect(reason).toMatchObject(full)
      return settled.length - refused.length
    }
    const taken = await Promise.all([outcomes(proved, ids.slice(0, 20)), outcomes(bare, ids.slice(20))])
    expect(taken).toEqual([3, 1])
    await requireSound(one.context)
  })

  test('holds too where two wallets use one account at the same time', async () => {
    const github = await startGithub()
    const services = await startTwins({ ...github.env, ...ladder })
    const [one, other] = services
    for (let round = 0; round < 5; round++) {
      const [giver, first, second] = [one.user(), one.user(), one.user()]
      const [a, b] = (await post(giver, 2)) as [string, string]
      await first.furrow.profile.change({ codehostToken: people.alice })
      const [moved] = await Promise.allSettled([
        (async () => {
          await first.furrow.profile.change({ codehostUsername: null })
          await other.user(second).furrow.profile.change({ codehostToken: people.alice })
          await other.user(second).furrow.quests.accept(b)
        })(),
        first.furrow.quests.accept(a),
      ])
      const held = await one.context.db
        .selectFrom('assignments')
        .select('farmer')
        .where('codehost_id', 'is not', null)
        .where('status', '=', 'accepted')
        .execute()
      expect(held.length, moved.status).toBeLessThanOrEqual(1)
      for (const farmer of [first, second])
        for (const id of [a, b]) await farmer.furrow.quests.withdraw(id).catch(() => {})
      await second.furrow.profile.change({ codehostUsername: null })
    }
  })

  test('says before the try what is against it, all of it at once', async () => {
    const harness = await start()
    const [giver, farmer] = [harness.user(), harness.user()]
    const [first] = (await post(giver, 1)) as [string]
    const { id: second } = await giver.furrow.quests.post({ ...sampleQuest, requires: { minCompleted: 2 } })
    expect(await farmer.furrow.quests.eligibility(first)).toEqual({
      mayTake: true,
      reasons: [],
      places: { held: 0, allowed: 1, finished: 0, next: null },
    })
    await farmer.furrow.quests.accept(first)
    const { mayTake, reasons, places } = await farmer.furrow.quests.eligibility(second)
    expect({ mayTake, places }).toMatchObject({ mayTake: false, places: { held: 1, allowed: 1 } })
    expect(reasons.map(({ code }) => code)).toEqual(['experience-needed', 'places-used-up'])
    await expect(farmer.furrow.quests.accept(second)).rejects.toMatchObject({ message: reasons[0]?.text })
    const own = await giver.furrow.quests.eligibility(first)
    expect(own.reasons.map(({ code }) => code)).toEqual(['own-quest', 'quest-full'])
    await expect(farmer.furrow.quests.eligibility('none')).rejects.toMatchObject({ code: 'quest-not-found' })
  })

  test.each([
    ['an empty value', { PLACES_LADDER: '' }],
    ['off', { PLACES_LADDER: 'off' }],
  ])('is none with %s, and writes nothing for it', async (_, env) => {
    const harness = await start(env)
    const [giver, farmer] = [harness.user(), harness.user()]
    const [first, second] = (await post(giver, 2)) as [string, string]
    await farmer.furrow.quests.accept(first)
    const { statements } = watchDatabase()
    await farmer.furrow.quests.accept(second)
    expect(statements.filter(({ sql }) => /insert into .place_takers/.test(sql))).toEqual([])
    expect((await farmer.furrow.tasks.list()).places).toBeUndefined()
    expect((await farmer.furrow.quests.eligibility(first)).places).toBeNull()
  })

  test('is none without a code host, where nobody could climb', async () => {
    const harness = await startHarness({ env: ladder })
    const [giver, farmer] = [harness.user(), harness.user()]
    for (const id of await post(giver, 3)) await farmer.furrow.quests.accept(id)
    expect((await farmer.furrow.tasks.list()).places).toBeUndefined()
  })
})
