import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from './db.ts'
import { isAmong } from './json-rows.ts'
import { openSqlite } from './sqlite.ts'

test.each([true, false])(
  'its files are for its owner alone, whatever the folder is; made before: %j',
  async before => {
    const folder = await mkdtemp(join(tmpdir(), 'furrow-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await chmod(folder, 0o755)
    const file = join(folder, 'furrow.sqlite')
    if (before)
      for (const name of [file, `${file}-wal`, `${file}-shm`]) await writeFile(name, '', { mode: 0o644 })
    const db = await openSqlite(folder, 5_000)
    await sql`create table t (a integer)`.execute(db)
    for (const name of [file, `${file}-wal`, `${file}-shm`])
      expect({ name, mode: (await stat(name)).mode & 0o777 }).toEqual({ name, mode: 0o600 })
    await db.destroy()
  },
)

test('what an analyze once counted is forgotten: a table that has grown since is not read as a whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const before = await openSqlite(folder, 5_000)
  await sql`create table t (a text, b text)`.execute(before)
  await sql`create index t_by_a on t (a)`.execute(before)
  await sql`insert into t values ('1', '1'), ('2', '2')`.execute(before)
  await sql`analyze`.execute(before)
  const plan = async (db: Db, query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(db)
    return rows.map(({ detail }) => detail)
  }
  const query = sql`select * from t where ${isAmong(before, 'a', ['1'])}`
  expect(await plan(before, query)).toContain('SCAN t')
  await before.destroy()

  const after = await openSqlite(folder, 5_000)
  expect(await plan(after, query)).toContain('SEARCH t USING INDEX t_by_a (a=?)')
  // Also for the connection that reads; a plain explain runs on the one that writes.
  const { rows } = await sql`select * from sqlite_stat1`.execute(after)
  expect(rows).toEqual([])
  await after.destroy()
})

test.each(['by itself', 'in a transaction'])(
  'who asks it again and again, %s, leaves everybody else their turns',
  async how => {
    const db = await openSqlite(':memory:', 5_000)
    onTestFinished(() => db.destroy())
    let turns = 0
    const others = setInterval(() => turns++)
    onTestFinished(() => clearInterval(others))
    const ask = async (asked: Db) => {
      for (const began = performance.now(); performance.now() < began + 300; )
        await sql`select 1`.execute(asked)
    }
    await (how === 'by itself' ? ask(db) : db.transaction().execute(ask))
    expect(turns).toBeGreaterThan(3)
  },
)

test('its WAL is small again once a reader who kept it from shrinking has gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const db = await openSqlite(folder, 5_000)
  onTestFinished(() => db.destroy())
  await sql`create table t (a blob)`.execute(db)
  const reader = new DatabaseSync(join(folder, 'furrow.sqlite'))
  reader.exec('begin; select count(*) from t')
  const size = async () => (await stat(join(folder, 'furrow.sqlite-wal'))).size
  const megabyte = 2 ** 20
  for (let count = 0; count < 16; count++) await sql`insert into t values (zeroblob(${megabyte}))`.execute(db)
  expect(await size()).toBeGreaterThan(16 * megabyte)
  reader.close()
  for (let count = 0; count < 3; count++) await sql`insert into t values (x'00')`.execute(db)
  expect(await size()).toBeLessThanOrEqual(8 * megabyte)
})

test('it has a commit on the disk before it answers, and its file forgets what was deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'furrow-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const db = await openSqlite(folder, 5_000)
  onTestFinished(() => db.destroy())
  const setting = db
    .transaction()
    .execute(trx => sql<{ synchronous: number }>`pragma synchronous`.execute(trx))
  const full = 2
  expect((await setting).rows).toEqual([{ synchronous: full }])

  const text = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    return (await readFile(join(folder, 'furrow.sqlite'))).toString('latin1')
  }
  await sql`create table t (a text)`.execute(db)
  await sql`insert into t values ('CANARY')`.execute(db)
  expect(await text()).toContain('CANARY')
  await sql`delete from t`.execute(db)
  expect(await text()).not.toContain('CANARY')
})

test('a writer has it alone until they are done, however many come meanwhile', async () => {
  const db = await openSqlite(':memory:', 5_000)
  onTestFinished(() => db.destroy())
  await sql`create table t (name text)`.execute(db)
  const add = (by: Db, name: string) => sql`insert into t values (${name})`.execute(by)
  const read = async () => (await sql<{ name: string }>`select name from t`.execute(db)).rows
  let done = ''
  const work = (name: string) =>
    db.transaction().execute(async trx => {
      await add(trx, name)
      await nextTurn()
      await add(trx, name)
      done += name
    })
  const second = [work('a'), work('b')]
  await second[0]
  await Promise.all([second[1], work('c'), add(db, 'd')])
  expect((await read()).map(({ name }) => name).join('')).toBe('aabbccd')
  expect(done).toBe('abc')
})

test('a transaction that could not be undone is no part of what comes next', async () => {
  const db = await openSqlite(':memory:', 5_000)
  onTestFinished(() => db.destroy())
  await sql`create table t (name text)`.execute(db)
  const add = (by: Db, name: string) => sql`insert into t values (${name})`.execute(by)
  const fail = () =>
    db.transaction().execute(async trx => {
      await add(trx, 'undone')
      throw new Error('the reason')
    })
  for (const name of ['by itself', 'in a transaction']) {
    const refused = refuseRollback()
    await expect(fail()).rejects.toThrow('the reason')
    refused.mockRestore()
    await (name === 'by itself' ? add(db, name) : db.transaction().execute(trx => add(trx, name)))
  }
  const { rows } = await sql`select name from t`.execute(db)
  expect(rows).toEqual([{ name: 'by itself' }, { name: 'in a transaction' }])
})

function refuseRollback() {
  const original: (...values: SQLInputValue[]) => unknown = StatementSync.prototype.run
  return vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
    this: StatementSync,
    ...values
  ) {
    if (this.sourceSQL === 'rollback') throw new Error('no rollback')
    return original.apply(this, values as SQLInputValue[]) as never
  })
}
