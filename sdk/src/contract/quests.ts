import { type Static, Type } from 'typebox'
import { Admission, Application, admissions, Requirements } from './applications.ts'
import { Backer, backerActions } from './backers.ts'
import { Contest, contestActions, newContest } from './contests.ts'
import { Answer, Decision, judgingActions, Offer, Otherwise, Ruling } from './disputes.ts'
import { Hidden } from './moderation.ts'
import { Backing, GiverRecord } from './payer.ts'
import { after, mostParts, Plan } from './plans.ts'
import { Address, Instant, Nullable } from './primitives.ts'
import { Fault } from './quest-events.ts'
import { questStatuses } from './quest-statuses.ts'
import { NewQuestions, Question, QuestionAnswers } from './questions.ts'
import { MemberOf, SharedPlace, SplitAccount, sharingActions } from './sharing.ts'
import { Stopped } from './stopped.ts'
import { oneLine, Text, TxHash, tokenSymbol } from './text.ts'

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

export const HoldReason = Type.Enum([
  'no-work-yet',
  'in-review',
  'disputed',
  'proposing',
  'releasing',
  'approving',
  'low-balance',
  'chain-unreachable',
  'gas-budget',
  'no-contract',
  'no-operator',
  'proposals-paused',
  'receiver-refused',
  'contract-not-served',
  'code-host-unreachable',
])
export type HoldReason = Static<typeof HoldReason>

/**
 * The payment of released work: booked between two wallets; shown by a transaction under check; or paid, as a chain says,
 * from the giver's wallet or from one that the farmer confirmed.
 */
export const WorkPayment = Type.Object({
  status: Type.Enum(['recorded', 'confirming', 'paid'], {
    description:
      'recorded: booked here, without a proved payment; confirming: the chain is asked about a transaction; paid: proved',
  }),
  paidAt: Nullable(Instant),
  waitsForFarmer: Type.Optional(
    Type.Boolean({
      description:
        "true: the chain has the transaction, which is not from the giver's own wallet, or older than `notReceivedAt`: it " +
        'counts when the farmer confirms it (action confirm-payment); otherwise left out',
    }),
  ),
  notReceivedAt: Type.Optional(
    Type.Union([Instant, Type.Null()], {
      description:
        'When the farmer said that the payment was not received (action not-received); null where that is cleared, or was never said',
    }),
  ),
  reclaimedAt: Type.Optional(
    Type.Union([Instant, Type.Null()], {
      description:
        'On chain: when the giver took back a payment that had waited in the contract for the farmer for a year. The work ' +
        'stays released, with `booked` 0; otherwise left out',
    }),
  ),
  saidPaidAt: Type.Optional(
    Type.Union([Instant, Type.Null()], {
      description:
        'When the giver said that they paid in a way that no chain shows (action say-paid); otherwise left out. The status stays recorded',
    }),
  ),
  saidTransaction: Type.Optional(
    Nullable(Type.String({ description: 'The transaction that the giver says paid; nobody looked it up' })),
  ),
  receivedAt: Type.Optional(
    Type.Union([Instant, Type.Null()], {
      description:
        'When the farmer confirmed that word (action confirm-payment): paid, as the two say, and for no points; otherwise left out',
    }),
  ),
  settledBy: Type.Optional(
    Type.Enum(['chain', 'farmer'], {
      description:
        'chain: a chain shows the payment, as the status paid says; farmer: the farmer alone says that it came; left out while nobody does',
    }),
  ),
  confirmedBy: Type.Optional(
    Type.Union([Type.Enum(['farmer', 'platform']), Type.Null()], {
      description: 'The one who confirmed the payment; null where it needed no word',
    }),
  ),
  proposal: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description:
        "The proposal of the members by which the community's treasury paid it, in the giver's stead; otherwise left out",
    }),
  ),
  chainId: Type.Optional(
    Type.Integer({ description: 'This and the following fields: for a single quest, not in a list' }),
  ),
  txHash: Type.Optional(Type.String()),
  payer: Type.Optional(Nullable(Address)),
  problem: Type.Optional(
    Nullable(Type.String({ description: 'Why the transaction is no payment of this work' })),
  ),
})
export type WorkPayment = Static<typeof WorkPayment>

