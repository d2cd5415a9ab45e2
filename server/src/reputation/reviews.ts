import type { ReputationQuery, Review } from '@furrow/sdk/contract'
import type { SelectQueryBuilder } from 'kysely'
import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { BadRequestError } from '../errors.ts'
import { fitPage } from '../http/pages.ts'
import { readLimit } from '../http/queries.ts'

const most = 1_000
const otherwise = 100

export type ReviewPage = { readonly reviews: Review[]; readonly next: string | null }

/**
 * The reviews that an address received, newest first: a page of them.
 * @throws BadRequestError for a limit or a cursor that is none.
 */
export async function listReviews(
  db: Db,
  reviewee: Address,
  query: Omit<ReputationQuery, 'address'>,
): Promise<ReviewPage> {
  const limit = readLimit(query.limit, { most, otherwise })
  let rows = db.selectFrom('reviews').selectAll().where('reviewee', '=', reviewee)
  if (query.cursor !== undefined) rows = after(rows, query.cursor)
  const found = await rows
    .orderBy('at', 'desc')
    .orderBy('quest_id', 'desc')
    .orderBy('reviewer')
    .limit(limit + 1)
    .execute()
  const shown = found.slice(0, limit).map(row => ({
    from: checksum(row.reviewer),
    questId: row.quest_id,
    role: row.role,
    rating: row.rating,
    comment: row.comment,
    at: instant(row.at),
  }))
  const reviews = fitPage(shown)
  const last = found[reviews.length - 1]
  const more = found.length > reviews.length && last !== undefined
  return { reviews, next: more ? `${last.at}_${last.quest_id}_${last.reviewer}` : null }
}

/** What comes after a review: one quest has a review by each of its parties, and many may come at one moment. */
function after<T>(rows: SelectQueryBuilder<Tables, 'reviews', T>, cursor: string) {
  const [, time, quest, reviewer] = /^([0-9]{1,15})_([^_]{1,100})_(0x[0-9a-f]{40})$/.exec(cursor) ?? []
  if (quest === undefined || reviewer === undefined)
    throw new BadRequestError('cursor must be one from a Link header.')
  const at = Number(time)
  return rows.where(({ and, eb, or }) =>
    or([
      eb('at', '<', at),
      and([eb('at', '=', at), eb('quest_id', '<', quest)]),
      and([eb('at', '=', at), eb('quest_id', '=', quest), eb('reviewer', '>', reviewer as Address)]),
    ]),
  )
}
