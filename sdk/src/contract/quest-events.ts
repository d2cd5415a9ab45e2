import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'

/** The kinds of events of a quest. More may come; a kind never changes its meaning. */
export const questEventKinds = [
  'posted',
  'funded',
  'misfunded',
  'applied',
  'admitted',
  'declined',
  'application-withdrawn',
  'application-expired',
  'application-closed',
  'accepted',
  'account-pinned',
  'withdrawn',
  'expiry-warned',
  'expired',
  'idle-warned',
  'kept',
  'removed',
  'place-cancelled',
  'submitted',
  'returned',
  'merged',
  'proposed',
  'proposed-again',
  'merge-cleared',
  'merge-unreachable',
  'merge-doubted',
  'disputed',
  'answered',
  'evidence-added',
  'payment-asked',
  'released',
  'refunded',
  'reviewed',
  'edited',
  'paused',
  'resumed',
  'closed',
  'deadline-passed',
  'closing',
  'notice-given',
  'places-returned',
  'payment-shown',
  'payment-settled',
  'payment-reorganised',
  'payment-refused',
  'payment-found',
  'payment-confirmed',
  'payment-denied',
  'credit-kept',
  'credit-taken',
] as const
export type QuestEventKind = (typeof questEventKinds)[number]

const optional = {
  expiresAt: Instant,
  idleAt: Instant,
  reviewEndsAt: Nullable(Instant),
  endsAt: Instant,
  url: Nullable(Type.String()),
  note: Nullable(Type.String()),
  repository: Type.String(),
  pullRequest: Type.Integer(),
  by: Type.Enum(['giver', 'farmer', 'code-host', 'outage'], {
    description: 'Who doubts the work, or took what the contract kept',
  }),
  reason: Type.String(),
  disputeEndsAt: Instant,
  because: Type.Enum([
    'window-over',
    'approved',
    'resolved',
    'undecided',
    'split',
    'conceded',
    'funds-gone',
    'on-chain',
  ]),
  share: Type.Number({ description: "The farmer's part of a split, from 0 to 1" }),
  call: Type.Enum(['release', 'settle'], { description: 'What the contract was asked for' }),
  as: Type.Enum(['completed', 'cancelled']),
  changed: Type.Array(Type.String(), { description: 'The fields that its giver changed' }),
  places: Type.Integer(),
  paid: Type.String({ description: 'What went to the farmer, as exact digits' }),
  refunded: Type.String({ description: 'What of what the place costs went back to the giver' }),
  unpaid: Type.Boolean({ description: 'It is decided, and a part waits in the contract for its receiver' }),
  side: Type.Enum(['farmer', 'giver'], { description: 'For whom the contract keeps a part, or kept it' }),
  amount: Type.String({ description: 'What the contract keeps, as exact digits' }),
  problem: Type.String(),
  reviewee: Address,
  role: Type.Enum(['farmer', 'giver'], {
    description: 'What the reviewed address was, or who added evidence',
  }),
  rating: Type.Integer(),
  comment: Type.String(),
  backing: Type.Enum(['merge', 'own-merge', 'chain', 'recorded', 'idle'], {
    description: 'What stands behind the release; idle: the quest was completed though nothing was handed in',
  }),
  counts: Type.Boolean({ description: 'Whether the release counts for points' }),
  chainId: Type.Integer(),
  txHash: Type.String(),
  paidAt: Instant,
  payer: Nullable(Address),
  confirmedBy: Type.Enum(['farmer', 'platform'], {
    description: 'Who said that the payment is the one',
  }),
  approximate: Type.Boolean({ description: 'True where the time was not kept exactly' }),
}

/** An event of a quest. Everything beyond its kind is in `details`. */
export const QuestEvent = Type.Object({
  number: Type.Integer({ description: 'From 1, within the quest' }),
  at: Instant,
  kind: Type.Enum(questEventKinds),
  /** Null: the service, the code host, the chain, or time. */
  actor: Nullable(Address),
  /** Null also for an application: only the giver learns who applied. */
  farmer: Nullable(Address),
  details: Type.Partial(Type.Object(optional)),
})
export type QuestEvent = Static<typeof QuestEvent>

export const QuestEventQuery = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: "The quest's id" }),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000' })),
  cursor: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,10}$', description: 'From the Link header: the number to go on after' }),
  ),
})
export type QuestEventQuery = Static<typeof QuestEventQuery>
