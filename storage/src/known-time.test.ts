import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../server/src/ground/config/config.ts'
import { createLog } from '../../server/src/ground/log.ts'
import { createSharedDatabase, startHarness } from '../../server/test/harness.ts'
import { openPatiently } from './database.ts'
import { noteKnownTime, readKnownTime } from './known-time.ts'

test('the last moment that a database knows is what was noted last, or else its newest seal', async () => {
  const { db } = (await startHarness()).context
  const last = await db
    .selectFrom('audit_seals')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  const next = Number(last?.number ?? 0) + 1
  const seal = (number: number, at: number) =>
    db
      .insertInto('audit_seals')
      .values({
        number,
        first: number,
        at,
        source: 'notes',
        key: `${number}`,
        digest: '',
        hash: `${number}`,
        kept: 0,
      })
      .execute()
  await seal(next, 1_000)
  await seal(next + 1, 2_000)
  expect(await readKnownTime(db)).toBe(2_000)
  for (const at of [1_500, 1_700]) {
    await noteKnownTime(db, at)
    expect(await readKnownTime(db)).toBe(at)
  }
})

test('a database without tables knows no moment', async () => {
  const { db } = await openPatiently(readConfig(await createSharedDatabase()), createLog('silent'))
  onTestFinished(() => db.destroy())
  expect(await readKnownTime(db)).toBe(null)
})
