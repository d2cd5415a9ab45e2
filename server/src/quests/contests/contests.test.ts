import type { NewQuest } from '@furrow/sdk/contract'
import { expect, test } from 'vitest'
import { people, startGithub } from '../../../test/github.ts'
import { type Harness, sampleQuest, shareHarness, startHarness, type User } from '../../../test/harness.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day, hour } from '../../ground/clock.ts'

const harnessOf = shareHarness()
const refused = (code: string, status = 400) => ({ code, status })
const word = 'The clearest drawing.'

function contestAt({ clock }: Pick<Harness, 'clock'>, change: Partial<NewQuest> = {}): NewQuest {
  const at = (days: number) => new Date(clock.now() + days * day).toISOString()
  return {
    ...sampleQuest,
    reward: '750 USDC',
    rewardAmount: 750,
    mode: 'contest',
    prizes: ['500', '200', '50'],
    entriesUntil: at(7),
    decideUntil: at(14),
    ...change,
  }
}

async function open(harness: Harness, entrants: number, change: Partial<NewQuest> = {}) {
  const giver = harness.user()
  const { id } = await giver.furrow.quests.post(contestAt(harness, change))
  const users = Array.from({ length: entrants }, () => harness.user())
  for (const [index, { furrow }] of users.entries()) {
    harness.clock.advance(1)
    await furrow.quests.enter({ questId: id, text: `Entry ${index}` })
  }
  return { giver, id, users }
}

async function close(harness: Harness): Promise<void> {
  harness.clock.advance(7 * day)
  await harness.runDue()
}

const lettersOf = async ({ user }: Harness, one: User) =>
  (await user(one).furrow.mail.list()).items.map(({ subject }) => subject.split(':')[0])

test('a contest pays its prizes as the giver ranks the entries, once nobody disputes it in time', async () => {
  const harness = await harnessOf()
  const { clock, context, user, visitor } = harness
  const { giver, id, users } = await open(harness, 4)
  const [first, second, third, last] = users as [User, User, User, User]
  expect(await visitor.quests.get(id)).toMatchObject({
    status: 'open',
    farmers: [],
    deadline: expect.any(String),
    funding: { amount: '750', released: '0', refunded: '0' },
    contest: { prizes: ['500', '200', '50'], entries: 4, maxEntries: 500, sealed: false, stage: 'entries' },
  })
  const ranking = {
    winners: [
      { farmer: second.address, prize: 1, word },
      { farmer: first.address, prize: 2 },
      { farmer: third.address, prize: 2 },
    ],
    returned: [{ prize: 3, reason: 'No other entry opens the gate.' }],
  }
  await expect(giver.furrow.quests.rank(id, ranking)).rejects.toMatchObject(refused('contest-stage'))
  await close(harness)
  expect((await user(giver).furrow.tasks.list()).tasks).toContainEqual(
    expect.objectContaining({ kind: 'rank', questId: id }),
  )
  expect(await visitor.quests.get(id)).toMatchObject({ status: 'in-review', contest: { stage: 'ranking' } })
  await user(giver).furrow.quests.rank(id, ranking)
  await expect(user(giver).furrow.quests.rank(id, ranking)).rejects.toMatchObject(refused('contest-stage'))
  expect((await visitor.quests.get(id)).contest).toMatchObject({
    stage: 'ranked',
    ranking: {
      by: 'giver',
      winners: [
        { farmer: second.account.address, prize: 1, word },
        { farmer: first.account.address, prize: 2, word: null },
        { farmer: third.account.address, prize: 2, word: null },
      ],
      returned: [{ prize: 3, reason: 'No other entry opens the gate.' }],
    },
  })
  clock.advance(47 * hour)
  await harness.runDue()
  expect((await visitor.quests.get(id)).funding).toMatchObject({ released: '0', refunded: '0' })
  clock.advance(hour)
  await harness.runDue()
  const quest = await visitor.quests.get(id)
  expect(quest).toMatchObject({
    status: 'completed',
    maxFarmers: 3,
    funding: { status: 'settled', amount: '750', released: '700', refunded: '50' },
    contest: { stage: 'decided', entries: 4, outcome: { because: 'ranked', paid: 3 } },
  })
  const paid = Object.fromEntries(quest.farmers.map(({ address, paid }) => [address, paid]))
  expect(paid).toEqual({
    [second.account.address]: '500',
    [first.account.address]: '100',
    [third.account.address]: '100',
  })
  expect(quest.farmers.map(({ countsAs }) => countsAs)).toEqual([null, null, null])
  expect((await user(giver).furrow.tasks.counts()).pay).toBe(3)
  expect(await lettersOf(harness, second)).toEqual(
    expect.arrayContaining(['Your entry is ranked', 'Your entry is paid']),
  )
  expect(await lettersOf(harness, last)).toEqual(
    expect.arrayContaining(['The entries are ranked', 'Contest decided']),
  )
  const { items } = await visitor.quests.entries({ id })
  expect(items.map(({ outcome, prize }) => [outcome, prize])).toEqual([
    ['won', 2],
    ['won', 1],
    ['won', 2],
    ['not-won', null],
  ])
  // Like any released place: reviewed, paid by word, and in the statement.
  await user(second).furrow.quests.review(id, giver.address, 5)
  await user(giver).furrow.quests.sayPaid(id, second.address)
  await user(second).furrow.quests.confirmPayment(id)
  await requireSound(context)
})

