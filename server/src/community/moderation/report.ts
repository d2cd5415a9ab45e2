import type { NewReport, Report, ReportedKind } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { FileRow } from '@furrow/storage/file-tables.ts'
import type { ReportTable } from '@furrow/storage/moderation-tables.ts'
import { isUniqueViolation, transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { type Selectable, sql } from 'kysely'
import { type Done, type KeyUse, writeKey } from '../../access/idempotency/kept-keys.ts'
import { keyedAddress } from '../../access/quotas/keyed.ts'
import type { Spend } from '../../access/quotas/kinds.ts'
import { withinEach, writeSpends } from '../../access/quotas/spend.ts'
import { maySee } from '../../access/restraints/hidden.ts'
import { type Address, checksum, zeroAddress } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, NotFoundError, TooManyRequestsError } from '../../ground/errors.ts'
import { holderOf } from '../../ground/http/networks.ts'
import { maySee as maySeeFile } from '../../people/files/readers.ts'
import { findFile } from '../../people/files/rows.ts'
import { openCopy } from '../../people/mail/letter.ts'
import { seal } from '../../people/mail/seal.ts'
import { countOfNetwork, isOftenDismissed, isTrusted, readStandings } from './standings.ts'
import { findThings, isAddress, toThingId } from './things.ts'

type Subject = {
  readonly kind: ReportedKind
  readonly thing: string
  readonly owner: Address
  readonly letter: string
}

/**
 * Hides nothing: moderators decide. A repetition gives the first report. @throws NotFoundError where it is not there
 * for this reporter; BadRequestError for own things and undisclosed letters; TooManyRequestsError for one too many in a
 * day.
 */
export async function report(
  context: Context,
  { address: reporter, ip }: { readonly address: Address; readonly ip: string },
  asked: NewReport,
  use: KeyUse | null,
): Promise<Report> {
  const { clock, db, secrets } = context
  const subject = await findSubject(context, reporter, asked)
  const { reason, note = '' } = asked
  const { kind, thing } = subject
  const before = await findReport(db, kind, thing, reporter)
  if (before !== null) return showReport(before)
  if (subject.owner === reporter) throw new BadRequestError('This is your own.', { code: 'own-thing' })
  const at = clock.now()
  const row = {
    kind,
    thing,
    reporter,
    at,
    reason,
    note: seal(secrets.sealing[0], note),
    letter: seal(secrets.sealing[0], subject.letter),
    outcome: null,
    network: keyedAddress(context, `reports of ${holderOf(ip)}`),
  }
  const spends: Spend[] = [
    { address: reporter, kind: 'reports' },
    { address: row.network, kind: 'network-reports' },
  ]
  return withinEach(context, spends, () =>
    transaction(db, async trx => {
      // Counted first, reports of one network wait for each other: else all simultaneous ones would be its first.
      await writeTogether(trx, writes => writeSpends(writes, context, spends))
      await putIntoQueue(trx, row, subject.owner)
      await writeTogether(trx, writes => {
        writes.insert('reports', row)
        writeKey(writes, use, { made: subject.thing, at })
      })
      return showReport(row)
    }),
  ).catch(async error => {
    const isSame = isUniqueViolation(error) || error instanceof TooManyRequestsError
    const first = isSame ? await findReport(db, kind, thing, reporter) : null
    if (first === null) throw error
    return showReport(first)
  })
}

/** The report made under a key, as it stands now. @throws NotFoundError */
export async function showReported(
  { db }: Context,
  reporter: Address,
  { kind }: NewReport,
  { made }: Done,
): Promise<Report> {
  const kinds = kind === 'profile' ? (['profile', 'wallet'] as const) : [kind]
  const found = await Promise.all(kinds.map(one => findReport(db, one, made, reporter)))
  const row = found.find(one => one !== null) ?? null
  if (row === null) throw new NotFoundError('This report is not there any more.')
  return showReport(row)
}

/** More than any reporter has waiting. */
const afterOthers = 1_000_000

