import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../../server/src/ground/config/config.ts'
import { createLog } from '../../../../server/src/ground/log.ts'
import { createSharedDatabase } from '../../../../server/test/harness.ts'
import { readRows, readSchema } from '../../../../server/test/tables.ts'
import { openPatiently } from '../../database.ts'
import type { Db } from '../../db.ts'
import { readMigrations } from '../executed.ts'
import { migrate, schemas } from '../index.ts'

async function openNew() {
  const config = readConfig(await createSharedDatabase())
  const database = await openPatiently(config, createLog('silent'))
  onTestFinished(() => database.db.destroy())
  return { database, db: database.db, move: (schema?: string) => migrate(database, config, schema) }
}

/** Rows that are there from the start. */
async function readSeeds(db: Db): Promise<object> {
  const { revisions, dao, meta, sealed_kinds } = await readRows(db)
  return { revisions, dao, sealed_kinds, meta: meta?.map(row => row.replace(/0x\w{64}/, 'a salt')) }
}

describe('a new database', () => {
  test('begins with the tables, indexes, triggers and rows that the migrations make one after another', async () => {
    const [whole, chain] = [await openNew(), await openNew()]
    await whole.move()
    await chain.move(schemas[0])
    await chain.move()
    const schema = await readSchema(whole.db)
    expect(schema).toEqual(await readSchema(chain.db))
    expect(schema.length).toBeGreaterThan(300)
    expect(await readSeeds(whole.db)).toEqual(await readSeeds(chain.db))
    expect(await readMigrations(whole.db)).toEqual([...schemas])
  })

  test('goes through the migrations where a first start ended before its first one', async () => {
    const { db, move } = await openNew()
    await sql`create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
      db,
    )
    await move()
    expect(await readMigrations(db)).toEqual([...schemas])
  })

  test('goes through the migrations to a schema of before', async () => {
    const { db, move } = await openNew()
    await move('155-escrow-payees')
    expect((await readMigrations(db)).at(-1)).toBe('155-escrow-payees')
  })
})