test('silence pays the prizes in equal parts among entries that nobody has hidden, to the unit', async () => {
  const harness = await harnessOf()
  const { clock, context, visitor } = harness
  const { id, users } = await open(harness, 7, {
    reward: '0.00001 USDC',
    rewardAmount: 0.00001,
    prizes: ['0.000007', '0.000003'],
  })
  await close(harness)
  const { items } = await visitor.quests.entries({ id })
  await harness.user(harness.platform).furrow.moderation.act({
    action: 'hide',
    kind: 'entry',
    id: items[2]?.id ?? '',
    reason: 'Spam.',
  })
  expect((await visitor.quests.entries({ id })).items[2]).toMatchObject({
    text: '',
    hidden: { reason: 'Spam.' },
  })
  // Its author and moderators read it still.
  for (const reader of [harness.user(users[2]), harness.user(harness.platform)])
    expect((await reader.furrow.quests.entries({ id })).items[2]?.text).toBe('Entry 2')
  clock.advance(7 * day - 10)
  await harness.runDue()
  expect((await visitor.quests.get(id)).contest?.stage).toBe('ranking')
  clock.advance(10)
  await harness.runDue()
  const quest = await visitor.quests.get(id)
  expect(quest).toMatchObject({
    status: 'completed',
    funding: { released: '0.00001', refunded: '0' },
    contest: { outcome: { because: 'silence', paid: 6 } },
  })
  const paidOf = (user: User | undefined) =>
    quest.farmers.find(({ address }) => address === user?.account.address)?.paid ?? null
  expect(users.map(paidOf)).toEqual([
    '0.000002',
    '0.000002',
    null,
    '0.000002',
    '0.000002',
    '0.000001',
    '0.000001',
  ])
  await requireSound(context)
})

test('a contest without an entry gives everything back, and one that nobody has entered can be cancelled', async () => {
  const harness = await harnessOf()
  const { clock, context, visitor } = harness
  const [empty, cancelled] = [await open(harness, 0), await open(harness, 0)]
  await cancelled.giver.furrow.quests.cancel(cancelled.id)
  expect(await visitor.quests.get(cancelled.id)).toMatchObject({
    status: 'cancelled',
    funding: { released: '0', refunded: '750' },
    contest: { stage: 'decided', outcome: { because: 'cancelled', paid: 0 } },
  })
  clock.advance(14 * day)
  await harness.runDue()
  expect(await visitor.quests.get(empty.id)).toMatchObject({
    status: 'cancelled',
    funding: { released: '0', refunded: '750' },
    contest: { outcome: { because: 'no-entries', paid: 0 } },
  })
  await requireSound(context)
})

