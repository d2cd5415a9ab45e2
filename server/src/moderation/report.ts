import type { NewReport, Report } from '@furrow/sdk/contract'
import { type Selectable, sql } from 'kysely'
import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { ReportTable } from '../db/moderation-tables.ts'
import { isUniqueViolation, transaction } from '../db/transaction.ts'
import { writeAll } from '../db/write-all.ts'
import { createWrites } from '../db/writes.ts'
import { BadRequestError, NotFoundError } from '../errors.ts'
import { openCopy } from '../mail/letter.ts'
import { seal } from '../mail/seal.ts'
import { withinQuota, writeSpends } from '../quotas/spend.ts'
import { requireUnfrozen } from '../restraints/frozen.ts'
import { maySee } from '../restraints/hidden.ts'
import { findThings, toThingId } from './things.ts'

/** What is reported, whose it is, and of a letter what it says. */
type Subject = { readonly thing: string; readonly owner: Address; readonly letter: string }

/**
 * Tells the moderators of something. It hides nothing: they decide. Each person reports a thing once; who does so again is
 * given his first report.
 * @throws NotFoundError where it is not there, or not for this reporter; BadRequestError for what is his own, and for a letter
 *   that he does not disclose; TooManyRequestsError for one report too many in a day.
 */
export async function report(context: Context, reporter: Address, asked: NewReport): Promise<Report> {
  const { clock, db, secrets } = context
  await requireUnfrozen(db, reporter)
  const subject = await findSubject(context, reporter, asked)
  const { kind, reason, note = '' } = asked
  const before = await findReport(db, kind, subject.thing, reporter)
  if (before !== null) return showReport(before)
  if (subject.owner === reporter) throw new BadRequestError('This is your own.')
  const at = clock.now()
  const row = {
    kind,
    thing: subject.thing,
    reporter,
    at,
    reason,
    note: seal(secrets.sealing[0], note),
    letter: seal(secrets.sealing[0], subject.letter),
    outcome: null,
  }
  return withinQuota(context, { address: reporter, kind: 'reports' }, spend =>
    transaction(db, async trx => {
      await putIntoQueue(trx, row, subject.owner)
      const writes = createWrites()
      writes.insert('reports', row)
      writeSpends(writes, context, [spend])
      await writeAll(trx, writes)
      return showReport(row)
    }),
  ).catch(async error => {
    // The same person, at the same moment.
    const first = isUniqueViolation(error) ? await findReport(db, kind, subject.thing, reporter) : null
    if (first === null) throw error
    return showReport(first)
  })
}

/** First the thing's own row: whoever decides about it at this moment does so before this report, or with it. */
async function putIntoQueue(
  trx: Db,
  { kind, thing, at }: Selectable<ReportTable>,
  owner: Address,
): Promise<void> {
  const place = `${String(at).padStart(13, '0')} ${kind} ${thing}`
  await trx
    .insertInto('reported_things')
    .values({ kind, thing, owner, place, reports: 1, opened_at: at, last_at: at })
    .onConflict(conflict =>
      conflict.columns(['kind', 'thing']).doUpdateSet(({ eb }) => ({
        reports: eb('reported_things.reports', '+', 1),
        place: sql<string>`coalesce(reported_things.place, excluded.place)`,
        opened_at: sql<number>`case when reported_things.place is null then excluded.opened_at
          else reported_things.opened_at end`,
        last_at: at,
      })),
    )
    .execute()
}

async function findSubject(context: Context, reporter: Address, asked: NewReport): Promise<Subject> {
  if (asked.kind === 'letter') return findLetter(context, reporter, asked)
  const id = toThingId(asked.kind, asked.id)
  const thing = id === null ? undefined : (await findThings(context, asked.kind, [id])).get(id)
  if (id === null || !thing?.isThere) throw new NotFoundError(`There is no such ${asked.kind}.`)
  if (thing.quest !== null && !(await maySee(context, thing.quest, reporter)))
    throw new NotFoundError(`There is no such ${asked.kind}.`)
  if (thing.hiddenAt !== null) throw new BadRequestError('A moderator has hidden this already.')
  return { thing: id, owner: thing.owner, letter: '' }
}

async function findLetter(
  context: Context,
  reporter: Address,
  { id, disclose = false }: NewReport,
): Promise<Subject> {
  const row = await context.db
    .selectFrom('mail')
    .selectAll()
    .where('owner', '=', reporter)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new NotFoundError('You have no such letter.')
  if (row.official === 1) throw new BadRequestError('The service itself wrote this letter.')
  if (!disclose)
    throw new BadRequestError(
      'Moderators read no mail: to report a letter is to show it to them, which takes disclose: true.',
    )
  const { subject, body } = openCopy(context, row)
  return { thing: id, owner: row.sender, letter: JSON.stringify([subject, body]) }
}

async function findReport(
  db: Db,
  kind: NewReport['kind'],
  thing: string,
  reporter: Address,
): Promise<Selectable<ReportTable> | null> {
  const row = await db
    .selectFrom('reports')
    .selectAll()
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .where('reporter', '=', reporter)
    .executeTakeFirst()
  return row ?? null
}

function showReport({ kind, thing, reason, at, outcome }: Selectable<ReportTable>): Report {
  const id = kind === 'profile' ? checksum(thing as Address) : thing
  return { kind, id, reason, reportedAt: instant(at), outcome }
}
