import type { DaoSettingsChange } from '@furrow/sdk/contract'
import { expect, test } from 'vitest'
import { type Harness, sampleQuest, startHarness, type User, type Wallet } from '../../../test/harness.ts'
import { signerOf } from '../../../test/signer.ts'
import { requireSound } from '../../../test/soundness.ts'
import { startTwins } from '../../../test/twins.ts'
import { day, hour } from '../../ground/clock.ts'

const refused = (code: string, status = 400) => ({ code, status })

/** A community whose members have the weights of their titles. */
async function openTo(harness: Harness, weights: readonly number[], settings: DaoSettingsChange = {}) {
  const members = weights.map(() => harness.user())
  const list = members.map(({ address }, index) => ({ address, title: `Title ${index}` }))
  const titleWeights = weights.map((weight, index) => ({ title: `Title ${index}`, weight }))
  const creator = harness.user(harness.genesis)
  await creator.furrow.communityDao.change({
    members: list,
    settings: { quorum: 0, weights: 'title', titleWeights, ...settings },
  })
  return members
}

async function post({ clock }: Harness, giver: User, prizes = ['500', '200', '50']): Promise<string> {
  const at = (days: number) => new Date(clock.now() + days * day).toISOString()
  const { id } = await giver.furrow.quests.post({
    ...sampleQuest,
    ...{ reward: '750 USDC', rewardAmount: 750, mode: 'contest', prizes, rankBy: 'votes' },
    ...{ entriesUntil: at(7), decideUntil: at(14) },
  })
  return id
}

async function enter(harness: Harness, id: string, entrants: readonly User[]): Promise<string[]> {
  const ids: string[] = []
  for (const { furrow } of entrants) {
    harness.clock.advance(1)
    ids.push((await furrow.quests.enter({ questId: id, text: 'A gate.' })).id)
  }
  return ids
}

async function pass({ clock, runDue }: Harness, time: number): Promise<void> {
  clock.advance(time)
  await runDue()
}

const cast = ({ user }: Harness, voter: Wallet, questId: string, entries: string[]) =>
  user(voter).furrow.quests.castBallot({ questId, entries })

test('the power of members ranks the entries, ties share their prizes, and anybody can count it', async () => {
  const harness = await startHarness()
  const { user, visitor } = harness
  const members = await openTo(harness, [4, 2, 1, 7])
  const [ann, ben, cid] = members as [User, User, User]
  const [giver, one, two, three] = [user(), user(), user(), user()]
  const id = await post(harness, giver)
  expect((await visitor.quests.get(id)).contest).toMatchObject({ rankBy: 'votes', stage: 'entries' })
  const [first, second, third] = (await enter(harness, id, [one, two, three])) as [string, string, string]
  await expect(cast(harness, ann, id, [first])).rejects.toMatchObject(refused('vote-not-begun'))
  await pass(harness, 7 * day)
  // The giver has nothing to rank, and is told so.
  expect((await user(giver).furrow.tasks.list()).tasks.map(({ kind }) => kind)).not.toContain('rank')
  await expect(
    user(giver).furrow.quests.rank(id, { winners: [], returned: [{ prize: 1, reason: 'x' }] }),
  ).rejects.toMatchObject(refused('members-rank'))
  expect(await user(ann).furrow.quests.ownBallot(id)).toEqual({ mayVote: true, ballot: null })
  expect(await cast(harness, ann, id, [first])).toMatchObject({ power: 4, entries: [first] })
  await cast(harness, ann, id, [second, third])
  await cast(harness, ben, id, [second, third])
  await cast(harness, cid, id, [first])
  expect(await user(ann).furrow.quests.ownBallot(id)).toMatchObject({
    mayVote: true,
    ballot: { power: 4, entries: [second, third] },
  })
  await expect(visitor.quests.ballots({ id })).rejects.toMatchObject(refused('votes-secret'))
  await pass(harness, 7 * day)
  const { contest } = await visitor.quests.get(id)
  expect(contest).toMatchObject({
    stage: 'ranked',
    vote: { ballots: 3, cast: 7, total: 14, quorum: 0 },
    ranking: {
      by: 'members',
      winners: [
        { farmer: two.account.address, prize: 1 },
        { farmer: three.account.address, prize: 1 },
        { farmer: one.account.address, prize: 3 },
      ],
      returned: [],
    },
  })
  await expect(cast(harness, ann, id, [first])).rejects.toMatchObject(refused('vote-over'))
  // Each ballot with its power: together they are the power of each entry.
  const { items: ballots } = await visitor.quests.ballots({ id })
  const { items: entries } = await visitor.quests.entries({ id })
  const powerOf = (entry: string) =>
    ballots.reduce((sum, { entries, power }) => sum + (entries.includes(entry) ? power : 0), 0)
  expect(entries.map(({ id, votes }) => [id, votes])).toEqual(entries.map(({ id }) => [id, powerOf(id)]))
  expect(entries.map(({ votes }) => votes)).toEqual([1, 6, 6])
  const page = await visitor.quests.ballots({ id, limit: '2' })
  const rest = await visitor.quests.ballots({ id, cursor: page.cursor ?? '' })
  expect([...page.items, ...rest.items]).toEqual(ballots)
  await pass(harness, 48 * hour)
  const { farmers, funding } = await visitor.quests.get(id)
  expect(Object.fromEntries(farmers.map(({ address, paid }) => [address, paid]))).toEqual({
    [two.account.address]: '350',
    [three.account.address]: '350',
    [one.account.address]: '50',
  })
  expect(funding).toMatchObject({ released: '750', refunded: '0' })
  await requireSound(harness.context)
})

