/** Tables and indexes, in words that both engines understand. */
export const work = [
  `create table assignments (
    quest_id text not null, farmer text not null, giver text not null, token text not null, amount text not null,
    status text not null, accepted_at bigint not null, expires_at bigint not null, warned integer not null default 0,
    codehost_id text, proof text, submission_url text, submission_note text, repo_key text, pull_request integer,
    review_started_at bigint, review_ends_at bigint, dispute_reason text, dispute_ends_at bigint, dispute_outcome text,
    released_at bigint, merge_check text, rail text not null default 'ledger', proposed integer not null default 0,
    disputed_by text, told_at bigint not null default 0, untold integer not null default 0,
    backing text not null default 'before', counted integer not null default 1, counted_at bigint, merge_source text,
    payment text, payment_ref text, paid_at bigint, idle_at bigint, idle_warned integer not null default 0, kept_at bigint,
    removed integer not null default 0, paid text, returns integer not null default 0, returned_at bigint, return_note text,
    disputed_at bigint, answer_url text, answer_note text, giver_evidence integer not null default 0,
    farmer_evidence integer not null default 0, ended_because text, decision_reason text, decision_share integer,
    round integer not null default 0, payment_payer text, payment_denied_ref text, unpaid text, reclaimed_at bigint,
    said_paid_at bigint, received_at bigint, missed_at bigint, remind_at bigint, newcomer integer not null default 0,
    state text, team_of text, finished integer default 1 not null, constraint assignments_key primary key (quest_id, farmer)
  )`,
  'create index assignments_by_farmer on assignments (farmer, status, released_at)',
  'create index assignments_by_giver on assignments (giver, status, released_at)',
  'create index assignments_by_farmer_quest on assignments (farmer, quest_id, status)',
  'create unique index assignments_by_payment on assignments (payment_ref, farmer) where payment_ref is not null',
  `create index assignments_by_idleness on assignments (idle_at, quest_id, farmer) where status = 'accepted' and
    idle_warned = 0`,
  "create index disputes_by_giver on assignments (giver, dispute_ends_at, quest_id, farmer) where status = 'disputed'",
  "create index disputes_by_farmer on assignments (farmer, dispute_ends_at, quest_id, farmer) where status = 'disputed'",
  "create index assignments_to_review on assignments (giver, review_ends_at) where status = 'in-review'",
  "create index assignments_to_judge on assignments (dispute_ends_at, quest_id, farmer) where status = 'disputed'",
  "create index assignments_to_finish on assignments (farmer, expires_at) where status = 'accepted'",
  "create index assignments_confirming_by_farmer on assignments (farmer, quest_id) where payment = 'confirming'",
  "create index assignments_confirming_by_giver on assignments (giver, quest_id) where payment = 'confirming'",
  'create index assignments_unpaid on assignments (giver) where unpaid is not null',
  "create index assignments_paid on assignments (farmer) where payment = 'paid'",
  `create index assignments_owed on assignments (giver, token, released_at, quest_id, farmer) where status =
    'released' and rail = 'ledger' and payment is null and received_at is null`,
  `create index assignments_to_pay on assignments (giver, released_at, quest_id, farmer) where status = 'released'
    and payment is null and received_at is null and remind_at is not null`,
  `create index assignments_remind on assignments (remind_at, quest_id, farmer) where status = 'released' and
    payment is null and received_at is null and remind_at is not null`,
  "create index assignments_by_release on assignments (released_at) where status = 'released'",
  'create index assignments_by_account on assignments (codehost_id, status, counted) where codehost_id is not null',
  `create index assignments_to_warn on assignments (expires_at, quest_id, farmer) where status = 'accepted' and
    warned = 0`,
  "create index assignments_to_end on assignments (expires_at, quest_id, farmer) where status = 'accepted'",
  `create index assignments_to_release on assignments (rail, review_ends_at, quest_id, farmer) where status =
    'in-review'`,
  `create index assignments_to_settle on assignments (rail, dispute_ends_at, quest_id, farmer) where status =
    'disputed'`,
  `create unique index assignments_by_pull_request on assignments (repo_key, pull_request) where pull_request is
    not null`,
  `create table reviews (
    quest_id text not null, reviewer text not null, reviewee text not null, role text not null, rating integer not null,
    comment text not null, at bigint not null, counted integer not null default 1, scored_at bigint,
    constraint reviews_key primary key (quest_id, reviewer, reviewee)
  )`,
  'create index reviews_by_reviewee on reviews (reviewee, at)',
  `create table merges (
    quest_id text not null, farmer text not null, repository_id text not null, repository text not null,
    pull_request integer not null, pull_request_id text not null, author_id text not null, merged_by_id text,
    merged_at bigint not null, merge_sha text, base_branch text not null, text_hash text not null, issue_number bigint,
    issue_closed integer not null default 0, readable integer not null default 1, seen_at bigint not null,
    tries integer not null default 0, check_at bigint not null default 0,
    constraint merges_key primary key (quest_id, farmer)
  )`,
  'create unique index merges_by_pull_request on merges (repository_id, pull_request)',
  'create index merges_by_check on merges (check_at)',
  `create table merge_hints (
    repo_key text not null, repository text not null, pull_request integer not null, author_id text,
    first_at bigint not null, tries integer not null default 0, next_at bigint not null, signed integer not null default 0,
    teller text not null default '', constraint merge_hints_key primary key (repo_key, pull_request)
  )`,
  'create index merge_hints_by_time on merge_hints (next_at)',
  'create index merge_hints_by_author on merge_hints (author_id)',
  `create table quest_events (
    quest_id text not null, number integer not null, at bigint not null, kind text not null, actor text, farmer text,
    details text not null, via text, constraint quest_events_key primary key (quest_id, number)
  )`,
  'create index quest_events_by_time on quest_events (at, quest_id, number)',
  `create table address_counts (
    address text not null primary key, posted integer not null default 0, accepted integer not null default 0,
    held integer not null default 0, completed integer not null default 0, givers integer not null default 0,
    paid integer not null default 0, refunded integer not null default 0, lost_as_giver integer not null default 0,
    lost_as_farmer integer not null default 0, farmer_ratings integer not null default 0,
    farmer_stars integer not null default 0, giver_ratings integer not null default 0,
    giver_stars integer not null default 0, reviewers integer not null default 0, reviewer_means bigint not null default 0,
    unproved integer not null default 0, unproved_paid integer not null default 0, settled integer not null default 0
  )`,
  'create index address_counts_by_completed on address_counts (completed, address) where completed > 0',
  `create index address_counts_by_rating on address_counts ((cast(farmer_stars + 9 as bigint) * 1000000 /
    (farmer_ratings + 3)), address) where farmer_ratings > 0`,
  `create table address_amounts (
    address text not null, role text not null, token text not null, units text not null, unproved text not null default '0',
    constraint address_amounts_key primary key (address, role, token)
  )`,
  `create table work_pairs (
    farmer text not null, giver text not null, releases integer not null default 0, unproved integer not null default 0,
    constraint work_pairs_key primary key (farmer, giver)
  )`,
  'create index work_pairs_that_count on work_pairs (farmer) where releases > unproved',
  'create index work_pairs_by_giver on work_pairs (giver) where releases > 0',
  `create table merge_refusals (
    repo_key text not null, repository text not null, pull_request integer not null, basis text not null,
    status integer not null, error text not null, told_again integer not null default 0, teller text not null,
    until bigint not null, constraint merge_refusals_key primary key (repo_key, pull_request)
  )`,
  'create index merge_refusals_by_end on merge_refusals (until)',
  `create table review_pairs (
    reviewee text not null, reviewer text not null, ratings integer not null default 0, stars integer not null default 0,
    constraint review_pairs_key primary key (reviewee, reviewer)
  )`,
  `create table dispute_evidence (
    quest_id text not null, farmer text not null, number integer not null, role text not null, url text, note text,
    at bigint not null, constraint dispute_evidence_key primary key (quest_id, farmer, number)
  )`,
  `create table place_notes (
    quest_id text not null, farmer text not null, giver text not null, label text, note text, updated_at bigint not null,
    constraint place_notes_pkey primary key (quest_id, farmer)
  )`,
  'create index place_notes_by_giver on place_notes (giver, quest_id, farmer)',
  `create table place_takers (
    taker text not null, takes bigint not null, constraint place_takers_key primary key (taker)
  )`,
  `create table thanks (
    id text not null, giver text not null, farmer text not null, subject text not null, url text, repository text,
    tipped text, account text, token text not null, amount text not null, created_at bigint not null,
    lapses_at bigint not null, said_at bigint, chain_id bigint, hash text, shown_at bigint, check_at bigint not null,
    tries integer not null, quest_id text, constraint thanks_pkey primary key (id)
  )`,
  'create unique index thanks_once on thanks (giver, subject)',
  'create index thanks_given on thanks (giver, id)',
  'create index thanks_received on thanks (farmer, id)',
  'create index thanks_due on thanks (check_at)',
  'create index thanks_waiting on thanks (giver, lapses_at) where quest_id is null and hash is null and said_at is null',
  `create table team_members (
    quest_id text not null, farmer text not null, member text not null, share integer not null, codehost_id text,
    at bigint not null, agreed_at bigint, constraint team_members_pkey primary key (quest_id, farmer, member)
  )`,
  'create index team_members_by_member on team_members (member, quest_id)',
  `create table credentials (
    id text not null, quest_id text, farmer text, form text not null, with_reward integer not null, list integer,
    position integer, issued_at bigint not null, revoked text, constraint credentials_pkey primary key (id)
  )`,
  'create unique index credentials_once on credentials (quest_id, farmer, form, with_reward) where revoked is null',
  'create unique index credentials_place on credentials (list, position)',
  'create index credentials_own on credentials (farmer, id)',
  'create index credentials_revoked on credentials (list, position) where revoked is not null',
  `create table credential_keys (
    kid text not null, method text not null, sealed text, number integer, made_at bigint not null,
    constraint credential_keys_pkey primary key (kid)
  )`,
  'create index credential_keys_age on credential_keys (made_at, kid)',
  'create index credential_keys_signing on credential_keys (number) where sealed is not null',
  'create unique index credential_keys_made on credential_keys (number)',
  `create table co_authors (
    quest_id text not null, farmer text not null, position integer not null, name text not null, login text,
    codehost_id text, constraint co_authors_pkey primary key (quest_id, farmer, position)
  )`,
  'create index co_authors_by_account on co_authors (codehost_id) where codehost_id is not null',
]
