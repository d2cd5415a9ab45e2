import type { Address } from '../address.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import type { Role } from '../db/tables.ts'
import { addAndRead } from '../db/write-all.ts'
import type { Writes } from '../db/writes.ts'
import { createId } from '../ids.ts'
import type { DeedDone, Released, Reviewed } from '../lifecycle/deeds.ts'
import type { Score } from './guilds.ts'
import { releasePoints, reviewPoints } from './points.ts'
import { type MeansChange, recordReviews } from './record-reviews.ts'
import { seasonAt } from './season.ts'

type Scored = {
  readonly at: number
  readonly questId: string
  readonly address: Address
  readonly role: Role
  readonly points: number
  readonly reason: string
}

type Recorded = {
  /** What farmers' scores grew by. */
  readonly farmers: readonly Score[]
  /** Farmers who were paid by a giver for the first time, once for each such giver. */
  readonly firsts: readonly Address[]
  /** What changed of reviewers' means. */
  readonly means: readonly MeansChange[]
}

/** The points of releases and reviews, and where they come from. */
export async function recordPoints(
  trx: Db,
  writes: Writes,
  config: Pick<Config, 'seasonStart' | 'seasonMs'>,
  done: readonly DeedDone[],
): Promise<Recorded> {
  const seasonOf = (at: number) => seasonAt(config, at)
  const releases = done.filter((one): one is DeedDone<Released> => one.deed.kind === 'released')
  const reviews = done.filter((one): one is DeedDone<Reviewed> => one.deed.kind === 'reviewed')
  const scored = [
    ...(releases.length > 0 ? await scoreReleases(trx, releases, seasonOf) : []),
    ...reviews.map(scoreReview),
  ]
  return {
    farmers: writeScores(writes, scored, seasonOf),
    firsts: releases.length > 0 ? await countFirsts(trx, releases) : [],
    means: await recordReviews(trx, writes, reviews),
  }
}

async function scoreReleases(
  trx: Db,
  releases: readonly DeedDone<Released>[],
  seasonOf: (at: number) => number,
): Promise<Scored[]> {
  const keyOf = (season: number, { farmer, giver }: Pick<Released, 'farmer' | 'giver'>) =>
    `${season} ${farmer} ${giver}`
  const byPair = Map.groupBy(releases, ({ at, deed }) => keyOf(seasonOf(at), deed))
  const pairs = [...byPair.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return []
    const { farmer, giver } = first.deed
    return [{ season: seasonOf(first.at), farmer, giver, releases: more.length + 1 }]
  })
  const raised = await addAndRead(trx, 'season_pairs', ['season', 'farmer', 'giver'], pairs)
  return raised.flatMap(({ season, farmer, giver, releases: now }) => {
    const together = byPair.get(keyOf(season, { farmer, giver })) ?? []
    return together.flatMap(({ at, questId }, index) => {
      const nth = now - together.length + index + 1
      const points = releasePoints(nth)
      const about = { at, questId, points }
      return [
        {
          ...about,
          address: farmer,
          role: 'farmer' as const,
          reason: `Work released (number ${nth} for this giver this season)`,
        },
        {
          ...about,
          address: giver,
          role: 'giver' as const,
          reason: `Work paid for (number ${nth} of this farmer this season)`,
        },
      ]
    })
  })
}

function scoreReview({ at, questId, deed }: DeedDone<Reviewed>): Scored {
  const { reviewee: address, role, rating } = deed
  return { at, questId, address, role, points: reviewPoints(rating), reason: `Review of ${rating} of 5` }
}

function writeScores(writes: Writes, scored: readonly Scored[], seasonOf: (at: number) => number): Score[] {
  const sums = new Map<string, Score & { role: Role }>()
  for (const { at, address, role, points, reason, questId } of scored) {
    const season = seasonOf(at)
    const key = `${season} ${role} ${address}`
    const before = sums.get(key)?.points ?? 0
    sums.set(key, { season, role, address, points: before + points })
    writes.insert('score_events', {
      id: createId('score', at),
      role,
      address,
      at,
      points,
      reason,
      quest_id: questId,
    })
  }
  writes.add('season_scores', ['season', 'role', 'address'], ...sums.values())
  if (scored.length > 0) writes.count('leaderboard')
  return [...sums.values()].filter(({ role }) => role === 'farmer')
}

async function countFirsts(trx: Db, releases: readonly DeedDone<Released>[]): Promise<Address[]> {
  const together = Map.groupBy(releases, ({ deed }) => `${deed.farmer} ${deed.giver}`)
  const pairs = [...together.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [{ farmer: first.deed.farmer, giver: first.deed.giver, releases: more.length + 1 }],
  )
  const raised = await addAndRead(trx, 'work_pairs', ['farmer', 'giver'], pairs)
  return raised.flatMap(({ farmer, giver, releases: now }) =>
    now === together.get(`${farmer} ${giver}`)?.length ? [farmer] : [],
  )
}
