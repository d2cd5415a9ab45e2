import { everyone, type Message, type MessageMark, type NewMessage } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { Tables } from '@furrow/storage/tables.ts'
import { type Selectable, sql } from 'kysely'
import { toNote } from '../../access/audit-trail/notes.ts'
import { commit } from '../../access/commit.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { createId } from '../../ground/ids.ts'
import { openText, seal } from './seal.ts'

/** The list never changes: each reader's marks are kept for that reader. */
export async function sendBroadcast(
  context: Context,
  from: Address,
  draft: NewMessage,
  use: KeyUse | null,
): Promise<Message> {
  const { clock, secrets } = context
  const key = secrets.sealing[0]
  const at = clock.now()
  const row = {
    id: createId('mail', at),
    sender: from,
    subject: seal(key, draft.subject),
    body: seal(key, draft.body),
    type: draft.type ?? 'platform-update',
    sent_at: at,
  }
  await commit(context, { key: { use, made: row.id, at } }, writes => {
    writes.insert('broadcasts', row)
    writes.insert('audit_notes', toNote(at, { kind: 'broadcast', actor: from, details: { id: row.id } }, 1))
  })
  return openBroadcast(context, { ...row, read: 0 })
}

export function readBroadcasts(
  context: Context,
  reader: Address,
  ids: readonly string[],
): Promise<BroadcastRow[]> {
  return broadcastsFor(context, reader)
    .where(isAmong(context.db, 'broadcasts.id', ids))
    .execute()
}

/** null where there is no such broadcast for this reader. */
export async function markBroadcast(
  context: Context,
  reader: Address,
  { messageId, read }: MessageMark,
): Promise<Message | null> {
  const row = await broadcastsFor(context, reader).where('broadcasts.id', '=', messageId).executeTakeFirst()
  if (row === undefined) return null
  const flag = read ? 1 : 0
  await context.db
    .insertInto('broadcast_states')
    .values({ reader, broadcast_id: messageId, read: flag, deleted: 0 })
    .onConflict(conflict => conflict.columns(['reader', 'broadcast_id']).doUpdateSet({ read: flag }))
    .execute()
  return openBroadcast(context, { ...row, read: flag })
}

export async function findBroadcast(context: Context, reader: Address, id: string): Promise<Message | null> {
  const row = await broadcastsFor(context, reader).where('broadcasts.id', '=', id).executeTakeFirst()
  return row === undefined ? null : openBroadcast(context, row)
}

export async function deleteBroadcast(context: Context, reader: Address, id: string): Promise<boolean> {
  const row = await broadcastsFor(context, reader).where('broadcasts.id', '=', id).executeTakeFirst()
  if (row === undefined) return false
  await context.db
    .insertInto('broadcast_states')
    .values({ reader, broadcast_id: id, read: row.read, deleted: 1 })
    .onConflict(conflict => conflict.columns(['reader', 'broadcast_id']).doUpdateSet({ deleted: 1 }))
    .execute()
  return true
}

export function readAllBroadcasts(db: Db, reader: Address) {
  return broadcastsFor({ db }, reader).orderBy('broadcasts.id')
}

function broadcastsFor({ db }: Pick<Context, 'db'>, reader: Address) {
  return db
    .selectFrom('broadcasts')
    .leftJoin('broadcast_states', join =>
      join.onRef('broadcast_id', '=', 'broadcasts.id').on('reader', '=', reader),
    )
    .select(['broadcasts.id', 'sender', 'subject', 'body', 'type', 'sent_at'])
    .select(sql<number>`coalesce(broadcast_states.read, 0)`.as('read'))
    .where(({ eb, or }) => or([eb('deleted', 'is', null), eb('deleted', '=', 0)]))
}

export type BroadcastRow = Selectable<Tables['broadcasts']> & { readonly read: number }

export function openBroadcast({ secrets }: Context, row: BroadcastRow): Message {
  return {
    id: row.id,
    from: checksum(row.sender),
    to: everyone,
    subject: openText(secrets.sealing, row.subject),
    body: openText(secrets.sealing, row.body),
    type: row.type,
    sentAt: instant(row.sent_at),
    read: row.read === 1,
    official: true,
    questId: null,
  }
}
