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

/** Deeds that give points, or whose points are taken back. */
export const scoredDeedCodes = ['released', 'reviewed'] as const

/** Why a release counts, where the reason says it: as `countsAs` of a place. */
export const releaseCountsAs = ['payment', 'recorded'] as const

/** Why points are taken back: the event of the payment, or what became of the work. */
export const takenBackCodes = [
  'payment-reorganised',
  'payment-found',
  'payment-denied',
  'payment-refused',
  'reclaimed',
  'not-counted',
] as const

export const ScoredDeed = Type.Object(
  {
    code: Type.Enum(scoredDeedCodes),
    number: Type.Optional(
      Type.Integer({
        description: "Released work: which release it is of this giver's and this farmer's in the season",
      }),
    ),
    countsAs: Type.Optional(
      Type.Enum(releaseCountsAs, {
        description:
          'Released work: payment where a shown one made it count, recorded where nothing proves it; left out where the reason says neither',
      }),
    ),
    rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, description: 'A review: its stars' })),
    takenBack: Type.Optional(
      Type.Enum(takenBackCodes, {
        description:
          'Why points were taken back: an event of the payment; reclaimed, the farmer left the money in the contract for a year; or not-counted, of a review whose work counts no more. Left out where points were given',
      }),
    ),
  },
  {
    description:
      'What reason says in English, as a code with its values. Left out by services from before it was told, and where a later one wrote the reason',
  },
)
export type ScoredDeed = Static<typeof ScoredDeed>

export const ScoreEvent = Type.Object({
  at: Instant,
  role: Type.Enum(['farmer', 'giver'], { description: 'Which of the two scores it counts for' }),
  points: Type.Number(),
  reason: Type.String(),
  deed: Type.Optional(ScoredDeed),
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