test('wallets without membership, the giver, entrants and the arbiter have no vote', async () => {
  const harness = await startHarness()
  const { platform, user, visitor, genesis } = harness
  const [ann, ben, giver] = (await openTo(harness, [1, 1, 1])) as [User, User, User]
  const id = await post(harness, giver)
  const [entry = ''] = await enter(harness, id, [user(ben)])
  await pass(harness, 7 * day)
  // A member who joins now is none of this vote; nor do the settings of now weigh it.
  await user(genesis).furrow.communityDao.change({
    members: [ann, ben, giver, platform].map(({ address }) => ({ address, title: 'Title 0' })),
    settings: { weights: 'one', quorum: 100 },
  })
  const late = user()
  await user(genesis).furrow.communityDao.change({
    members: [ann, ben, giver, platform, late].map(({ address }) => ({ address, title: 'Title 0' })),
  })
  const strangers = Array.from({ length: 20 }, () => user())
  for (const one of [...strangers, giver, ben, user(platform), late]) {
    await expect(cast(harness, one, id, [entry])).rejects.toMatchObject(refused('members-only', 403))
    expect(await user(one).furrow.quests.ownBallot(id)).toEqual({ mayVote: false, ballot: null })
  }
  for (const [entries, code] of [
    [['entry-1'], 'no-entry'],
    [[entry, entry], 'ballot-invalid'],
    [[entry, 'a', 'b', 'c'], 'ballot-invalid'],
  ] as const)
    await expect(cast(harness, ann, id, [...entries])).rejects.toMatchObject(refused(code))
  // No entry deserves a prize, says the only one who may vote.
  await cast(harness, ann, id, [])
  await pass(harness, 7 * day)
  expect((await visitor.quests.get(id)).contest).toMatchObject({
    stage: 'ranked',
    vote: { ballots: 1, cast: 1, total: 1, quorum: 0 },
    ranking: { winners: [], returned: [{ prize: 1, reason: null }, { prize: 2 }, { prize: 3 }] },
  })
  await user(ben).furrow.quests.disputeRanking(id, 'Mine opens.')
  await user(platform).furrow.quests.resolveRanking(id, {
    reason: 'It does.',
    ranking: {
      winners: [{ farmer: ben.address, prize: 1 }],
      returned: [2, 3].map(prize => ({ prize, reason: 'One entry.' })),
    },
  })
  expect(await visitor.quests.get(id)).toMatchObject({ funding: { released: '500', refunded: '250' } })
  await requireSound(harness.context)
})

