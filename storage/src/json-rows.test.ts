import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startHarness } from '../../server/test/harness.ts'
import { isAmong, joinEach, jsonList, jsonRows, readList } from './json-rows.ts'

const odd = ['', ' ', 'a"b', 'a\\b', '\\"', '{a,b}', 'null', 'NULL', "it's", 'a\nb', 'é', '🌾', '$1', '%s']

async function start() {
  const { db } = (await startHarness()).context
  await db
    .insertInto('meta')
    .values(odd.map((key, index) => ({ key: `odd ${key}`, value: `${index}` })))
    .execute()
  return db
}

describe.each([1, 2, odd.length])('%d texts at once', size => {
  test('are found as they are, whatever is in them, and joined with the rows of their own', async () => {
    const db = await start()
    for (let from = 0; from + size <= odd.length; from += size) {
      const asked = odd
        .slice(from, from + size)
        .map((text, index) => ({ key: `odd ${text}`, by: `${from + index}` }))
      const keys = asked.map(({ key }) => key)
      const among = await db
        .selectFrom('meta')
        .select('key')
        .where(isAmong(db, 'key', keys))
        .execute()
      expect(among.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
      const { rows } = await sql<{ by: string; value: string }>`
        select k."by", m.value from ${jsonRows(db, 'k', ['by', 'key'], asked)}
        ${joinEach(db, 'meta', 'm', sql`m.key = k.key`)}`.execute(db)
      expect(rows.map(({ by }) => by).toSorted()).toEqual(asked.map(({ by }) => by).toSorted())
      for (const { by, value } of rows) expect(value).toBe(by)
    }
  })
})

test('a text without a row of its own is left out of a join, and stays in a left join', async () => {
  const db = await start()
  const asked = [{ key: 'odd ' }, { key: 'nowhere' }]
  const join = async (how: 'join' | 'left join') => {
    const { rows } = await sql<{ key: string; value: string | null }>`
      select k.key, m.value from ${jsonRows(db, 'k', ['key'], asked)}
      ${joinEach(db, 'meta', 'm', sql`m.key = k.key`, how)} order by k.key`.execute(db)
    return rows
  }
  expect(await join('join')).toEqual([{ key: 'odd ', value: '0' }])
  expect(await join('left join')).toEqual([
    { key: 'nowhere', value: null },
    { key: 'odd ', value: '0' },
  ])
})

test('a list of rows comes with their values in the order of the columns, and is empty for none', async () => {
  const db = await start()
  const listOf = async (key: string) => {
    const { rows } = await sql<{ list: string | null }>`
      select (select ${jsonList(db, ['value', 'key'])} from meta m where m.key = ${key}) as list`.execute(db)
    return readList(rows[0]?.list ?? null)
  }
  expect(await listOf('odd a"b')).toEqual([['2', 'odd a"b']])
  expect(await listOf('nowhere')).toEqual([])
})
