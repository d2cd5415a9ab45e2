import type {
  ApplicationStatus,
  AssignmentStatus,
  Language,
  MailType,
  QuestEventKind,
  QuestStatus,
  Topic,
} from '@furrow/sdk/contract'
import type { Generated, Selectable } from 'kysely'
import type { Address } from '../address.ts'
import type { AuditNoteTable, AuditQueueTable, AuditSealTable } from './audit-tables.ts'
import type { BotCommandTable, BotCommentTable, BotSilenceTable, BotWriterTable } from './bot-tables.ts'
import type { CommentReaderTable, CommentTable, CommentThreadTable } from './comment-tables.ts'
import type {
  EscrowAttemptTable,
  EscrowBlockTable,
  EscrowCallTable,
  EscrowContractTable,
  EscrowEventTable,
  EscrowGasTable,
  EscrowParkedTable,
  EscrowTable,
} from './escrow-tables.ts'
import type { FileRemovalTable, FileTable } from './file-tables.ts'
import type { DepartureMarkTable, DepartureTable, PseudonymTable } from './leaving-tables.ts'
import type {
  FrozenWalletTable,
  ModerationAnswerTable,
  ModerationLogTable,
  ModeratorTable,
  ReportedThingTable,
  ReportTable,
} from './moderation-tables.ts'
import type { OutboxSpreadTable, OutboxTable, SubscriptionTable } from './outbox-tables.ts'
import type { PictureTable } from './picture-tables.ts'
import type {
  ApiKeyTable,
  SessionGenerationTable,
  SessionTable,
  WalletChainTable,
  WalletSessionTable,
} from './session-tables.ts'
import type { BallotMemberTable, BallotTable, DelegationTable, VoteTable } from './vote-tables.ts'

/** The rows as they are stored. Times are milliseconds since 1970 (UTC), flags 0 or 1, amounts exact decimal digits. */
export type Tables = {
  meta: { key: string; value: string }
  /** Spread over shards, of which each writer raises one; the sums are the revisions. */
  revisions: { id: number; quests: number; leaderboard: number; community_dao: number; obligations: number }
  quotas: QuotaTable
  used_nonces: { nonce: string; expires_at: number }
  session_generations: SessionGenerationTable
  api_keys: ApiKeyTable
  wallet_chains: WalletChainTable
  sessions: SessionTable
  wallet_sessions: WalletSessionTable
  idempotency_keys: IdempotencyKeyTable
  /** `name:<name>` and the address, `address:<address>` and the name; null for none. */
  ens_answers: { question: string; answer: string | null; expires_at: number }
  profiles: ProfileTable
  /** By skill, in lower case. */
  profile_skills: { skill: string; address: Address }
  badges: { address: Address; badge: string; awarded_at: number }
  quests: QuestTable
  quest_revisions: QuestRevisionTable
  quest_drafts: QuestDraftTable
  quest_skills: { skill: string; quest_id: string }
  /** By the day of the quest, which is in its id (ids.ts). */
  quest_words: { day: string; word: string; quest_id: string }
  /** The same words, with a space before and after each. */
  /** `folded` is 0 where the words still have their accents, as the version before wrote them. */
  quest_texts: { quest_id: string; words: string; folded: Generated<0 | 1> }
  assignments: AssignmentTable
  applications: ApplicationTable
  quest_events: QuestEventTable
  /** Kinds of events that a trigger has sealed in the audit log; a version only adds to them. */
  sealed_kinds: { kind: string }
  dispute_evidence: DisputeEvidenceTable
  comments: CommentTable
  comment_threads: CommentThreadTable
  comment_readers: CommentReaderTable
  merges: MergeTable
  merge_hints: MergeHintTable
  merge_refusals: MergeRefusalTable
  webhook_deliveries: { id: string; at: number }
  reviews: ReviewTable
  invites: InviteTable
  mail: MailTable
  /** Whoever wrote to whom, once. */
  correspondents: { sender: Address; recipient: Address }
  mail_blocks: { owner: Address; sender: Address; at: number }
  broadcasts: BroadcastTable
  subscriptions: SubscriptionTable
  bot_commands: BotCommandTable
  bot_comments: BotCommentTable
  bot_silences: BotSilenceTable
  bot_writers: BotWriterTable
  outbox: OutboxTable
  outbox_spreads: OutboxSpreadTable
  broadcast_states: { reader: Address; broadcast_id: string; read: number; deleted: number }
  work_pairs: WorkPairTable
  address_counts: AddressCountTable
  /** What an address earned as a farmer, or paid as a giver. */
  address_amounts: AddressAmountTable
  /** What a reviewer gave a reviewee, all in all. */
  review_pairs: { reviewee: Address; reviewer: Address; ratings: number; stars: number }
  season_pairs: { season: number; farmer: Address; giver: Address; releases: number }
  /** Work that merges proved, by the account that made them and whose repository they are in. */
  season_sources: { season: number; source: string; releases: number }
  season_reviews: { season: number; reviewer: Address; reviewee: Address; reviews: number }
  season_scores: { season: number; role: Role; address: Address; points: number }
  /** The same points once more for each skill and token of their quest; an empty one is any. */
  filtered_scores: FilteredScoreTable
  score_events: ScoreEventTable
  payments: PaymentTable
  guilds: { guild: string; members: number }
  guild_scores: { season: number; guild: string; points: number }
  ledger_transfers: LedgerTransferTable
  ledger_entries: { transfer_id: string; account: Account; party: Address; amount: string }
  ledger_sums: LedgerSumTable
  dao: DaoTable
  dao_members: { address: Address; title: string; joined_at: number }
  proposals: ProposalTable
  ballots: BallotTable
  ballot_members: BallotMemberTable
  votes: VoteTable
  delegations: DelegationTable
  /** What a chain said of the treasury's address, last. */
  treasury_balances: TreasuryBalanceTable
  escrows: EscrowTable
  escrow_events: EscrowEventTable
  escrow_calls: EscrowCallTable
  escrow_nonces: { operator: string; nonce: number; call_id: string }
  escrow_attempts: EscrowAttemptTable
  /** `operator` is `<chain id>:<address of the key>`. */
  escrow_operators: { operator: string; next_nonce: number }
  escrow_contracts: EscrowContractTable
  escrow_blocks: EscrowBlockTable
  escrow_gas: EscrowGasTable
  escrow_parked: EscrowParkedTable
  audit_notes: AuditNoteTable
  audit_queue: AuditQueueTable
  audit_seals: AuditSealTable
  files: FileTable
  pictures: PictureTable
  file_removals: FileRemovalTable
  departures: DepartureTable
  departure_marks: DepartureMarkTable
  moderators: ModeratorTable
  reports: ReportTable
  reported_things: ReportedThingTable
  moderation_log: ModerationLogTable
  moderation_answers: ModerationAnswerTable
  frozen_wallets: FrozenWalletTable
  pseudonyms: PseudonymTable
}