test('too few votes pay the prizes in equal parts, and delegated power counts with the delegate', async () => {
  const harness = await startHarness()
  const { context, user, visitor } = harness
  const [ann, ben, cid] = (await openTo(harness, [1, 1, 2], { quorum: 50 })) as [User, User, User]
  await cid.furrow.communityDao.delegate(signerOf(cid), ann.address)
  const giver = user()
  const [few, silent, many] = [
    await post(harness, giver),
    await post(harness, giver),
    await post(harness, giver),
  ]
  const entrants = [user(), user()]
  await enter(harness, few, entrants)
  await enter(harness, silent, entrants)
  const [entry = ''] = await enter(harness, many, entrants)
  await pass(harness, 7 * day)
  await cast(harness, ben, few, [])
  expect(await cast(harness, ann, many, [entry])).toMatchObject({ power: 3 })
  await pass(harness, 7 * day)
  for (const [id, cast] of [
    [few, 1],
    [silent, 0],
  ] as const)
    expect(await visitor.quests.get(id)).toMatchObject({
      status: 'completed',
      funding: { released: '750', refunded: '0' },
      contest: { vote: { cast }, outcome: { because: 'silence', paid: 2 } },
    })
  expect((await visitor.quests.get(many)).contest).toMatchObject({
    vote: { ballots: 1, cast: 3, total: 4, quorum: 50 },
    ranking: { by: 'members', winners: [{ prize: 1 }] },
  })
  await requireSound(context)
})

test('a member who leaves takes an open ballot along, and a counted one stays under a pseudonym', async () => {
  const harness = await startHarness()
  const { context, user, visitor } = harness
  const [ann, ben] = (await openTo(harness, [3, 1])) as [User, User]
  const giver = user()
  const id = await post(harness, giver)
  const [first = '', second = ''] = await enter(harness, id, [user(), user()])
  await pass(harness, 7 * day)
  await cast(harness, ann, id, [first])
  await cast(harness, ben, id, [second])
  const leave = (one: User) =>
    user(one).furrow.account.delete({
      account: one.account,
      signMessage: ({ message }) => one.account.signMessage({ message }),
    })
  await leave(ann)
  await pass(harness, 7 * day)
  expect((await visitor.quests.get(id)).contest).toMatchObject({
    vote: { ballots: 1, cast: 1, total: 4 },
    ranking: { winners: [{ prize: 1 }] },
  })
  await leave(ben)
  const { items } = await visitor.quests.ballots({ id })
  expect(items).toMatchObject([{ power: 1, entries: [second] }])
  expect(items[0]?.voter.toLowerCase()).not.toBe(ben.address)
  const left = await context.db.selectFrom('contest_voters').select('address').execute()
  for (const one of [ann, ben]) expect(left.map(({ address }) => address)).not.toContain(one.address)
  await requireSound(context)
})

test('ballots through two processes until the last millisecond are counted, each voter once', async () => {
  const [harness, other] = await startTwins()
  const { clock } = harness
  const members = await openTo(
    harness,
    Array.from({ length: 8 }, () => 1),
  )
  const giver = harness.user()
  const id = await post(harness, giver)
  const [first = '', second = ''] = await enter(harness, id, [harness.user(), harness.user()])
  clock.advance(14 * day - 10)
  await Promise.all(
    members.flatMap((one, index) => [
      cast(harness, one, id, [first]),
      cast(other, one, id, index < 5 ? [first] : [first, second]),
    ]),
  )
  await Promise.all([pass(harness, day), other.runDue()])
  const { contest } = await harness.visitor.quests.get(id)
  expect(contest?.vote).toMatchObject({ ballots: 8, cast: 8, total: 8 })
  expect((await harness.visitor.quests.entries({ id })).items[0]?.votes).toBe(8)
})

test('where no member could rank, members are not asked to', async () => {
  const harness = await startHarness()
  const { user, genesis, platform } = harness
  const giver = user()
  await user(genesis).furrow.communityDao.change({
    members: [giver, platform].map(({ address }) => ({ address, title: 'Member' })),
  })
  await expect(post(harness, giver)).rejects.toMatchObject(refused('no-voters'))
})
