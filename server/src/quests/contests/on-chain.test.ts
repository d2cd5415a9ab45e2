import type { NewQuest, Quest } from '@furrow/sdk/contract'
import {
  allowCall,
  type Call,
  depositCall,
  inSplitOrder,
  payInOf,
  shareCall,
  splitAddressOf,
  splitSaltOf,
  sponsoredPayIn,
  sponsorshipTypedData,
} from '@furrow/sdk/escrow'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { sampleQuest, startHarness, takeSharedDatabase, type User } from '../../../test/harness.ts'
import { problemWith } from '../../../test/problem-with.ts'
import { startRail } from '../../../test/rail.ts'
import { requireSound } from '../../../test/soundness.ts'
import { watchDatabase } from '../../../test/statements.ts'
import { day, hour, minute } from '../../ground/clock.ts'
import { keepEscrow } from '../rails/chain-rail/keeper.ts'
import { reconcileEscrow } from '../rails/chain-rail/reconcile.ts'

type Rail = Awaited<ReturnType<typeof startRail>>

const start = (env: Record<string, string> = {}) => startRail(env, 3, async () => {}, { splits: true })
const million = 1_000_000n

function contestAt({ clock }: Rail, change: Partial<NewQuest> = {}): NewQuest {
  const at = (days: number) => new Date(clock.now() + days * day).toISOString()
  return {
    ...sampleQuest,
    ...{ reward: '10 USDC', rewardAmount: 10, mode: 'contest', prizes: ['6', '3', '1'] },
    ...{ entriesUntil: at(7), decideUntil: at(14) },
    ...change,
  }
}

/** A contest on chain whose prizes are paid in, by a friend of its giver where one is named, with so many entries. */
async function open(
  rail: Rail,
  entrants: number,
  change: Partial<NewQuest> = {},
  friend: User | null = null,
) {
  const giver = rail.user()
  const quest = await giver.furrow.quests.post(contestAt(rail, change))
  const { id, funding } = quest
  if (friend === null) await rail.chain.fund(giver.account, id, 10n * million, 1, rail.chain.token)
  else await sponsor(rail, giver, friend, quest)
  await giver.furrow.quests.fund(id)
  const users = Array.from({ length: entrants }, () => rail.user())
  for (const [index, { furrow }] of users.entries()) {
    rail.clock.advance(1)
    await furrow.quests.enter({ questId: id, text: `Entry ${index}` })
  }
  return { giver, id, users, escrowId: funding.escrowId as Hex }
}

async function sponsor({ chain }: Rail, giver: User, friend: User, quest: Quest): Promise<void> {
  const deadline = Number((await chain.client.getBlock()).timestamp) + 3_600
  const words = sponsorshipTypedData(payInOf([quest]), { payer: friend.account.address, deadline })
  const signature = await giver.account.signTypedData(words as never)
  const sponsored = sponsoredPayIn(payInOf([quest]), { giver: giver.account.address, deadline, signature })
  await chain.client.setBalance({ address: friend.account.address, value: 10n ** 18n })
  await chain.mint(friend.account, 10n * million)
  for (const call of [allowCall(sponsored, 10n * million), depositCall(sponsored)])
    await sendTo(chain, call, friend.account)
}

async function sendTo(
  { account: accountAt, client }: Rail['chain'],
  { to, data }: Pick<Call, 'to' | 'data'>,
  account: User['account'] | ReturnType<Rail['chain']['account']> = accountAt(7),
): Promise<void> {
  const hash = await client.sendTransaction({ to, data, account, chain: client.chain })
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success')
}

async function reorganise({ chain, clock }: Rail, blocks: number): Promise<void> {
  await chain.client.request({ method: 'anvil_reorg', params: [blocks, []] } as never)
  clock.advance(minute)
}

/** On the same database, as after the end of the one before. */
async function anotherProcess(rail: Rail): Promise<Rail> {
  const harness = await startHarness({ env: rail.env, clock: rail.clock })
  const { context } = harness
  return { ...rail, ...harness, keep: () => keepEscrow.round(context).then(() => {}) }
}

