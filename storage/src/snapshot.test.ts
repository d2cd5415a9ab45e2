import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engine, startHarness, takeSharedDatabase } from '../../server/test/harness.ts'
import type { Db } from './db.ts'
import { readSnapshot } from './snapshot.ts'
import { streamRows } from './stream-rows.ts'

const mark = (db: Db, key: string) => db.insertInto('meta').values({ key, value: '' }).execute()
const marked = (db: Db) =>
  db.selectFrom('meta').select('key').where('key', 'like', 'mark-%').orderBy('key').limit(100)

async function start() {
  const { context } = await startHarness({ env: { ...(await takeSharedDatabase()), DATABASE_TIMEOUT: '5' } })
  const { db, config } = context
  return { db, snap: <T>(read: (snapshot: Db) => Promise<T>) => readSnapshot(db, config.dataDir, read) }
}

describe('a snapshot', () => {
  test('gives each row once, in order, however many there are beside those that it reads at once', async () => {
    const { db, snap } = await start()
    const keys = Array.from({ length: 7 }, (_, index) => `mark-${index}`)
    for (const key of keys) await mark(db, key)
    await snap(async snapshot => {
      for (let count = 0; count <= keys.length; count++) {
        const batches: string[][] = []
        for await (const rows of streamRows(snapshot, 'marks', marked(snapshot).limit(count), 3))
          batches.push(rows.map(({ key }) => key))
        expect(batches.flat()).toEqual(keys.slice(0, count))
        expect(batches.map(({ length }) => length)).toEqual(
          [3, 3, 3].map((most, index) => Math.min(most, count - most * index)).filter(size => size > 0),
        )
      }
    })
  })

  test('stays as it was at its first question, whatever is written meanwhile, and writes nothing itself', async () => {
    const { db, snap } = await start()
    await mark(db, 'mark-1')
    await snap(async snapshot => {
      const first = await marked(snapshot).execute()
      await mark(db, 'mark-2')
      expect(await marked(snapshot).execute()).toEqual(first)
      for await (const rows of streamRows(snapshot, 'marks', marked(snapshot))) expect(rows).toEqual(first)
    })
    await expect(snap(snapshot => mark(snapshot, 'mark-3'))).rejects.toThrow(/read-?only/)
    expect((await marked(db).execute()).map(({ key }) => key)).toEqual(['mark-1', 'mark-2'])
  })
})

if (engine === 'sqlite')
  test('a snapshot that is over keeps nothing in the WAL, also where its reading failed', async () => {
    const { db, snap } = await start()
    const failing = snap(async snapshot => {
      await marked(snapshot).execute()
      throw new Error('the reading failed')
    })
    await expect(failing).rejects.toThrow('the reading failed')
    await snap(snapshot => marked(snapshot).execute())
    await mark(db, 'mark-1')
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    expect(rows).toMatchObject([{ busy: 0 }])
  })
else
  test('a snapshot has no time limit of the server, however long a disk takes', async () => {
    const { snap } = await start()
    const limits = ['statement_timeout', 'idle_in_transaction_session_timeout']
    const { rows } = await snap(snapshot =>
      sql<{ setting: string }>`select setting from pg_settings where name in (${sql.join(limits)})`.execute(
        snapshot,
      ),
    )
    expect(rows.map(({ setting }) => setting)).toEqual(['0', '0'])
  })
