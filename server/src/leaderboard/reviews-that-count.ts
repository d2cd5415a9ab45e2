import { sql } from 'kysely'
import type { Address } from '../address.ts'
import type { Db } from '../db/db.ts'
import { joinEach, jsonRows } from '../db/json-rows.ts'
import type { Role } from '../db/tables.ts'
import { addAndRead } from '../db/write-all.ts'
import type { Writes } from '../db/writes.ts'
import type { DeedDone, Reviewed } from '../lifecycle/deeds.ts'
import type { OfRelease } from './score-releases.ts'

/** Of the reviews that count, those that make points: of one by another, the first of a season. */
export async function findFirstReviews(
  trx: Db,
  reviews: readonly DeedDone<Reviewed>[],
  seasonOf: (at: number) => number,
): Promise<DeedDone<Reviewed>[]> {
  if (reviews.length === 0) return []
  const keyOf = (season: number, { reviewer, reviewee }: Pick<Reviewed, 'reviewer' | 'reviewee'>) =>
    `${season} ${reviewer} ${reviewee}`
  const together = Map.groupBy(reviews, ({ at, deed }) => keyOf(seasonOf(at), deed))
  const changes = [...together.values()].map(same => {
    const [{ at, deed }] = same as [DeedDone<Reviewed>]
    const { reviewer, reviewee } = deed
    return { season: seasonOf(at), reviewer, reviewee, reviews: same.length }
  })
  const raised = await addAndRead(trx, 'season_reviews', ['season', 'reviewer', 'reviewee'], changes)
  return raised.flatMap(row => {
    const same = together.get(keyOf(row.season, row)) ?? []
    return row.reviews === same.length ? same.slice(0, 1) : []
  })
}

type Row = {
  readonly quest_id: string
  readonly reviewer: Address
  readonly reviewee: Address
  readonly role: Role
  readonly rating: number
}

/** A review counts that is written together with the payment by which its work comes to count. */
export function countWithPayment(
  reviews: readonly DeedDone<Reviewed>[],
  releases: readonly OfRelease[],
): DeedDone<Reviewed>[] {
  const came = releases.filter(cameToCount)
  return reviews.map(review =>
    came.some(work => isOf(work, review.questId, review.deed))
      ? { ...review, deed: { ...review.deed, counts: true } }
      : review,
  )
}

function cameToCount({ deed }: OfRelease): boolean {
  return deed.kind === 'settled' && deed.countedAt !== null
}

function isOf(
  { questId, deed }: OfRelease,
  quest: string,
  { reviewer, reviewee }: Pick<Reviewed, 'reviewer' | 'reviewee'>,
): boolean {
  return questId === quest && (reviewer === deed.farmer || reviewee === deed.farmer)
}

/** Reviews of work that comes to count only now, by a payment that was shown: two of each work at most. */
export async function findLateReviews(
  trx: Db,
  writes: Writes,
  releases: readonly OfRelease[],
): Promise<DeedDone<Reviewed>[]> {
  const came = releases.filter(cameToCount)
  if (came.length === 0) return []
  const sides = came.flatMap(({ questId, deed: { farmer, giver } }) => [
    { quest_id: questId, reviewer: farmer, reviewee: giver },
    { quest_id: questId, reviewer: giver, reviewee: farmer },
  ])
  const { rows } = await sql<Row>`
    select r.quest_id, r.reviewer, r.reviewee, r.role, r.rating
    from ${jsonRows(trx, 'k', ['quest_id', 'reviewer', 'reviewee'], sides)}
    ${joinEach(trx, 'reviews', 'r', sql`r.quest_id = k.quest_id and r.reviewer = k.reviewer and r.reviewee = k.reviewee`)}
    where r.counted = 0`.execute(trx)
  return rows.flatMap(row => {
    const { quest_id, reviewer, reviewee, role, rating } = row
    const work = came.find(one => isOf(one, quest_id, row))
    if (work === undefined) return []
    writes.set('reviews', ['quest_id', 'reviewer', 'reviewee'], { quest_id, reviewer, reviewee, counted: 1 })
    const deed = { kind: 'reviewed', reviewer, reviewee, role, rating, comment: '', counts: true } as const
    return [{ at: work.at, questId: quest_id, about: work.about, deed }]
  })
}