/** Rounds of the keeper, each by a process that dies when it has something to send; gives the kinds of what they had. */
async function failEach(rail: Rail): Promise<string[]> {
  const seen = async () =>
    (
      await rail.context.db
        .selectFrom('escrow_attempts')
        .innerJoin('escrow_calls', 'escrow_calls.id', 'escrow_attempts.call_id')
        .select('kind')
        .orderBy('escrow_attempts.nonce')
        .execute()
    ).map(({ kind }) => kind)
  const before = await seen()
  rail.proxy.before = ({ method }) => (method === 'eth_sendRawTransaction' ? 'down' : 'pass')
  const first = await anotherProcess(rail)
  for (let round = 0; round < 4; round++) await first.keep()
  rail.proxy.before = () => 'pass'
  const second = await anotherProcess(rail)
  for (let round = 0; round < 3; round++) {
    await second.keep()
    await rail.chain.settled(rail.operator)
  }
  return (await seen()).slice(before.length)
}

/** The account as everybody is told of it. */
async function splitTold(rail: Rail, id: string) {
  const split = (await rail.read(id)).farmers.find(farmer => farmer.split !== undefined)?.split
  if (split === undefined) throw new Error('no account is told')
  return { ...split, factory: split.splitter, parts: split.parts.map(BigInt), salt: split.salt as Hex }
}

/** The second entry wins 6 and the first one 3; 1 goes back to the giver. */
function partsOf({
  giver,
  users: [first, second],
}: Pick<Awaited<ReturnType<typeof open>>, 'giver' | 'users'>) {
  return new Map([
    [second?.address ?? '', 6n * million],
    [first?.address ?? '', 3n * million],
    [giver.address, million],
  ])
}

async function close(rail: Rail): Promise<void> {
  await rail.later(7 * day)
  await rail.runDue()
}

const keep = async (rail: Rail, rounds = 3) => {
  for (let round = 0; round < rounds; round++) await rail.keep()
}

const paidTo = async (rail: Rail, id: string) => {
  const { farmers } = await rail.read(id)
  return Object.fromEntries(farmers.map(({ address, paid }) => [address, paid]))
}

/** The account has given everybody exactly their part, and nothing is owed any more. */
async function expectShared(rail: Rail, id: string, lead: User, given: ReadonlyMap<string, bigint>) {
  await keep(rail)
  const { payees, parts } = inSplitOrder([...given].map(([payee, part]) => ({ payee, part })))
  const split = {
    ...{ factory: rail.chain.splitter as Hex, payees, parts },
    salt: splitSaltOf(id, lead.address),
  }
  const account = splitAddressOf(split)
  expect(account).toBe(await accountOf(rail, id))
  expect(await rail.chain.balanceOf(account)).toBe(0n)
  const has = await Promise.all(payees.map(payee => rail.chain.balanceOf(payee as Hex)))
  expect(has).toEqual(parts)
  const { db } = rail.context
  const owed = await db
    .selectFrom('escrow_calls')
    .select(['id', 'problem'])
    .where('state', '!=', 'done')
    .execute()
  expect(owed).toEqual([])
  expect(await db.selectFrom('escrow_parked').select('reason').execute()).toEqual([])
}

const sharesOf = ({ context }: Rail) =>
  context.db
    .selectFrom('escrow_attempts')
    .innerJoin('escrow_calls', 'escrow_calls.id', 'escrow_attempts.call_id')
    .select(['call_id', 'hash'])
    .where('kind', '=', 'share')
    .execute()

/** The ranking holds: two winners, and a prize that goes back. The second entry stands for the payment. */
async function decideFor(
  rail: Rail,
  { giver, id, users }: Pick<Awaited<ReturnType<typeof open>>, 'giver' | 'id' | 'users'>,
) {
  const [first, second] = users as [User, User]
  await close(rail)
  await rail.user(giver).furrow.quests.rank(id, {
    winners: [
      { farmer: second.address, prize: 1 },
      { farmer: first.address, prize: 2 },
    ],
    returned: [{ prize: 3, reason: 'No other entry opens the gate.' }],
  })
  await rail.later(48 * hour)
  await rail.runDue()
  return second
}