export type DaoTable = {
  id: number
  creator_name: string
  treasury_balance: string
  treasury_token: string
  /** As JSON, what differs from the usual ones; null for nothing. */
  settings: string | null
  treasury_chain: number | null
  treasury_address: Address | null
}

export type TreasuryBalanceTable = {
  chain_id: number
  token: string
  /** Of the treasury. */
  address: Address
  units: string
  decimals: number
  read_at: number
}

export type Role = 'farmer' | 'giver'
export type Rail = 'ledger' | 'chain'

export type ProfileTable = {
  address: Address
  ens_address: string | null
  /** 1 where ENS itself said that the name is this address's; 0 for a claim. */
  ens_verified: number
  /** When ENS is to be asked again, if the profile is shown. */
  ens_check_at: number
  profile_photo: string
  bio: string
  skills: string
  guild: string | null
  organization: string
  website: string
  giver_bio: string
  codehost_username: string | null
  /** Lower case: logins are compared without it. One address a login. */
  codehost_login: string | null
  /** The host's numeric id, set by a proof alone; logins are recycled, ids are not. */
  codehost_id: string | null
  /** 0 where it is not to be in the directory. */
  listed: number
  /** The skills by which it is found: where they are not its skills, it is to be found anew. */
  found_skills: string | null
  /** In which its owner gets the service's letters; null where they chose none. */
  language: Language | null
  created_at: number
  updated_at: number
  /** Since when a moderator keeps it from others; null where none does. */
  hidden_at: number | null
}
export type ProfileRow = Selectable<ProfileTable>

