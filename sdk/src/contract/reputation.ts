import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Badge, FarmerProfile } from './profile.ts'

export const ReputationQuery = Type.Object({
  address: Address,
  limit: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,4}$',
      description: 'Reviews: 1 to 1000; 100 by default',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header' })),
})
export type ReputationQuery = Static<typeof ReputationQuery>

export const Review = Type.Object({
  from: Address,
  questId: Type.String(),
  role: Type.Enum(['farmer', 'giver'], { description: 'The role of the reviewed address in the quest' }),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.String(),
  at: Instant,
})
export type Review = Static<typeof Review>

export const ScoreEvent = Type.Object({
  at: Instant,
  role: Type.Enum(['farmer', 'giver'], { description: 'Which of the two scores it counts for' }),
  points: Type.Number(),
  reason: Type.String(),
  questId: Nullable(Type.String()),
})
export type ScoreEvent = Static<typeof ScoreEvent>

export const Reputation = Type.Object({
  address: Address,
  reputation: Type.Object({
    benevolenceScore: Type.Number({ minimum: 0, maximum: 100 }),
    reviewsReceived: Type.Array(Review, { description: 'Newest first; the Link header leads on' }),
    history: Type.Array(ScoreEvent, { description: 'The sources of points: the newest 100' }),
  }),
  farmerProfile: FarmerProfile,
  badges: Type.Array(Badge),
})
export interface Reputation extends Static<typeof Reputation> {}
