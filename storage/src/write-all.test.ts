import { describe, expect, onTestFinished, test } from 'vitest'
import { createWallet, engine, startHarness } from '../../server/test/harness.ts'
import { freezeBeforeCommit } from '../../server/test/hold.ts'
import type { Address } from './address.ts'
import type { Db } from './db.ts'
import { isOverspent } from './overspent.ts'
import { onWrite } from './own-writes.ts'
import { countChange, createRevisionReader } from './revisions.ts'
import { transaction } from './transaction.ts'
import { addAndRead, writeTogether } from './write-all.ts'
import type { Writes } from './writes.ts'

const named = (count: number) =>
  Array.from({ length: count }, (_, index) => `written-${String(index).padStart(3, '0')}`)

async function readMeta(db: Db) {
  const query = db.selectFrom('meta').select(['key', 'value']).where('key', 'like', 'written-%')
  return Object.fromEntries((await query.orderBy('key').execute()).map(({ key, value }) => [key, value]))
}

describe('a limit', () => {
  const held = async (db: Db, address: Address) =>
    (await db.selectFrom('address_counts').select('held').where('address', '=', address).executeTakeFirst())
      ?.held ?? 0

  test.each(['first', 'last'])(
    'refuses all that is written with it, where the %s is beyond it',
    async which => {
      const { db } = (await startHarness()).context
      const [first, last] = [createWallet().address, createWallet().address]
      // The columns differ, and so these are different parts of one statement.
      const holdMore = (writes: Writes, ofFirst: number, ofLast: number) => {
        writes.add('address_counts', ['address'], { address: first, held: ofFirst })
        writes.add('address_counts', ['address'], { address: last, held: ofLast, accepted: 1 })
        writes.limit({
          table: 'address_counts',
          key: 'address',
          column: 'held',
          most: 2,
          keys: [first, last],
        })
      }
      await writeTogether(db, writes => holdMore(writes, 1, 1))
      const more = (one: string) => (one === which ? 2 : 1)
      const refused = writeTogether(db, writes => {
        writes.put('meta', ['key'], { key: 'written-0', value: '' })
        holdMore(writes, more('first'), more('last'))
      })
      expect(isOverspent(await refused.catch(error => error))).toBe(true)
      expect(await readMeta(db)).toEqual({})
      expect([await held(db, first), await held(db, last)]).toEqual([1, 1])

      await writeTogether(db, writes => holdMore(writes, 1, 1))
      expect([await held(db, first), await held(db, last)]).toEqual([2, 2])
    },
  )

  test('is of those whom it names alone', async () => {
    const { db } = (await startHarness()).context
    const { address } = createWallet()
    for (const keys of [[], [createWallet().address]])
      await writeTogether(db, writes => {
        writes.add('address_counts', ['address'], { address, held: 3 })
        writes.limit({ table: 'address_counts', key: 'address', column: 'held', most: 2, keys })
      })
    expect(await held(db, address)).toBe(6)
  })
})