test('an entrant may dispute the ranking, which the arbiter upholds or makes anew, or which holds by silence', async () => {
  const harness = await harnessOf()
  const { clock, context, platform, user, visitor } = harness
  const contests = [await open(harness, 2), await open(harness, 2), await open(harness, 2)]
  await close(harness)
  const allBack = [1, 2, 3].map(prize => ({ prize, reason: 'None opens the gate.' }))
  for (const { giver, id, users } of contests) {
    await user(giver).furrow.quests.rank(id, { winners: [], returned: allBack })
    const outsider = user().furrow.quests.disputeRanking(id, 'I would have won.')
    await expect(outsider).rejects.toMatchObject(refused('no-entry'))
    const entrant = user(users[0]).furrow
    await entrant.quests.disputeRanking(id, 'Mine opens it.')
    await expect(entrant.quests.disputeRanking(id, 'Again.')).rejects.toMatchObject(refused('contest-stage'))
    expect(await visitor.quests.get(id)).toMatchObject({
      status: 'disputed',
      contest: { stage: 'disputed', dispute: { reason: 'Mine opens it.' } },
    })
  }
  const [upheld, anew, silent] = contests as [Opened, Opened, Opened]
  const arbiter = user(platform).furrow
  expect((await arbiter.tasks.counts()).judge).toBeGreaterThanOrEqual(3)
  await expect(
    user(upheld.giver).furrow.quests.resolveRanking(upheld.id, { reason: 'Mine.' }),
  ).rejects.toMatchObject(refused('arbiter-only', 403))
  await arbiter.quests.resolveRanking(upheld.id, { reason: 'None opens it.' })
  await arbiter.quests.resolveRanking(anew.id, {
    reason: 'It opens.',
    ranking: {
      winners: [{ farmer: anew.users[0]?.address ?? '', prize: 1 }],
      returned: [
        { prize: 2, reason: 'One entry only.' },
        { prize: 3, reason: 'One entry only.' },
      ],
    },
  })
  expect(await visitor.quests.get(upheld.id)).toMatchObject({
    funding: { released: '0', refunded: '750' },
    contest: { outcome: { because: 'resolved', paid: 0, reason: 'None opens it.' } },
  })
  expect(await visitor.quests.get(anew.id)).toMatchObject({
    funding: { released: '500', refunded: '250' },
    contest: { ranking: { by: 'arbiter' }, outcome: { because: 'resolved', paid: 1 } },
  })
  clock.advance(60 * day)
  await harness.runDue()
  expect(await visitor.quests.get(silent.id)).toMatchObject({
    funding: { released: '0', refunded: '750' },
    contest: { outcome: { because: 'ranked', paid: 0 } },
  })
  await requireSound(context)
})

type Opened = Awaited<ReturnType<typeof open>>

test('a sealed entry is read by its author alone until the entries are closed, and lies encrypted', async () => {
  const harness = await harnessOf()
  const { clock, context, user, visitor } = harness
  const { giver, id, users } = await open(harness, 2, { sealed: true })
  const [author, other] = users as [User, User]
  await author.furrow.quests.enter({
    questId: id,
    text: 'A hinge of oak',
    links: ['https://example.org/hinge.png'],
  })
  for (const reader of [visitor, giver.furrow, user(harness.platform).furrow])
    expect((await reader.quests.entries({ id })).items).toEqual([])
  expect((await other.furrow.quests.entries({ id })).items).toMatchObject([{ text: 'Entry 1' }])
  expect((await author.furrow.quests.entries({ id })).items).toMatchObject([
    { text: 'A hinge of oak', links: ['https://example.org/hinge.png'] },
  ])
  expect((await visitor.quests.get(id)).contest?.entries).toBe(2)
  const rows = await context.db.selectFrom('contest_entries').selectAll().where('quest_id', '=', id).execute()
  expect(JSON.stringify(rows)).not.toMatch(/oak|hinge/)
  clock.advance(7 * day)
  expect((await visitor.quests.entries({ id })).items).toMatchObject([
    { text: 'A hinge of oak' },
    { text: 'Entry 1' },
  ])
  const late = user(author).furrow.quests.enter({ questId: id, text: 'Later.' })
  await expect(late).rejects.toMatchObject(refused('entries-closed'))
  await expect(user(author).furrow.quests.withdrawEntry(id)).rejects.toMatchObject(refused('entries-closed'))
})

