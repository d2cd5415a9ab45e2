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
import type { Address } from './address.ts'
import type { AuditNoteTable, AuditQueueTable, AuditSealTable } from './audit-tables.ts'
import type {
  BotCommandTable,
  BotCommentTable,
  BotPullTable,
  BotRepositoryTable,
  BotSilenceTable,
  BotWriterTable,
} from './bot-tables.ts'
import type { CodehostAppTable, CodehostHeardTable, SetupStateTable } from './codehost-tables.ts'
import type { CommentReaderTable, CommentTable, CommentThreadTable } from './comment-tables.ts'
import type {
  ContestBallotTable,
  ContestEntryTable,
  ContestVoterTable,
  ContestVoteTable,
  ContestWordTable,
} from './contest-tables.ts'
import type { CredentialKeyTable, CredentialTable } from './credential-tables.ts'
import type {
  EscrowAttemptTable,
  EscrowBlockTable,
  EscrowCallTable,
  EscrowContractTable,
  EscrowEventTable,
  EscrowGasTable,
  EscrowParkedTable,
  EscrowPayeeTable,
  EscrowTable,
} from './escrow-tables.ts'
import type { FileRemovalTable, FileTable } from './file-tables.ts'
import type { OpenedQuestTable, SavedFilterTable, ToldQuestTable } from './follow-tables.ts'
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
import type { Json, RepoKey, Sealed } from './stored-forms.ts'
import type { ThanksTable } from './thanks-tables.ts'
import type { TrustEntryTable, TrustListTable, TrustReadTable } from './trust-tables.ts'
import type {
  BallotMemberTable,
  BallotTable,
  DelegationTable,
  ProposalWorkTable,
  VoteTable,
} from './vote-tables.ts'

/** The rows as they are stored. Times are milliseconds since 1970 (UTC), flags 0 or 1, amounts exact decimal digits. */
export type Tables = {
  trust_lists: TrustListTable
  /** Its number, while the quest is linked to that name. */
  quest_repositories: { quest_id: string; repository_id: string; repo_key: string }
  trust_reads: TrustReadTable
  trust_entries: TrustEntryTable
  meta: { key: string; value: string }
  /** Spread over shards, of which each writer raises one; the sums are the revisions. */
  revisions: { id: number; quests: number; leaderboard: number; community_dao: number; obligations: number }
  quotas: QuotaTable
  /** How often a wallet, or a code-host account, has taken a place since a ladder bounds them: it only grows. */
  place_takers: { taker: string; takes: number }
  used_nonces: { nonce: string; expires_at: number }
  session_generations: SessionGenerationTable
  api_keys: ApiKeyTable
  wallet_chains: WalletChainTable
  sessions: SessionTable
  wallet_sessions: WalletSessionTable
  idempotency_keys: IdempotencyKeyTable
  /** `name:<name>` with the address, `address:<address>` with the name; null for none. */
  ens_answers: { question: string; answer: string | null; expires_at: number }
  profiles: ProfileTable
  /** Skills in lower case. */
  profile_skills: { skill: string; address: Address }
  badges: { address: Address; badge: string; awarded_at: number }
  quests: QuestTable
  quest_revisions: QuestRevisionTable
  quest_drafts: QuestDraftTable
  quest_skills: { skill: string; quest_id: string }
  /** `day` is the quest's, which is part of its id (ids.ts). */
  quest_words: { day: string; word: string; quest_id: string }
  /** The same words, with spaces around each. `folded` is 0 where they still have accents, as the version before wrote them. */
  quest_texts: { quest_id: string; words: string; folded: Generated<0 | 1> }
  assignments: AssignmentTable
  applications: ApplicationTable
  team_members: TeamMemberTable
  co_authors: CoAuthorTable
  contest_entries: ContestEntryTable
  contest_words: ContestWordTable
  contest_votes: ContestVoteTable
  contest_voters: ContestVoterTable
  contest_ballots: ContestBallotTable
  place_notes: PlaceNoteTable
  bookmarks: BookmarkTable
  thanks: ThanksTable
  backed_quests: BackedQuestTable
  credentials: CredentialTable
  credential_keys: CredentialKeyTable
  quest_events: QuestEventTable
  /** Event kinds that a trigger seals in the audit log; versions only add to them. */
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
  correspondents: { sender: Address; recipient: Address }
  mail_blocks: { owner: Address; sender: Address; at: number }
  broadcasts: BroadcastTable
  subscriptions: SubscriptionTable
  codehost_apps: CodehostAppTable
  codehost_heard: CodehostHeardTable
  setup_states: SetupStateTable
  bot_commands: BotCommandTable
  bot_comments: BotCommentTable
  bot_pulls: BotPullTable
  bot_repositories: BotRepositoryTable
  bot_silences: BotSilenceTable
  bot_writers: BotWriterTable
  outbox: OutboxTable
  outbox_spreads: OutboxSpreadTable
  saved_filters: SavedFilterTable
  told_quests: ToldQuestTable
  opened_quests: OpenedQuestTable
  broadcast_states: { reader: Address; broadcast_id: string; read: number; deleted: number }
  work_pairs: WorkPairTable
  address_counts: AddressCountTable
  address_amounts: AddressAmountTable
  review_pairs: { reviewee: Address; reviewer: Address; ratings: number; stars: number }
  season_pairs: { season: number; farmer: Address; giver: Address; releases: number }
  /** Work proved by merges, by the account that made them and the owner of their repository. */
  season_sources: { season: number; source: string; releases: number }
  season_reviews: { season: number; reviewer: Address; reviewee: Address; reviews: number }
  season_scores: { season: number; role: Role; address: Address; points: number }
  /** The same points once more for each skill and token of their quest; an empty one matches any. */
  filtered_scores: FilteredScoreTable
  score_events: ScoreEventTable
  payments: PaymentTable
  payment_prices: PaymentPriceTable
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
  proposal_works: ProposalWorkTable
  delegations: DelegationTable
  treasury_balances: TreasuryBalanceTable
  escrows: EscrowTable
  escrow_events: EscrowEventTable
  escrow_calls: EscrowCallTable
  escrow_payees: EscrowPayeeTable
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
  /** Where it differs from the default. */
  settings: Json | null
  treasury_chain: number | null
  treasury_address: Address | null
}

