import { type Static, Type } from 'typebox'
import { Address, Instant } from './primitives.ts'

export const Season = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  startDate: Instant,
  endDate: Instant,
})
export type Season = Static<typeof Season>

export const LeaderboardQuery = Type.Object({
  season: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,6}$', description: 'From 1; the current one by default' }),
  ),
  skill: Type.Optional(Type.String({ maxLength: 64, description: 'In any letter case' })),
  token: Type.Optional(Type.String({ maxLength: 20, description: 'In any letter case' })),
})
export type LeaderboardQuery = Static<typeof LeaderboardQuery>

/** `proved`: work counts for points where something proves it; `recorded`: all released work counts. */
const PointsFor = Type.Enum(['proved', 'recorded'])

export const Leaderboard = Type.Object({
  farmers: Type.Array(Type.Object({ address: Address, rank: Type.String(), score: Type.Number() })),
  givers: Type.Array(Type.Object({ address: Address, rank: Type.String(), score: Type.Number() })),
  guilds: Type.Array(Type.Object({ name: Type.String(), score: Type.Number(), members: Type.Integer() })),
  season: Season,
  currentSeason: Type.Optional(Type.Integer({ description: 'The number of the current season' })),
  pointsFor: Type.Optional(PointsFor),
})
export interface Leaderboard extends Static<typeof Leaderboard> {}

export const LeaderboardRules = Type.Object({
  pointsFor: PointsFor,
  rules: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), text: Type.String() })),
  points: Type.Object({
    firstRelease: Type.Number({
      description: 'Points to each of two people for their first release of a season',
    }),
    secondRelease: Type.Number(),
    bestReview: Type.Number(),
    worstReview: Type.Number(),
  }),
  ranks: Type.Array(
    Type.Object({ name: Type.String(), from: Type.Number({ description: 'The least points of a season' }) }),
  ),
  badges: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), description: Type.String() })),
})
export type LeaderboardRules = Static<typeof LeaderboardRules>