test('there is one entry for each wallet, at most as many as the contest takes, and one may be withdrawn', async () => {
  const harness = await harnessOf()
  const { user, visitor } = harness
  const { giver, id, users } = await open(harness, 2, { maxEntries: 2 })
  const [first] = users as [User, User]
  const third = user()
  await first.furrow.quests.enter({ questId: id, text: 'Changed.' })
  await expect(third.furrow.quests.enter({ questId: id, text: 'Mine.' })).rejects.toMatchObject(
    refused('contest-full'),
  )
  await first.furrow.quests.withdrawEntry(id)
  await expect(first.furrow.quests.withdrawEntry(id)).rejects.toMatchObject(refused('entry-not-found', 404))
  await third.furrow.quests.enter({ questId: id, text: 'Mine.' })
  expect((await visitor.quests.list({ giver: giver.address })).items[0]?.contest?.entries).toBe(2)
  await expect(giver.furrow.quests.enter({ questId: id, text: 'Own.' })).rejects.toMatchObject(
    refused('own-quest', 403),
  )
  const plain = await giver.furrow.quests.post(sampleQuest)
  await expect(third.furrow.quests.enter({ questId: plain.id, text: 'x' })).rejects.toMatchObject(
    refused('no-contest'),
  )
})

test('actions of quests with places are refused, and say what to do instead', async () => {
  const harness = await harnessOf()
  const { giver, id, users } = await open(harness, 1)
  const [entrant] = users as [User]
  const { quests } = giver.furrow
  const { updatedAt } = await quests.get(id)
  for (const act of [
    () => entrant.furrow.quests.accept(id),
    () => quests.complete(id),
    () => quests.cancel(id),
    () => quests.pause(id),
    () => quests.edit(id, { description: 'Another gate.' }, updatedAt),
  ])
    await expect(act()).rejects.toMatchObject(refused('is-contest'))
  await expect(entrant.furrow.quests.submit(id, { note: 'x' })).rejects.toMatchObject(refused('no-place'))
})

test('terms that do not fit each other are refused', async () => {
  const harness = await harnessOf()
  const { quests } = harness.user().furrow
  const at = (days: number) => new Date(harness.clock.now() + days * day).toISOString()
  const wrong: Partial<NewQuest>[] = [
    { rewardAmount: 700, reward: '700 USDC' },
    { prizes: ['500', '250', '0'] },
    { prizes: ['500', '249.9999999', '0.0000001'] },
    { maxFarmers: 3 },
    { admission: 'application' },
    { entriesUntil: at(-1) },
    { decideUntil: at(7) },
    { deadline: at(3) },
    { requires: { newcomers: 1 } },
    { mode: 'places' },
  ]
  for (const change of wrong)
    await expect(quests.post(contestAt(harness, change)), JSON.stringify(change)).rejects.toMatchObject({
      status: 400,
    })
  const { prizes: _, ...missing } = contestAt(harness)
  await expect(quests.post(missing)).rejects.toMatchObject(refused('contest-invalid'))
  const parts = [contestAt(harness), sampleQuest]
  await expect(quests.postPlan({ parts })).rejects.toMatchObject(refused('contest-invalid'))
})

test('an account enters once, whatever its wallet, and an entry counts as half a place', async () => {
  const github = await startGithub()
  const harness = await startHarness({ env: { ...github.env, PLACES_LADDER: '0:1,1:3' } })
  const { user } = harness
  const giver = user()
  const post = async () => (await giver.furrow.quests.post(contestAt(harness))).id
  const [first, second, third] = [await post(), await post(), await post()]
  const [wallet, other] = [user(), user()]
  await wallet.furrow.profile.change({ codehostToken: people.alice })
  await wallet.furrow.quests.enter({ questId: first, text: 'One.' })
  await wallet.furrow.quests.enter({ questId: second, text: 'Two.' })
  const full = wallet.furrow.quests.enter({ questId: third, text: 'Three.' })
  await expect(full).rejects.toMatchObject(refused('places-used-up'))
  const place = await giver.furrow.quests.post(sampleQuest)
  await expect(wallet.furrow.quests.accept(place.id)).rejects.toMatchObject(refused('places-used-up'))
  await wallet.furrow.profile.change({ codehostUsername: null })
  await other.furrow.profile.change({ codehostToken: people.alice })
  const again = other.furrow.quests.enter({ questId: first, text: 'Once more.' })
  await expect(again).rejects.toMatchObject(refused('entered-already'))
  await wallet.furrow.quests.withdrawEntry(second)
  await wallet.furrow.quests.enter({ questId: third, text: 'Three.' })
  await requireSound(harness.context)
})

