import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { hasChain } from '../../../test/chain.ts'
import {
  engine,
  type Harness,
  reviewWindow,
  sampleQuest,
  startHarness,
  takeSharedDatabase,
} from '../../../test/harness.ts'
import { startRail } from '../../../test/rail.ts'
import { watchTurns } from '../../../test/turns.ts'
import { hour, minute } from '../../ground/clock.ts'
import { findViolations } from './audit.ts'
import { checkLedger } from './drift.ts'

/** Damages the kept sums of a token; returns the repair. */
async function damage(db: Db): Promise<() => Promise<void>> {
  const before = await db.selectFrom('ledger_sums').selectAll().execute()
  await sql`update ledger_sums set held = '1' where token = 'USDC'`.execute(db)
  return async () => {
    await db.deleteFrom('ledger_sums').execute()
    await db.insertInto('ledger_sums').values(before).execute()
  }
}

/** Work whose window is over. */
async function makeWorkDue({ user, clock }: Harness): Promise<string> {
  const { id } = await user().furrow.quests.post(sampleQuest)
  const farmer = user()
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.submit(id, { note: 'done' })
  clock.advance(reviewWindow)
  return id
}

async function readDrift({ baseUrl, clock }: Harness): Promise<string | undefined> {
  clock.advance(5_000)
  const figures = await (await fetch(new URL('/metrics', baseUrl))).text()
  return /^furrow_ledger_drift (\d)$/m.exec(figures)?.[1]
}

const times = (harness: Harness, sentence: string) => harness.logged().split(sentence).length - 1
const doesNot = 'the ledger does not add up: nothing is paid until it does'

describe('work under review whose row was altered in the database', () => {
  test.each([
    ['when its review ends', (at: number) => sql`review_ends_at = ${at}`],
    ['its amount', () => sql`amount = '9999'`],
    ['its status', () => sql`status = 'in-review', review_ends_at = 1`],
  ] as const)('by %s is not paid, and told of; all other work is paid', async (what, change) => {
    const harness = await startHarness({ env: await takeSharedDatabase() })
    const { clock, context, user, visitor, runDue, baseUrl } = harness
    const { db } = context
    const make = async () => {
      const [giver, farmer] = [user(), user()]
      const { id } = await giver.furrow.quests.post(sampleQuest)
      await farmer.furrow.quests.accept(id)
      await farmer.furrow.quests.submit(id, { note: 'done' })
      if (what === 'its status') await giver.furrow.quests.dispute(id, farmer.address, 'no')
      return id
    }
    const altered = await make()
    const row = db.selectFrom('assignments').selectAll().where('quest_id', '=', altered)
    const before = await row.executeTakeFirstOrThrow()
    await sql`update assignments set ${change(clock.now())} where quest_id = ${altered}`.execute(db)
    if (what !== 'when its review ends') clock.advance(reviewWindow)
    expect(await runDue()).toBe(0)
    const others: string[] = []
    for (let index = 0; index < 4; index++) others.push(await makeWorkDue(harness))
    while ((await runDue()) > 0);
    for (const id of others) expect((await visitor.quests.get(id)).farmers[0]?.status).toBe('released')
    expect((await row.executeTakeFirstOrThrow()).released_at).toBeNull()

    clock.advance(hour)
    await checkLedger.round(context)
    expect(harness.logged()).toContain('work under review was altered in the database: it is not paid')
    clock.advance(5_000)
    const figures = await (await fetch(new URL('/metrics', baseUrl))).text()
    expect(figures).toContain('\nfurrow_reviews_altered 1\n')
    expect(figures).toContain('\nfurrow_ledger_drift 0\n')
    expect((await findViolations(db)).map(({ kind }) => kind)).toContain('reviews')

    const { amount, review_ends_at, status } = before
    const own = db.updateTable('assignments').where('quest_id', '=', altered)
    await own.set({ amount, review_ends_at, status }).execute()
    expect(await runDue()).toBe(what === 'its status' ? 0 : 1)
  })
})

