import type { Db } from '@furrow/storage/db.ts'
import type { Role } from '@furrow/storage/tables.ts'
import type { Writes } from '@furrow/storage/writes.ts'
import type { Address } from '../../ground/address.ts'
import type { Config } from '../../ground/config/config.ts'
import { createId } from '../../ground/ids.ts'
import type { DeedDone, Reviewed } from '../lifecycle/deeds.ts'
import { addFiltered } from './filtered-scores.ts'
import type { Score } from './guilds.ts'
import { reviewPoints } from './points.ts'
import { sayReason } from './reasons.ts'
import { recordPairs } from './record-pairs.ts'
import { type MeansChange, recordReviews } from './record-reviews.ts'
import {
  type CountingReview,
  countWithPayment,
  findFirstReviews,
  findTurnedReviews,
} from './reviews-that-count.ts'
import { isOfRelease, scoreReleases } from './score-releases.ts'
import type { Scored } from './scored.ts'
import { seasonAt } from './season.ts'

type Recorded<C> = {
  readonly counted: C
  readonly farmers: readonly Score[]
  /** Farmers who were paid by a giver for the first time, once for each such giver. */
  readonly firsts: readonly Address[]
  readonly proved: readonly Address[]
  readonly means: readonly MeansChange[]
}

/** `count` is sent together with what the points are counted by. */
export async function recordPoints<C>(
  trx: Db,
  writes: Writes,
  config: Pick<Config, 'seasonStart' | 'seasonMs'>,
  done: readonly DeedDone[],
  count: () => Promise<C>,
): Promise<Recorded<C>> {
  const seasonOf = (at: number) => seasonAt(config, at)
  const releases = done.filter(isOfRelease)
  const given = done.filter((one): one is DeedDone<Reviewed> => one.deed.kind === 'reviewed')
  const reviews = countWithPayment(given, releases)
  const { late, gone } = await findTurnedReviews(trx, releases)
  const fresh = reviews.filter(({ deed }) => deed.counts).map(review => ({ ...review, scoredAt: null }))
  const firsts = await findFirstReviews(trx, [...fresh, ...late], seasonOf)
  // Sent in the order in which they are locked.
  const [pairs, scoredReleases, counted] = await Promise.all([
    recordPairs(trx, releases),
    scoreReleases(trx, releases, seasonOf),
    count(),
  ])
  const scored = [
    ...scoredReleases,
    ...[...firsts].map(review => scoreReview(review, seasonOf)),
    ...gone.flatMap(review => unscoreReview(review, seasonOf)),
  ]
  return {
    counted,
    farmers: writeScores(writes, scored),
    ...pairs,
    means: await recordReviews(trx, writes, { reviews, fresh, late, gone, firsts }),
  }
}

function scoreReview(
  { at, questId, about, deed }: DeedDone<Reviewed>,
  seasonOf: (at: number) => number,
): Scored {
  const { reviewee: address, role, rating } = deed
  const points = reviewPoints(rating)
  return {
    at,
    questId,
    about,
    address,
    role,
    points,
    season: seasonOf(at),
    deed: { code: 'reviewed', rating },
  }
}

/** It gave nothing where another review of theirs was the first of the season. */
function unscoreReview(review: CountingReview, seasonOf: (at: number) => number): Scored[] {
  const { scoredAt } = review
  if (scoredAt === null) return []
  const given = scoreReview(review, seasonOf)
  const taken = { ...given.deed, takenBack: 'not-counted' } as const
  return [{ ...given, points: -given.points, season: seasonOf(scoredAt), deed: taken }]
}

function writeScores(writes: Writes, scored: readonly Scored[]): Score[] {
  const sums = new Map<string, Score & { role: Role }>()
  for (const { at, address, role, points, season, deed, questId } of scored) {
    const key = `${season} ${role} ${address}`
    const before = sums.get(key)?.points ?? 0
    sums.set(key, { season, role, address, points: before + points })
    writes.insert('score_events', {
      id: createId('score', at),
      role,
      address,
      at,
      points,
      reason: sayReason(role, deed),
      quest_id: questId,
    })
  }
  writes.add('season_scores', ['season', 'role', 'address'], ...sums.values())
  addFiltered(writes, scored)
  if (scored.length > 0) writes.count('leaderboard')
  return [...sums.values()].filter(({ role }) => role === 'farmer')
}
