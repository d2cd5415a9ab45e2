import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { endings, Fault } from './quest-events.ts'
import { SplitAccount } from './sharing.ts'
import { Text } from './text.ts'

const questId = Text(100, { minLength: 1 })
const url = Type.Optional(Text(2_000, { description: 'A link to it' }))
const note = Type.Optional(Text(5_000))
const words = Type.Optional(Text(2_000, { description: 'Everybody can read it' }))
const share = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "The farmer's part of the reward, with at most four decimals: 0.6",
})

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
  'propose-part': Type.Object(
    { questId, action: Type.Literal('propose-part'), farmer: Type.Optional(Address), share, note: words },
    {
      description:
        'Giver or farmer proposes that the farmer (by default the caller) gets a part of the reward for work in review or in dispute, and the giver the rest. It replaces an earlier proposal; ten for each piece of work. Not on chain',
    },
  ),
  agree: Type.Object(
    { questId, action: Type.Literal('agree'), farmer: Type.Optional(Address), share },
    {
      description:
        'The other side agrees to the part that is proposed: it is released and the rest refunded at once. 409 where another part was proposed meanwhile',
    },
  ),
}

export const Offer = Type.Object(
  {
    by: Type.Enum(['giver', 'farmer']),
    share: Type.Number({ description: "The farmer's part, from 0 to 1" }),
    paid: Type.String({ description: "The farmer's part of the present reward, as exact digits" }),
    refunded: Type.String({ description: 'The rest, for the giver' }),
    note: Type.String(),
    at: Instant,
  },
  { description: 'A part of the reward that one side proposes, and the other has not agreed to' },
)
export type Offer = Static<typeof Offer>

export const Decision = Type.Object({
  outcome: Type.Enum(['pay', 'refund', 'split'], {
    description: 'pay: to the farmer; refund: to the giver; split: to both',
  }),
  because: Nullable(
    Type.Enum(endings, {
      description:
        'approved: the giver dropped it; undecided: nobody decided in time; agreed: both sides agreed to a part, with or without a dispute; null where an earlier version did not keep it',
    }),
  ),
  share: Nullable(Type.Number({ description: "The farmer's part of a split, from 0 to 1" })),
  reason: Nullable(Type.String({ description: "The judge's reason" })),
})
export type Decision = Static<typeof Decision>

export const Answer = Type.Object({ url: Type.String(), note: Type.String() })
export type Answer = Static<typeof Answer>

/** The arbiter's ruling in the contract's third version, which is carried out a day later. */
export const Ruling = Type.Object(
  {
    share: Type.Number({ description: "The farmer's part, from 0 to 1" }),
    paid: Type.String({ description: 'What the farmer gets, as exact digits' }),
    refunded: Type.String({ description: 'What goes back to the giver' }),
    payableAt: Type.String({ format: 'date-time', description: 'When the contract carries it out' }),
    paused: Type.Boolean({
      description: "The contract's owner paused it, once: the arbiter may rule anew until then",
    }),
  },
  {
    description:
      'On chain, for disputed work: it is decided, and paid later. Left out where nothing is decided, or no delay is left',
  },
)

export type Ruling = Static<typeof Ruling>

/** How a dispute that nobody decides ends, or what was ruled about it. */
export const otherwiseCodes = [
  'contract-refunds-unless-attested',
  'contract-as-proposed',
  'contract-refunds',
  'contract-pays',
  'pay-if-merge-stands',
  'pay',
  'pay-for-link',
  'refund',
  'ruled',
  'ruled-paused',
] as const
export type OtherwiseCode = (typeof otherwiseCodes)[number]

export const Otherwise = Type.Object(
  {
    code: Type.Enum(otherwiseCodes),
    paid: Type.Optional(Type.String({ description: 'Ruled: what the farmer gets, as exact digits' })),
    refunded: Type.Optional(Type.String({ description: 'Ruled: what goes back to the giver' })),
    token: Type.Optional(Type.String()),
  },
  {
    description:
      'What disputeOtherwise says in English, as a code with its values. Left out by services from before it was told',
  },
)
export type Otherwise = Static<typeof Otherwise>

const Count = Type.Integer({ minimum: 0 })

export const Dispute = Type.Object({
  questId: Type.String(),
  title: Type.String(),
  giver: Address,
  farmer: Address,
  split: Type.Optional(SplitAccount),
  rail: Type.Enum(['ledger', 'chain']),
  amount: Type.String({ description: 'The amount held for the work, as exact digits' }),
  token: Type.String(),
  disputedBy: Type.Enum(['giver', 'code-host', 'outage']),
  disputeReason: Type.String(),
  fault: Type.Optional(Fault),
  disputedAt: Nullable(Instant),
  disputeEndsAt: Instant,
  disputeOtherwise: Type.String({ description: 'The outcome if nobody decides until then' }),
  otherwise: Type.Optional(Otherwise),
  ruling: Type.Optional(Ruling),
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