export type QuestTable = {
  id: string
  giver: Address
  title: string
  description: string
  reward: string
  /** For each place. */
  amount: string
  token: string
  skills: string
  max_farmers: number
  /** Places that are not free: work under way, released or refunded. */
  taken: number
  /** How many of them stand where. */
  accepted: number
  in_review: number
  disputed: number
  category: string
  status: QuestStatus
  /** How its giver closed it, if he did. */
  closed: 'completed' | 'cancelled' | null
  codehost_repo: string | null
  codehost_issue: string | null
  /** `owner/name` in lower case. */
  repo_key: string | null
  issue_number: number | null
  deadline: number | null
  /** 1 where its giver takes no farmers for now. */
  paused: Generated<number>
  /** How often he changed it. */
  revision: Generated<number>
  /** When those who have a place were last told that he did. */
  edit_told_at: Generated<number>
  released: number
  /** Of work, and of free places. */
  refunded: number
  /** Of free places. */
  returned: number
  /** What its sums are more (or less) than these counts times the amount, in the ledger's units; null for nothing. */
  promised_off: string | null
  released_off: string | null
  refunded_off: string | null
  /** How many events it has. */
  events: number
  created_at: number
  updated_at: number
  /** Where the funds are: promised in the ledger, or in the escrow contract. */
  rail: Rail
  admission: 'open' | 'application'
  /** 1 where farmers need a proved account at the code host. */
  requires_codehost: number
  min_completed: number
  /** How many applications wait for an answer. */
  waiting: number
  /** When the giver was last told of one. */
  told_of_one_at: number
  /** How often somebody who was in it left, or a moderator hid or restored it: what is shown of it changed with that. */
  erasures: Generated<number>
  /** Since when a moderator keeps it from others; null where none does. */
  hidden_at: number | null
}
export type QuestRow = Selectable<QuestTable>

/** What its giver changed of a quest; written once. */
export type QuestRevisionTable = {
  quest_id: string
  /** From 1, within the quest. */
  number: number
  at: number
  /** The columns that changed, as JSON, as they were and as they are since. */
  before: string
  after: string
}

/** A quest that somebody types, and has not posted. */
export type QuestDraftTable = {
  id: string
  owner: Address
  /** Grows with each time that it is saved. */
  version: number
  /** 1 where it stays when a quest is posted of it. */
  template: number
  /** As JSON, as far as it is typed. */
  quest: string
  /** Of that. */
  bytes: number
  created_at: number
  updated_at: number
}

export type AssignmentTable = {
  quest_id: string
  farmer: Address
  giver: Address
  token: string
  amount: string
  status: AssignmentStatus | 'cancelled'
  accepted_at: number
  expires_at: number
  warned: number
  /** When the giver was last told that this farmer took a place. */
  told_at: number
  /** 1 where that was another time. */
  untold: number
  /** The verified code-host account that may prove this work, pinned when the quest was accepted. */
  codehost_id: string | null
  proof: 'merge' | 'submission' | null
  submission_url: string | null
  submission_note: string | null
  repo_key: string | null
  pull_request: number | null
  /** Whether the merge was looked at again when the window was over; null where there is no code host to ask. */
  merge_check: 'pending' | 'unreachable' | 'broken' | 'clear' | null
  review_started_at: number | null
  /** Written once for what was handed in, never moved; null again where that was returned. */
  review_ends_at: number | null
  dispute_reason: string | null
  disputed_by: 'giver' | 'code-host' | 'outage' | null
  dispute_ends_at: number | null
  dispute_outcome: 'pay' | 'refund' | null
  released_at: number | null
  /** What its farmer got; null where it is not released, or a version that did not keep it paid the whole amount. */
  paid: string | null
  /** How often the giver returned it, and when and why last; of a time before `accepted_at` it says nothing. */
  returns: Generated<number>
  returned_at: number | null
  return_note: string | null
  /** How often the contract gave this farmer's work back, in all his stays. */
  round: Generated<number>
  disputed_at: number | null
  /** The farmer's, to the dispute. */
  answer_url: string | null
  answer_note: string | null
  /** How many pieces of evidence each side added. */
  giver_evidence: Generated<number>
  farmer_evidence: Generated<number>
  ended_because:
    | 'window-over'
    | 'approved'
    | 'resolved'
    | 'undecided'
    | 'split'
    | 'conceded'
    | 'funds-gone'
    | 'on-chain'
    | null
  /** Of whoever decided the dispute. */
  decision_reason: string | null
  /** The farmer's part of a split, in ten-thousandths. */
  decision_share: number | null
  rail: Rail
  /** On the chain rail: the contract runs the review window, whose end is then the contract's. */
  proposed: number
  /** From when on the giver may free it while there is no work; null for a place from before that was kept. */
  idle_at: number | null
  /** 1 where the farmer was told so, or knows. */
  idle_warned: number
  /** When the farmer said that he is still on it. */
  kept_at: number | null
  /** 1 with the status `cancelled` where the giver freed the place: the version before knows that status. */
  removed: number
  /** What stands behind its release; `before` where a version released it that did not ask. */
  backing: Generated<Backing>
  /** Whether its release counts for points. */
  counted: Generated<number>
  /** When a payment that was shown made it count. */
  counted_at: number | null
  /** By whom and where the merge was made that proves it; `own` where it was made in the farmer's own, or by himself. */
  merge_source: string | null
  /** On the ledger rail, a transaction that the giver showed. */
  payment: 'confirming' | 'paid' | null
  /** `<chain id>:<hash>`, and `:<part>` of the second and further works that the same transaction paid. */
  payment_ref: string | null
  paid_at: number | null
  /** When it was mined, as the chain has it at its confirmations, and from which wallet it came. */
  payment_mined_at: number | null
  payment_payer: Address | null
  /** By whose word it counts; null where it speaks for itself. */
  payment_confirmed_by: 'farmer' | 'platform' | null
  /** When the farmer said of which transaction that it is not the payment; null where that is cleared. */
  payment_denied_at: number | null
  payment_denied_ref: string | null
  /** For whom the contract keeps a part of decided work that its receiver did not take. */
  unpaid: 'farmer' | 'giver' | 'both' | null
  /** When who paid in took back what the farmer had left in the contract for a year: `paid` is 0 since. */
  reclaimed_at: number | null
}
export type Backing = 'before' | 'merge' | 'own-merge' | 'chain' | 'recorded' | 'idle'
export type AssignmentRow = Selectable<AssignmentTable>

