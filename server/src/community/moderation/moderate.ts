import { hasLeft, type ModerationAction, type ModerationLogEntry } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { ModerationLogRow } from '@furrow/storage/moderation-tables.ts'
import { sql } from 'kysely'
import { noteAct } from '../../access/audit-trail/notes.ts'
import { endSessionsIn, noteEnded } from '../../access/auth/generations.ts'
import { commitAfter } from '../../access/commit.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import { requireModerator } from '../../access/restraints/moderators.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { BadRequestError, ForbiddenError, NotFoundError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { readLanguages } from '../../people/mail/notices/languages.ts'
import { hideOrRestore } from './hide.ts'
import { showEntry } from './log.ts'
import { writeLetter } from './owner-letter.ts'
import { type Matter, refusalsOf } from './refusals.ts'
import { rankAnew } from './standings.ts'
import { findThings, toThingId } from './things.ts'

/**
 * Decides, logs the reason and tells the owner in one transaction that holds in every process at once. @throws
 * ForbiddenError for non-moderators, and those with a part in it; NotFoundError; BadRequestError where there is nothing
 * to do.
 */
export async function moderate(
  context: Context,
  actor: Address,
  { action, kind, id, reason }: ModerationAction,
  use: KeyUse | null,
): Promise<ModerationLogEntry> {
  const role = await requireModerator(context, actor)
  const matter = await findMatter(context, kind, id)
  const [refusal] = await refusalsOf(context, { address: actor, role }, [matter])
  if (refusal) throw new ForbiddenError(refusal, { code: 'not-for-you' })
  const { thing, owner, title } = matter
  const at = context.clock.now()
  const row: ModerationLogRow = {
    id: createId('moderation', at),
    at,
    actor,
    action,
    kind,
    thing,
    title,
    owner,
    reason,
    reports: 0,
  }
  const key = { use, made: row.id, at }
  const { entry, ended } = await commitAfter(context, { key }, async (trx, commit) => {
    await act(trx, row)
    // The wallet's owner signs in again, and reads the reason.
    const ended = action === 'freeze' ? await endSessionsIn(trx, owner, at) : null
    const entry = { ...row, reports: await closeReports(trx, row) }
    if (action === 'dismiss' && entry.reports === 0)
      throw new BadRequestError('No report of this waits for a decision.', { code: 'no-report' })
    const languages = await readLanguages(trx, [owner])
    await commit(writes => {
      if (kind === 'quest') writes.count('quests')
      if (kind === 'proposal') writes.count('community_dao')
      writes.insert('moderation_log', entry)
      writeLetter(writes, context, entry, languages)
    })
    await noteAct(trx, at, { kind: 'moderation', actor, details: { action, kind, thing, owner } })
    return { entry: showEntry(entry, null), ended }
  })
  if (ended !== null) noteEnded(context, ended)
  return entry
}

async function findMatter(
  context: Context,
  kind: ModerationAction['kind'],
  id: string,
): Promise<Matter & { readonly title: string }> {
  const thing = toThingId(kind, id)
  if (thing === null) throw new NotFoundError('There is no such address.', { code: 'thing-not-found' })
  const found = (await findThings(context, kind, [thing])).get(thing)
  if (found !== undefined) return { kind, thing, owner: found.owner, title: found.title, quest: found.quest }
  // A thing deleted since it was reported still waits for a decision.
  const reported = await context.db
    .selectFrom('reported_things')
    .select('owner')
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .executeTakeFirst()
  if (reported === undefined)
    throw new NotFoundError(`There is no such ${kind}.`, { code: 'thing-not-found' })
  return { kind, thing, owner: reported.owner, title: '', quest: null }
}

async function act(trx: Db, row: ModerationLogRow): Promise<void> {
  switch (row.action) {
    case 'hide':
    case 'restore':
      return hideOrRestore(trx, row)
    case 'freeze':
      return freeze(trx, row)
    case 'unfreeze':
      return unfreeze(trx, row)
  }
}

async function freeze(trx: Db, { owner, id, at }: ModerationLogRow): Promise<void> {
  if (hasLeft(owner)) throw new BadRequestError('This person has left.', { code: 'person-left' })
  const frozen = await trx
    .insertInto('frozen_wallets')
    .values({ address: owner, action: id, at })
    .onConflict(conflict => conflict.doNothing())
    .returning('address')
    .executeTakeFirst()
  if (frozen === undefined)
    throw new BadRequestError('This wallet is frozen already.', { code: 'nothing-to-change' })
}

async function unfreeze(trx: Db, { owner }: ModerationLogRow): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('frozen_wallets')
    .where('address', '=', owner)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n)
    throw new BadRequestError('This wallet is not frozen.', { code: 'nothing-to-change' })
}

/** Closes all waiting reports of the thing, since the act answers them; gives their number. */
async function closeReports(trx: Db, { action, kind, thing }: ModerationLogRow): Promise<number> {
  if (action === 'restore' || action === 'unfreeze') return 0
  // The thing's own row is locked first, as by reports.
  await trx
    .updateTable('reported_things')
    .set({ place: null, reports: 0 })
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .execute()
  const { numUpdatedRows } = await trx
    .updateTable('reports')
    .set({ outcome: action === 'dismiss' ? sql.lit('dismissed') : sql.lit('upheld'), network: null })
    .where('kind', '=', kind)
    .where('thing', '=', thing)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  // Other things reported by the same people, who were right or wrong now.
  await rankAnew(
    trx,
    sql`select o.kind, o.thing from reports c join reports o on o.reporter = c.reporter and o.outcome is null
      where c.kind = ${kind} and c.thing = ${thing}`,
  )
  return Number(numUpdatedRows)
}