describe('a ledger that does not add up', () => {
  test('is not paid from, by any process and after a restart, until a later check finds it whole', async () => {
    const env = await takeSharedDatabase()
    const one = await startHarness({ env })
    const { clock, context, visitor } = one
    const id = await makeWorkDue(one)
    const repair = await damage(context.db)
    expect(await checkLedger.round(context)).toBe(0)
    const other = await startHarness({ env: { ...env, ...one.env }, clock })

    for (const harness of [one, other]) {
      expect(await harness.runDue()).toBe(0)
      expect(await harness.runDue()).toBe(0)
      expect(times(harness, '"duty":"pay what is due in the ledger"')).toBe(1)
      expect(await readDrift(harness)).toBe('1')
      expect((await fetch(new URL('/readyz', harness.baseUrl))).status).toBe(200)
    }
    expect((await visitor.quests.get(id)).farmers[0]?.status).toBe('in-review')
    expect(times(one, doesNot)).toBe(1)
    expect(one.logged()).toContain('whose kept sum of what is held')

    await repair()
    clock.advance(hour - minute)
    await checkLedger.round(other.context)
    expect(await one.runDue()).toBe(0)
    clock.advance(minute)
    await checkLedger.round(other.context)
    expect(other.logged()).toContain('the ledger adds up again: paying goes on')
    expect(await one.runDue()).toBe(1)
    expect((await visitor.quests.get(id)).farmers[0]?.status).toBe('released')
    expect(await readDrift(one)).toBe('0')
  })

  test('is also one whose entries do not sum to zero', async () => {
    const harness = await startHarness({ env: await takeSharedDatabase() })
    const { db } = harness.context
    await makeWorkDue(harness)
    await sql`insert into ledger_entries select id, 'refunded', 'x', '1' from ledger_transfers`.execute(db)
    await checkLedger.round(harness.context)
    expect(harness.logged()).toContain('a transfer whose entries do not sum to zero')
    expect(await harness.runDue()).toBe(0)
  })

  test('refunds nobody whose quest is past its deadline, or whose dispute is over', async () => {
    const harness = await startHarness({ env: { ...(await takeSharedDatabase()), PLATFORM_WALLET: '' } })
    const { clock, context, user, runDue } = harness
    const giver = user()
    const deadline = new Date(clock.now() + hour).toISOString()
    await giver.furrow.quests.post({ ...sampleQuest, deadline })
    const disputed = await giver.furrow.quests.post(sampleQuest)
    const farmer = user()
    await farmer.furrow.quests.accept(disputed.id)
    await farmer.furrow.quests.submit(disputed.id, { note: 'done' })
    await giver.furrow.quests.dispute(disputed.id, farmer.address, 'no')
    const repair = await damage(context.db)
    await checkLedger.round(context)
    clock.advance(20 * 24 * hour)
    expect(await runDue()).toBe(0)
    await repair()
    await checkLedger.round(context)
    expect(await runDue()).toBe(2)
  })

  test('is told of once for each check', async () => {
    const harness = await startHarness({ env: await takeSharedDatabase() })
    const { clock, context } = harness
    await makeWorkDue(harness)
    await damage(context.db)
    for (let round = 0; round < 3; round++) {
      await checkLedger.round(context)
      await harness.runDue()
      clock.advance(20 * minute)
    }
    expect(times(harness, doesNot)).toBe(1)
    await checkLedger.round(context)
    await harness.runDue()
    expect(times(harness, doesNot)).toBe(2)
    expect(times(harness, '"duty":"pay what is due in the ledger"')).toBe(2)
  })
})

describe('the check', () => {
  test('finds nothing in what the service wrote, and holds up no payment', async () => {
    const harness = await startHarness({ env: await takeSharedDatabase() })
    await makeWorkDue(harness)
    await checkLedger.round(harness.context)
    expect(await readDrift(harness)).toBe('0')
    expect(await harness.runDue()).toBe(1)
    expect(harness.logged()).not.toContain('does not add up')
  })

  test('is made by one of the processes that look at the same time', async () => {
    const env = await takeSharedDatabase()
    const one = await startHarness({ env })
    const others = [1, 2, 3].map(() => startHarness({ env: { ...env, ...one.env }, clock: one.clock }))
    const all = [one, ...(await Promise.all(others))]
    await makeWorkDue(one)
    await damage(one.context.db)
    await Promise.all(all.map(({ context }) => checkLedger.round(context)))
    expect(all.reduce((sum, harness) => sum + times(harness, doesNot), 0)).toBe(1)
  })

  test('that fails is made again later, and changes nothing of what was found', async () => {
    const harness = await startHarness({ env: await takeSharedDatabase() })
    const { clock, context } = harness
    await makeWorkDue(harness)
    await damage(context.db)
    await checkLedger.round(context)
    clock.advance(hour)
    const elsewhere = { ...context.config, dataDir: '/nowhere', postgres: null }
    await expect(checkLedger.round({ ...context, config: elsewhere })).rejects.toThrow('no database')
    expect(await harness.runDue()).toBe(0)
    clock.advance(15 * minute)
    await checkLedger.round(context)
    expect(times(harness, doesNot)).toBe(2)
  })

  test('leaves the event loop to everybody else, however much there is to add up', async () => {
    const { context } = await startHarness({ env: await takeSharedDatabase() })
    // As far as PostgreSQL knows, they are as empty as they were when they were last analysed.
    if (engine === 'postgres')
      await sql`update pg_class set relpages = 100, reltuples = 0
        where oid in ('ledger_transfers'::regclass, 'ledger_entries'::regclass)`.execute(context.db)
    await fillLedger(context.db, 40_000)
    const { all, longest, turns } = await watchTurns(checkLedger.round(context))
    // Adding up here would take a turn for each law, a large part of the time each.
    expect(longest).toBeLessThan(all / 4)
    expect(turns).toBeGreaterThan(20)
    const { drift } = JSON.parse(
      (
        await context.db
          .selectFrom('meta')
          .select('value')
          .where('key', '=', 'ledger-check')
          .executeTakeFirstOrThrow()
      ).value,
    )
    expect(drift).toBe(0)
  })
})

