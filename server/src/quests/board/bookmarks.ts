import type { BookmarkQuery } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { transaction } from '@furrow/storage/transaction.ts'
import { writeTogether } from '@furrow/storage/write-all.ts'
import { commitAfter } from '../../access/commit.ts'
import { writeReturns } from '../../access/quotas/spend.ts'
import type { Address } from '../../ground/address.ts'
import type { Context } from '../../ground/context.ts'
import { NotFoundError } from '../../ground/errors.ts'
import { readCursor, readLimit } from '../../ground/http/queries.ts'
import { type HeadPage, pageOf } from './heads.ts'

const most = 100

/** Quests that the reader keeps, the last one first; hidden ones are left out. @throws BadRequestError for limit or cursor. */
export async function findBookmarks(db: Db, reader: Address, query: BookmarkQuery): Promise<HeadPage> {
  const limit = readLimit(query.limit, { most })
  let rows = db
    .selectFrom('bookmarks as b')
    .innerJoin('quests as q', 'q.id', 'b.quest_id')
    .select(['q.id', 'q.events', 'q.rail', 'q.taken', 'q.erasures', 'q.plan', 'b.at'])
    .where('b.address', '=', reader)
    .where('q.hidden_at', 'is', null)
  if (query.cursor !== undefined) {
    const { at, id } = readCursor<'at' | 'id'>(query.cursor, /^(?<at>\d{1,16})-(?<id>quest-[0-9a-z-]+)$/)
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('b.at', 'b.quest_id'), '<', tuple(Number(at), id)),
    )
  }
  const found = await rows
    .orderBy('b.at', 'desc')
    .orderBy('b.quest_id', 'desc')
    .limit(limit + 1)
    .execute()
  return pageOf(
    found.map(({ at, ...head }) => ({ ...head, cursor: `${at}-${head.id}` })),
    limit,
  )
}

/** The quota bounds their number. */
export async function listBookmarkIds({ db }: Context, reader: Address): Promise<string[]> {
  const rows = await db
    .selectFrom('bookmarks')
    .select('quest_id')
    .where('address', '=', reader)
    .orderBy('quest_id')
    .execute()
  return rows.map(({ quest_id }) => quest_id)
}

/** Once, however often it is asked for. @throws NotFoundError, also for a hidden quest; TooManyRequestsError for one too many. */
export async function addBookmark(context: Context, reader: Address, questId: string): Promise<void> {
  const { clock, db } = context
  const quest = await db
    .selectFrom('quests')
    .select('id')
    .where('id', '=', questId)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  if (quest === undefined) throw new NotFoundError('There is no such quest.', { code: 'quest-not-found' })
  const spends = [{ address: reader, kind: 'bookmarks' }] as const
  await commitAfter(context, { spends }, async (trx, commit) => {
    const added = await trx
      .insertInto('bookmarks')
      .values({ address: reader, quest_id: questId, at: clock.now() })
      .onConflict(conflict => conflict.doNothing())
      .returning('at')
      .executeTakeFirst()
    if (added !== undefined) await commit()
  })
}

/** Nothing happens where the quest is not kept: it is as the caller wants it. */
export async function removeBookmark({ db }: Context, reader: Address, questId: string): Promise<void> {
  await transaction(db, async trx => {
    const removed = await trx
      .deleteFrom('bookmarks')
      .where('address', '=', reader)
      .where('quest_id', '=', questId)
      .returning('at')
      .executeTakeFirst()
    if (removed === undefined) return
    await writeTogether(trx, writes => writeReturns(writes, 'bookmarks', [reader]))
  })
}