describe('rows that are written together', () => {
  test('overwrite those of the same key, or only the columns to overwrite, or none', async () => {
    const { db } = (await startHarness()).context
    const { address } = createWallet()
    const quota = { address, kind: 'letters', day: 0 }
    const key = ['address', 'kind', 'day'] as const
    const read = () => db.selectFrom('quotas').select(['used', 'most']).executeTakeFirstOrThrow()
    await writeTogether(db, writes => writes.put('quotas', key, { ...quota, used: 1, most: 10 }))
    await writeTogether(db, writes =>
      writes.putOnly('quotas', key, ['most'], { ...quota, used: 5, most: 20 }),
    )
    expect(await read()).toEqual({ used: 1, most: 20 })
    await writeTogether(db, writes => writes.insertNew('quotas', key, { ...quota, used: 7, most: 30 }))
    expect(await read()).toEqual({ used: 1, most: 20 })
    await writeTogether(db, writes => writes.spend({ ...quota, used: 2, most: 25 }))
    expect(await read()).toEqual({ used: 3, most: 25 })
    await writeTogether(db, writes => writes.set('quotas', key, { ...quota, used: 0 }))
    expect(await read()).toEqual({ used: 0, most: 25 })
  })

  test('in different ways, or with different columns, are each written in their own', async () => {
    const { db } = (await startHarness()).context
    const people = Array.from({ length: 4 }, () => createWallet().address)
    const [one, two, three, four] = people as [Address, Address, Address, Address]
    const key = ['address', 'kind', 'day'] as const
    const quota = (address: Address, used: number) => ({ address, kind: 'letters', day: 0, used, most: 9 })
    await writeTogether(db, writes => writes.insert('quotas', ...people.map(address => quota(address, 1))))
    await writeTogether(db, writes => {
      writes.insertNew('quotas', key, quota(one, 2))
      writes.put('quotas', key, quota(two, 2))
      writes.putOnly('quotas', key, ['most'], { ...quota(three, 2), most: 8 })
      writes.spend(quota(four, 2))
      writes.add('address_counts', ['address'], { address: one, held: 1 }, { held: 2, address: two })
      writes.add('address_counts', ['address'], { address: three, posted: 3 })
      writes.add('address_counts', ['address'], { address: four, held: 4, posted: 4 })
    })
    const quotas = await db.selectFrom('quotas').select(['address', 'used', 'most']).execute()
    const counts = await db.selectFrom('address_counts').select(['address', 'held', 'posted']).execute()
    const found = people.map(person =>
      [quotas, counts].map(rows => rows.flatMap(({ address, ...row }) => (address === person ? [row] : []))),
    )
    expect(found).toEqual([
      [[{ used: 1, most: 9 }], [{ held: 1, posted: 0 }]],
      [[{ used: 2, most: 9 }], [{ held: 2, posted: 0 }]],
      [[{ used: 1, most: 8 }], [{ held: 0, posted: 3 }]],
      [[{ used: 3, most: 9 }], [{ held: 4, posted: 4 }]],
    ])
  })

  test('are all written, however many they are, and others have their turns meanwhile', async () => {
    const { db } = (await startHarness()).context
    const keys = named(250)
    let turns = 0
    let goesOn = true
    const count = () => {
      turns++
      if (goesOn) setImmediate(count)
    }
    setImmediate(count)
    await writeTogether(db, writes => {
      writes.put('meta', ['key'], ...keys.map(key => ({ key, value: '' })))
    })
    goesOn = false
    expect(Object.keys(await readMeta(db))).toEqual(keys)
    expect(turns).toBeGreaterThan(1)
    await writeTogether(db, writes => {
      writes.set('meta', ['key'], ...keys.map(key => ({ key, value: key })))
    })
    expect(await readMeta(db)).toEqual(Object.fromEntries(keys.map(key => [key, key])))
  })

  test('that are added to are read as they are then, each once', async () => {
    const { db } = (await startHarness()).context
    const rows = named(3).map((taker, takes) => ({ taker, takes: takes + 1 }))
    const add = () => transaction(db, trx => addAndRead(trx, 'place_takers', ['taker'], rows))
    const byTaker = (taken: typeof rows) => taken.toSorted((a, b) => a.takes - b.takes)
    expect(byTaker(await add())).toEqual(rows)
    expect(byTaker(await add())).toEqual(rows.map(({ taker, takes }) => ({ taker, takes: 2 * takes })))
  })

  test('are none where one of them fails', async () => {
    const { db } = (await startHarness()).context
    const writing = writeTogether(db, writes => {
      for (const key of ['written-0', 'written-1', 'written-1']) writes.insert('meta', { key, value: '' })
    })
    await expect(writing).rejects.toThrow()
    expect(await readMeta(db)).toEqual({})
  })
})

test('a change is counted also where nothing else is written with it, and nothing else is counted', async () => {
  const { db } = (await startHarness()).context
  const read = createRevisionReader(db)
  const before = await read()
  await transaction(db, trx => countChange(trx, 'leaderboard'))
  await countChange(db, 'leaderboard')
  expect(await read()).toEqual({ ...before, leaderboard: before.leaderboard + 2 })
})

test('a change waits to be counted where others have every row that it could be counted in', async () => {
  const { context } = await startHarness()
  const read = createRevisionReader(context.db)
  const before = await read()
  const lockAll = (trx: Db) => trx.selectFrom('revisions').select('id').forUpdate().execute()
  const hold = engine === 'postgres' ? await freezeBeforeCommit(context, lockAll) : null
  const counting = countChange(context.db, 'leaderboard')
  if (hold !== null) await expect.poll(hold.countWaiting).toBe(1)
  await hold?.letGo()
  await counting
  expect(await read()).toEqual({ ...before, leaderboard: before.leaderboard + 1 })
})

test('this process is told of each of its commits, and of no write that was undone', async () => {
  const { db } = (await startHarness()).context
  let told = 0
  onTestFinished(onWrite(() => told++))
  const put = (by: Db) =>
    writeTogether(by, writes => writes.put('meta', ['key'], { key: 'written-0', value: '' }))
  await put(db)
  expect(told).toBe(1)
  await transaction(db, async trx => {
    await put(trx)
    expect(told).toBe(1)
  })
  expect(told).toBe(2)
  await transaction(db, async trx => {
    await put(trx)
    throw new Error('undone')
  }).catch(() => {})
  await writeTogether(db, writes => writes.insert('meta', { key: 'written-0', value: '' })).catch(() => {})
  expect(told).toBe(2)
})
