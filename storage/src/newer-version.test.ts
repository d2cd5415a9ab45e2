import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../server/test/harness.ts'

describe('a connection that a newer version changed the tables under', () => {
  test('goes on, for reads, for posts and for changes in a transaction', async () => {
    const { context, user, visitor } = await startHarness()
    const giver = user()
    const act = async () => {
      const { id } = await giver.furrow.quests.post(sampleQuest)
      const farmer = user()
      await farmer.furrow.quests.accept(id)
      return (await visitor.quests.get(id)).status
    }
    for (let round = 0; round < 4; round++) expect(await act()).toBe('in-progress')
    for (const table of ['quests', 'assignments', 'mail', 'profiles', 'address_counts'])
      await sql.raw(`alter table ${table} add column of_later integer not null default 0`).execute(context.db)
    for (let round = 0; round < 4; round++) expect(await act()).toBe('in-progress')
  })
})