test.skipIf(!hasChain)('the contract is asked to pay nothing meanwhile (needs anvil)', async () => {
  const { startQuest, keep, later, context, clock } = await startRail(await takeSharedDatabase())
  const { db } = context
  const { id, farmer } = await startQuest()
  await farmer.furrow.quests.submit(id, { note: 'done' })
  await keep()
  await keep()
  const odd = {
    token: 'ODD',
    shard: 0,
    promised: '0',
    held: '1',
    released: '0',
    refunded: '0',
    in_review: '0',
  }
  await db.insertInto('ledger_sums').values(odd).execute()
  await later(49 * hour)
  const owed = () => db.selectFrom('escrow_calls').select('state').where('kind', '=', 'release').execute()
  const status = async () =>
    (await db.selectFrom('assignments').select('status').executeTakeFirstOrThrow()).status

  await checkLedger.round(context)
  for (let round = 0; round < 3; round++) await keep()
  expect({ owed: await owed(), status: await status() }).toEqual({ owed: [], status: 'in-review' })
  await db.deleteFrom('ledger_sums').where('token', '=', 'ODD').execute()
  clock.advance(hour)
  await checkLedger.round(context)
  for (let round = 0; round < 4; round++) await keep()
  expect({ owed: await owed(), status: await status() }).toEqual({
    owed: [{ state: 'done' }],
    status: 'released',
  })
})

test.skipIf(!hasChain)(
  'a payment that the contract was owed before is not sent meanwhile (needs anvil)',
  async () => {
    const { startQuest, keep, later, context, clock, chain, operator } = await startRail(
      await takeSharedDatabase(),
    )
    const { db } = context
    const { id, farmer } = await startQuest()
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await keep()
    await keep()
    await chain.client.setBalance({ address: operator, value: 1_000n })
    await later(49 * hour)
    await keep()
    const state = async () =>
      (await db.selectFrom('escrow_calls').select('state').where('kind', '=', 'release').executeTakeFirst())
        ?.state
    expect(await state()).toBe('queued')
    const odd = {
      token: 'ODD',
      shard: 0,
      promised: '0',
      held: '1',
      released: '0',
      refunded: '0',
      in_review: '0',
    }
    await db.insertInto('ledger_sums').values(odd).execute()
    await checkLedger.round(context)
    await chain.client.setBalance({ address: operator, value: 10n ** 18n })
    for (let round = 0; round < 3; round++) await keep()
    expect(await state()).toBe('queued')
    await db.deleteFrom('ledger_sums').where('token', '=', 'ODD').execute()
    clock.advance(hour)
    await checkLedger.round(context)
    for (let round = 0; round < 4; round++) await keep()
    expect(await state()).toBe('done')
  },
)

async function fillLedger(db: Db, count: number): Promise<void> {
  const numbers =
    engine === 'postgres'
      ? sql`select n from generate_series(1, ${sql.lit(count)}) as n`
      : sql`with recursive r(n) as (select 1 union all select n + 1 from r where n < ${sql.lit(count)}) select n from r`
  await sql`insert into ledger_transfers (id, quest_id, token, at)
    select 'x:' || n, 'quest-x', 'USDC', 0 from (${numbers}) as numbers`.execute(db)
  for (const [account, amount] of [
    ['promised', '-7'],
    ['held', '7'],
  ])
    await sql`insert into ledger_entries (transfer_id, account, party, amount)
      select id, ${sql.lit(account)}, '0x1', ${sql.lit(amount)} from ledger_transfers`.execute(db)
  const units = String(7 * count)
  await db
    .insertInto('ledger_sums')
    .values({
      token: 'USDC',
      shard: 0,
      promised: `-${units}`,
      held: units,
      released: '0',
      refunded: '0',
      in_review: '0',
    })
    .execute()
}
