import type { BotCommentRow } from '@furrow/storage/bot-tables.ts'
import { readSnapshot } from '@furrow/storage/snapshot.ts'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../../test/chain.ts'
import { sampleQuest } from '../../../../test/harness.ts'
import { startRail } from '../../../../test/rail.ts'
import type { RpcCall } from '../../../../test/rpc-proxy.ts'
import { requireSound } from '../../../../test/soundness.ts'
import { day, minute } from '../../../ground/clock.ts'
import { compareWithChain } from '../../../operate/integrity/chain.ts'
import { readStanding } from '../../../outside/bot/standing.ts'
import { reconcileEscrow } from './reconcile.ts'

const ether = 10n ** 18n
const coin = { reward: '2 ETH', rewardAmount: 2, rewardToken: 'ETH' }

const issue = { codehostRepo: 'farm/gate', codehostIssue: '7' }

type Rail = Awaited<ReturnType<typeof startDisputed>>

/** Disputed work paid in the chain's coin; this side's wallet became one that takes no coin. */
async function startDisputed(refuses: 'farmer' | 'giver', places = 1) {
  const rail = await startRail({}, 2)
  const { chain, keep, user } = rail
  const [giver, farmer] = [user(), user()]
  const { id, funding } = await giver.furrow.quests.post({
    ...sampleQuest,
    ...coin,
    ...issue,
    maxFarmers: places,
  })
  await chain.fund(giver.account, id, 2n * ether, places)
  await giver.furrow.quests.fund(id)
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await keep()
  await keep()
  const escrowId = funding.escrowId as Hex
  await chain.call(giver.account, 'dispute', [escrowId, farmer.account.address])
  await keep()
  const { address } = (refuses === 'farmer' ? farmer : giver).account
  // A key with code (EIP-7702), which refuses every payment.
  await chain.client.setCode({ address, bytecode: '0x60006000fd' })
  return { ...rail, giver, farmer, id, escrowId }
}

const read = async ({ visitor, id }: Rail) => visitor.quests.get(id)

const subjectsOf = async ({ user }: Rail, who: Rail['farmer']) =>
  (await user(who).furrow.mail.list()).items.map(({ subject }) => subject)

/** The statements of giver and farmer, the giver's figures, and the bot's sums of released and paid work. */
async function toldOf({ context, clock, farmer, giver, id, visitor, user }: Rail) {
  const kindsOf = async (who: Rail['giver']) => {
    const text = await (await user(who).furrow.account.statement()).text()
    const rows = text.trimEnd().split('\r\n').slice(1)
    return rows.map(row => row.replaceAll('"', '').split(',').slice(1, 3).join(' ').trim())
  }
  const { giverProfile } = await visitor.profile.get(giver.address, { init: true })
  const { settledRate, medianDaysToPay } = giverProfile
  const writer = { repo_key: 'farm/gate', address: giver.address, at: 0 }
  const { db } = context
  await db
    .insertInto('bot_writers')
    .values(writer)
    .onConflict(known => known.doNothing())
    .execute()
  const comment = { repo_key: 'farm/gate', issue_number: 7, draft: null } as BotCommentRow
  const { quests } = await readStanding(db, comment, clock.now())
  const { released, paid } = quests.find(quest => quest.id === id) ?? {}
  const kinds = { giver: await kindsOf(giver), farmer: await kindsOf(farmer) }
  return { ...kinds, settledRate, medianDaysToPay, bot: [released, paid] }
}

/** As `npm run verify` does. */
async function compare({ context }: Rail) {
  const { config, db, escrows } = context
  const [escrow] = escrows.all
  if (escrow === undefined) throw new Error('there is a rail')
  return readSnapshot(db, config.dataDir, snapshot => compareWithChain(snapshot, escrow))
}

async function pointsOf({ visitor }: Rail, { address }: Rail['farmer']): Promise<number> {
  const { reputation } = await visitor.reputation(address)
  return reputation.history.reduce((sum, { points }) => sum + points, 0)
}

