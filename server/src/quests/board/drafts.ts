import {
  type NewQuestDraft,
  type QuestDraft,
  type QuestDraftChange,
  type QuestDraftQuery,
  TypedQuest,
} from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { QuestDraftTable } from '@furrow/storage/tables.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Selectable } from 'kysely'
import { commit } from '../../access/commit.ts'
import type { Done, KeyUse } from '../../access/idempotency/kept-keys.ts'
import { returnSpends } from '../../access/quotas/spend.ts'
import type { Address } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readLimit } from '../../ground/http/queries.ts'
import { createId } from '../../ground/ids.ts'
import { openPrivate, sealPrivate } from '../../people/mail/private-text.ts'
import { draftSpends } from '../change/take-drafts.ts'

const most = 100

type DraftRow = Selectable<QuestDraftTable>

export type DraftPage = { readonly drafts: readonly QuestDraft[]; readonly next: string | null }

/** A page of at most 100 or about a megabyte. @throws NotFoundError; BadRequestError for an invalid limit. */
export async function listDrafts(
  context: Context,
  owner: Address,
  query: QuestDraftQuery,
): Promise<DraftPage> {
  const { db } = context
  if (query.id !== undefined)
    return { drafts: [showDraft(context, await findDraft(db, owner, query.id))], next: null }
  const limit = readLimit(query.limit, { most })
  let rows = db.selectFrom('quest_drafts').selectAll().where('owner', '=', owner)
  if (query.cursor !== undefined) rows = rows.where('id', '<', query.cursor)
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const drafts = fitPage(found.slice(0, limit).map(row => showDraft(context, row)))
  return { drafts, next: found.length > drafts.length ? (drafts.at(-1)?.id ?? null) : null }
}

/** Writes what `also` adds in the same commit. @throws TooManyRequestsError for too many drafts, or too long ones. */
export async function createDraft(
  context: Context,
  owner: Address,
  draft: NewQuestDraft,
  use: KeyUse | null,
  also: (writes: Writes, id: string) => void = () => {},
): Promise<QuestDraft> {
  const at = context.clock.now()
  const done = { made: createId('draft', at), at }
  const row = toRow(context, owner, draft, done)
  const spends = draftSpends(owner, row.bytes)
  await commit(context, { key: { use, ...done }, spends }, writes => {
    writes.insert('quest_drafts', row)
    also(writes, row.id)
  })
  return showDraft(context, row)
}

export function showCreated(context: Context, owner: Address, draft: NewQuestDraft, done: Done): QuestDraft {
  return showDraft(context, toRow(context, owner, draft, done))
}

/** @throws NotFoundError */
export async function deleteDraft({ db }: Context, owner: Address, id: string): Promise<void> {
  await transaction(db, async trx => {
    const gone = await trx
      .deleteFrom('quest_drafts')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returning('bytes')
      .executeTakeFirst()
    if (gone === undefined) throw noDraft()
    await writeTogether(trx, writes => returnSpends(writes, draftSpends(owner, gone.bytes)))
  })
}

/** A draft as it was saved, for a repeat of the same request. @throws NotFoundError where it is gone. */
export async function showSaved(
  context: Context,
  owner: Address,
  change: QuestDraftChange,
  { at }: Done,
): Promise<QuestDraft> {
  const row = await findDraft(context.db, owner, change.draftId)
  return showDraft(context, saved(context, row, change, at))
}

export function saved(
  { secrets }: Context,
  row: DraftRow,
  { version, quest, template }: QuestDraftChange,
  at: number,
): DraftRow {
  const text = textOf(quest)
  return {
    ...row,
    version: version + 1,
    quest: sealPrivate(secrets.sealing, text),
    bytes: Buffer.byteLength(text),
    updated_at: at,
    ...(template !== undefined && { template: template ? 1 : 0 }),
  }
}

export function showDraft({ secrets }: Context, row: DraftRow): QuestDraft {
  return {
    id: row.id,
    version: row.version,
    template: row.template === 1,
    quest: JSON.parse(openPrivate(secrets.sealing, row.quest)) as QuestDraft['quest'],
    createdAt: instant(row.created_at),
    updatedAt: instant(row.updated_at),
  }
}

/** A list of names limits objects at every depth. */
const kept = [TypedQuest, TypedQuest.properties.requires, TypedQuest.properties.questions.items].flatMap(
  ({ properties }) => Object.keys(properties),
)

function textOf(quest: TypedQuest): string {
  return JSON.stringify(quest, kept)
}

/** Somebody else's draft is the same as none. */
export function noDraft(): NotFoundError {
  return new NotFoundError('There is no such draft.', { code: 'draft-not-found' })
}

async function findDraft(db: Db, owner: Address, id: string): Promise<DraftRow> {
  const row = await db
    .selectFrom('quest_drafts')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', owner)
    .executeTakeFirst()
  if (row === undefined) throw noDraft()
  return row
}

function toRow(
  { secrets }: Context,
  owner: Address,
  { quest, template = false }: NewQuestDraft,
  { made, at }: Done,
): DraftRow {
  const text = textOf(quest)
  return {
    id: made,
    owner,
    version: 1,
    template: template ? 1 : 0,
    quest: sealPrivate(secrets.sealing, text),
    bytes: Buffer.byteLength(text),
    created_at: at,
    updated_at: at,
  }
}