export type TreasuryBalanceTable = {
  chain_id: number
  token: string
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
  /** 1 where ENS confirmed that the name is this address's; 0 for a claim. */
  ens_verified: number
  ens_check_at: number
  profile_photo: string
  bio: string
  skills: string
  guild: string | null
  organization: string
  website: string
  giver_bio: string
  codehost_username: string | null
  /** In lower case, since logins ignore it; each login has one address. */
  codehost_login: string | null
  /** The host's numeric id, set by a proof alone; logins are recycled, ids are not. */
  codehost_id: string | null
  /** `<id>:<when the host made that account>`: an earlier version links another one and leaves it. */
  codehost_since: string | null
  listed: number
  /** The skills in its search index; where they differ from its skills, the index is stale. */
  found_skills: string | null
  codehost_commands: Generated<number>
  vouched_listed: Generated<number>
  /** In which its owner gets the service's letters; null where they chose none. */
  language: Language | null
  /** Chosen by its owner; it proves nothing. The folds are the forms by which names that look alike are compared. */
  display_name: string | null
  display_fold: string | null
  ens_fold: string | null
  login_fold: string | null
  /** The names that the folds are of; where they differ from the row's, the folds are stale. */
  folded_names: string | null
  /** The name and the public key of the passkey that the account was made with; null for any other account. */
  passkey_id: string | null
  passkey_key: string | null
  created_at: number
  updated_at: number
  hidden_at: number | null
}
export type ProfileRow = Selectable<ProfileTable>

