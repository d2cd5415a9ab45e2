import { type Static, Type } from 'typebox'
import { Address, Instant, Nullable } from './primitives.ts'
import { Text, tokenSymbol } from './text.ts'

export const questStatuses = [
  'open',
  'in-progress',
  'in-review',
  'disputed',
  'completed',
  'cancelled',
] as const
export const QuestStatus = Type.Enum(questStatuses)
export type QuestStatus = (typeof questStatuses)[number]

export const assignmentStatuses = [
  'accepted',
  'in-review',
  'disputed',
  'released',
  'refunded',
  'withdrawn',
  'expired',
] as const
export const AssignmentStatus = Type.Enum(assignmentStatuses)
export type AssignmentStatus = (typeof assignmentStatuses)[number]

/** Why a farmer's money is not out yet. */
export const HoldReason = Type.Enum([
  'no-work-yet',
  'in-review',
  'disputed',
  'proposing',
  'releasing',
  'low-balance',
  'chain-unreachable',
  'code-host-unreachable',
])
export type HoldReason = Static<typeof HoldReason>

/** A farmer in a quest. */
export const Assignment = Type.Object({
  address: Address,
  status: AssignmentStatus,
  acceptedAt: Instant,
  expiresAt: Nullable(Instant),
  pullRequest: Nullable(Type.Integer()),
  submission: Type.Optional(
    Type.Union([Type.Object({ url: Type.String(), note: Type.String() }), Type.Null()], {
      description: 'Of one quest, not of those in a list',
    }),
  ),
  reviewEndsAt: Nullable(Instant),
  releasedAt: Nullable(Instant),
  holdReason: Nullable(HoldReason),
})
export type Assignment = Static<typeof Assignment>

/** A transaction of a quest's escrow. */
export const EscrowTransaction = Type.Object({
  kind: Type.Enum([
    'fund',
    'propose',
    'approve',
    'dispute',
    'resolve',
    'settle',
    'release',
    'refund',
    'close',
  ]),
  hash: Type.String(),
  farmer: Nullable(Address),
  status: Type.Enum(['pending', 'confirmed']),
  at: Instant,
})
export type EscrowTransaction = Static<typeof EscrowTransaction>

export const Funding = Type.Object({
  rail: Type.Enum(['ledger', 'chain'], { description: 'Promised in the ledger, or held by a contract' }),
  status: Type.Enum(['promised', 'unfunded', 'funded', 'settled']),
  token: Type.String(),
  amount: Type.String({ description: 'In all, for every place' }),
  released: Type.String(),
  refunded: Type.String(),
  chainId: Type.Optional(Type.Integer()),
  escrow: Type.Optional(Type.String({ description: 'The address of the QuestEscrow contract' })),
  escrowId: Type.Optional(
    Type.String({ description: 'keccak256(abi.encode(giver, keccak256(utf8(id)))): 32 bytes in hex' }),
  ),
  tokenAddress: Type.Optional(Type.String({ description: 'The zero address is the native coin' })),
  tokenDecimals: Type.Optional(Type.Integer()),
  amountEach: Type.Optional(Type.String({ description: "For each place, in the token's smallest unit" })),
  problem: Type.Optional(
    Nullable(Type.String({ description: 'Why the deposit is not what the quest needs' })),
  ),
  transactions: Type.Optional(
    Type.Array(EscrowTransaction, { description: 'Of one quest, not of those in a list' }),
  ),
})
export type Funding = Static<typeof Funding>

