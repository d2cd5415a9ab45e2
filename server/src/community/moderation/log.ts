import type {
  ModerationLogEntry,
  ModerationOfMine,
  ModerationQuery,
  OwnModeration,
  ReportedKind,
} from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { ModerationAnswerTable, ModerationLogRow } from '@furrow/storage/moderation-tables.ts'
import type { Done } from '../../access/idempotency/kept-keys.ts'
import { findFreeze } from '../../access/restraints/frozen.ts'
import { requireModerator, roleOf } from '../../access/restraints/moderators.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { findThings, isAddress } from './things.ts'

export const pageSize = { most: 100, otherwise: 25 }

export type Paged<T> = { readonly page: T; readonly next: string | null }

/** The moderators' acts, newest first. @throws ForbiddenError for non-moderators. */
export async function readLog(
  context: Context,
  caller: Address,
  query: ModerationQuery,
): Promise<Paged<ModerationLogEntry[]>> {
  await requireModerator(context, caller)
  const { rows, next } = await readEntries(context.db, query, null)
  return { page: rows.map(row => showEntry(row, row)), next }
}

export async function readMine(
  context: Context,
  caller: Address,
  query: ModerationQuery,
): Promise<Paged<OwnModeration>> {
  const [{ rows, next }, role, freeze] = await Promise.all([
    readEntries(context.db, query, caller),
    roleOf(context, caller),
    findFreeze(context.db, caller),
  ])
  const texts = await readTexts(context, rows)
  const actions = rows.map((row): ModerationOfMine => {
    const { actor: _, owner: __, reports: ___, ...told } = showEntry(row, row)
    return { ...told, text: texts.get(`${row.kind} ${row.thing}`) ?? '' }
  })
  const frozen = freeze && { id: freeze.id, reason: freeze.reason, at: instant(freeze.at) }
  return { page: { role, frozen, actions }, next }
}

const ownActions = ['hide', 'restore', 'freeze', 'unfreeze'] as const

type Answered = ModerationLogRow & Answer
type Answer = { readonly answer: ModerationAnswerTable['note'] | null; readonly answered_at: number | null }

async function readEntries(
  db: Db,
  { cursor, limit: asked }: ModerationQuery,
  owner: Address | null,
): Promise<{ rows: Answered[]; next: string | null }> {
  const limit = readLimit(asked, pageSize)
  let found = db
    .selectFrom('moderation_log as l')
    .leftJoin('moderation_answers as a', 'a.id', 'l.id')
    .selectAll('l')
    .select(['a.note as answer', 'a.at as answered_at'])
  if (owner !== null) found = found.where('l.owner', '=', owner).where('l.action', 'in', [...ownActions])
  if (cursor !== undefined) found = found.where('l.id', '<', cursor)
  const rows = await found
    .orderBy('l.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null }
}

/** Texts of things hidden now: others do not see them, and the owner may want to know what it was. */
async function readTexts(context: Context, rows: readonly ModerationLogRow[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const kind of [
    'quest',
    'comment',
    'profile',
    'proposal',
    'file',
    'entry',
  ] as const satisfies readonly ReportedKind[]) {
    const ids = rows.filter(row => row.kind === kind && row.action === 'hide').map(({ thing }) => thing)
    for (const [id, { hiddenAt, text }] of await findThings(context, kind, [...new Set(ids)]))
      if (hiddenAt !== null) texts.set(`${kind} ${id}`, text)
  }
  return texts
}

/** A moderator's act under a key, with the owner's answer since. @throws NotFoundError */
export async function showDone({ db }: Context, actor: Address, { made }: Done): Promise<ModerationLogEntry> {
  const row = await db
    .selectFrom('moderation_log as l')
    .leftJoin('moderation_answers as a', 'a.id', 'l.id')
    .selectAll('l')
    .select(['a.note as answer', 'a.at as answered_at'])
    .where('l.id', '=', made)
    .where('l.actor', '=', actor)
    .executeTakeFirst()
  if (row === undefined) throw new NotFoundError('This entry of the log is not there any more.')
  return showEntry(row, row)
}

export function showEntry(row: ModerationLogRow, answered: Answer | null): ModerationLogEntry {
  const { id, at, actor, action, kind, thing, title, owner, reason, reports } = row
  const note = answered?.answer ?? null
  return {
    id,
    at: instant(at),
    actor: checksum(actor),
    action,
    kind,
    thing: isAddress(kind) ? checksum(thing as Address) : thing,
    title,
    owner: checksum(owner),
    reason,
    reports,
    answer: note === null ? null : { note, at: instant(answered?.answered_at ?? 0) },
  }
}
