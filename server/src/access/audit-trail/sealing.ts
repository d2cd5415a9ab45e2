import type { AuditSealRow } from '@furrow/storage/audit-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import { lockFree } from '@furrow/storage/locked.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { sql, type Transaction } from 'kysely'
import { type Duty, nowIfAny } from '../../ground/duty.ts'
import { beginning, digestOf, type Link, missing, sealNext } from './seal.ts'
import { readContents } from './sources.ts'

const atOnce = 500

/** Writers never wait for the chain: moving money queues a row, which one process at a time seals. Crashes are safe. */
export const sealEntries: Duty = {
  name: 'seal the audit log',
  soonest: () => nowIfAny(sql`audit_queue`),
  isPatient: true,
  async round({ clock, db }) {
    if ((await nextInLine(db).limit(1).executeTakeFirst()) === undefined) return 0
    return transaction(db, async trx => ((await takeChain(trx)) ? sealSome(trx, clock.now()) : 0))
  },
}

/** Takes the chain until the transaction ends; false where another process has it. */
export async function takeChain(trx: Transaction<Tables>): Promise<boolean> {
  const row = trx.selectFrom('meta').select('key').where('key', '=', 'audit-sealer')
  return (await lockFree(trx, row, 'meta').executeTakeFirst()) !== undefined
}

async function readHead(db: Db): Promise<Link> {
  const head = await db
    .selectFrom('audit_seals')
    .select(['number', 'hash', 'kept'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return head ?? beginning
}

function nextInLine(db: Db) {
  return db.selectFrom('audit_queue').selectAll().orderBy('at').orderBy('source').orderBy('key')
}

async function sealSome(trx: Transaction<Tables>, now: number): Promise<number> {
  const waiting = await nextInLine(trx).limit(atOnce).execute()
  await appendSeals(trx, waiting, now)
  const rows = waiting.map(({ at, source, key }) => ({ at: String(at), source, key }))
  await sql`delete from audit_queue where (at, source, key) in
    (select cast(k.at as bigint), k.source, k.key from ${jsonRows(trx, 'k', ['at', 'source', 'key'], rows)})`.execute(
    trx,
  )
  return waiting.length
}

type Entry = { readonly source: string; readonly key: string }

export async function appendSeals(
  trx: Transaction<Tables>,
  entries: readonly Entry[],
  now: number,
): Promise<AuditSealRow[]> {
  const contentOf = await readContents(trx, entries)
  const known = await findSealed(trx, entries)
  const sealed: AuditSealRow[] = []
  let link = await readHead(trx)
  for (const { source, key } of entries) {
    // A sealed row written a second time was deleted by somebody in between: the first seal shows it.
    if (known.has(`${source} ${key}`)) continue
    const content = contentOf({ source, key })
    const digest = content === undefined ? missing : digestOf(content)
    const seal: AuditSealRow = sealNext(link, { at: now, source, key, digest })
    sealed.push(seal)
    link = seal
  }
  await writeTogether(trx, writes => writes.insert('audit_seals', ...sealed))
  return sealed
}

async function findSealed(db: Db, entries: readonly Entry[]): Promise<Set<string>> {
  const keys = entries.map(({ source, key }) => ({ source, key }))
  const { rows } = await sql<{ source: string; key: string }>`
    select s.source, s.key from ${jsonRows(db, 'k', ['source', 'key'], keys)}
    ${joinEach(db, 'audit_seals', 's', sql`s.source = k.source and s.key = k.key`)}`.execute(db)
  return new Set(rows.map(({ source, key }) => `${source} ${key}`))
}

export async function dropSealed(trx: Db): Promise<void> {
  await sql`delete from audit_queue where exists
    (select 1 from audit_seals s where s.source = audit_queue.source and s.key = audit_queue.key)`.execute(
    trx,
  )
}