/** Something that a party of a dispute shows to whoever decides it. */
export type DisputeEvidenceTable = {
  quest_id: string
  farmer: Address
  /** From 1, within the dispute over this farmer's work. */
  number: number
  /** Whose it is. */
  role: Role
  url: string | null
  note: string | null
  at: number
}

/** The last one of each farmer for a quest. */
export type ApplicationTable = {
  quest_id: string
  farmer: Address
  status: ApplicationStatus
  note: string | null
  applied_at: number
  expires_at: number
  ended_at: number | null
  /** Why it was declined. */
  reason: string | null
}
export type ApplicationRow = Selectable<ApplicationTable>

/** What the code host said of the merge that proves a piece of work; it is compared again before the work is paid. */
export type MergeTable = {
  quest_id: string
  farmer: Address
  repository_id: string
  repository: string
  pull_request: number
  pull_request_id: string
  author_id: string
  merged_by_id: string | null
  merged_at: number
  merge_sha: string | null
  base_branch: string
  /** SHA-256 of title and body. */
  text_hash: string
  issue_number: number | null
  issue_closed: number
  /** 0 where only its caller's token could read it. */
  readable: number
  seen_at: number
  tries: number
  check_at: number
}
export type MergeRow = Selectable<MergeTable>

/** A hint that could not be acted on yet. */
export type MergeHintTable = {
  repo_key: string
  /** The same, in the letters that were given. */
  repository: string
  pull_request: number
  /** The account whose proof it waits for; null where it waits for the host. */
  author_id: string | null
  first_at: number
  tries: number
  next_at: number
  /** 1 where whoever told was known: by the host's signature, or by a token of his own. */
  signed: number
  /** A digest of the network that told. */
  teller: string
}

/** What the code host said of a pull request that proves nothing, for some minutes. */
export type MergeRefusalTable = {
  repo_key: string
  repository: string
  pull_request: number
  /** How the quests stood then: where they stand otherwise, it may prove something now. */
  basis: string
  status: number
  error: string
  /** 1 where somebody told of it again since, so that it is looked at again by itself. */
  told_again: number
  /** A digest of the network that did. */
  teller: string
  until: number
}

/** What a wallet has used up of what it may do; `day` counts from 1970 (UTC), and is 0 for what it has at once. */
export type QuotaTable = {
  address: Address
  kind: string
  day: number
  used: number
  /** The database refuses to let `used` grow beyond it. */
  most: Generated<number>
}

export type ReviewTable = {
  quest_id: string
  reviewer: Address
  reviewee: Address
  role: Role
  rating: number
  comment: string
  at: number
  /** Whether it is of work that counts. */
  counted: Generated<number>
  /** When it gave points; null where another one of the season did, or a version before wrote it. */
  scored_at: number | null
}

