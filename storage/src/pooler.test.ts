import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { database } from '../../server/src/operate/doctor/database.ts'
import { askPostgres } from '../../server/test/ask-postgres.ts'
import { engine, type Harness, postgresUrl, sampleQuest, startHarness } from '../../server/test/harness.ts'
import { startPgbouncer } from '../../server/test/pgbouncer.ts'
import { pgbouncerPath } from '../../server/test/run-pgbouncer.ts'

const isThere = pgbouncerPath !== null

/** More concurrent work than the service has connections, each in several recurring statements. */
async function workAtOnce(harness: Harness): Promise<void> {
  const giver = harness.user()
  const work = async () => {
    const { id } = await giver.furrow.quests.post(sampleQuest)
    const farmer = harness.user()
    await farmer.furrow.quests.accept(id)
    await farmer.furrow.quests.submit(id, { note: 'done' })
    await giver.furrow.quests.approve(id, farmer.address)
    expect((await giver.furrow.quests.get(id)).status).toBe('completed')
  }
  await Promise.all(Array.from({ length: 20 }, work))
}

const timeouts = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']

async function readTimeouts(db: Harness['context']['db']) {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(timeouts)})`.execute(db)
  return Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))
}

const asSet = { lock_timeout: 2_500, statement_timeout: 4_000, idle_in_transaction_session_timeout: 10_000 }

if (engine === 'sqlite')
  test('the embedded database is behind no pooler', async () => {
    expect(await lookAt(await startHarness())).toEqual([])
  })
else
  describe.skipIf(!isThere)(
    `behind PgBouncer as ops/ has it${isThere ? '' : ' (skipped: PgBouncer is not installed)'}`,
    testPgbouncer,
  )

function testPgbouncer(): void {
  test('in session mode, the service has its timeouts and its named statements', async () => {
    const url = await startPgbouncer(postgresUrl as string, 'session')
    const harness = await startHarness({ env: { DATABASE_URL: url, DATABASE_TIMEOUT: '5' } })
    await workAtOnce(harness)
    expect(await readTimeouts(harness.context.db)).toEqual(asSet)
    expect(await lookAt(harness)).toEqual([])
  })

  test('in transaction mode, it does so once the settings say it, and is refused in a sentence before', async () => {
    const url = await startPgbouncer(postgresUrl as string, 'transaction')
    const env = { DATABASE_URL: url, DATABASE_TIMEOUT: '5' }
    // It leaves its limits in sessions of the server, so its pooler is another one.
    const other = await startPgbouncer(postgresUrl as string, 'transaction')
    const refused = startHarness({ env: { ...env, DATABASE_URL: other } })
    await expect(refused).rejects.toThrow('Set DATABASE_POOLER=transaction')
    const harness = await startHarness({ env: { ...env, DATABASE_POOLER: 'transaction' } })
    await workAtOnce(harness)
    const { db } = harness.context
    expect(await db.transaction().execute(readTimeouts)).toEqual(asSet)
    expect(await lookAt(harness)).toEqual([
      { says: expect.stringContaining('no statement_timeout'), mend: expect.stringContaining('alter role') },
    ])
    const unknown = {
      ...harness.context.config,
      postgres: { urls: [url], writable: false, pooled: false } as const,
    }
    const asIfUnknown = { ...harness, context: { ...harness.context, config: unknown } }
    expect(await lookAt(asIfUnknown)).toMatchObject([{ says: expect.stringContaining('transaction mode') }])
  })

  test('the doctor compares the limits of PostgreSQL itself with those that the settings want', async () => {
    const url = await startPgbouncer(postgresUrl as string, 'transaction')
    const { username, pathname } = new URL(url)
    const name = pathname.slice(1)
    const alter = `alter role ${username} in database ${name} set`
    await askPostgres(postgresUrl as string, `${alter} statement_timeout = '60s'`)
    await askPostgres(postgresUrl as string, `${alter} lock_timeout = '2500ms'`)
    // Sessions that were open before have the old ones.
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
    await askPostgres(postgresUrl as string, end)
    const env = { DATABASE_URL: url, DATABASE_TIMEOUT: '5', DATABASE_POOLER: 'transaction' }
    expect(await lookAt(await startHarness({ env }))).toEqual([
      {
        says: expect.stringMatching(
          /not as DATABASE_TIMEOUT wants: statement_timeout is 60000 ms \(wanted: 4000 ms\)\.$/,
        ),
        mend: expect.stringContaining("set statement_timeout = '4000ms'"),
      },
    ])
  })

  test('the doctor says where the limits of a connection are lost', async () => {
    const harness = await startHarness({ env: { DATABASE_TIMEOUT: '5' } })
    const wanting = { ...harness.config, databaseTimeoutMs: 10_000 }
    const [seen] = await lookAt({ ...harness, context: { ...harness.context, config: wanting } })
    expect(seen).toEqual({
      says: expect.stringContaining(
        'loses the limits that the service sets: lock_timeout is 2500 ms (wanted: 5000 ms)',
      ),
      mend: expect.stringContaining('pool_mode = session'),
    })
  })

  test('a parameter that it does not take is named, and waited for by nobody', async () => {
    const url = await startPgbouncer(postgresUrl as string, 'session')
    const start = startHarness({ env: { DATABASE_URL: `${url}?options=-c%20jit%3Doff` } })
    await expect(start).rejects.toThrow('unsupported startup parameter')
  })
}

/** The doctor's complaints about the database. */
async function lookAt({ context }: Pick<Harness, 'context'>) {
  const seen = await database.look(context)
  return seen.flatMap(({ state, says, mend }) => (state === 'fine' ? [] : [{ says, mend }]))
}
