import { describe, expect, test } from 'vitest'
import { createSharedDatabase, sampleQuest, startHarness } from '../../../test/harness.ts'

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
