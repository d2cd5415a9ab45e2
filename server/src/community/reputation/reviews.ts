import type { ReputationQuery, Review } from '@furrow/sdk/contract'
import type { Db } from '@furrow/storage/db.ts'
import { jsonList, readList } from '@furrow/storage/json-rows.ts'
import type { ReviewTable, Role, Tables } from '@furrow/storage/tables.ts'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { type Address, checksum } from '../../ground/address.ts'
import { instant } from '../../ground/clock.ts'
import type { Context } from '../../ground/context.ts'
import { fitPage } from '../../ground/http/pages.ts'
import { readCursor, readLimit } from '../../ground/http/queries.ts'

const most = 1_000
const otherwise = 100

export type ReviewPage = { readonly reviews: Review[]; readonly next: string | null }

const columns = ['quest_id', 'reviewer', 'role', 'rating', 'comment', 'at'] as const
type Row = Pick<Selectable<ReviewTable>, (typeof columns)[number]>

/** Newest first. `newest` comes from `newestColumn`. @throws BadRequestError for an invalid limit or cursor. */
export async function listReviews(
  { db }: Pick<Context, 'db'>,
  reviewee: Address,
  query: Omit<ReputationQuery, 'address'>,
  newest: string | null,
): Promise<ReviewPage> {
  const limit = readLimit(query.limit, { most, otherwise })
  const isFirst = query.cursor === undefined && limit <= otherwise
  const found = isFirst
    ? inOrder(newest).slice(0, limit + 1)
    : await readPage(db, reviewee, query.cursor, limit + 1)
  const reviews = fitPage(found.slice(0, limit).map(showReview))
  const last = found[reviews.length - 1]
  const more = found.length > reviews.length && last !== undefined
  return { reviews, next: more ? `${last.at}_${last.quest_id}_${last.reviewer}` : null }
}

function showReview(row: Row): Review {
  return {
    from: checksum(row.reviewer),
    questId: row.quest_id,
    role: row.role,
    rating: row.rating,
    comment: row.comment,
    at: instant(row.at),
  }
}

function readPage(db: Db, reviewee: Address, cursor: string | undefined, limit: number): Promise<Row[]> {
  const all = db.selectFrom('reviews').select(columns).where('reviewee', '=', reviewee)
  const rows = cursor === undefined ? all : after(all, cursor)
  return rows.orderBy('at', 'desc').orderBy('quest_id', 'desc').orderBy('reviewer').limit(limit).execute()
}

export function newestColumn(db: Db): RawBuilder<unknown> {
  return sql`
    (select ${jsonList(db, columns)} from (
      select * from reviews r where r.reviewee = k.address
      order by r.at desc, r.quest_id desc, r.reviewer limit ${sql.lit(otherwise + 1)}) as newest) as reviews`
}

function inOrder(reviews: string | null): Row[] {
  return readList<[string, Address, Role, number, string, number]>(reviews)
    .map(([quest_id, reviewer, role, rating, comment, at]) => ({
      quest_id,
      reviewer,
      role,
      rating,
      comment,
      at,
    }))
    .sort((a, b) => b.at - a.at || compare(b.quest_id, a.quest_id) || compare(a.reviewer, b.reviewer))
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1
}

/** Many reviews may come at one moment, and each party reviews a quest: hence both quest and reviewer in the cursor. */
function after<T>(rows: SelectQueryBuilder<Tables, 'reviews', T>, cursor: string) {
  const { time, quest, reviewer } = readCursor<'time' | 'quest' | 'reviewer'>(
    cursor,
    /^(?<time>[0-9]{1,15})_(?<quest>[^_]{1,100})_(?<reviewer>0x[0-9a-f]{40})$/,
  )
  const at = Number(time)
  return rows.where(({ and, eb, or }) =>
    or([
      eb('at', '<', at),
      and([eb('at', '=', at), eb('quest_id', '<', quest)]),
      and([eb('at', '=', at), eb('quest_id', '=', quest), eb('reviewer', '>', reviewer as Address)]),
    ]),
  )
}
