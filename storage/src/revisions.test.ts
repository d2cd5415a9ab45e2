import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { startHarness } from '../../server/test/harness.ts'
import { countChange, createRevisionReader } from './revisions.ts'

test('a question that comes while a look at the revisions is under way gets the next one, with all that was written meanwhile', async () => {
  const { db } = (await startHarness()).context
  const read = createRevisionReader(db)
  const { quests } = await read()
  const arrives = Promise.withResolvers<void>()
  const ask = db.executeQuery.bind(db) as typeof db.executeQuery
  const looks = vi.spyOn(db, 'executeQuery').mockImplementationOnce(async query => {
    const answer = await ask(query)
    await arrives.promise
    return answer as never
  })
  const early = read()
  await expect.poll(() => looks.mock.calls.length).toBe(1)
  await countChange(db, 'quests')
  const late = read()
  arrives.resolve()
  expect((await late).quests).toBe(quests + 1)
  expect(await early).toBeDefined()
})

test('a look at the revisions that failed takes none of those after it along', async () => {
  const { db } = (await startHarness()).context
  const read = createRevisionReader(db)
  const before = await read()
  await sql`alter table revisions rename to revisions_away`.execute(db)
  await expect(read()).rejects.toThrow('revisions')
  await sql`alter table revisions_away rename to revisions`.execute(db)
  expect(await read()).toEqual(before)
})
