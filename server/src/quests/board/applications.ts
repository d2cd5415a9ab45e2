import type { Application, ApplicationQuery } from '@furrow/sdk/contract'
import type { ApplicationRow, QuestRow } from '@furrow/storage/tables.ts'
import { sql } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { instant, instantOrNull } from '../../ground/clock.ts'
import type { Secrets } from '../../ground/config/secrets.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError } from '../../ground/errors.ts'
import { pageBytes } from '../../ground/http/pages.ts'
import { readCursor, readLimit } from '../../ground/http/queries.ts'
import { openPrivate } from '../../people/mail/private-text.ts'
import { readApplicantRecord } from '../../people/profile/applicant.ts'
import { openAnswers } from '../change/application-rows.ts'
import { findQuestRow } from './one-quest.ts'

const most = 1_000
/** Rows read at once: notes and skills may be long. */
const slice = 100

export type ApplicationPage = { readonly applications: readonly Application[]; readonly next: string | null }

/** For the caller's quest; else the caller's own. @throws NotFoundError; BadRequestError for cursor or status. */
export async function listApplications(
  context: Context,
  caller: Address,
  query: ApplicationQuery,
): Promise<ApplicationPage> {
  const limit = readLimit(query.limit, { most })
  const quest = query.id === undefined ? null : await findQuestRow(context.db, query.id)
  if (quest?.giver === caller) return listForGiver(context, quest, query, limit)
  if (query.status !== undefined || query.sort !== undefined)
    throw new BadRequestError(
      'status and sort need the id of a quest of your own: your applications are in one list.',
    )
  if (quest === null) return listOwn(context, caller, query, limit)
  const own = await readOwnApplication(context, quest, caller)
  return { applications: own === null ? [] : [own], next: null }
}

export async function readOwnApplication(
  { db, secrets }: Context,
  quest: Pick<QuestRow, 'id' | 'title'>,
  farmer: Address,
): Promise<Application | null> {
  const row = await db
    .selectFrom('applications')
    .selectAll()
    .where('quest_id', '=', quest.id)
    .where('farmer', '=', farmer)
    .executeTakeFirst()
  return row === undefined ? null : show(secrets, row, quest.title)
}

async function listForGiver(
  context: Context,
  { id, title }: QuestRow,
  { status = 'pending', sort = 'applied', cursor }: ApplicationQuery,
  limit: number,
): Promise<ApplicationPage> {
  const read = (after: Place | null, size: number) => {
    // A quest has a bounded number of them, so that sorting them is.
    const proved = sql<number>`coalesce(c.completed - c.unproved, 0)`
    let rows = context.db
      .selectFrom('applications as a')
      .leftJoin('address_counts as c', 'c.address', 'a.farmer')
      .selectAll('a')
      .select(proved.as('proved'))
      .where('a.quest_id', '=', id)
      .where('a.status', '=', status)
    if (after !== null)
      rows = rows.where(({ and, eb, or, refTuple, tuple }) => {
        const isLater = eb(refTuple('a.applied_at', 'a.farmer'), '>', tuple(after.at, after.key as Address))
        if (after.proved === undefined) return isLater
        return or([eb(proved, '<', after.proved), and([eb(proved, '=', after.proved), isLater])])
      })
    if (sort === 'record') rows = rows.orderBy(proved, 'desc')
    return rows.orderBy('a.applied_at').orderBy('a.farmer').limit(size).execute()
  }
  const from =
    sort === 'record'
      ? readPlace(cursor, /^(?<proved>\d{1,9})-(?<at>\d{1,16})-(?<key>0x[0-9a-f]{40})$/)
      : readPlace(cursor, /^(?<at>\d{1,16})-(?<key>0x[0-9a-f]{40})$/)
  return fillPage(
    limit,
    from,
    read,
    ({ applied_at: at, farmer: key, proved }) => (sort === 'record' ? { proved, at, key } : { at, key }),
    async row => ({
      ...show(context.secrets, row, title),
      record: await readApplicantRecord(context, row.farmer),
    }),
  )
}

async function listOwn(
  { db, secrets }: Context,
  farmer: Address,
  { cursor }: ApplicationQuery,
  limit: number,
): Promise<ApplicationPage> {
  const read = (after: Place | null, size: number) => {
    let rows = db
      .selectFrom('applications')
      .innerJoin('quests', 'quests.id', 'applications.quest_id')
      .selectAll('applications')
      .select('quests.title')
      .where('applications.farmer', '=', farmer)
    if (after !== null)
      rows = rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('applications.applied_at', 'applications.quest_id'), '<', tuple(after.at, after.key)),
      )
    return rows
      .orderBy('applications.applied_at', 'desc')
      .orderBy('applications.quest_id', 'desc')
      .limit(size)
      .execute()
  }
  const from = readPlace(cursor, /^(?<at>\d{1,16})-(?<key>quest-[0-9a-z-]+)$/)
  return fillPage(
    limit,
    from,
    read,
    row => ({ at: row.applied_at, key: row.quest_id }),
    async row => show(secrets, row, row.title),
  )
}

/** `proved` in a list by record: finished work that counts. */
type Place = { readonly proved?: number; readonly at: number; readonly key: string }

/** As many entries as fit, at most `limit`, read a slice at a time; and the cursor of those after them. */
async function fillPage<R>(
  limit: number,
  from: Place | null,
  read: (after: Place | null, size: number) => Promise<R[]>,
  placeOf: (row: R) => Place,
  showRow: (row: R) => Promise<Application>,
): Promise<ApplicationPage> {
  const applications: Application[] = []
  let last = from
  let bytes = 0
  const end = () => (last === null ? null : cursorOf(last))
  for (;;) {
    const rows = await read(last, Math.min(slice, limit - applications.length + 1))
    const shown = await Promise.all(rows.map(showRow))
    for (const [index, row] of rows.entries()) {
      const application = shown[index] as Application
      bytes += Buffer.byteLength(JSON.stringify(application)) + 1
      const isFull = applications.length === limit || (bytes > pageBytes && applications.length > 0)
      if (isFull) return { applications, next: end() }
      applications.push(application)
      last = placeOf(row)
    }
    if (rows.length < slice) return { applications, next: null }
  }
}

function cursorOf({ proved, at, key }: Place): string {
  return proved === undefined ? `${at}-${key}` : `${proved}-${at}-${key}`
}

function readPlace(cursor: string | undefined, shape: RegExp): Place | null {
  if (cursor === undefined) return null
  const { proved, at, key } = readCursor<'at' | 'key', 'proved'>(cursor, shape)
  return { ...(proved !== undefined && { proved: Number(proved) }), at: Number(at), key }
}

function show({ sealing }: Secrets, row: ApplicationRow, questTitle: string): Application {
  const answers = openAnswers(sealing, row)
  return {
    questId: row.quest_id,
    questTitle,
    farmer: checksum(row.farmer),
    status: row.status,
    note: openPrivate(sealing, row.note),
    ...(answers.length > 0 && { answers: [...answers] }),
    appliedAt: instant(row.applied_at),
    expiresAt: row.status === 'pending' ? instant(row.expires_at) : null,
    endedAt: instantOrNull(row.ended_at),
    reason: openPrivate(sealing, row.reason),
  }
}