/** Somebody whom a commit names beside its author: the login where its address tells it, the wallet where that account is proved here. */
export const CoAuthor = Type.Object({
  name: Type.String(),
  login: Nullable(Type.String()),
  address: Nullable(Address),
})
export type CoAuthor = Static<typeof CoAuthor>

export const Assignment = Type.Object({
  address: Address,
  status: AssignmentStatus,
  acceptedAt: Instant,
  expiresAt: Nullable(Instant),
  idleAt: Type.Union([Instant, Type.Null()], {
    description: 'When the giver may free the place, while there is no work',
  }),
  keptAt: Type.Union([Instant, Type.Null()], {
    description: 'When the farmer said that they are still working, which they may do once',
  }),
  extensions: Type.Optional(
    Type.Integer({
      description: 'How often the giver gave more time to a place without work, twice at most',
    }),
  ),
  agent: Type.Optional(
    Type.Boolean({ description: "Taken with an API key that says that it is an agent's; absent otherwise" }),
  ),
  pullRequest: Nullable(Type.Integer()),
  coAuthors: Type.Optional(
    Type.Array(CoAuthor, {
      description:
        'The people whom the commits of the pull request name in Co-authored-by trailers, for a single quest and a public repository; absent without any. Commits say so: it decides nothing',
    }),
  ),
  submission: Type.Optional(
    Type.Union([Type.Object({ url: Type.String(), note: Type.String() }), Type.Null()], {
      description: 'For a single quest, not in a list',
    }),
  ),
  reviewEndsAt: Nullable(Instant),
  releasedAt: Nullable(Instant),
  paid: Nullable(
    Type.String({
      description:
        'The amount released to the farmer, as exact digits: the same as `booked`. Only `payment.status` paid says that money moved',
    }),
  ),
  booked: Type.Optional(
    Nullable(
      Type.String({ description: 'The amount booked for the farmer since the release, as exact digits' }),
    ),
  ),
  holdReason: Nullable(HoldReason),
  attested: Type.Optional(
    Type.Boolean({
      description:
        "On chain: the contract's attester signed that a merge proves the work, so that a dispute that nobody resolves pays it; absent otherwise",
    }),
  ),
  unpaid: Type.Optional(
    Type.Enum(['farmer', 'giver', 'both'], {
      description:
        'On chain, for decided work: the side whose part the contract keeps because its wallet did not take it, and that can be taken to another address; otherwise left out',
    }),
  ),
  payment: Type.Optional(Nullable(WorkPayment)),
  countsAs: Type.Optional(
    Nullable(
      Type.Enum(['merge', 'chain', 'payment', 'recorded'], {
        description: 'Why released work counts for points; null where it does not',
      }),
    ),
  ),
  disputedAt: Nullable(Instant),
  disputeEndsAt: Nullable(Instant),
  /** From here on: for a single quest, not in a list. */
  returned: Type.Optional(
    Type.Union([Type.Object({ times: Type.Integer(), at: Instant, note: Type.String() }), Type.Null()], {
      description: 'How often the giver returned it, and the last note',
    }),
  ),
  approvalEndsAt: Type.Optional(
    Type.Union([Instant, Type.Null()], {
      description:
        'Until when the approval that the giver signed is good, which the service carries to the contract (action sign-approval); otherwise left out',
    }),
  ),
  offer: Type.Optional(Offer),
  shared: Type.Optional(SharedPlace),
  split: Type.Optional(SplitAccount),
  memberOf: Type.Optional(MemberOf),
  disputeReason: Type.Optional(Nullable(Type.String())),
  fault: Type.Optional(Fault),
  disputeOtherwise: Type.Optional(
    Nullable(Type.String({ description: 'The outcome if nobody decides until disputeEndsAt' })),
  ),
  otherwise: Type.Optional(Otherwise),
  ruling: Type.Optional(Ruling),
  answer: Type.Optional(Nullable(Answer)),
  decision: Type.Optional(Nullable(Decision)),
})
export type Assignment = Static<typeof Assignment>

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
    'divide',
    'concede',
    'attest',
    'wait',
    'return',
    'notice',
    'rule',
    'pause-ruling',
    'share',
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
  amount: Type.String({ description: 'For all places together, as exact digits' }),
  released: Type.String({ description: 'The part that went to farmers' }),
  refunded: Type.String({ description: 'The part that went back to the giver' }),
  chainId: Type.Optional(Type.Integer()),
  escrow: Type.Optional(Type.String({ description: 'The address of the QuestEscrow contract' })),
  served: Type.Optional(
    Type.Boolean({
      description:
        'false: the service does not serve this contract any more, and problem says so; otherwise left out',
    }),
  ),
  stopped: Type.Optional(Stopped),
  escrowId: Type.Optional(
    Type.String({ description: 'keccak256(abi.encode(giver, keccak256(utf8(id)))): 32 bytes in hex' }),
  ),
  tokenAddress: Type.Optional(Type.String({ description: 'The zero address is the native coin' })),
  tokenDecimals: Type.Optional(Type.Integer()),
  amountEach: Type.Optional(Type.String({ description: "For each place, in the token's smallest unit" })),
  problem: Type.Optional(
    Nullable(
      Type.String({
        description: 'Why the deposit does not fit the quest, or that the chain does not have it any more',
      }),
    ),
  ),
  contractVersion: Type.Optional(
    Type.Integer({
      description:
        'The version of the contract: from 2 on it also returns work, splits, and lets a farmer concede; from 3 on a ruling is paid a day later',
    }),
  ),
  arbiter: Type.Optional(
    Type.String({
      description:
        'The arbiter of this deposit, where the contract keeps the one of its funding (version 3); else left out, and the one of the contract',
    }),
  ),
  attester: Type.Optional(
    Type.String({ description: 'The attester of this deposit, likewise; left out for nobody' }),
  ),
  noticeEndsAt: Type.Optional(
    Type.Union([Instant, Type.Null()], {
      description: 'When the giver takes free places back; nobody can join any more',
    }),
  ),
  transactions: Type.Optional(
    Type.Array(EscrowTransaction, { description: 'For a single quest, not in a list' }),
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
  paused: Type.Optional(Type.Boolean({ description: 'The giver takes no farmers for now' })),
  revisions: Type.Optional(
    Type.Integer({ description: 'How often the giver changed it: GET /quests/revisions' }),
  ),
  thanks: Type.Optional(
    Type.Object(
      {
        for: Type.String({
          description:
            'The address of the pull request, or the id of the quest whose work is tipped; empty once its author has left',
        }),
      },
      { description: 'A paid thanks, and no work that anybody posted; absent for any other quest' },
    ),
  ),
  giver: Address,
  giverRecord: Type.Optional(GiverRecord),
  backing: Type.Optional(Backing),
  admission: Admission,
  requires: Type.Optional(Requirements),
  questions: Type.Optional(
    Type.Array(Question, {
      description: 'Questions of the giver to those who apply; left out where there are none',
    }),
  ),
  applications: Type.Optional(Type.Integer({ description: 'Applications waiting for an answer' })),
  application: Type.Optional(Application),
  farmers: Type.Array(Assignment),
  funding: Funding,
  createdAt: Instant,
  updatedAt: Instant,
  commentCount: Type.Optional(Type.Integer({ description: 'For a single quest, not in a list' })),
  hidden: Type.Optional(Hidden),
  plan: Type.Optional(Plan),
  backerCount: Type.Optional(
    Type.Integer({ description: 'How many others add to the reward; left out where nobody does' }),
  ),
  rewardWithBackers: Type.Optional(
    Type.String({
      description:
        'For each farmer, with what others add, as exact digits: each of them owes their own part. Left out where nobody does',
    }),
  ),
  backers: Type.Optional(
    Type.Array(Backer, {
      description:
        'Those who add to the reward, for a single quest; left out where nobody does, and in a list',
    }),
  ),
  companionOf: Type.Optional(
    Type.String({
      description:
        'The quest whose reward this one adds to, and whose decisions it follows; it is on no board. Left out for any other quest',
    }),
  ),
  contest: Type.Optional(Contest),
})
export interface Quest extends Static<typeof Quest> {}

