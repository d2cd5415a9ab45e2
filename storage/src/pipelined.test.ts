import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startHarness } from '../../server/test/harness.ts'
import type { Db } from './db.ts'
import { endWith } from './pipelined.ts'
import { isUniqueViolation, transaction } from './transaction.ts'

const add = (db: Db, key: string) => db.insertInto('meta').values({ key, value: '' }).execute()
const find = async (db: Db) =>
  (
    await db.selectFrom('meta').select('key').where('key', 'like', 'pipelined-%').orderBy('key').execute()
  ).map(({ key }) => key)

describe('what a transaction asks at once', () => {
  test('is done in that order, and is there when it ends', async () => {
    const { context } = await startHarness()
    const [, first, , second] = await transaction(context.db, trx =>
      Promise.all([add(trx, 'pipelined-1'), find(trx), add(trx, 'pipelined-2'), find(trx)]),
    )
    expect(first).toEqual(['pipelined-1'])
    expect(second).toEqual(['pipelined-1', 'pipelined-2'])
    expect(await find(context.db)).toEqual(['pipelined-1', 'pipelined-2'])
  })

  test('fails for the first reason, whatever was sent behind it, and leaves nothing', async () => {
    const { context } = await startHarness()
    await add(context.db, 'pipelined-1')
    // From the third time on, each statement has a name on its connection but the new one.
    for (const alias of ['a', 'b', 'c', 'd']) {
      const failure = await transaction(context.db, trx =>
        Promise.all([
          add(trx, 'pipelined-0'),
          add(trx, 'pipelined-1'),
          sql`select 1 as ${sql.ref(alias)}`.execute(trx),
          add(trx, 'pipelined-2'),
        ]),
      ).catch(error => error)
      expect(isUniqueViolation(failure), String(failure)).toBe(true)
    }
    expect(await find(context.db)).toEqual(['pipelined-1'])
  })

  test('fails with what it ends with, which nothing waits for, and leaves nothing', async () => {
    const { context } = await startHarness()
    await add(context.db, 'pipelined-1')
    const ending = transaction(context.db, async trx => {
      await add(trx, 'pipelined-0')
      await endWith(
        trx,
        add(trx, 'pipelined-1').then(() => {}),
      )
    })
    expect(isUniqueViolation(await ending.catch(error => error))).toBe(true)
    expect(await find(context.db)).toEqual(['pipelined-1'])
  })
})
