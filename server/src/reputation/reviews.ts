import type { Review } from '@furrow/sdk/contract'
import { type Address, checksum } from '../address.ts'
import { instant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { countChange } from '../db/revisions.ts'
import { transaction } from '../db/transaction.ts'
import { BadRequestError, ForbiddenError } from '../errors.ts'
import { scoreReview } from '../leaderboard/score.ts'
import { findAssignment } from '../quests/places.ts'
import { lockQuest } from '../quests/quests.ts'

const shown = 100

export type ReviewDraft = {
  readonly questId: string
  /** Who is reviewed: the giver, or a farmer whose work was released. */
  readonly address: Address
  readonly rating: number
  readonly comment?: string
}

/**
 * The two parties of released work review each other, once each way.
 * @throws ForbiddenError where they did not work together; BadRequestError for a second review.
 */
export async function reviewParty(context: Context, reviewer: Address, draft: ReviewDraft): Promise<void> {
  const { questId, address: reviewee, rating, comment = '' } = draft
  const at = context.clock.now()
  await transaction(context.db, async trx => {
    const quest = await lockQuest(trx, questId, at)
    const role = reviewee === quest.giver ? 'giver' : 'farmer'
    const farmer = role === 'giver' ? reviewer : reviewee
    if (role === 'farmer' && reviewer !== quest.giver)
      throw new ForbiddenError('A farmer may review the giver, and the giver a farmer.')
    const assignment = await findAssignment(trx, questId, farmer)
    if (assignment?.status !== 'released')
      throw new ForbiddenError('Reviews are for the parties of work that was paid.')

    const added = await trx
      .insertInto('reviews')
      .values({ quest_id: questId, reviewer, reviewee, role, rating, comment, at })
      .onConflict(conflict => conflict.doNothing())
      .returning('at')
      .executeTakeFirst()
    if (added === undefined) throw new BadRequestError('You have reviewed this work already.')
    await scoreReview(trx, context, { questId, reviewee, role, rating })
    await countChange(trx, 'quests', 'leaderboard')
  })
}

/** The newest reviews that an address received. */
export async function readReviews(db: Db, reviewee: Address): Promise<Review[]> {
  const rows = await db
    .selectFrom('reviews')
    .selectAll()
    .where('reviewee', '=', reviewee)
    .orderBy('at', 'desc')
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
