import type { Db } from '@furrow/storage/db.ts'
import { joinEach, jsonRows } from '@furrow/storage/json-rows.ts'
import type { Role } from '@furrow/storage/tables.ts'
import { addAndRead } from '@furrow/storage/write-all.ts'
import { sql } from 'kysely'
import type { Address } from '../../ground/address.ts'
import type { DeedDone, Reviewed } from '../lifecycle/deeds.ts'
import type { OfRelease } from './score-releases.ts'

/** A review that counts; `scoredAt` is when it gave points before its work was taken back, null where it did not. */
export type CountingReview = DeedDone<Reviewed> & { readonly scoredAt: number | null }

/** Each reviewer's first of a reviewee in a season makes points, and the one that was first before its work was taken back. */
export async function findFirstReviews(
  trx: Db,
  reviews: readonly CountingReview[],
  seasonOf: (at: number) => number,
): Promise<ReadonlySet<DeedDone<Reviewed>>> {
  const isAgain = ({ at, scoredAt }: CountingReview) =>
    scoredAt !== null && seasonOf(scoredAt) === seasonOf(at)
  const again = reviews.filter(isAgain)
  const fresh = reviews.filter(review => !isAgain(review))
  if (fresh.length === 0) return new Set(again)
  const keyOf = (season: number, { reviewer, reviewee }: Pick<Reviewed, 'reviewer' | 'reviewee'>) =>
    `${season} ${reviewer} ${reviewee}`
  const together = Map.groupBy(fresh, ({ at, deed }) => keyOf(seasonOf(at), deed))
  const changes = [...together.values()].map(same => {
    const [{ at, deed }] = same as [CountingReview]
    const { reviewer, reviewee } = deed
    return { season: seasonOf(at), reviewer, reviewee, reviews: same.length }
  })
  const raised = await addAndRead(trx, 'season_reviews', ['season', 'reviewer', 'reviewee'], changes)
  const firsts = raised.flatMap(row => {
    const same = together.get(keyOf(row.season, row)) ?? []
    return row.reviews === same.length ? same.slice(0, 1) : []
  })
  return new Set([...again, ...firsts])
}

type Row = {
  readonly quest_id: string
  readonly reviewer: Address
  readonly reviewee: Address
  readonly role: Role
  readonly rating: number
  readonly scored_at: number | null
}

/** A review counts if its work does, after everything that is written together with it. */
export function countWithPayment(
  reviews: readonly DeedDone<Reviewed>[],
  releases: readonly OfRelease[],
): DeedDone<Reviewed>[] {
  const turned = turnedBy(releases)
  return reviews.map(review => {
    const work = turned.find(work => isOf(work, review.questId, review.deed))
    return work === undefined ? review : { ...review, deed: { ...review.deed, counts: cameToCount(work) } }
  })
}

/** Works that began or stopped counting by their payment: the last change of each, unless it is back where it was. */
function turnedBy(releases: readonly OfRelease[]): OfRelease[] {
  const turns = releases.filter(({ deed }) => deed.kind !== 'released' && deed.countedAt !== null)
  const byWork = Map.groupBy(turns, ({ questId, deed }) => `${questId} ${deed.farmer}`)
  return [...byWork.values()].flatMap(own => (own.length % 2 === 0 ? [] : own.slice(-1)))
}

function cameToCount({ deed }: OfRelease): boolean {
  return deed.kind === 'settled'
}

function isOf(
  { questId, deed }: OfRelease,
  quest: string,
  { reviewer, reviewee }: Pick<Reviewed, 'reviewer' | 'reviewee'>,
): boolean {
  return questId === quest && (reviewer === deed.farmer || reviewee === deed.farmer)
}

/** The reviews of work that begins or stops counting only now: at most two for each work. */
export type TurnedReviews = {
  readonly late: readonly CountingReview[]
  readonly gone: readonly CountingReview[]
}

export async function findTurnedReviews(trx: Db, releases: readonly OfRelease[]): Promise<TurnedReviews> {
  const turned = turnedBy(releases)
  const came = turned.filter(cameToCount)
  const went = turned.filter(work => !cameToCount(work))
  return { late: await findReviewsOf(trx, came, 0), gone: await findReviewsOf(trx, went, 1) }
}

async function findReviewsOf(
  trx: Db,
  works: readonly OfRelease[],
  counted: 0 | 1,
): Promise<CountingReview[]> {
  if (works.length === 0) return []
  const sides = works.flatMap(({ questId, deed: { farmer, giver } }) => [
    { quest_id: questId, reviewer: farmer, reviewee: giver },
    { quest_id: questId, reviewer: giver, reviewee: farmer },
  ])
  const { rows } = await sql<Row>`
    select r.quest_id, r.reviewer, r.reviewee, r.role, r.rating, r.scored_at
    from ${jsonRows(trx, 'k', ['quest_id', 'reviewer', 'reviewee'], sides)}
    ${joinEach(trx, 'reviews', 'r', sql`r.quest_id = k.quest_id and r.reviewer = k.reviewer and r.reviewee = k.reviewee`)}
    where r.counted = ${sql.lit(counted)}`.execute(trx)
  return rows.flatMap(row => {
    const { quest_id, reviewer, reviewee, role, rating, scored_at: scoredAt } = row
    const work = works.find(one => isOf(one, quest_id, row))
    if (work === undefined) return []
    const deed = {
      kind: 'reviewed',
      reviewer,
      reviewee,
      role,
      rating,
      comment: '',
      counts: counted === 0,
    } as const
    return [{ at: work.at, questId: quest_id, about: work.about, deed, scoredAt }]
  })
}
