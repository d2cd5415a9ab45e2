import { expect, test } from 'vitest'
import { startHarness } from '../../server/test/harness.ts'
import { isAmong } from './json-rows.ts'
import { readTogether } from './read-together.ts'

test('of rows that many ask for at once, each gets their own, and none is asked for twice in one question', async () => {
  const { db } = (await startHarness()).context
  const keys = Array.from({ length: 100 }, (_, index) => `together-${index}`)
  await db
    .insertInto('meta')
    .values(keys.map(key => ({ key, value: `of ${key}` })))
    .execute()
  const questions: (readonly string[])[] = []
  const read = readTogether(async (asked: readonly string[]) => {
    questions.push(asked)
    const rows = await db
      .selectFrom('meta')
      .selectAll()
      .where(isAmong(db, 'key', asked))
      .execute()
    return new Map(rows.map(({ key, value }) => [key, value]))
  })
  const many = [...keys, 'together-none', ...keys].flatMap(key => [key, key])
  const found = await Promise.all(many.map(read))
  expect(found).toEqual(many.map(key => (key === 'together-none' ? undefined : `of ${key}`)))
  expect(questions.length).toBeLessThan(10)
  for (const asked of questions) expect(asked).toEqual([...new Set(asked)])
})
