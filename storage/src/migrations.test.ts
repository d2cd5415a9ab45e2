import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { day, hour } from '../../server/src/ground/clock.ts'
import { readConfig } from '../../server/src/ground/config/config.ts'
import { createLog } from '../../server/src/ground/log.ts'
import { createSharedDatabase, sampleQuest, startHarness } from '../../server/test/harness.ts'
import { openPatiently } from './database.ts'
import { migrate } from './migrations/index.ts'

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
})

describe('an outbox from before channels had pauses', () => {
  test('sends at once what waited by itself, and a digest when its day is over', async () => {
    const config = readConfig(await createSharedDatabase())
    const database = await openPatiently(config, createLog('silent'))
    const { db } = database
    onTestFinished(() => db.destroy())
    await migrate(database, config, '042-hidden-files')
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
