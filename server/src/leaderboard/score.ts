import type { Address } from '../address.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/tables.ts'
import { createId } from '../ids.ts'
import { seasonAt } from './season.ts'

/** Points are stored in hundredths: the sums of the history and of the board are then the same to the last digit. */
const hundredths = 100

export function showPoints(points: number): number {
  return points / hundredths
}

const ranks = [
  { from: 5_000, rank: 'Master Farmer' },
  { from: 1_500, rank: 'Harvester' },
  { from: 500, rank: 'Grower' },
  { from: 100, rank: 'Sprout' },
]

export function rankOf(score: number): string {
  return ranks.find(({ from }) => score >= from)?.rank ?? 'Seedling'
}

/**
 * Scores a release: over a season, 100 times the sum of sqrt(releases) over the parties one worked with, so that work
 * for many counts for more than work for one friend. The n-th release of a pair adds what it adds to that sum.
 */
export async function scoreRelease(
  trx: Db,
  context: Context,
  { questId, farmer, giver }: { questId: string; farmer: Address; giver: Address },
): Promise<void> {
  const season = seasonAt(context.config, context.clock.now())
  const { releases } = await trx
    .insertInto('season_pairs')
    .values({ season, farmer, giver, releases: 1 })
    .onConflict(conflict =>
      conflict
        .columns(['season', 'farmer', 'giver'])
        .doUpdateSet(({ eb }) => ({ releases: eb('season_pairs.releases', '+', 1) })),
    )
    .returning('releases')
    .executeTakeFirstOrThrow()
  const points = pairPoints(releases) - pairPoints(releases - 1)
  await addPoints(trx, context, {
    role: 'farmer',
    address: farmer,
    points,
    questId,
    reason: `Work released (number ${releases} for this giver this season)`,
  })
  await addPoints(trx, context, {
    role: 'giver',
    address: giver,
    points,
    questId,
    reason: `Work paid for (number ${releases} of this farmer this season)`,
  })
}

/** Scores a review: 10 points for each star above three, and as many off below. */
export async function scoreReview(
  trx: Db,
  context: Context,
  { questId, reviewee, role, rating }: { questId: string; reviewee: Address; role: Role; rating: number },
): Promise<void> {
  const points = 10 * (rating - 3) * hundredths
  await addPoints(trx, context, {
    role,
    address: reviewee,
    points,
    questId,
    reason: `Review of ${rating} of 5`,
  })
}

function pairPoints(releases: number): number {
  return Math.round(100 * Math.sqrt(releases) * hundredths)
}

type Points = { role: Role; address: Address; points: number; questId: string; reason: string }

async function addPoints(trx: Db, { clock, config }: Context, event: Points): Promise<void> {
  const { role, address, points } = event
  const at = clock.now()
  await trx
    .insertInto('season_scores')
    .values({ season: seasonAt(config, at), role, address, points })
    .onConflict(conflict =>
      conflict
        .columns(['season', 'role', 'address'])
        .doUpdateSet(({ eb }) => ({ points: eb('season_scores.points', '+', points) })),
    )
    .execute()
  await trx
    .insertInto('score_events')
    .values({
      id: createId('score', at),
      role,
      address,
      at,
      points,
      reason: event.reason,
      quest_id: event.questId,
    })
    .execute()
}
