import { type Static, Type } from 'typebox'
import { Amount, Nullable } from './primitives.ts'

/** The figures of a first page. */
export const Overview = Type.Object({
  openQuests: Type.Integer({ description: 'Quests that are open' }),
  rewards: Type.Array(Amount, { description: 'The rewards of all their free places, by token' }),
  complete: Type.Boolean({
    description:
      'false where more quests are open than are counted: then both figures are of the newest 5,000',
  }),
  medianDaysToPay: Nullable(
    Type.Number({
      description:
        'From the release to the payment, of the newest hundred releases; null where no payment can be seen',
    }),
  ),
  empty: Type.Boolean({ description: 'Whether no quest was ever posted here' }),
})
export type Overview = Static<typeof Overview>