export const NewQuest = Type.Object({
  title: Text(200, { minLength: 1, pattern: oneLine }),
  description: Text(20_000, { minLength: 1 }),
  reward: Text(100, {
    minLength: 1,
    description: 'Begins with rewardAmount and rewardToken, and may go on: "100 USDC each"',
  }),
  rewardAmount: Type.Number({ minimum: 0, description: 'At most 15 significant digits' }),
  rewardToken: Type.String({ pattern: tokenSymbol }),
  chainId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        'Where the service has contracts on several chains: by default the first that has the token',
    }),
  ),
  skills: Type.Array(Text(64, { minLength: 1 }), { maxItems: 50 }),
  maxFarmers: Type.Integer({ minimum: 1, maximum: 1_000 }),
  category: Text(64, { minLength: 1 }),
  codehostRepo: Type.Optional(
    Text(300, { minLength: 1, description: 'owner/name, or its URL at the code host' }),
  ),
  codehostIssue: Type.Optional(
    Text(300, { minLength: 1, description: '42, #42, owner/name#42, or its URL' }),
  ),
  deadline: Type.Optional(
    Text(40, {
      format: 'date-time',
      description: 'ISO 8601 timestamp; a date alone is the end of that day in UTC',
    }),
  ),
  admission: Type.Optional(Admission),
  requires: Type.Optional(Type.Partial(Requirements)),
  questions: Type.Optional(NewQuestions),
  ...newContest,
})
export type NewQuest = Static<typeof NewQuest>

