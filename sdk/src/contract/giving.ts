import { type Static, Type } from 'typebox'
import { Nullable } from './primitives.ts'

const day = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'

export const GivingQuery = Type.Object({
  from: Type.Optional(
    Type.String({
      pattern: day,
      description: 'The first day (UTC), as 2026-01-01; 90 days with `to` by default',
    }),
  ),
  to: Type.Optional(
    Type.String({
      pattern: day,
      description: 'The last day (UTC), at most three years later; today by default',
    }),
  ),
})
export type GivingQuery = Static<typeof GivingQuery>

/** The median of the known times. */
const Median = Type.Object({
  count: Type.Integer({ description: 'The number of times that it is reckoned from' }),
  medianHours: Nullable(Type.Number({ description: 'null without any' })),
})

/** Quests that were posted in the span, and the work in them. */
const figures = {
  quests: Type.Integer(),
  places: Type.Integer({ description: 'Places of these quests, taken or not' }),
  taken: Type.Integer({ description: 'Places that somebody has or had to the end' }),
  finished: Type.Integer({ description: 'Work that was released' }),
  returned: Type.Integer({ description: 'Work that was given back at least once' }),
  disputes: Type.Object({
    count: Type.Integer(),
    open: Type.Integer(),
    paid: Type.Integer({ description: 'Decided for the farmer' }),
    refunded: Type.Integer({ description: 'Decided for the giver' }),
    split: Type.Integer(),
  }),
  times: Type.Object({
    toInterest: Median,
    toHandIn: Median,
    toMerge: Median,
    toDecision: Median,
    toPayment: Median,
  }),
  mergedCosts: Type.Array(
    Type.Object({
      token: Type.String(),
      count: Type.Integer({ description: 'Merged pull requests that were released' }),
      sum: Type.String({ description: 'Their cost in all, as exact digits' }),
      median: Type.String({ description: 'Their median cost, as exact digits' }),
    }),
    { description: 'By token' },
  ),
}

export const GivingFigures = Type.Object(figures)
export type GivingFigures = Static<typeof GivingFigures>

export const Giving = Type.Object({
  from: Type.String({ description: 'The first day (UTC)' }),
  to: Type.String({ description: 'The last day (UTC)' }),
  complete: Type.Boolean({
    description:
      'false where there is more than is counted: then all is of the newest 5,000 quests, or 20,000 places in them',
  }),
  total: GivingFigures,
  repositories: Type.Array(
    Type.Object({
      repository: Nullable(Type.String({ description: 'null for quests without one' })),
      ...figures,
    }),
    { description: 'The 100 with the most quests' },
  ),
  weeks: Type.Array(
    Type.Object({
      week: Type.String({ description: 'Its Monday (UTC)' }),
      finished: Type.Integer({ description: 'Work of these quests that was released in this week' }),
      medianHours: Nullable(Type.Number({ description: 'From taking the place to the release' })),
    }),
    { description: 'Each week of the span, the oldest first' },
  ),
})
export type Giving = Static<typeof Giving>
