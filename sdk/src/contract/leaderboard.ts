import { type Static, Type } from 'typebox'
import { Address, Instant } from './primitives.ts'

export const Season = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  startDate: Instant,
  endDate: Instant,
})
export type Season = Static<typeof Season>

export const Leaderboard = Type.Object({
  farmers: Type.Array(Type.Object({ address: Address, rank: Type.String(), score: Type.Number() })),
  givers: Type.Array(Type.Object({ address: Address, rank: Type.String(), score: Type.Number() })),
  guilds: Type.Array(Type.Object({ name: Type.String(), score: Type.Number(), members: Type.Integer() })),
  season: Season,
})
export type Leaderboard = Static<typeof Leaderboard>