export const QuestPost = Type.Object({
  ...NewQuest.properties,
  after,
  draftId: Type.Optional(
    Text(100, {
      minLength: 1,
      description: 'The draft that it was typed in, which is deleted unless it is a template',
    }),
  ),
})
export type QuestPost = Static<typeof QuestPost>

export const NewPlan = Type.Object({
  after,
  parts: Type.Array(NewQuest, {
    minItems: 2,
    maxItems: mostParts,
    description: 'Quests, each of which follows the one before it in this list',
  }),
})
export type NewPlan = Static<typeof NewPlan>

export const PostedPlan = Type.Object({ quests: Type.Array(Quest) })
export type PostedPlan = Static<typeof PostedPlan>

/** A giver's changes of a quest: absent fields stay; null removes an optional one. */
export const QuestEdits = Type.Partial(
  Type.Object({
    ...Type.Omit(NewQuest, [
      'chainId',
      'mode',
      'prizes',
      'entriesUntil',
      'decideUntil',
      'maxEntries',
      'sealed',
    ]).properties,
    reward: Text(100, {
      minLength: 1,
      description: 'Made from rewardAmount and rewardToken by default',
    }),
    codehostRepo: Nullable(Text(300, { minLength: 1 })),
    codehostIssue: Nullable(Text(300, { minLength: 1 })),
    deadline: Nullable(Text(40, { format: 'date-time' })),
    clarification: Text(20_000, { minLength: 1, description: 'Added to the description' }),
  }),
)
export type QuestEdits = Static<typeof QuestEdits>

/**
 * The orders of a list of quests. `newest` is the service's default. `deadline`: the earliest first, those without one
 * last. `reward`: for each farmer, the highest first; it needs `token`. `relevance`: whole words of `q` in the title,
 * then in the other texts, then mere beginnings. Among equals the newest comes first.
 */
export const questSorts = ['newest', 'oldest', 'deadline', 'reward', 'relevance'] as const
export type QuestSort = (typeof questSorts)[number]

