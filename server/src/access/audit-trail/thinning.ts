import type { AuditSealRow } from '@furrow/storage/audit-tables.ts'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong, jsonRows } from '@furrow/storage/json-rows.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { sql, type Transaction } from 'kysely'
import { hour } from '../../ground/clock.ts'
import type { Duty } from '../../ground/duty.ts'
import { noteAct } from './notes.ts'
import { thinned } from './seal.ts'
import { takeChain } from './sealing.ts'

const atOnce = 2_000

/** A removed stretch becomes one entry with its last hash, so the chain goes on; a sealed note says how far it went. */
export const thinAccesses: Duty = {
  name: 'thin the audit log',
  every: () => hour,
  isPatient: true,
  async round({ clock, config, db }) {
    const now = clock.now()
    const until = now - config.auditMs
    const [oldest] = await oldAccesses(db).limit(1).execute()
    if (oldest === undefined || oldest.at >= until) return 0
    return transaction(db, async trx => ((await takeChain(trx)) ? thinSome(trx, until, now) : 0))
  },
}

function oldAccesses(db: Db) {
  return db.selectFrom('audit_seals').selectAll().where('source', '=', sql.lit('access')).orderBy('number')
}

async function thinSome(trx: Transaction<Tables>, until: number, now: number): Promise<number> {
  const some = await oldAccesses(trx).limit(atOnce).execute()
  const keep = some.findIndex(({ at }) => at >= until)
  const old = keep < 0 ? some : some.slice(0, keep)
  const [from, last] = [old[0], old.at(-1)]
  if (from === undefined || last === undefined) return 0
  const before = await findStretch(trx, from.number - 1)
  const gone = before === undefined ? old : [before, ...old]
  await deleteSeals(trx, gone)
  await trx
    .deleteFrom('audit_notes')
    .where(
      isAmong(
        trx,
        'id',
        old.map(({ key }) => key),
      ),
    )
    .execute()
  await writeTogether(trx, writes => writes.insert('audit_seals', ...toStretches(gone)))
  const details = { through: last.number, count: old.length }
  await noteAct(trx, now, { kind: 'thinned', actor: null, details })
  return old.length
}

function findStretch(trx: Db, number: number): Promise<AuditSealRow | undefined> {
  const seals = trx.selectFrom('audit_seals').selectAll()
  return seals.where('number', '=', number).where('source', '=', thinned).executeTakeFirst()
}

async function deleteSeals(trx: Db, seals: readonly AuditSealRow[]): Promise<void> {
  const rows = seals.map(({ number }) => ({ number: String(number) }))
  await sql`delete from audit_seals where number in
    (select cast(k.number as bigint) from ${jsonRows(trx, 'k', ['number'], rows)})`.execute(trx)
}

function toStretches(seals: readonly AuditSealRow[]): AuditSealRow[] {
  const stretches: AuditSealRow[] = []
  for (const seal of seals) {
    const last = stretches.at(-1)
    const goesOn = last !== undefined && last.number === seal.first - 1
    const first = goesOn ? last.first : seal.first
    if (goesOn) stretches.pop()
    stretches.push({ ...seal, first, source: thinned, key: String(seal.number), digest: '' })
  }
  return stretches
}
