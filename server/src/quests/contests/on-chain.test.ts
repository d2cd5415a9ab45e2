import type { NewQuest } from '@furrow/sdk/contract'
import { shareCall, splitAddressOf, splitSaltOf } from '@furrow/sdk/escrow'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import { sampleQuest, type User } from '../../../test/harness.ts'
import { problemWith } from '../../../test/problem-with.ts'
import { startRail } from '../../../test/rail.ts'
import { requireSound } from '../../../test/soundness.ts'
import { day, hour, minute } from '../../ground/clock.ts'
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

/** A contest on chain whose prizes are paid in, with so many entries. */
async function open(rail: Rail, entrants: number, change: Partial<NewQuest> = {}) {
  const giver = rail.user()
  const { id, funding } = await giver.furrow.quests.post(contestAt(rail, change))
  await rail.chain.fund(giver.account, id, 10n * million, 1, rail.chain.token)
  await giver.furrow.quests.fund(id)
  const users = Array.from({ length: entrants }, () => rail.user())
  for (const [index, { furrow }] of users.entries()) {
    rail.clock.advance(1)
    await furrow.quests.enter({ questId: id, text: `Entry ${index}` })
  }
  return { giver, id, users, escrowId: funding.escrowId as Hex }
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

/** Anybody shares the account out, and everybody has exactly their part. */
async function shareOut(rail: Rail, id: string, lead: User, given: ReadonlyMap<string, bigint>) {
  const payees = [...given.keys()].map(payee => payee.toLowerCase()).toSorted() as Hex[]
  const partOf = new Map([...given].map(([payee, part]) => [payee.toLowerCase(), part]))
  const parts = payees.map(payee => partOf.get(payee) ?? 0n)
  const split = {
    ...{ factory: rail.chain.splitter as Hex, payees, parts },
    salt: splitSaltOf(id, lead.address),
  }
  const sum = parts.reduce((all, part) => all + part, 0n)
  expect(await rail.chain.balanceOf(splitAddressOf(split))).toBe(sum)
  const before = await Promise.all(payees.map(payee => rail.chain.balanceOf(payee)))
  const { to, data } = shareCall({ ...split, token: rail.chain.token })
  const hash = await rail.chain.client.sendTransaction({
    ...{ to: to as Hex, data: data as Hex, account: rail.chain.account(7), chain: rail.chain.client.chain },
  })
  await rail.chain.client.waitForTransactionReceipt({ hash })
  const after = await Promise.all(payees.map(payee => rail.chain.balanceOf(payee)))
  expect(after.map((has, index) => has - (before[index] ?? 0n))).toEqual(parts)
}

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
  const { funding } = await rail.read(id)
  return funding.account as Hex
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
    await shareOut(
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
    await shareOut(rail, id, users[0] as User, new Map(parts))
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

  test('is proposed and paid once though the chain takes blocks back, and another process goes on', async () => {
    const rail = await start()
    const contest = await open(rail, 2)
    await decideFor(rail, contest)
    await rail.chain.client.mine({ blocks: 5 })
    await keep(rail, 1)
    await rail.chain.client.request({ method: 'anvil_reorg', params: [2, []] } as never)
    rail.clock.advance(minute)
    await keep(rail, 2)
    await compare(rail)
    await compare(rail)
    await rail.later(49 * hour)
    await keep(rail, 2)
    await rail.chain.client.request({ method: 'anvil_reorg', params: [1, []] } as never)
    rail.clock.advance(minute)
    await keep(rail, 2)
    await compare(rail)
    await rail.chain.client.mine({ blocks: 3 })
    await compare(rail)
    await keep(rail, 5)
    const { id } = contest
    expect(await rail.read(id)).toMatchObject({
      status: 'completed',
      funding: { released: '9', refunded: '1' },
    })
    expect(await rail.chain.balanceOf(await accountOf(rail, id))).toBe(10n * million)
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

  test('is not posted where the chain has no splitter, or the contract is of an earlier version', async () => {
    const rail = await startRail({}, 3)
    const post = rail.user().furrow.quests.post(contestAt(rail))
    expect(await problemWith(post)).toMatch(/^400 .*the setting ESCROW_SPLITTERS/)
    const older = await startRail({}, 2, async () => {}, { splits: true })
    const posted = older.user().furrow.quests.post(contestAt(older))
    expect(await problemWith(posted)).toMatch(/^400 .*of an earlier version/)
  })
})