/** Nothing is told as paid any more, and nothing contradicts the contract, whatever is looked at meanwhile. */
async function requireReclaimed(rail: Rail, look: () => Promise<void>): Promise<void> {
  const { clock, context, farmer, giver, visitor } = rail
  await look()
  const [part] = (await read(rail)).farmers
  expect(part).toMatchObject({
    ...{ status: 'released', paid: '0', booked: '0', holdReason: null, countsAs: null },
    payment: { status: 'recorded', paidAt: null, reclaimedAt: expect.any(String) },
  })
  expect(part).not.toHaveProperty('unpaid')
  expect((await read(rail)).funding).toMatchObject({ released: '0', refunded: '2' })
  for (const one of [giver, farmer]) expect(await pointsOf(rail, one)).toBe(0)
  expect((await visitor.profile.get(farmer.address, { init: true })).badges).toEqual([])
  expect(await toldOf(rail)).toMatchObject({ settledRate: 0, medianDaysToPay: null, bot: [1, 0] })
  expect((await toldOf(rail)).farmer).toEqual(['booked', 'reclaimed'])
  expect((await toldOf(rail)).giver).toEqual(expect.arrayContaining(['booked', 'refunded in']))
  clock.advance(5 * minute)
  while ((await reconcileEscrow.round(context)) > 0);
  const escrows = await context.db.selectFrom('escrows').select('contradiction').execute()
  expect(escrows).toEqual([{ contradiction: null }])
  await requireSound(context)
}

async function resolve({ chain, escrowId, farmer, keep }: Rail, functionName: string, decision: unknown) {
  await chain.call(2, functionName, [escrowId, farmer.account.address, decision])
  await keep()
}