export type QuestTable = {
  id: string
  giver: Address
  title: string
  description: string
  reward: string
  amount: string
  token: string
  skills: string
  max_farmers: number
  taken: number
  accepted: number
  in_review: number
  disputed: number
  category: string
  status: QuestStatus
  /** The way its giver closed it; null while they have not. */
  closed: 'completed' | 'cancelled' | null
  codehost_repo: string | null
  codehost_issue: string | null
  repo_key: RepoKey | null
  issue_number: number | null
  deadline: number | null
  paused: Generated<number>
  revision: Generated<number>
  edit_told_at: Generated<number>
  released: number
  /** Work and free places. */
  refunded: number
  /** Free places. */
  returned: number
  /** The difference of a sum from these counts times the amount, in the ledger's units; null for none. */
  promised_off: string | null
  released_off: string | null
  refunded_off: string | null
  events: number
  created_at: number
  updated_at: number
  rail: Rail
  admission: 'open' | 'application'
  requires_codehost: number
  min_completed: number
  conditions: Json | null
  questions: Generated<Json>
  waiting: number
  told_of_one_at: number
  /** Counts departures of its people and moderators' hiding and restoring: each changes what is shown. */
  erasures: Generated<number>
  hidden_at: number | null
  /** The address of the thanked pull request, or the id of the quest whose work is tipped; null for any other quest. */
  thanks: string | null
  /** The id of the first part of the plan that it belongs to, and its place there, from 1; null for none. */
  plan: string | null
  plan_place: number | null
  /** The quest whose reward this one adds to, for a companion, which is on no board; null for any other quest. */
  companion_of: string | null
  /** The number of its events by then: it follows what comes later. */
  companion_from: number | null
  /** When backer or giver ended it before its quest was over; null where it followed to the end, or still does. */
  companion_stopped_at: number | null
  /** How many others add to its reward, and what they add for each place, as exact digits; null for nobody. */
  backers: number | null
  backed: string | null
  /** When those who add to it were last told of an edit; null for never. */
  backers_told_at: number | null
  /** The terms of a contest and how far it is; null for any other quest. */
  contest: Json | null
  contest_entries: Generated<number>
  /** When a silence decides it next; null once it is decided, and for any other quest. */
  contest_due: number | null
}
export type QuestRow = Selectable<QuestTable>

/** A quest that others add to: when its companions have to be looked after, and how often something happened that they follow. */
export type BackedQuestTable = {
  quest_id: string
  changes: number
  follow_at: number
}

export type QuestRevisionTable = {
  quest_id: string
  number: number
  at: number
  before: Json
  after: Json
}

export type QuestDraftTable = {
  id: string
  owner: Address
  version: number
  template: number
  /** Possibly incomplete. */
  quest: Json
  bytes: number
  created_at: number
  updated_at: number
}

/** Somebody who shares the reward of a place that is not over, as its state says. */
export type TeamMemberTable = {
  quest_id: string
  farmer: Address
  member: Address
  /** In ten-thousandths. */
  share: number
  /** Their verified code-host account, whose merges prove the work too. */
  codehost_id: string | null
  at: number
  agreed_at: number | null
}

