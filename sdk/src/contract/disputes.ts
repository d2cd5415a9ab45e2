import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text } from './text.ts'

const questId = Text(100, { minLength: 1 })
const url = Type.Optional(Text(2_000, { description: 'A link to it' }))
const note = Type.Optional(Text(5_000))

/** Actions on work under review, beyond paying and disputing it. */
export const judgingActions = {
  return: Type.Object(
    {
      questId,
      action: Type.Literal('return'),
      farmer: Address,
      note: Text(5_000, { minLength: 1, description: 'The missing part' }),
    },
    { description: 'The giver returns work, to be handed in again; at most twice, and never a merge' },
  ),
  answer: Type.Object(
    { questId, action: Type.Literal('answer'), url, note },
    { description: "The farmer's answer to a dispute, once; everybody can read it" },
  ),
  'add-evidence': Type.Object(
    {
      questId,
      action: Type.Literal('add-evidence'),
      farmer: Type.Optional(Address),
      url,
      note,
    },
    {
      description:
        'Either party, while the dispute over the work of `farmer` (by default the caller) is open; they and the arbiter can read it',
    },
  ),
  concede: Type.Object(
    { questId, action: Type.Literal('concede') },
    { description: 'The farmer gives in: the place is refunded at once' },
  ),
}

export const Decision = Type.Object({
  outcome: Type.Enum(['pay', 'refund', 'split'], {
    description: 'pay: to the farmer; refund: to the giver; split: to both',
  }),
  because: Nullable(
    Type.Enum(
      ['window-over', 'approved', 'resolved', 'undecided', 'split', 'conceded', 'funds-gone', 'on-chain'],
      {
        description:
          'approved: the giver dropped it; undecided: nobody decided in time; null where an earlier version did not keep it',
      },
    ),
  ),
  share: Nullable(Type.Number({ description: "The farmer's part of a split, from 0 to 1" })),
  reason: Nullable(Type.String({ description: "The judge's reason" })),
})
export type Decision = Static<typeof Decision>

export const Answer = Type.Object({ url: Type.String(), note: Type.String() })
export type Answer = Static<typeof Answer>

const Count = Type.Integer({ minimum: 0 })

export const Dispute = Type.Object({
  questId: Type.String(),
  title: Type.String(),
  giver: Address,
  farmer: Address,
  rail: Type.Enum(['ledger', 'chain']),
  amount: Type.String({ description: 'The amount held for the work, as exact digits' }),
  token: Type.String(),
  disputedBy: Type.Enum(['giver', 'code-host', 'outage']),
  disputeReason: Type.String(),
  disputedAt: Nullable(Instant),
  disputeEndsAt: Instant,
  disputeOtherwise: Type.String({ description: 'The outcome if nobody decides until then' }),
  answer: Nullable(Answer),
  evidence: Type.Object(
    { giver: Count, farmer: Count },
    { description: 'The number of pieces added by each side' },
  ),
})
export type Dispute = Static<typeof Dispute>

export const DisputeQuery = Type.Object({
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From the Link header' })),
})
export type DisputeQuery = Static<typeof DisputeQuery>

export const Evidence = Type.Object({
  number: Type.Integer({ description: 'From 1, within the dispute' }),
  by: Address,
  role: Type.Enum(['giver', 'farmer']),
  url: Type.String(),
  note: Type.String(),
  at: Instant,
})
export type Evidence = Static<typeof Evidence>

export const EvidenceQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: "The quest's id" }),
  farmer: Address,
})
export type EvidenceQuery = Static<typeof EvidenceQuery>
