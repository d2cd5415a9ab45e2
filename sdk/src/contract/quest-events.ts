import { type Static, Type } from 'typebox'
import { contestOutcomes } from './contests.ts'
import { Address, Instant, Nullable } from './primitives.ts'

/** The kinds of events of a quest. More may come; a kind never changes its meaning. */
export const questEventKinds = [
  'posted',
  'backed',
  'backing-stopped',
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
  'place-extended',
  'removed',
  'place-cancelled',
  'submitted',
  'returned',
  'merged',
  'proposed',
  'attested',
  'proposed-again',
  'approval-signed',
  'part-proposed',
  'place-shared',
  'share-agreed',
  'share-ended',
  'share-released',
  'merge-cleared',
  'merge-unreachable',
  'merge-doubted',
  'disputed',
  'objected',
  'answered',
  'evidence-added',
  'ruled',
  'ruling-undone',
  'payment-asked',
  'released',
  'refunded',
  'reviewed',
  'edited',
  'paused',
  'resumed',
  'closed',
  'ranked',
  'ranking-disputed',
  'payout-begun',
  'contest-decided',
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
  'payment-said',
  'payment-received',
  'payment-missed',
  'payment-reminded',
  'credit-kept',
  'credit-taken',
] as const
export type QuestEventKind = (typeof questEventKinds)[number]

/** The reasons for which work ends released or refunded. */
export const endings = [
  'window-over',
  'approved',
  'resolved',
  'undecided',
  'split',
  'agreed',
  'conceded',
  'funds-gone',
  'on-chain',
] as const

/** The causes that the service or the code host finds by itself: of a merge that does not stand, and of a transaction that pays nothing. */
export const faultCodes = [
  'pull-request-gone',
  'other-repository',
  'pull-request-changed',
  'other-merge',
  'issue-reopened',
  'reverted',
  'code-host-silent',
  'failed',
  'untraced',
  'nothing-moved',
  'too-early',
  'too-little',
  'unconfirmed',
] as const
export type FaultCode = (typeof faultCodes)[number]

export const Fault = Type.Object(
  {
    code: Type.Enum(faultCodes),
    pullRequest: Type.Optional(Type.Integer()),
    issue: Type.Optional(Type.Integer()),
    repository: Type.Optional(Type.String()),
    chainId: Type.Optional(Type.Integer()),
    token: Type.Optional(Type.String()),
    minedAt: Type.Optional(Instant),
    moved: Type.Optional(Type.String({ description: 'What the transaction moves, as exact digits' })),
    elsewhere: Type.Optional(
      Nullable(
        Type.String({ description: 'The part of it that is shown for other work of the same farmer' }),
      ),
    ),
    released: Type.Optional(Type.String({ description: 'What was released for the work' })),
  },
  {
    description:
      'Why a merge does not stand, or a transaction is no payment, as a code with its values; reason or problem says it in English. Left out in events from before it was kept',
  },
)

const optional = {
  expiresAt: Instant,
  idleAt: Instant,
  reviewEndsAt: Nullable(Instant),
  endsAt: Instant,
  approvalEndsAt: Instant,
  url: Nullable(Type.String()),
  note: Nullable(Type.String()),
  repository: Type.String(),
  pullRequest: Type.Integer(),
  by: Type.Enum(['giver', 'farmer', 'code-host', 'outage'], {
    description:
      'The side that doubts the work, that proposes a part of the reward, or that took the part kept by the contract',
  }),
  reason: Type.String(),
  fault: Fault,
  disputeEndsAt: Instant,
  because: Type.Enum(endings),
  payableAt: Instant,
  paused: Type.Boolean({ description: "Whether the contract's owner paused the ruling" }),
  share: Type.Number({ description: "The farmer's part of a split, from 0 to 1" }),
  call: Type.Enum(['release', 'settle'], { description: 'The call made to the contract' }),
  as: Type.Enum(['completed', 'cancelled']),
  changed: Type.Array(Type.String(), { description: 'The fields changed by the giver' }),
  places: Type.Integer(),
  paid: Type.String({ description: 'The amount that went to the farmer, as exact digits' }),
  refunded: Type.String({ description: "The part of the place's cost that went back to the giver" }),
  unpaid: Type.Boolean({ description: 'Decided, with a part waiting in the contract for its receiver' }),
  side: Type.Enum(['farmer', 'giver'], {
    description: 'The side that the contract keeps a part for, or kept it for',
  }),
  amount: Type.String({
    description: 'The amount that the contract keeps, or that somebody adds for each place, as exact digits',
  }),
  problem: Type.String(),
  reviewee: Address,
  role: Type.Enum(['farmer', 'giver'], {
    description: 'The role of the reviewed address, or of the party that added evidence',
  }),
  rating: Type.Integer(),
  comment: Type.String(),
  backing: Type.Enum(['merge', 'own-merge', 'chain', 'recorded', 'idle', 'companion'], {
    description:
      'The backing of the release; idle: the quest was completed though nothing was handed in; companion: it adds to the reward of another quest, with which the work counts',
  }),
  counts: Type.Boolean({ description: 'Whether the release counts for points' }),
  chainId: Type.Integer(),
  txHash: Type.String(),
  transaction: Nullable(
    Type.String({ description: 'The transaction that the giver says paid; nobody looked it up' }),
  ),
  paidAt: Instant,
  payer: Nullable(Address),
  proposal: Type.String({ description: "The proposal by which the community's treasury is the payer" }),
  confirmedBy: Type.Enum(['farmer', 'platform'], {
    description: 'The one who confirmed the payment',
  }),
  members: Type.Integer({ description: 'Among how many the reward of the place is shared' }),
  ended: Type.Enum(['changed', 'refused', 'not-agreed', 'place-over'], {
    description:
      'Why a place is shared no more: its farmer took the share back, a member refused, the work ended before all had agreed, or the place is given up or refunded',
  }),
  part: Type.Number({ description: "The member's share of what was released for the place, from 0 to 1" }),
  winners: Type.Integer({ description: 'How many entries of a contest are paid' }),
  prizesBack: Type.String({
    description: 'Of the prizes of a contest, what goes back to the one who paid in',
  }),
  prizesReturned: Type.Integer({ description: 'How many prizes no entry deserves' }),
  rankedBy: Type.Enum(['giver', 'arbiter', 'members']),
  decided: Type.Enum(contestOutcomes, { description: 'How a contest was decided' }),
  approximate: Type.Boolean({ description: 'true where the time was not kept exactly' }),
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
  via: Type.Optional(
    Type.Enum(['agent'], { description: "The actor's API key is an agent's; otherwise left out" }),
  ),
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
