import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'

const Rate = (description: string) =>
  Nullable(Type.Number({ description: `${description}, 0 to 1; null below three decided pieces of work` }))

const record = {
  since: Nullable(Type.String({ format: 'date-time', description: 'When they posted their first quest' })),
  decided: Type.Integer({ description: 'Pieces of work that were released or refunded' }),
  paid: Type.Integer({ description: 'Those that were released' }),
  paidRate: Rate('Their share'),
  paidTo: Type.Integer({ description: 'The number of farmers they were released to' }),
  settledRate: Rate('The share of the newest 100 releases with a payment that a chain shows'),
  medianReviewHours: Nullable(Type.Number()),
  medianDaysToPay: Nullable(
    Type.Number({ description: 'From the release to the payment that a chain shows' }),
  ),
  disputesLost: Type.Integer({ description: 'As a giver' }),
  openDisputes: Type.Integer(),
}

/** How a giver paid so far. The rule is in GET /leaderboard/rules, the work it is reckoned from in GET /profile/payer. */
export const GiverRecord = Type.Object({
  ...record,
  maintains: Nullable(
    Type.Boolean({ description: 'true: may push to the linked repository; null where that is not known' }),
  ),
})
export type GiverRecord = Static<typeof GiverRecord>

/** `escrow`: a contract holds the reward; `shown`: earlier payments of the giver are proved on a chain; else a `promise`. */
export const backings = ['escrow', 'shown', 'promise'] as const
export const Backing = Type.Enum(backings)

export const PayerQuery = Type.Object({
  address: Address,
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header' })),
})
export type PayerQuery = Static<typeof PayerQuery>

export const PayerAnswer = Type.Object({
  address: Address,
  ...record,
  released: Type.Array(
    Type.Object({
      questId: Type.String(),
      farmer: Address,
      releasedAt: Instant,
      reviewHours: Nullable(Type.Number()),
      daysToPay: Nullable(Type.Number()),
      disputeLost: Type.Boolean(),
      payment: Nullable(
        Type.Object(
          { chainId: Type.Integer(), txHash: Type.String() },
          { description: 'The transaction that the giver showed' },
        ),
      ),
      escrow: Nullable(
        Type.Object(
          { chainId: Type.Integer(), contract: Type.String(), id: Type.String() },
          { description: 'The deposit that the contract paid it from' },
        ),
      ),
    }),
    {
      description:
        'The newest 100, from which rates and medians are reckoned; the Link header leads to older ones',
    },
  ),
  refunded: Type.Array(Type.Object({ questId: Type.String(), farmer: Address }), {
    description: 'On the first page, the newest thousand',
  }),
})
export type PayerAnswer = Static<typeof PayerAnswer>