/** Somebody whom a commit of the pull request that proves the work names beside its author. */
export type CoAuthorTable = {
  quest_id: string
  farmer: Address
  position: number
  name: string
  login: string | null
  /** The account's number at the code host, where the commit tells it. */
  codehost_id: string | null
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
  told_at: number
  /** 1 where the farmer took it again since. */
  untold: number
  /** The verified code-host account that may prove this work, pinned when the quest was accepted. */
  codehost_id: string | null
  proof: 'merge' | 'submission' | null
  submission_url: string | null
  submission_note: string | null
  repo_key: string | null
  pull_request: number | null
  /** The second look at the merge after the window; null where there is no code host to ask. */
  merge_check: 'pending' | 'unreachable' | 'broken' | 'clear' | null
  review_started_at: number | null
  /** Set once for the work handed in, never moved; null again where that was returned. */
  review_ends_at: number | null
  dispute_reason: string | null
  disputed_by: 'giver' | 'code-host' | 'outage' | null
  dispute_ends_at: number | null
  dispute_outcome: 'pay' | 'refund' | null
  released_at: number | null
  /** The farmer's reward; null where it is not released, or a version that did not store it paid the whole amount. */
  paid: string | null
  /** The number of returns, and the last one's time and reason; obsolete where that is before `accepted_at`. */
  returns: Generated<number>
  returned_at: number | null
  return_note: string | null
  /** The number of times the contract gave this farmer's work back, over all their stays. */
  round: Generated<number>
  disputed_at: number | null
  answer_url: string | null
  answer_note: string | null
  giver_evidence: Generated<number>
  farmer_evidence: Generated<number>
  ended_because:
    | 'window-over'
    | 'approved'
    | 'resolved'
    | 'undecided'
    | 'split'
    | 'agreed'
    | 'conceded'
    | 'funds-gone'
    | 'on-chain'
    | null
  decision_reason: string | null
  /** The farmer's part of a split, in ten-thousandths. */
  decision_share: number | null
  rail: Rail
  /** On the chain rail: the contract runs the review window, whose end is then the contract's. */
  proposed: number
  /** The time from which the giver may free it while there is no work; null for places from before this was kept. */
  idle_at: number | null
  /** 1 where the farmer was told so, or knows. */
  idle_warned: number
  kept_at: number | null
  /** 1 where its farmer had finished nothing when they took it. */
  newcomer: Generated<number>
  /** The farmer whose place it was, for the part of another member of its team; null for a place of their own. */
  team_of: Address | null
  /** 0 for the part of a member that is no finished piece of work of theirs. */
  finished: Generated<number>
  /** The fields that no statement looks up (`quests/change/place-state.ts`). */
  state: Json | null
  /** 1 with the status `cancelled` where the giver freed the place: the version before knows that status. */
  removed: number
  /** The proof behind its release; `before` where an older version released it without asking. */
  backing: Generated<Backing>
  counted: Generated<number>
  counted_at: number | null
  /** The author and place of the proving merge; `own` where the farmer made it, or it is in their own repository. */
  merge_source: string | null
  /** On the ledger rail, a transaction that the giver showed. */
  payment: 'confirming' | 'paid' | null
  /** `<chain id>:<hash>`, and `:<part>` of the second and further works that the same transaction paid. */
  payment_ref: string | null
  paid_at: number | null
  payment_payer: Address | null
  /** The transaction that the farmer denied; null where that is cleared. */
  payment_denied_ref: string | null
  /** When the giver said that they paid in a way that no chain shows, and the farmer's answer. */
  said_paid_at: number | null
  received_at: number | null
  missed_at: number | null
  /** When the giver is next reminded to pay; null where nothing is owed, and for work released by a version before. */
  remind_at: number | null
  /** The receivers who did not take their part of decided work, so that the contract still holds it. */
  unpaid: 'farmer' | 'giver' | 'both' | null
  /** The time the payer took back the farmer's part, left in the contract for a year: `paid` is 0 since. */
  reclaimed_at: number | null
}
export type Backing = 'before' | 'merge' | 'own-merge' | 'chain' | 'recorded' | 'idle' | 'companion'
export type AssignmentRow = Selectable<AssignmentTable>

export type DisputeEvidenceTable = {
  quest_id: string
  farmer: Address
  /** From 1, within the dispute over this farmer's work. */
  number: number
  role: Role
  url: string | null
  note: string | null
  at: number
}

export type ApplicationTable = {
  quest_id: string
  farmer: Address
  status: ApplicationStatus
  note: string | null
  applied_at: number
  expires_at: number
  ended_at: number | null
  reason: string | null
  /** The questions that were asked, and the answers to them: two lists as JSON, sealed; null for none. */
  asked: Generated<string | null>
  answers: Generated<string | null>
}
export type ApplicationRow = Selectable<ApplicationTable>

export type PlaceNoteTable = {
  quest_id: string
  farmer: Address
  giver: Address
  label: Sealed | null
  note: Sealed | null
  updated_at: number
}

export type BookmarkTable = { address: Address; quest_id: string; at: number }

/** The code host's answer about the merge that proves a piece of work; it is compared again before the work is paid. */
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