/** The account that is the contract's farmer for all prizes. */
async function accountOf(rail: Rail, id: string): Promise<Hex> {
  return (await splitTold(rail, id)).account as Hex
}

/** The kind and the amount of each line of their statement that names this transaction. */
async function rowsWith(rail: Rail, user: User, hash: string): Promise<string[]> {
  const text = await (await rail.user(user).furrow.account.statement()).text()
  return text
    .split('\r\n')
    .filter(line => line.includes(hash))
    .map(line => line.replaceAll('"', '').split(','))
    .map(([, kind, , , amount]) => `${kind} ${amount}`)
}

const isOver = async (rail: Rail, id: string) =>
  ['completed', 'cancelled'].includes((await rail.read(id)).status)

async function compare(rail: Rail): Promise<void> {
  rail.clock.advance(5 * minute)
  while ((await reconcileEscrow.round(rail.context)) > 0);
}

describe.skipIf(!hasChain)('a contest whose prizes are in the contract', () => {
  test('pays unequal prizes, a shared one and one that goes back by one payment, to the unit', async () => {
    const rail = await start()
    const { giver, id, users } = await open(rail, 4)
    const [first, second, third] = users as [User, User, User, User]
    await close(rail)
    await rail.user(giver).furrow.quests.rank(id, {
      winners: [
        { farmer: second.address, prize: 1 },
        { farmer: first.address, prize: 2 },
        { farmer: third.address, prize: 2 },
      ],
      returned: [{ prize: 3, reason: 'No other entry opens the gate.' }],
    })
    await rail.later(48 * hour)
    await rail.runDue()
    expect(await rail.read(id)).toMatchObject({
      status: 'in-review',
      contest: { stage: 'paying' },
      funding: { released: '0', refunded: '0' },
    })
    await keep(rail)
    expect((await rail.read(id)).farmers).toMatchObject([{ status: 'in-review' }])
    await rail.later(49 * hour)
    await keep(rail, 5)
    const quest = await rail.read(id)
    expect(quest).toMatchObject({
      status: 'completed',
      maxFarmers: 3,
      funding: { released: '9', refunded: '1' },
      contest: { stage: 'decided', outcome: { because: 'ranked', paid: 3 } },
    })
    expect(await paidTo(rail, id)).toEqual({
      [second.account.address]: '6',
      [first.account.address]: '1.5',
      [third.account.address]: '1.5',
    })
    const { items } = await rail.visitor.quests.entries({ id })
    expect(items.map(({ outcome }) => outcome)).toEqual(['won', 'won', 'won', 'not-won'])
    await expectShared(
      rail,
      id,
      second,
      new Map([
        [second.address, 6n * million],
        [first.address, 1_500_000n],
        [third.address, 1_500_000n],
        [giver.address, million],
      ]),
    )
    await requireSound(rail.context)
    // Everybody's statement names the transaction that paid them, and the giver's the one that gave a prize back.
    const { hash = '' } = quest.funding.transactions?.find(({ kind }) => kind === 'release') ?? {}
    expect(await rowsWith(rail, second, hash)).toEqual(['received 6'])
    for (const user of [first, third]) expect(await rowsWith(rail, user, hash)).toEqual(['received 1.5'])
    expect((await rowsWith(rail, giver, hash)).toSorted()).toEqual([
      'paid 1.5',
      'paid 1.5',
      'paid 6',
      'refunded 1',
    ])
  })

  test('pays every entry alike where its giver is silent', async () => {
    const rail = await start()
    const { id, users } = await open(rail, 7)
    await close(rail)
    await rail.later(7 * day)
    await rail.runDue()
    await keep(rail)
    await rail.later(49 * hour)
    await keep(rail, 5)
    const paid = await paidTo(rail, id)
    expect(users.map(({ account }) => paid[account.address])).toEqual([
      ...Array.from({ length: 3 }, () => '1.428572'),
      ...Array.from({ length: 4 }, () => '1.428571'),
    ])
    const parts = users.map(({ address }, index) => [address, index < 3 ? 1_428_572n : 1_428_571n] as const)
    await expectShared(rail, id, users[0] as User, new Map(parts))
    await requireSound(rail.context)
  })

  test('is paid at once where its giver signs for the account', async () => {
    const rail = await start()
    const { giver, id, users } = await open(rail, 2)
    const lead = await decideFor(rail, { giver, id, users })
    const { account } = giver
    const signer = { account, signTypedData: (words: never) => account.signTypedData(words) }
    await rail.user(giver).furrow.quests.signApproval(signer, id, lead.address)
    await keep(rail)
    expect(await rail.read(id)).toMatchObject({
      status: 'completed',
      funding: { released: '9', refunded: '1' },
    })
    const kinds = (await rail.read(id)).funding.transactions?.map(({ kind }) => kind)
    expect(kinds?.slice(0, 4)).toEqual(['fund', 'propose', 'approve', 'release'])
    await requireSound(rail.context)
  })

  test.each([
    ['pays the winners', true, 'completed', { released: '9', refunded: '1' }],
    ['gives the prizes back', false, 'cancelled', { released: '0', refunded: '10' }],
  ] as const)('may be disputed at the contract, whose arbiter %s', async (_, isPaid, status, funding) => {
    const rail = await start()
    const contest = await open(rail, 2)
    await decideFor(rail, contest)
    await keep(rail)
    const { giver, id, escrowId } = contest
    const account = await accountOf(rail, id)
    await rail.chain.call(giver.account, 'dispute', [escrowId, account])
    await keep(rail)
    expect(await rail.read(id)).toMatchObject({ status: 'disputed', farmers: [{ status: 'disputed' }] })
    await rail.chain.call(2, 'resolve', [escrowId, account, isPaid])
    await rail.later(25 * hour)
    await keep(rail)
    if (!(await isOver(rail, id))) await rail.chain.call(7, 'release', [escrowId, account])
    await keep(rail, 5)
    expect(await rail.read(id)).toMatchObject({ status, funding })
    expect((await rail.read(id)).farmers.map(({ status }) => status)).toEqual(
      Array.from({ length: 2 }, () => (isPaid ? 'released' : 'refunded')),
    )
    await requireSound(rail.context)
  })

  test('divides what the arbiter leaves of it as the account does', async () => {
    const rail = await start()
    const contest = await open(rail, 2)
    await decideFor(rail, contest)
    await keep(rail)
    const { giver, id, escrowId } = contest
    const account = await accountOf(rail, id)
    await rail.chain.call(giver.account, 'dispute', [escrowId, account])
    await rail.chain.call(2, 'split', [escrowId, account, 5_000])
    await rail.later(25 * hour)
    await keep(rail)
    if (!(await isOver(rail, id))) await rail.chain.call(7, 'release', [escrowId, account])
    await keep(rail, 5)
    expect(await rail.read(id)).toMatchObject({ funding: { released: '4.5', refunded: '5.5' } })
    await requireSound(rail.context)
  })

  test('goes back whole where nobody entered, and ends where its giver takes the prizes back with notice', async () => {
    const rail = await start()
    const [empty, called] = [await open(rail, 0), await open(rail, 2)]
    await rail.chain.call(called.giver.account, 'giveNotice', [called.escrowId])
    await keep(rail)
    const late = rail.user().furrow.quests.enter({ questId: called.id, text: 'Late.' })
    expect(await problemWith(late)).toMatch(/^400 .*takes its free places back/)
    const letters = (await rail.user(called.users[0] as User).furrow.mail.list()).items
    expect(letters.map(({ subject }) => subject.split(':')[0])).toContain('The prizes are called back')
    await close(rail)
    await rail.chain.call(called.giver.account, 'refund', [called.escrowId])
    await keep(rail)
    expect(await rail.read(called.id)).toMatchObject({
      status: 'cancelled',
      funding: { released: '0', refunded: '10' },
      contest: { outcome: { because: 'funds-gone', paid: 0 } },
    })
    await rail.later(7 * day)
    await rail.runDue()
    await keep(rail)
    expect(await rail.read(empty.id)).toMatchObject({
      status: 'cancelled',
      contest: { outcome: { because: 'no-entries', paid: 0 } },
    })
    await rail.chain.call(empty.giver.account, 'refund', [empty.escrowId])
    await keep(rail)
    expect(await rail.read(empty.id)).toMatchObject({ funding: { released: '0', refunded: '10' } })
    await requireSound(rail.context)
  })

  test('is proposed, paid and shared out once though the chain takes blocks back', async () => {
    const rail = await start()
    const contest = await open(rail, 2)
    const lead = await decideFor(rail, contest)
    await rail.chain.client.mine({ blocks: 5 })
    await keep(rail, 1)
    await reorganise(rail, 2)
    await keep(rail, 2)
    await compare(rail)
    await compare(rail)
    await rail.later(49 * hour)
    await keep(rail, 2)
    await reorganise(rail, 1)
    await keep(rail, 2)
    await compare(rail)
    await rail.chain.client.mine({ blocks: 3 })
    await compare(rail)
    await keep(rail, 5)
    await reorganise(rail, 2)
    for (let round = 0; round < 4; round++) {
      await rail.chain.client.mine({ blocks: 2 })
      await rail.later(minute)
      await keep(rail, 1)
      await compare(rail)
    }
    const { id } = contest
    expect(await rail.read(id)).toMatchObject({
      status: 'completed',
      funding: { released: '9', refunded: '1' },
    })
    await expectShared(rail, id, lead, partsOf(contest))
    await requireSound(rail.context)
  })

  test('waits in the contract while a token blocks its account, and is paid and shared out once it is free', async () => {
    const rail = await startRail({}, 3, async () => {}, { splits: true, blocks: true })
    const contest = await open(rail, 2)
    const lead = await decideFor(rail, contest)
    await keep(rail)
    const account = await accountOf(rail, contest.id)
    await rail.chain.block(account, true)
    await rail.later(49 * hour)
    await keep(rail)
    expect(await rail.read(contest.id)).toMatchObject({
      contest: { stage: 'paying' },
      funding: { released: '0', refunded: '0' },
    })
    expect(await rail.chain.balanceOf(rail.chain.escrow)).toBe(10n * million)
    await rail.chain.block(account, false)
    await rail.later(7 * hour)
    await keep(rail, 5)
    expect(await rail.read(contest.id)).toMatchObject({ funding: { released: '9', refunded: '1' } })
    await expectShared(rail, contest.id, lead, partsOf(contest))
    await requireSound(rail.context)
  })

  test('is paid once where the process dies at each of its transactions, and another one goes on', async () => {
    const rail = await start(await takeSharedDatabase())
    const contest = await open(rail, 2)
    const { id } = contest
    const lead = await decideFor(rail, contest)
    const lost = await failEach(rail)
    await rail.later(49 * hour)
    lost.push(...(await failEach(rail)))
    lost.push(...(await failEach(rail)))
    // Each was signed and kept by a process that never learned whether it was sent.
    expect(lost).toEqual(['propose', 'release', 'share'])
    const last = await anotherProcess(rail)
    await expectShared(last, id, lead, partsOf(contest))
    const sent = await rail.context.db.selectFrom('escrow_attempts').select('call_id').execute()
    expect(sent).toHaveLength(3)
    await requireSound(last.context)
  })

  test('is shared out though somebody began to divide nothing before the money was there', async () => {
    const rail = await start()
    const contest = await open(rail, 2)
    const lead = await decideFor(rail, contest)
    await keep(rail)
    const split = await splitTold(rail, contest.id)
    await sendTo(rail.chain, shareCall({ ...split, token: rail.chain.token, count: 1 }))
    await rail.later(49 * hour)
    await keep(rail, 5)
    await rail.later(minute)
    await keep(rail, 3)
    await expectShared(rail, contest.id, lead, partsOf(contest))
  })

  test('pays hundreds alike where its giver is silent, in transactions of a hundred', async () => {
    const rail = await start()
    const { id, users } = await open(rail, 230)
    await close(rail)
    await rail.later(7 * day)
    await rail.runDue()
    await keep(rail)
    await rail.later(49 * hour)
    await keep(rail, 6)
    const [each, more] = [43_478n, 60]
    const parts = users.map(({ address }, index) => [address, each + (index < more ? 1n : 0n)] as const)
    await expectShared(rail, id, users[0] as User, new Map(parts))
    expect(await sharesOf(rail)).toHaveLength(3)
    await requireSound(rail.context)
  })

  test.each([
    ['who did not enter', false, 1n],
    ['who has won as well', true, 4n],
  ] as const)('gives prizes that go back to the sponsor %s', async (_, isWinner, part) => {
    const rail = await start()
    const friend = rail.user()
    const contest = await open(rail, 0, {}, friend)
    const { id } = contest
    const users = isWinner ? [friend, rail.user()] : [rail.user(), rail.user()]
    for (const [index, { furrow }] of users.entries()) {
      rail.clock.advance(1)
      await furrow.quests.enter({ questId: id, text: `Entry ${index}` })
    }
    await keep(rail)
    const lead = await decideFor(rail, { ...contest, users })
    await keep(rail)
    await rail.later(49 * hour)
    await keep(rail, 5)
    const [first] = users as [User]
    const given = new Map([
      [lead.address, 6n * million],
      [first.address, 3n * million],
      [friend.address, part * million],
    ])
    await expectShared(rail, id, lead, given)
    expect(await paidTo(rail, id)).toEqual({
      [lead.account.address]: '6',
      [first.account.address]: '3',
    })
    expect(await rail.read(id)).toMatchObject({ funding: { released: '9', refunded: '1' } })
    await requireSound(rail.context)
  })

  test('pays as the votes of members rank, and ties share their prizes', async () => {
    const rail = await start()
    const members = [4, 2, 1].map(() => rail.user())
    await rail.user(rail.genesis).furrow.communityDao.change({
      members: members.map(({ address }, index) => ({ address, title: `Title ${index}` })),
      settings: {
        quorum: 0,
        weights: 'title',
        titleWeights: [4, 2, 2].map((weight, index) => ({ title: `Title ${index}`, weight })),
      },
    })
    const { id, users } = await open(rail, 3, { rankBy: 'votes' })
    await close(rail)
    const { items } = await rail.visitor.quests.entries({ id })
    const [first, second, third] = items.map(({ id }) => id) as [string, string, string]
    for (const [voter, entry] of [first, second, third].entries())
      await rail.user(members[voter] as User).furrow.quests.castBallot({ questId: id, entries: [entry] })
    await rail.later(7 * day)
    await rail.runDue()
    await rail.later(48 * hour)
    await rail.runDue()
    await keep(rail)
    await rail.later(49 * hour)
    await keep(rail, 5)
    const paid = await paidTo(rail, id)
    expect(users.map(({ account }) => paid[account.address])).toEqual(['6', '2', '2'])
    await requireSound(rail.context)
  })

  test('is alone asked for entries when the chain tells of something', async () => {
    const rail = await start()
    const { farmer, giver, id, escrowId } = await rail.startQuest()
    await rail.user(farmer).furrow.quests.submit(id, { note: 'done' })
    await rail.chain.call(giver.account, 'giveNotice', [escrowId])
    const { statements } = watchDatabase()
    await keep(rail)
    await compare(rail)
    expect(statements.filter(({ sql }) => sql.includes('escrow_events')).length).toBeGreaterThan(0)
    expect(statements.filter(({ sql }) => sql.includes('contest_entries'))).toEqual([])
  })

  test('is not posted where the chain has no splitter, or the contract is of an earlier version', async () => {
    const rail = await startRail({}, 3)
    const post = rail.user().furrow.quests.post(contestAt(rail))
    expect(await problemWith(post)).toMatch(/^400 .*the setting ESCROW_SPLITTERS/)
    const older = await startRail({}, 2, async () => {}, { splits: true })
    const posted = older.user().furrow.quests.post(contestAt(older))
    expect(await problemWith(posted)).toMatch(/^400 .*of an earlier version/)
  })
})