test('colluding wallets that are paid their prizes on the word of each other gain no points', async () => {
  const harness = await startHarness({ env: { POINTS_FOR: 'recorded' } })
  const { clock, user, visitor } = harness
  const { giver, id, users } = await open(harness, 30)
  await close(harness)
  clock.advance(7 * day)
  await harness.runDue()
  for (const one of users) {
    await user(giver).furrow.quests.sayPaid(id, one.address)
    await user(one).furrow.quests.confirmPayment(id)
  }
  const { funding, contest } = await visitor.quests.get(id)
  expect(funding).toMatchObject({ released: '750', refunded: '0' })
  expect(contest?.outcome?.paid).toBe(30)
  expect(await harness.context.db.selectFrom('score_events').selectAll().execute()).toEqual([])
  await requireSound(harness.context)
})

test('an author who leaves takes a waiting entry along, and a prize stays under a pseudonym', async () => {
  const harness = await harnessOf()
  const { context, user, visitor } = harness
  const { giver, id, users } = await open(harness, 3)
  const [leaver, winner, other] = users as [User, User, User]
  await leaveAs(harness, leaver)
  expect((await visitor.quests.get(id)).contest?.entries).toBe(2)
  await close(harness)
  await user(giver).furrow.quests.rank(id, {
    winners: [{ farmer: winner.address, prize: 1, word }],
    returned: [2, 3].map(prize => ({ prize, reason: 'One is enough.' })),
  })
  await expect(leaveAs(harness, winner)).rejects.toMatchObject(refused('work-running', 409))
  harness.clock.advance(48 * hour)
  await harness.runDue()
  await leaveAs(harness, winner)
  await leaveAs(harness, other)
  const { items } = await visitor.quests.entries({ id })
  expect(items).toMatchObject([{ text: '', links: [], outcome: 'won', prize: 1 }])
  expect(items[0]?.farmer.toLowerCase()).not.toBe(winner.address)
  expect((await visitor.quests.get(id)).contest?.entries).toBe(2)
  await requireSound(context)
})

async function leaveAs({ user }: Harness, one: User): Promise<void> {
  const { account } = one
  await user(one).furrow.account.delete({
    account,
    signMessage: ({ message }) => account.signMessage({ message }),
  })
}

test('whom the giver blocks enters none of their contests, and links of an entry lead to the web', async () => {
  const { giver, id } = await open(await harnessOf(), 0)
  const { user } = await harnessOf()
  const [blocked, entrant] = [user(), user()]
  await giver.furrow.mail.block(blocked.address)
  await expect(blocked.furrow.quests.enter({ questId: id, text: 'Mine.' })).rejects.toMatchObject(
    refused('blocked-by-giver', 403),
  )
  const links = ['https://example.org/gate.png', 'javascript:alert(1)']
  await expect(entrant.furrow.quests.enter({ questId: id, text: 'Mine.', links })).rejects.toMatchObject(
    refused('link-invalid'),
  )
})

test('a contest that is hidden is seen by who entered it, and by nobody else', async () => {
  const harness = await harnessOf()
  const { id, users } = await open(harness, 1)
  const act = { action: 'hide', kind: 'quest', id, reason: 'It names a neighbour.' } as const
  await harness.user(harness.platform).furrow.moderation.act(act)
  expect(await users[0]?.furrow.quests.get(id)).toMatchObject({ id, hidden: { reason: act.reason } })
  await expect(harness.user().furrow.quests.get(id)).rejects.toMatchObject(refused('quest-not-found', 404))
})