export const Quest = Type.Object({
  id: Type.String({ description: 'quest-<timestamp>-<suffix>' }),
  title: Type.String(),
  description: Type.String(),
  reward: Type.String({ description: 'Display form: amount and token' }),
  rewardAmount: Type.Number({ description: 'For each farmer' }),
  rewardToken: Type.String(),
  skills: Type.Array(Type.String()),
  maxFarmers: Type.Integer(),
  category: Type.String(),
  status: QuestStatus,
  codehostRepo: Type.Optional(Type.String()),
  codehostIssue: Type.Optional(Type.String()),
  deadline: Type.Optional(Instant),
  giver: Address,
  farmers: Type.Array(Assignment),
  funding: Funding,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Quest = Static<typeof Quest>

export const NewQuest = Type.Object({
  title: Text(200, { minLength: 1 }),
  description: Text(20_000, { minLength: 1 }),
  reward: Text(100, {
    minLength: 1,
    description: 'Begins with rewardAmount and rewardToken, and may go on: "100 USDC each"',
  }),
  rewardAmount: Type.Number({ minimum: 0, description: 'At most 15 significant digits' }),
  rewardToken: Type.String({ pattern: tokenSymbol }),
  skills: Type.Array(Text(64, { minLength: 1 }), { maxItems: 50 }),
  maxFarmers: Type.Integer({ minimum: 1, maximum: 1_000 }),
  category: Text(64, { minLength: 1 }),
  codehostRepo: Type.Optional(
    Text(300, { minLength: 1, description: 'owner/name, or its URL at the code host' }),
  ),
  codehostIssue: Type.Optional(
    Text(300, { minLength: 1, description: '42, #42, owner/name#42, or its URL' }),
  ),
  deadline: Type.Optional(Text(40, { format: 'date-time', description: 'ISO 8601 timestamp' })),
})
export type NewQuest = Static<typeof NewQuest>

/**
 * The orders of a list of quests. `newest` is the service's own. `deadline`: the earliest first, those without one last.
 * `reward`: for each farmer, the highest first; it needs `token`. `relevance`: whole words of `q` in the title, then in the
 * other texts, then mere beginnings. Of those that are alike the newest comes first.
 */
export const questSorts = ['newest', 'oldest', 'deadline', 'reward', 'relevance'] as const
export type QuestSort = (typeof questSorts)[number]

export const QuestQuery = Type.Object({
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  status: Type.Optional(Type.String({ maxLength: 20 })),
  category: Type.Optional(Type.String({ maxLength: 64 })),
  skill: Type.Optional(Type.String({ maxLength: 64 })),
  token: Type.Optional(Type.String({ maxLength: 20 })),
  giver: Type.Optional(Address),
  farmer: Type.Optional(Address),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words, each matched by its beginning' })),
  sort: Type.Optional(
    Type.Enum(questSorts, {
      description:
        'newest, as without it; oldest; deadline, the earliest first and those without one last; reward for each farmer, the ' +
        'highest first, which needs token; relevance: whole words of q in the title, then in the other texts, then mere ' +
        'beginnings, of the newest 400 that match, then of the next. Of those that are alike the newest is first.',
    }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000' })),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: 'From the Link header, for the same filters and sort' }),
  ),
})
export type QuestQuery = Static<typeof QuestQuery>

const questId = Text(100, { minLength: 1 })

/** What a PATCH may ask of a quest with `action`. */
export const questActions = {
  accept: Type.Object({ questId, action: Type.Literal('accept') }),
  withdraw: Type.Object({ questId, action: Type.Literal('withdraw') }),
  submit: Type.Object({
    questId,
    action: Type.Literal('submit'),
    url: Type.Optional(Text(2_000, { description: 'Where the work can be seen' })),
    note: Type.Optional(Text(5_000)),
  }),
  approve: Type.Object({ questId, action: Type.Literal('approve'), farmer: Address }),
  dispute: Type.Object({
    questId,
    action: Type.Literal('dispute'),
    farmer: Address,
    reason: Text(5_000, { minLength: 1 }),
  }),
  resolve: Type.Object({
    questId,
    action: Type.Literal('resolve'),
    farmer: Address,
    outcome: Type.Enum(['pay', 'refund']),
  }),
  review: Type.Object({
    questId,
    action: Type.Literal('review'),
    address: Address,
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    comment: Type.Optional(Text(5_000)),
  }),
  fund: Type.Object({ questId, action: Type.Literal('fund') }),
}
export type QuestAction = Static<(typeof questActions)[keyof typeof questActions]>

/** What its giver may set with `status`. */
export const QuestStatusChange = Type.Object({
  questId,
  status: Text(20, { minLength: 1, description: 'completed or cancelled' }),
})
export type QuestStatusChange = Static<typeof QuestStatusChange>

export const QuestChange = Type.Union([...Object.values(questActions), QuestStatusChange])
export type QuestChange = QuestAction | QuestStatusChange