export type MergeHintTable = {
  repo_key: string
  /** As `repo_key`, in the case that was given. */
  repository: string
  pull_request: number
  /** The account whose proof it waits for; null where it waits for the host. */
  author_id: string | null
  first_at: number
  tries: number
  next_at: number
  /** 1 where the sender was known: by the host's signature, or by their own token. */
  signed: number
  /** A digest of the sender's network. */
  teller: string
}

/** A cache, for some minutes, of the code host's answers about pull requests that prove nothing. */
export type MergeRefusalTable = {
  repo_key: string
  repository: string
  pull_request: number
  /** The state of the quests then: in another state, it may prove something now. */
  basis: string
  status: number
  error: string
  /** 1 where it was reported again since, so that it is looked at again without another hint. */
  told_again: number
  teller: string
  until: number
}

/** A wallet's use of its quotas; `day` counts from 1970 (UTC), and is 0 for quotas held at once. */
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
  counted: Generated<number>
  /** The time it gave points; null where another one of the season did, or the version before wrote it. */
  scored_at: number | null
}

export type InviteTable = {
  quest_id: string
  farmer: Address
  giver: Address
  at: number
  declined_at: number | null
}
export type PaymentTable = {
  quest_id: string
  farmer: Address
  chain_id: number
  hash: string
  status: 'confirming' | 'paid' | 'refused'
  payer: Address | null
  problem: string | null
  since: number
  tries: number
  check_at: number
  /** 0 where an older version settled it without checking the paying wallet and the time the place was taken. */
  weighed: Generated<number>
}
export type PaymentRow = Selectable<PaymentTable>

export type MailTable = {
  owner: Address
  id: string
  sender: Address
  recipient: Address
  subject: Sealed
  body: Sealed
  type: MailType
  sent_at: number
  read: number
  official: number
  /** null for a letter, and for messages of the version before. */
  topic: Topic | 'follow' | null
  /** The quest of a notice or an invitation; null for people's letters, and for messages from before this was kept. */
  quest_id: string | null
}

export type BroadcastTable = {
  id: string
  sender: Address
  subject: Sealed
  body: Sealed
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
  /** Derived from the transfer's purpose, so that nothing is booked twice. */
  id: string
  quest_id: string
  token: string
  at: number
}

/** Per token and shard, in the ledger's units; the total over all shards counts. */
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
  /** The part that does not count for points. */
  unproved: Generated<number>
}

export type AddressAmountTable = {
  address: Address
  role: Role
  token: string
  units: string
  /** The part from work that does not count for points. */
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

/** Written once, with the change that it records. */
export type QuestEventTable = {
  quest_id: string
  /** From 1, within the quest. */
  number: number
  at: number
  kind: QuestEventKind
  /** null for the service, the code host, the chain, or time. */
  actor: Address | null
  farmer: Address | null
  details: Json
  /** `agent` where the actor's key is an agent's. */
  via: 'agent' | null
}

/** The worth of a whole token when a proved payment was made; looked up after it. */
export type PaymentPriceTable = {
  quest_id: string
  farmer: Address
  /** The payment's time, for which it was looked up; null until then. */
  paid_at: number | null
  /** In exact digits; null where the feed said none. */
  price: string | null
  currency: string | null
  /** Since when the feed had said it. */
  price_at: number | null
  tries: number
  check_at: number
}

export type AddressCountTable = {
  address: Address
  posted: number
  accepted: number
  held: number
  completed: number
  givers: number
  /** Works it paid as a giver, and works it was refunded. */
  paid: number
  refunded: number
  lost_as_giver: number
  lost_as_farmer: number
  farmer_ratings: number
  farmer_stars: number
  giver_ratings: number
  giver_stars: number
  /** The number of different reviewers, and the sum of each one's mean rating, in millionths. */
  reviewers: number
  reviewer_means: number
  /** The completed and paid works that do not count for points. */
  unproved: number
  unproved_paid: number
  /** The paid works whose payment in the ledger was shown. */
  settled: number
}

export type IdempotencyKeyTable = {
  address: Address
  key: string
  /** A keyed digest of the request: it may have been a letter. */
  fingerprint: string
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
  hidden_at: number | null
}
