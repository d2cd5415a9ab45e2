import type { Db } from '@furrow/storage/db.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engine, type Harness, sampleQuest, startHarness } from '../../../test/harness.ts'
import { makeHistory } from '../../../test/usage/some-history.ts'
import { day } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { flushAccesses } from './access.ts'
import { checkAuditLog } from './check.ts'
import { findForgery, readNoted, showNoted } from './known-entry.ts'
import { beginning, sealNext } from './seal.ts'
import { sealEntries } from './sealing.ts'
import { thinAccesses } from './thinning.ts'

async function sealAll(context: Context): Promise<void> {
  await flushAccesses(context)
  while ((await sealEntries.round(context)) > 0);
}

const guarded = ['ledger_transfers', 'ledger_entries', 'quest_events', 'audit_notes', 'audit_seals']

/** Drops the triggers that refuse changes, as anyone with access to the database could. */
async function dropGuards(db: Db): Promise<void> {
  if (engine === 'postgres') {
    for (const table of guarded) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    return
  }
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'trigger'`.execute(
    db,
  )
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db)
}

class Undo extends Error {}

/** Runs the check after a forgery in the database, which is then rolled back. */
async function afterTampering(
  { db }: Context,
  tamper: (trx: Db) => Promise<unknown>,
  head?: string,
): Promise<string[]> {
  const said: string[] = []
  await db
    .transaction()
    .execute(async trx => {
      await dropGuards(trx)
      await tamper(trx)
      const { first } = await checkAuditLog(trx)
      said.push(...first.map(({ says }) => says))
      const forgery = head && (await findForgery(trx, readNoted(head)))
      if (forgery) said.push(forgery)
      throw new Undo()
    })
    .catch(error => {
      if (!(error instanceof Undo)) throw error
    })
  return said
}

/** A sealed history with thinned old sign-ins and newer ones. */
async function startSealed(): Promise<Harness & { readonly head: string }> {
  const harness = await startHarness()
  const { clock, context, send, signIn } = harness
  await makeHistory(harness)
  await sealAll(context)
  clock.advance(91 * day)
  await thinAccesses.round(context)
  await sealAll(context)
  await signIn()
  await send('GET', '/mail', { token: 'none' })
  await sealAll(context)
  const { head, ...checked } = await checkAuditLog(context.db)
  expect(checked).toMatchObject({ broken: 0, waiting: 0, first: [] })
  return { ...harness, head: showNoted(head as NonNullable<typeof head>) }
}

const run =
  (...statements: readonly string[]) =>
  async (db: Db) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
const last = '(select max(number) from audit_seals)'
const payment = `(select min(id) from ledger_transfers where id like 'release:%')`

const tamperings: Record<string, readonly [says: RegExp, tamper: (db: Db) => Promise<unknown>]> = {
  'an amount that is altered': [
    /^the transfer of the ledger release:\S+ was altered after it was sealed$/,
    run(`update ledger_entries set amount = '7' where transfer_id = ${payment} and account = 'released'`),
  ],
  'a payment that goes to somebody else': [
    /release:\S+ was altered/,
    run(`update ledger_entries set party = '0x1' where transfer_id = ${payment} and account = 'released'`),
  ],
  'an entry that is added to a payment': [
    /release:\S+ was altered/,
    run(`insert into ledger_entries values (${payment}, 'refunded', '0x1', '1')`),
  ],
  'a payment that is taken away': [
    /release:\S+ is not there any more/,
    run(
      `delete from ledger_entries where transfer_id = ${payment}`,
      `delete from ledger_transfers where id = ${payment}`,
    ),
  ],
  'a decision that is said to be somebody else’s': [
    /^the event of a quest \S+ \d+ was altered/,
    run(`update quest_events set actor = '0x1' where kind = 'disputed'`),
  ],
  'a payment that nobody was told of': [
    /^the transfer of the ledger release:x is not in the log$/,
    run(`insert into ledger_transfers values ('release:x', 'quest-x', 'USDC', 5)`, 'delete from audit_queue'),
  ],
  'a note that is altered': [
    /^the note of an act note-\S+ was altered/,
    run(`update audit_notes set actor = null where kind = 'broadcast'`),
  ],
  'a sign-in that is taken away': [
    /^the note of a sign-in or a refusal note-\S+ is not there any more$/,
    run(`delete from audit_notes where kind = 'signed-in'`),
  ],
  'an entry that is altered': [
    /^entry 3 is not as it was sealed, or what comes before it is not$/,
    run('update audit_seals set at = at - 1 where number = 3'),
  ],
  'an entry that is taken away, with what it speaks of': [
    /^entry \d+ is missing$/,
    run(
      `delete from audit_seals where key = ${payment}`,
      `delete from ledger_entries where transfer_id = ${payment}`,
      `delete from ledger_transfers where id = ${payment}`,
    ),
  ],
  'two entries whose places are changed': [
    /^entry \d+ is not as it was sealed/,
    run(
      'update audit_seals set number = -1, first = -1 where number = 3',
      'update audit_seals set number = 3, first = 3 where number = 4',
      'update audit_seals set number = 4, first = 4 where number = -1',
    ),
  ],
  'a beginning that is cut off': [
    /^entries 1 to 4 are missing$/,
    run('delete from audit_seals where number < 5'),
  ],
  'an end that is cut off, and what it speaks of is there': [
    /is not in the log$/,
    run(`delete from audit_seals where number = ${last}`),
  ],
  'a payment that is said to have been an old sign-in': [
    /^entries \d+ to \d+ were taken away, and some of them are kept for ever$/,
    run(
      `update audit_seals set source = 'thinned', key = cast(number as text) where key = ${payment}`,
      `delete from ledger_entries where transfer_id = ${payment}`,
      `delete from ledger_transfers where id = ${payment}`,
    ),
  ],
  'a refusal that is said to have been old': [
    /^entries were taken away up to \d+, which nothing in the log allowed$/,
    run(
      `update audit_seals set source = 'thinned', key = cast(number as text) where number =
        (select max(number) from audit_seals where source = 'access')`,
      `delete from audit_notes where kind = 'refused'`,
    ),
  ],
}

describe('somebody who has the database is found out by', () => {
  test('every alteration and every deletion', async () => {
    const { context, head } = await startSealed()
    for (const [name, [says, tamper]] of Object.entries(tamperings))
      expect(await afterTampering(context, tamper), name).toContainEqual(expect.stringMatching(says))
    expect(await afterTampering(context, async () => {}, head)).toEqual([])
  })

  test('an entry that was noted elsewhere, where the end is cut off cleanly, or all is made anew', async () => {
    const { context, head } = await startSealed()
    const cut = run(
      `delete from audit_notes where id in (select key from audit_seals where number > ${last} - 2)`,
      `delete from audit_seals where number > ${last} - 2`,
    )
    expect(await afterTampering(context, cut)).toEqual([])
    expect(await afterTampering(context, cut, head)).toEqual([
      expect.stringMatching(/^the log ends at entry \d+, and has none \d+: its end was cut off/),
    ])
    const [number, hash] = head.split(':') as [string, string]
    expect(await afterTampering(context, cut, hash)).toHaveLength(1)
    expect(await afterTampering(context, async () => {}, hash)).toEqual([])

    const remake = async (db: Db) => {
      const seals = await db.selectFrom('audit_seals').selectAll().orderBy('number').execute()
      await db.deleteFrom('audit_seals').execute()
      await db.deleteFrom('audit_notes').where('kind', '=', 'broadcast').execute()
      const left = await db.selectFrom('audit_notes').select('id').execute()
      const ids = new Set(left.map(({ id }) => id))
      const kept = seals.filter(
        ({ source, key }) => source !== 'thinned' && (source !== 'act' || ids.has(key)),
      )
      let link = beginning
      for (const seal of kept) {
        const next = sealNext(link, seal)
        await db.insertInto('audit_seals').values(next).execute()
        link = next
      }
    }
    expect(await afterTampering(context, remake)).toEqual([])
    expect(await afterTampering(context, remake, head)).toHaveLength(1)
    expect(await afterTampering(context, remake, `1:${hash}`)).toEqual([
      'entry 1 has another hash than was noted: the log was made anew',
    ])
    expect(Number(number)).toBeGreaterThan(20)
  })

  test('the database itself, which refuses to alter what is sealed', async () => {
    const { context, user } = await startHarness()
    await user().furrow.quests.post(sampleQuest)
    await sealAll(context)
    for (const statement of [
      `update audit_notes set actor = 'x'`,
      `delete from audit_notes where kept = 1`,
      'update audit_seals set at = 0',
      `delete from audit_seals where source = 'transfer'`,
    ])
      await expect(sql.raw(statement).execute(context.db), statement).rejects.toThrow('append-only')
  })
})
