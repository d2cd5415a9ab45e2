import type { Follow, FollowChange, NewFollow } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import type { SavedFilterTable } from '@furrow/storage/follow-tables.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { lockRows } from '@furrow/storage/locked.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import type { Selectable } from 'kysely'
import { commit } from '../../access/commit.ts'
import type { KeyUse } from '../../access/idempotency/kept-keys.ts'
import { writeReturns } from '../../access/quotas/spend.ts'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { createId } from '../../ground/ids.ts'
import { type Filter, keyOf, readFilter } from './filters.ts'

export type FollowRow = Selectable<SavedFilterTable>

export async function listFollows({ db }: Context, address: Address): Promise<Follow[]> {
  const rows = await db
    .selectFrom('saved_filters')
    .selectAll()
    .where('address', '=', address)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(showFollow)
}

/** @throws BadRequestError; NotFoundError for a channel that is not theirs; TooManyRequestsError for one too many. */
export async function addFollow(
  context: Context,
  address: Address,
  asked: NewFollow,
  use: KeyUse | null,
): Promise<Follow> {
  const { clock, db } = context
  const at = clock.now()
  const row: FollowRow = {
    id: createId('follow', at),
    address,
    ...columnsOf(asked),
    created_at: at,
  }
  await requireOwnChannels(db, address, asked.channels)
  await commit(context, { key: { use, made: row.id, at }, spends: [{ address, kind: 'follows' }] }, writes =>
    writes.insert('saved_filters', row),
  )
  return showFollow(row)
}

/** @throws NotFoundError; BadRequestError */
export async function changeFollow(
  { db }: Context,
  address: Address,
  { id, ...asked }: FollowChange,
): Promise<Follow> {
  return transaction(db, async trx => {
    await requireOwnChannels(trx, address, asked.channels)
    const { name, filter, how, channels } = await requireOwn(trx, address, id)
    const changed = columnsOf({
      name: asked.name ?? name,
      filter: asked.filter ?? filter,
      how: asked.how ?? how,
      channels: asked.channels === undefined ? channels : asked.channels,
    })
    const row = await trx
      .updateTable('saved_filters')
      .set(changed)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return showFollow(row)
  })
}

/** Quests that wait for its digest may be told by another one. @throws NotFoundError */
export async function endFollow({ db }: Context, address: Address, id: string): Promise<void> {
  await transaction(db, async trx => {
    await requireOwn(trx, address, id)
    await trx.deleteFrom('saved_filters').where('id', '=', id).execute()
    await trx.deleteFrom('told_quests').where('follow', '=', id).where('due_at', 'is not', null).execute()
    await writeTogether(trx, writes => writeReturns(writes, 'follows', [address]))
  })
}

/** @throws NotFoundError */
export async function readFollow({ db }: Context, address: Address, id: string): Promise<Follow> {
  return requireOwn(db, address, id)
}

async function requireOwn(db: Db, address: Address, id: string): Promise<Follow> {
  const found = db.selectFrom('saved_filters').selectAll().where('id', '=', id).where('address', '=', address)
  const row = await (db.isTransaction ? lockRows(db, found) : found).executeTakeFirst()
  if (row === undefined) throw new NotFoundError('You follow no such filter.', { code: 'follow-not-found' })
  return showFollow(row)
}

async function requireOwnChannels(
  db: Db,
  address: Address,
  ids: readonly string[] | null | undefined,
): Promise<void> {
  if (ids == null || ids.length === 0) return
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('address', '=', address)
    .where(isAmong(db, 'id', ids))
    .execute()
  if (rows.length < ids.length)
    throw new NotFoundError('You have no such channel.', { code: 'channel-not-found' })
}

function columnsOf({ name, filter, how, channels = null }: NewFollow) {
  const kept = readFilter(filter)
  return {
    name,
    filter: JSON.stringify(kept),
    key: keyOf(kept),
    farmer: (kept.farmer ?? null) as Address | null,
    daily: how === 'digest' ? 1 : 0,
    channels: channels === null ? null : JSON.stringify(channels),
  }
}

export function filterOf({ filter }: Pick<FollowRow, 'filter'>): Filter {
  return JSON.parse(filter) as Filter
}

function showFollow(row: FollowRow): Follow {
  const { giver, farmer, ...filter } = filterOf(row)
  return {
    id: row.id,
    name: row.name,
    filter: {
      ...filter,
      ...(giver !== undefined && { giver: checksum(giver as Address) }),
      ...(farmer !== undefined && { farmer: checksum(farmer as Address) }),
    },
    how: row.daily === 1 ? 'digest' : 'now',
    channels: row.channels === null ? null : (JSON.parse(row.channels) as string[]),
    createdAt: instant(row.created_at),
  }
}
