import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { keptAs } from '@furrow/storage/kept.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { OutdatedError, transaction } from '@furrow/storage/transaction.ts'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Context } from '../../ground/context.ts'
import { type Duty, everyMinute } from '../../ground/duty.ts'
import { noteAct } from './notes.ts'
import { sealedKinds } from './sealed-kinds.ts'
import { appendSeals, takeChain } from './sealing.ts'

/** Kinds that became sealed after events of them existed, and the position reached in sealing those; no kinds for none left. */
export type Late = { readonly kinds: readonly string[]; readonly quest: string; readonly number: number }

const none: Late = { kinds: [], quest: '', number: 0 }
/** The first value is written by the migration that turned the kinds into data. */
const kept = keptAs<Late>('audit-late', none)

export const readLate = (db: Db): Promise<Late> => kept.read(db)

/** A kind stays sealed even if an older version starts later; existing events of a new kind are sealed in the background. */
export async function sealNewKinds({ db }: Pick<Context, 'db'>): Promise<void> {
  const rows = await db.selectFrom('sealed_kinds').select('kind').execute()
  const known = new Set<string>(rows.map(({ kind }) => kind))
  const added = sealedKinds.filter(kind => !known.has(kind))
  if (added.length === 0) return
  await transaction(db, async trx => {
    // Events being written are either committed before this, or sealed by the trigger, which knows the kinds by then.
    if (engineOf(trx) === 'postgres')
      await sql`lock table quest_events in share row exclusive mode`.execute(trx)
    await trx
      .insertInto('sealed_kinds')
      .values(added.map(kind => ({ kind })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const before = await kept.read(trx)
    const isEmpty =
      (await trx.selectFrom('quest_events').select('kind').limit(1).executeTakeFirst()) === undefined
    const late = { ...none, kinds: [...new Set([...before.kinds, ...added])] }
    if (!isEmpty && !(await kept.replace(trx, before, late))) throw new OutdatedError()
  })
}

const atOnce = 500

/** Seals the events from before their kind was sealed, in slices, by their keys; a note in the log names those entries. */
export const sealLateEvents: Duty = {
  name: 'seal events from before their kind was sealed',
  every: everyMinute,
  isPatient: true,
  async round({ clock, db }) {
    if ((await kept.read(db)).kinds.length === 0) return 0
    return transaction(db, async trx => ((await takeChain(trx)) ? sealSome(trx, clock.now()) : 0))
  },
}

async function sealSome(trx: Transaction<Tables>, now: number): Promise<number> {
  const late = await kept.read(trx)
  if (late.kinds.length === 0) return 0
  const { rows } = await sql<{ quest_id: string; number: number; kind: string }>`
    select quest_id, number, kind from quest_events where (quest_id, number) > (${late.quest}, ${late.number})
    order by quest_id, number limit ${sql.lit(atOnce)}`.execute(trx)
  const waiting = rows
    .filter(({ kind }) => late.kinds.includes(kind))
    .map(({ quest_id, number }) => ({ source: 'event', key: `${quest_id} ${number}` }))
  const sealed = await appendSeals(trx, waiting, now)
  const [first, newest] = [sealed[0], sealed.at(-1)]
  if (first !== undefined && newest !== undefined)
    await noteAct(trx, now, {
      kind: 'sealed-late',
      actor: null,
      details: { from: first.number, to: newest.number },
    })
  const last = rows.at(-1)
  const isDone = last === undefined || rows.length < atOnce
  await kept.replace(
    trx,
    late,
    isDone ? none : { ...late, quest: last.quest_id, number: Number(last.number) },
  )
  return isDone ? 0 : rows.length
}

export function isLate({ kinds, quest, number }: Late): RawBuilder<unknown> {
  if (kinds.length === 0) return sql`1 = 0`
  return sql`(r.kind in (${sql.join(kinds)}) and (r.quest_id, r.number) > (${quest}, ${number}))`
}