/** Locks the thing's own row first: a simultaneous decision comes either before this report or with it. */
async function putIntoQueue(
  trx: Db,
  { kind, thing, reporter, at, network }: Selectable<ReportTable> & { network: string },
  owner: Address,
): Promise<void> {
  const place = `${String(at).padStart(13, '0')} ${kind} ${thing}`
  const standing = (await readStandings(trx, [reporter]))(reporter)
  const trusted = isTrusted(standing) ? 1 : 0
  const waiting = Math.max(standing.waiting, await countOfNetwork(trx, network))
  const turn = waiting + (isOftenDismissed(standing) ? afterOthers : 0)
  await trx
    .insertInto('reported_things')
    .values({ kind, thing, owner, place, reports: 1, opened_at: at, last_at: at, trusted, turn })
    .onConflict(conflict =>
      conflict.columns(['kind', 'thing']).doUpdateSet(({ eb }) => ({
        reports: eb('reported_things.reports', '+', 1),
        place: sql<string>`coalesce(reported_things.place, excluded.place)`,
        opened_at: sql<number>`case when reported_things.place is null then excluded.opened_at
          else reported_things.opened_at end`,
        last_at: at,
        trusted: sql<number>`case when reported_things.place is null then 0 else reported_things.trusted end
          + excluded.trusted`,
        turn: sql<number>`case when reported_things.place is null or excluded.turn < reported_things.turn
          then excluded.turn else reported_things.turn end`,
      })),
    )
    .execute()
}

async function findSubject(context: Context, reporter: Address, asked: NewReport): Promise<Subject> {
  if (asked.kind === 'letter') return findLetter(context, reporter, asked)
  if (asked.kind === 'file') await requireSeenFile(context, reporter, asked)
  const id = toThingId(asked.kind, asked.id)
  if (id === null) throw new NotFoundError('There is no such address.', { code: 'thing-not-found' })
  const thing = (await findThings(context, asked.kind, [id])).get(id)
  // A wallet without a profile can do harm all the same.
  if (asked.kind === 'profile' && thing === undefined)
    return findSubject(context, reporter, { ...asked, kind: 'wallet' })
  if (!thing?.isThere || id === zeroAddress)
    throw new NotFoundError(`There is no such ${asked.kind}.`, { code: 'thing-not-found' })
  if (thing.quest !== null && !(await maySee(context, thing.quest, reporter)))
    throw new NotFoundError(`There is no such ${asked.kind}.`, { code: 'thing-not-found' })
  if (thing.hiddenAt !== null)
    throw new BadRequestError('A moderator has hidden this already.', { code: 'hidden-by-moderator' })
  return { kind: asked.kind, thing: id, owner: thing.owner, letter: '' }
}

/** Evidence is reported by those who may see it; the report shows it to the moderators. */
async function requireSeenFile(
  context: Context,
  reporter: Address,
  { id, disclose = false }: NewReport,
): Promise<void> {
  const file = await findFile(context.db, toThingId('file', id) ?? '')
  if (file === null || !(await mayReport(context, file, reporter)))
    throw new NotFoundError('There is no such file.', { code: 'file-not-found' })
  if (file.quest_id !== null && !disclose)
    throw new BadRequestError(
      'Moderators see no evidence: to report it is to show it to them, which takes disclose: true.',
      { code: 'disclose-needed' },
    )
}

/** People who may see a hidden file learn that it is hidden already. */
function mayReport(context: Context, file: FileRow, reporter: Address): Promise<boolean> {
  return maySeeFile(context, { ...file, hidden_at: null }, reporter)
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
  if (row === undefined) throw new NotFoundError('You have no such letter.', { code: 'message-not-found' })
  if (row.official === 1) throw new BadRequestError('The service itself wrote this letter.')
  if (!disclose)
    throw new BadRequestError(
      'Moderators read no mail: to report a letter is to show it to them, which takes disclose: true.',
      { code: 'disclose-needed' },
    )
  const { subject, body } = openCopy(context, row)
  return { kind: 'letter', thing: id, owner: row.sender, letter: JSON.stringify([subject, body]) }
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
  const id = isAddress(kind) ? checksum(thing as Address) : thing
  return { kind, id, reason, reportedAt: instant(at), outcome }
}
