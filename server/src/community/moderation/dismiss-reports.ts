import type { ModerationLogEntry, ReportedKind, ReporterDismissal } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { ModerationLogRow } from '@furrow/storage/moderation-tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { sql } from 'kysely'
import { noteAct } from '../../access/audit-trail/notes.ts'
import { requireModerator } from '../../access/restraints/moderators.ts'
import { type Address, checksum, toAddress } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { showEntry } from './log.ts'
import { type Judge, type Matter, refusalsOf } from './refusals.ts'
import { rankAnew } from './standings.ts'
import { findThings } from './things.ts'

/** At once: a reporter with more is dismissed again. */
const most = 1_000

/**
 * Dismisses all waiting reports of one wallet, except where the moderator has a part. A thing that others reported too
 * still waits for a decision.
 * @throws ForbiddenError for all but moderators, and for one's own reports; BadRequestError where none waits.
 */
export async function dismissReports(
  context: Context,
  actor: Address,
  { reporter: given, reason }: ReporterDismissal,
): Promise<ModerationLogEntry> {
  const role = await requireModerator(context, actor)
  const reporter = toAddress(given)
  if (reporter === actor)
    throw new ForbiddenError('These are your own reports: somebody else decides.', { code: 'not-for-you' })
  const matters = await findDecidable(context, { address: actor, role }, reporter)
  const at = context.clock.now()
  return transaction(context.db, async trx => {
    let reports = 0
    for (const matter of matters) if (await dismiss(trx, matter, reporter)) reports++
    if (reports === 0)
      throw new BadRequestError('No report of this wallet waits for a decision that you can take.', {
        code: 'no-report',
      })
    await rankAnew(trx, sql`select kind, thing from reports where reporter = ${reporter}`)
    const row: ModerationLogRow = {
      id: createId('moderation', at),
      at,
      actor,
      action: 'dismiss-reports',
      kind: 'wallet',
      thing: reporter,
      title: checksum(reporter),
      owner: reporter,
      reason,
      reports,
    }
    await trx.insertInto('moderation_log').values(row).execute()
    const details = { action: row.action, kind: row.kind, thing: reporter, reports }
    await noteAct(trx, at, { kind: 'moderation', actor, details })
    return showEntry(row, null)
  })
}

/** In one order for all moderators, so that they cannot deadlock. */
async function findDecidable(context: Context, judge: Judge, reporter: Address): Promise<Matter[]> {
  const rows = await context.db
    .selectFrom('reports as r')
    .innerJoin('reported_things as t', join =>
      join.onRef('t.kind', '=', 'r.kind').onRef('t.thing', '=', 'r.thing'),
    )
    .select(['r.kind', 'r.thing', 't.owner'])
    .where('r.reporter', '=', reporter)
    .where('r.outcome', 'is', null)
    .orderBy('r.kind')
    .orderBy('r.thing')
    .limit(most)
    .execute()
  const byKind = Map.groupBy(rows, ({ kind }) => kind)
  const found = new Map<ReportedKind, Awaited<ReturnType<typeof findThings>>>()
  for (const [kind, some] of byKind)
    found.set(
      kind,
      await findThings(
        context,
        kind,
        some.map(({ thing }) => thing),
      ),
    )
  const matters = rows.map(row => ({ ...row, quest: found.get(row.kind)?.get(row.thing)?.quest ?? null }))
  const refusals = await refusalsOf(context, judge, matters)
  return matters.filter((_, index) => refusals[index] === null)
}

/** false where it did not wait any more. The thing's own row is locked first, as by reports and decisions. */
async function dismiss(trx: Db, { kind, thing }: Matter, reporter: Address): Promise<boolean> {
  await trx
    .updateTable('reported_things')
    .set({ last_at: sql`last_at` })
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ outcome: sql.lit('dismissed'), network: null })
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .where('reporter', '=', reporter)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await trx
    .updateTable('reported_things')
    .set({ reports: sql`reports - 1`, place: sql`case when reports > 1 then place end` })
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .execute()
  return true
}
