import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text, TxHash } from './text.ts'

export const DuePayoutQuery = Type.Object({
  token: Type.Optional(Text(20, { minLength: 1, description: 'Work in this token alone' })),
  chainId: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]{0,15}$',
      description: 'Work in tokens that the service knows on this chain, with their contracts there',
    }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000, 100 by default' })),
  cursor: Type.Optional(Text(300, { description: 'From the Link header' })),
})
export type DuePayoutQuery = Static<typeof DuePayoutQuery>

export const DuePayout = Type.Object({
  questId: Type.String(),
  title: Type.String(),
  payee: Address,
  payeeAccount: Nullable(
    Type.String({ description: 'The payee as a CAIP-10 account id on `chainId`; null without it' }),
  ),
  amount: Type.String({ description: 'The amount that was released, in exact digits' }),
  token: Type.String(),
  since: Instant,
})
export type DuePayout = Static<typeof DuePayout>

export const DueSum = Type.Object({
  token: Type.String(),
  amount: Type.String({ description: 'Of all works in the token, on each page, in exact digits' }),
  count: Type.Integer({ description: 'The number of works' }),
  address: Nullable(
    Type.String({
      description:
        "The token's contract on `chainId`; zeros for the chain's own coin. null without `chainId`",
    }),
  ),
  decimals: Nullable(
    Type.Integer({
      description:
        "The token's own, by its contract; null without `chainId`, or where the chain cannot be asked",
    }),
  ),
})
export type DueSum = Static<typeof DueSum>

export const DuePayouts = Type.Object({
  works: Type.Array(DuePayout, { description: 'By token, and the longest due first' }),
  sums: Type.Array(DueSum, { description: 'One for each token' }),
})
export type DuePayouts = Static<typeof DuePayouts>

/** One transaction, and the works that it paid. */
export const PaidMany = Type.Object({
  txHash: TxHash,
  chainId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Needed where a token of the works is on several chains',
    }),
  ),
  works: Type.Array(Type.Object({ questId: Text(120, { minLength: 1 }), farmer: Address }), {
    minItems: 1,
    maxItems: 100,
  }),
})
export type PaidMany = Static<typeof PaidMany>

export const PaidWork = Type.Object({
  questId: Type.String(),
  farmer: Address,
  status: Type.Enum(['paid', 'confirming', 'waits-for-farmer', 'refused'], {
    description:
      'paid: the chain shows it; confirming: it waits for its confirmations; waits-for-farmer: it came from another wallet ' +
      "than the giver's; refused: it is no payment of this work, as `error` and `code` say",
  }),
  error: Nullable(Type.String()),
  code: Nullable(Type.String({ description: 'As a refusal of the action paid has it' })),
})
export type PaidWork = Static<typeof PaidWork>

export const PaidWorks = Type.Object({
  works: Type.Array(PaidWork, { description: 'In the order of the request' }),
})
export type PaidWorks = Static<typeof PaidWorks>
