import type { Review } from '@furrow/sdk/contract'
import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Db } from '../db/db.ts'

const shown = 100

/** The newest reviews that an address received. */
export async function readReviews(db: Db, reviewee: Address): Promise<Review[]> {
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .where('reviewee', '=', reviewee)
    .orderBy('at', 'desc')
    .orderBy('quest_id', 'desc')
    .orderBy('reviewer')
    .limit(shown)
    .execute()
  return rows.map(row => ({
    from: checksum(row.reviewer),
    questId: row.quest_id,
    role: row.role,
    rating: row.rating,
    comment: row.comment,
    at: instant(row.at),
  }))
}
