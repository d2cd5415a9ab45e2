import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text, TxHash, tokenSymbol } from './text.ts'

/** A promise of thanks ends after so many days, unless it is paid. */
export const thanksLapseDays = 7

export const ThanksPost = Type.Object({
  url: Type.Optional(
    Text(500, { minLength: 1, description: 'The address of a merged pull request at the code host' }),
  ),
  questId: Type.Optional(
    Text(120, { minLength: 1, description: 'For a tip instead of a url: the quest, with `farmer`' }),
  ),
  farmer: Type.Optional(Address),
  amount: Type.String({
    pattern: '^[0-9]{1,15}(\\.[0-9]{1,18})?$',
    description: 'Exact decimal digits; more than 0',
  }),
  token: Type.String({ pattern: tokenSymbol }),
})
export type ThanksPost = Static<typeof ThanksPost>

export const thanksActions = ['paid', 'say-paid', 'received', 'not-received', 'withdraw'] as const

export const ThanksChange = Type.Object({
  id: Text(120, { minLength: 1 }),
  action: Type.Enum(thanksActions, {
    description:
      'paid: the giver shows the transaction (`txHash`); say-paid: they paid in a way that no chain shows; received and ' +
      'not-received: the answer of the one who is thanked; withdraw: the giver takes an unpaid promise back',
  }),
  txHash: Type.Optional(TxHash),
  chainId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Needed where the token is on several chains',
    }),
  ),
})
export type ThanksChange = Static<typeof ThanksChange>

export const Thanks = Type.Object({
  id: Type.String(),
  giver: Address,
  farmer: Address,
  url: Nullable(
    Type.String({ description: 'The merged pull request; null for a tip, and once its author has left' }),
  ),
  tipped: Nullable(Type.String({ description: 'The quest whose finished work is tipped; null without' })),
  amount: Type.String({ description: 'Exact decimal digits' }),
  token: Type.String(),
  status: Type.Enum(['promised', 'confirming', 'said', 'paid', 'received'], {
    description:
      'promised: nothing is paid; confirming: a transaction waits for its confirmations; said: the giver says that they paid, ' +
      'and waits for the answer; paid: a chain shows it; received: the farmer says so',
  }),
  createdAt: Instant,
  lapsesAt: Type.Union([Instant, Type.Null()], {
    description: 'When an unpaid promise ends; null once it is paid',
  }),
  questId: Nullable(Type.String({ description: 'The quest that has the money, once it is paid' })),
})
export type Thanks = Static<typeof Thanks>

export const ThanksQuery = Type.Object({
  address: Address,
  role: Type.Optional(
    Type.Enum(['received', 'given'], {
      description: 'received: given to them, which is the default; given: by them',
    }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', description: '1 to 100, 20 by default' })),
  cursor: Type.Optional(Text(200, { description: 'From the Link header' })),
})
export type ThanksQuery = Static<typeof ThanksQuery>