describe.skipIf(!hasChain)('a decision whose receiver refuses the money', () => {
  test('is what the contract says: the farmer won, is told so, and takes it to another address', async () => {
    const rail = await startDisputed('farmer')
    const { chain, escrowId, farmer, keep } = rail
    await resolve(rail, 'resolve', true)
    const { farmers, funding, status } = await read(rail)
    expect(status).toBe('completed')
    expect(farmers).toMatchObject([
      {
        status: 'released',
        unpaid: 'farmer',
        holdReason: 'receiver-refused',
        decision: { outcome: 'pay' },
        payment: { status: 'recorded', paidAt: null },
      },
    ])
    expect(funding.transactions?.map(({ kind }) => kind)).toContain('wait')
    expect((await subjectsOf(rail, farmer))[0]).toMatch(/^Decided, and waiting for its receiver/)
    const { items } = await rail.visitor.quests.events(rail.id)
    expect(items.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['released', 'credit-kept']))

    expect(await toldOf(rail)).toEqual({
      giver: ['deposited out', 'booked'],
      farmer: ['booked'],
      settledRate: 0,
      medianDaysToPay: null,
      bot: [1, 0],
    })

    expect(await compare(rail)).toEqual([])
    const other = chain.account(9).address
    await chain.client.setBalance({ address: farmer.account.address, value: ether })
    const before = await chain.client.getBalance({ address: other })
    await chain.call(farmer.account, 'releaseTo', [escrowId, other])
    await keep()
    expect(await chain.client.getBalance({ address: other })).toBe(before + 2n * ether)
    const [taken] = (await read(rail)).farmers
    expect(taken).toMatchObject({ status: 'released', holdReason: null, payment: { status: 'paid' } })
    expect(taken).not.toHaveProperty('unpaid')
    expect(await toldOf(rail)).toEqual({
      giver: ['deposited out', 'paid out'],
      farmer: ['received in'],
      settledRate: 1,
      medianDaysToPay: 0,
      bot: [1, 1],
    })
    await requireSound(rail.context)
    expect(await rail.context.db.selectFrom('escrow_parked').selectAll().execute()).toEqual([])
  })

  test('for a giver, and of a split, it waits for that side alone, until takeBackTo', async () => {
    const rail = await startDisputed('giver')
    const { chain, escrowId, farmer, giver, keep } = rail
    await resolve(rail, 'split', 2_500)
    expect((await read(rail)).farmers).toMatchObject([
      { status: 'released', unpaid: 'giver', holdReason: null, paid: '0.5', decision: { outcome: 'split' } },
    ])
    expect((await read(rail)).funding).toMatchObject({ released: '0.5', refunded: '1.5' })
    expect((await toldOf(rail)).giver).toEqual(['deposited out', 'booked', 'paid out'])
    const other = chain.account(9).address
    await chain.call(giver.account, 'takeBackTo', [escrowId, farmer.account.address, other])
    await keep()
    expect((await read(rail)).farmers[0]).not.toHaveProperty('unpaid')
    expect(await toldOf(rail)).toMatchObject({
      giver: ['deposited out', 'refunded in', 'paid out'],
      settledRate: 1,
      bot: [1, 1],
    })
    expect(await rail.context.db.selectFrom('escrow_parked').selectAll().execute()).toEqual([])
  })

  test('which the giver takes back after a year, was not paid, and the other farmers are', async () => {
    const rail = await startDisputed('farmer', 2)
    const { chain, context, escrowId, farmer, giver, id, keep, later, user } = rail
    await resolve(rail, 'resolve', true)
    expect(await pointsOf(rail, farmer)).toBe(100)
    await later(366 * day)
    await chain.call(giver.account, 'reclaim', [escrowId, farmer.account.address])
    await requireReclaimed(rail, keep)

    const second = user()
    await second.furrow.quests.accept(id)
    await second.furrow.quests.submit(id, { note: 'done' })
    await keep()
    await keep()
    await chain.call(giver.account, 'approve', [escrowId, second.account.address])
    await keep()
    const { farmers, funding, status } = await read(rail)
    expect([status, funding]).toMatchObject(['completed', { released: '2', refunded: '2' }])
    expect(farmers.find(({ address }) => address === second.account.address)).toMatchObject({
      status: 'released',
      booked: '2',
      payment: { status: 'paid' },
    })
    expect(await compare(rail)).toEqual([])
    expect(await context.db.selectFrom('escrow_parked').selectAll().execute()).toEqual([])
    await requireSound(context)
  })

  test('and what the giver takes back is found in the state of the contract, both parts of a split at once', async () => {
    const rail = await startDisputed('farmer', 2)
    const { chain, clock, context, escrowId, farmer, giver, keep, later, proxy } = rail
    await chain.client.setCode({ address: giver.address, bytecode: '0x60006000fd' })
    await resolve(rail, 'split', 2_500)
    expect((await read(rail)).farmers).toMatchObject([{ unpaid: 'both', paid: '0.5' }])
    await chain.client.setCode({ address: giver.address, bytecode: '0x' })
    await later(366 * day)
    proxy.before = ({ method }: RpcCall) => (method === 'eth_getLogs' ? { answered: [] } : 'pass')
    await chain.call(giver.account, 'reclaim', [escrowId, farmer.account.address])
    await requireReclaimed(rail, async () => {
      await chain.client.mine({ blocks: 2 })
      clock.advance(5 * minute)
      while ((await reconcileEscrow.round(context)) > 0);
    })
    proxy.before = () => 'pass'
    await requireReclaimed(rail, keep)
    expect(await context.db.selectFrom('escrow_parked').selectAll().execute()).toEqual([])
  })

  test('is found in the state of the contract, where no log told of it', async () => {
    const rail = await startDisputed('giver')
    rail.proxy.before = ({ method }: RpcCall) => (method === 'eth_getLogs' ? { answered: [] } : 'pass')
    await resolve(rail, 'resolve', false)
    expect((await read(rail)).farmers).toMatchObject([{ status: 'disputed' }])
    rail.clock.advance(5 * minute)
    while ((await reconcileEscrow.round(rail.context)) > 0);
    expect((await read(rail)).farmers).toMatchObject([
      { status: 'refunded', unpaid: 'giver', decision: { outcome: 'refund' } },
    ])
    // Later answers of the node change nothing any more.
    rail.proxy.before = () => 'pass'
    await rail.chain.client.mine({ blocks: 2 })
    await rail.keep()
    expect((await read(rail)).farmers).toMatchObject([{ status: 'refunded', unpaid: 'giver' }])
    expect((await subjectsOf(rail, rail.giver)).filter(one => one.startsWith('Decided'))).toHaveLength(1)
  })
})