/** When joining ends: within 7 days, within 30, after them, never. */
export const deadlineSpans = ['week', 'month', 'later', 'none'] as const
export type DeadlineSpan = (typeof deadlineSpans)[number]

const rewardBound = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9]{1,15}(?:[.][0-9]{1,18})?$', description }))

export const QuestQuery = Type.Object({
  id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  status: Type.Optional(Type.String({ maxLength: 20 })),
  category: Type.Optional(Type.String({ maxLength: 64 })),
  skill: Type.Optional(Type.String({ maxLength: 64 })),
  token: Type.Optional(Type.String({ maxLength: 20 })),
  giver: Type.Optional(Address),
  farmer: Type.Optional(Address),
  admission: Type.Optional(Type.Enum(admissions)),
  deadline: Type.Optional(
    Type.Enum(deadlineSpans, {
      description:
        'week: ends within 7 days; month: within 30; later: after them; none: it has none. Whole days in UTC, today included',
    }),
  ),
  rewardFrom: rewardBound('The least reward for each farmer: 50. It needs token'),
  rewardBelow: rewardBound('Rewards for each farmer below that. It needs token'),
  backing: Type.Optional(Backing),
  payer: Type.Optional(
    Type.Enum(['proved', 'new', 'any'], {
      description:
        'proved: givers with at least three decided pieces of work, of whose releases some are proved; new: those with fewer',
    }),
  ),
  minPaidRate: Type.Optional(
    Type.String({
      pattern: '^(?:0(?:[.][0-9]{1,3})?|1(?:[.]0{1,3})?)$',
      description: 'The least paidRate of the giver: 0.9. Givers without a rate are left out',
    }),
  ),
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Words, each matched by its beginning' })),
  sort: Type.Optional(
    Type.Enum(questSorts, {
      description:
        'newest, by default; oldest; deadline, the earliest first and those without one last; reward for each farmer, the ' +
        'highest first, which needs token; relevance: whole words of q in the title, then in the other texts, then mere ' +
        'beginnings, of the newest 400 that match, then of the next. Among equals the newest is first.',
    }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^[0-9]{1,4}$', description: '1 to 1000' })),
  cursor: Type.Optional(
    Type.String({ maxLength: 200, description: 'From the Link header, for the same filters and sort' }),
  ),
})
export type QuestQuery = Static<typeof QuestQuery>

export const QuestFeedQuery = Type.Pick(QuestQuery, [
  'status',
  'category',
  'skill',
  'token',
  'giver',
  'farmer',
  'admission',
  'deadline',
  'rewardFrom',
  'rewardBelow',
  'backing',
  'payer',
  'minPaidRate',
  'q',
])
export type QuestFeedQuery = Static<typeof QuestFeedQuery>

const questId = Text(100, { minLength: 1 })

/** The values of `action` in a PATCH of a quest. */
export const questActions = {
  accept: Type.Object({
    questId,
    action: Type.Literal('accept'),
    note: Type.Optional(Text(2_000, { description: 'For a giver who chooses: the farmer applies with it' })),
    answers: Type.Optional(QuestionAnswers),
    expectedUpdatedAt: Type.Optional(
      Text(40, {
        format: 'date-time',
        description:
          'updatedAt of the quest as it was read: 409 with `changed` where the giver has edited its terms since',
      }),
    ),
  }),
  withdraw: Type.Object({ questId, action: Type.Literal('withdraw') }),
  admit: Type.Object({ questId, action: Type.Literal('admit'), farmer: Address }),
  decline: Type.Object({
    questId,
    action: Type.Literal('decline'),
    farmer: Address,
    reason: Type.Optional(Text(1_000)),
  }),
  remove: Type.Object({
    questId,
    action: Type.Literal('remove'),
    farmer: Address,
    reason: Type.Optional(Text(1_000)),
  }),
  keep: Type.Object({ questId, action: Type.Literal('keep') }),
  extend: Type.Object(
    {
      questId,
      action: Type.Literal('extend'),
      farmer: Address,
      until: Text(40, { format: 'date-time', description: 'The new end of the place, later than expiresAt' }),
    },
    {
      description:
        'The giver gives a farmer who has no work in yet more time: twice at most, each time as much again as a new place has at most',
    },
  ),
  submit: Type.Object({
    questId,
    action: Type.Literal('submit'),
    url: Type.Optional(Text(2_000, { description: 'A link to the work' })),
    note: Type.Optional(Text(5_000)),
  }),
  approve: Type.Object({ questId, action: Type.Literal('approve'), farmer: Address }),
  'sign-approval': Type.Object(
    {
      questId,
      action: Type.Literal('sign-approval'),
      farmer: Address,
      deadline: Type.Integer({
        minimum: 1,
        maximum: 253_402_300_799,
        description: 'As it was signed: until when the approval is good, in seconds since 1970',
      }),
      signature: Text(10_000, {
        pattern: '^0x([0-9a-fA-F]{2})+$',
        description:
          "The giver's, EIP-712 over Approval (see GET /quests/approval); of a key or a wallet contract",
      }),
    },
    {
      description:
        'The giver of a quest on chain approves work without gas: the service carries the signature to the contract, which pays at once',
    },
  ),
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
    outcome: Type.Enum(['pay', 'refund', 'split']),
    share: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "The farmer's part of a split, with at most four decimals: 0.3333",
      }),
    ),
    reason: Type.Optional(Text(5_000, { description: 'Everybody can read it' })),
  }),
  ...judgingActions,
  ...sharingActions,
  ...backerActions,
  ...contestActions,
  review: Type.Object({
    questId,
    action: Type.Literal('review'),
    address: Address,
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    comment: Type.Optional(Text(5_000)),
  }),
  edit: Type.Object({
    questId,
    action: Type.Literal('edit'),
    changes: QuestEdits,
    expectedUpdatedAt: Text(40, {
      format: 'date-time',
      description: 'updatedAt of the changed quest: 409 where it has changed since',
    }),
  }),
  fund: Type.Object({ questId, action: Type.Literal('fund') }),
  paid: Type.Object(
    {
      questId,
      action: Type.Literal('paid'),
      farmer: Address,
      txHash: TxHash,
      chainId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    },
    { description: 'The giver shows the transaction that they paid released work with' },
  ),
  'say-paid': Type.Object(
    {
      questId,
      action: Type.Literal('say-paid'),
      farmer: Address,
      txHash: Type.Optional(TxHash),
    },
    {
      description:
        'The giver says that they paid released work where the service sees no chain, by this transaction if they like: ' +
        'nobody looks it up, and the farmer confirms it (confirm-payment) or not (not-received)',
    },
  ),
  'confirm-payment': Type.Object(
    {
      questId,
      action: Type.Literal('confirm-payment'),
      farmer: Type.Optional(Address),
    },
    {
      description:
        'The farmer confirms the shown payment, also if it came from another wallet than the ' +
        "giver's; or the platform wallet decides so, and names the farmer. Without a shown one, the farmer confirms the " +
        "giver's word (say-paid), which gives no points",
    },
  ),
  'not-received': Type.Object(
    { questId, action: Type.Literal('not-received') },
    {
      description:
        'The farmer says that the shown payment did not come: it stops counting until the farmer confirms it, ' +
        'the giver shows a payment that was mined later, or the platform wallet decides that it came. Without a shown one, ' +
        "the giver's word (say-paid) is denied",
    },
  ),
}
export type QuestAction = Static<(typeof questActions)[keyof typeof questActions]>

export const QuestStatusChange = Type.Object({
  questId,
  status: Text(20, {
    minLength: 1,
    description: 'completed or cancelled; in-progress takes no farmers for now, open takes them again',
  }),
})
export type QuestStatusChange = Static<typeof QuestStatusChange>

export const QuestChange = Type.Union([...Object.values(questActions), QuestStatusChange])
export type QuestChange = QuestAction | QuestStatusChange
