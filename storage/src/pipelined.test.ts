import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { engine, startHarness } from '../../server/test/harness.ts'
import type { Db } from './db.ts'
import { NamingClient } from './named-statements.ts'
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

  test('fails where its begin does, which it did not wait for, and writes nothing', async () => {
    const { context } = await startHarness()
    const refused = refuseBegin()
    const acting = transaction(
      context.db,
      async trx => {
        expect(await find(trx)).toEqual([])
        await add(trx, 'pipelined-1')
      },
      { readsFirst: true },
    )
    expect(await acting.then(() => null).catch(error => error.message)).toBe(
      engine === 'postgres' ? 'no begin' : null,
    )
    refused.mockRestore()
    expect(await find(context.db)).toEqual(engine === 'postgres' ? [] : ['pipelined-1'])
  })
})

/** As where the server cancels it: what was sent behind it runs by itself. */
function refuseBegin() {
  const original = NamingClient.prototype.query as (...args: unknown[]) => unknown
  return vi.spyOn(NamingClient.prototype, 'query').mockImplementation(function (
    this: NamingClient,
    ...args: unknown[]
  ) {
    return (args[0] === 'begin' ? Promise.reject(new Error('no begin')) : original.apply(this, args)) as never
  })
}
