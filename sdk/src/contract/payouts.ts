import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

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
