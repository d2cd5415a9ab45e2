import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { day, hour } from '../../server/src/ground/clock.ts'
import { readConfig } from '../../server/src/ground/config/config.ts'
import { createLog } from '../../server/src/ground/log.ts'
import { readState } from '../../server/src/quests/change/place-state.ts'
import { createSharedDatabase, type Harness, sampleQuest, startHarness } from '../../server/test/harness.ts'
import { openPatiently } from './database.ts'
import { migrate } from './migrations/index.ts'
import { readSchemaName } from './schema-name.ts'
import { readOwnShapes, readSchemaState } from './shape.ts'

/** A database as the version left it whose newest migration this is. */
async function openAt(migration: string) {
  const config = readConfig(await createSharedDatabase())
  const database = await openPatiently(config, createLog('silent'))
  const { db } = database
  onTestFinished(() => db.destroy())
  await migrate(database, config, migration)
  return { config, database, db }
}

describe('the schema', () => {
  test('is made for each service that has a database, or a schema of one, to itself', async () => {
    const one = await startHarness()
    const two = await startHarness()
    await one.user().furrow.quests.post(sampleQuest)
    expect((await one.visitor.quests.list()).items).toHaveLength(1)
    expect((await two.visitor.quests.list()).items).toEqual([])
  })

  test('is made once by processes that start together', async () => {
    const env = await createSharedDatabase()
    const started = await Promise.all(Array.from({ length: 4 }, () => startHarness({ env })))
    const [one, two] = started as [(typeof started)[0], (typeof started)[0]]
    const { id } = await one.user().furrow.quests.post(sampleQuest)
    expect((await two.visitor.quests.get(id)).id).toBe(id)
  })

  test('of an earlier version is brought forward once by processes that start together', async () => {
    const env = await createSharedDatabase()
    const config = readConfig(env)
    const before = await openPatiently(config, createLog('silent'))
    await migrate(before, config, '145-payment-prices')
    await before.db.destroy()
    const started = await Promise.all(Array.from({ length: 2 }, () => startHarness({ env })))
    const { id } = await (started[0] as Harness).user().furrow.quests.post(sampleQuest)
    for (const { visitor } of started) expect((await visitor.quests.get(id)).id).toBe(id)
  })

  test('of which a migration fails is as it was before, and is brought forward once nothing is in the way', async () => {
    const { config, database, db } = await openAt('145-payment-prices')
    const before = await readOwnShapes(db)
    // A later one of those that are to come adds this column.
    await sql`alter table contest_entries add column votes bigint`.execute(db)
    await expect(migrate(database, config)).rejects.toThrow('votes')
    await sql`alter table contest_entries drop column votes`.execute(db)
    expect(await readOwnShapes(db)).toEqual(before)
    expect(await readSchemaName(db)).toBe('145-payment-prices')
    await migrate(database, config)
    expect(await readSchemaState(db)).toBe('current')
  })
})

describe('places from before they had a state', () => {
  test('keep their extensions, payments and words', async () => {
    const { config, database, db } = await openAt('122-repository-ids')
    const row = (farmer: string, more: string, values: string) =>
      sql`insert into assignments (quest_id, farmer, giver, token, amount, status, accepted_at, expires_at, warned, told_at,
        untold, rail, proposed, idle_warned, removed${sql.raw(more)}) values ('quest', ${farmer}, '0x1', 'USDC', '1', 'released',
        0, 0, 0, 0, 0, 'ledger', 0, 0, 0${sql.raw(values)})`.execute(db)
    await row('nothing', '', '')
    await row('agent', ', agent, extensions', ', 1, 2')
    await row(
      'paid',
      ', payment_mined_at, payment_confirmed_by, payment_denied_at, said_transaction, approval_ends_at',
      `, 1790000000000, 'farmer', 1790000000001, '1:0x2', 1790000000002`,
    )
    await migrate(database, config)
    const rows = await db.selectFrom('assignments').select(['farmer', 'state']).orderBy('farmer').execute()
    expect(rows.map(({ farmer, state }) => [farmer, readState(state)])).toEqual([
      ['agent', { agent: true, extensions: 2 }],
      ['nothing', {}],
      [
        'paid',
        {
          approvalEndsAt: 1_790_000_000_002,
          minedAt: 1_790_000_000_000,
          confirmedBy: 'farmer',
          deniedAt: 1_790_000_000_001,
          saidTransaction: '1:0x2',
        },
      ],
    ])
  })
})

describe('an outbox from before channels had pauses', () => {
  test('sends at once what waited by itself, and a digest when its day is over', async () => {
    const { config, database, db } = await openAt('042-hidden-files')
    const row = (letter: string, digest: number | null, due_at: number) =>
      sql`insert into outbox (channel, letter, address, topic, at, digest, due_at)
        values ('channel', ${letter}, '0x1', 'letter', 1000, ${digest}, ${due_at})`.execute(db)
    await row('paused', null, 1000 + 6 * hour)
    await row('due', null, 1000)
    await row('daily', 1, 2 * day)
    await migrate(database, config)
    const rows = await db.selectFrom('outbox').select(['letter', 'due_at']).orderBy('letter').execute()
    expect(rows).toEqual([
      { letter: 'daily', due_at: 2 * day },
      { letter: 'due', due_at: 1000 },
      { letter: 'paused', due_at: 1000 },
    ])
  })
})