/** A giver asked a farmer to a quest, once. What he wrote is in the letter alone. */
export type InviteTable = {
  quest_id: string
  farmer: Address
  giver: Address
  at: number
  declined_at: number | null
}
/** A transaction that a giver showed as the payment of released work. */
export type PaymentTable = {
  quest_id: string
  farmer: Address
  chain_id: number
  hash: string
  status: 'confirming' | 'paid' | 'refused'
  payer: Address | null
  /** Why it was refused. */
  problem: string | null
  /** When it came to stand so. */
  since: number
  tries: number
  /** When the chain is to be asked again. */
  check_at: number
  /** 0 where a version settled it that asked neither whose wallet it came from nor when the place was taken. */
  weighed: Generated<number>
}
export type PaymentRow = Selectable<PaymentTable>

/** One party's copy of a message. */
export type MailTable = {
  owner: Address
  id: string
  sender: Address
  recipient: Address
  /** Sealed. */
  subject: string
  /** Sealed. */
  body: string
  type: MailType
  sent_at: number
  read: number
  /** 1 where the service wrote it, and not a person. */
  official: number
  /** What it is about; null for a letter, and for what the version before wrote. */
  topic: Topic | null
  /** Of a notice or an invitation; null for what people write, and for what was sent before this was kept. */
  quest_id: string | null
}

export type BroadcastTable = {
  id: string
  sender: Address
  /** Sealed. */
  subject: string
  /** Sealed. */
  body: string
  type: MailType
  sent_at: number
}

export type ScoreEventTable = {
  id: string
  address: Address
  role: Role
  at: number
  /** Hundredths of a point. */
  points: number
  reason: string
  quest_id: string | null
}

/** Each token's accounts sum to zero; `promised` is the givers' side and negative. */
export type Account = 'promised' | 'held' | 'released' | 'refunded'

export type LedgerTransferTable = {
  /** Says what the transfer is for, so that the same thing is never booked twice. */
  id: string
  quest_id: string
  token: string
  at: number
}

/** The running sums of a token's entries, and of what is under review, in the ledger's units; the shards' sum counts. */
export type LedgerSumTable = {
  token: string
  shard: number
  promised: string
  held: string
  released: string
  refunded: string
  in_review: string
}

export type WorkPairTable = {
  farmer: Address
  giver: Address
  releases: number
  /** Those that do not count. */
  unproved: Generated<number>
}

export type AddressAmountTable = {
  address: Address
  role: Role
  token: string
  units: string
  /** Of work that does not count. */
  unproved: Generated<string>
}

export type FilteredScoreTable = {
  season: number
  role: Role
  skill: string
  token: string
  address: Address
  points: number
}

/** Written once, with the change that it tells of. */
export type QuestEventTable = {
  quest_id: string
  /** From 1, within the quest. */
  number: number
  at: number
  kind: QuestEventKind
  /** Who did it; null for the service, the code host, the chain, or time. */
  actor: Address | null
  farmer: Address | null
  /** What else it tells, as JSON. */
  details: string
}

/** What an address did, counted as it does it. */
export type AddressCountTable = {
  address: Address
  posted: number
  accepted: number
  /** Places without work that it has now. */
  held: number
  completed: number
  /** How many different givers paid it. */
  givers: number
  /** Pieces of work that it paid for, and that it was refunded for. */
  paid: number
  refunded: number
  lost_as_giver: number
  lost_as_farmer: number
  farmer_ratings: number
  farmer_stars: number
  giver_ratings: number
  giver_stars: number
  /** How many different people reviewed it, and the sum of what each of them gave on average, in millionths. */
  reviewers: number
  reviewer_means: number
  /** Of the completed and the paid pieces of work, those that do not count. */
  unproved: number
  unproved_paid: number
  /** Of the paid ones, those whose payment in the ledger was shown. */
  settled: number
}

/** That a request with an Idempotency-Key did what it asked for; written with that. */
export type IdempotencyKeyTable = {
  address: Address
  key: string
  /** A keyed digest of the request: it may have been a letter. */
  fingerprint: string
  /** The id of what it made or changed. */
  made: string
  at: number
}

export type ProposalTable = {
  id: string
  title: string
  description: string
  category: string
  proposer: Address
  status: 'open' | 'accepted' | 'rejected'
  created_at: number
  /** Since when a moderator keeps it from others; null where none does. */
  hidden_at: number | null
}
