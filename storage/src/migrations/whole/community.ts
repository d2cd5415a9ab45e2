/** Tables and indexes, in words that both engines understand. */
export const community = [
  `create table season_pairs (
    season integer not null, farmer text not null, giver text not null, releases integer not null,
    constraint season_pairs_key primary key (season, farmer, giver)
  )`,
  `create table season_scores (
    season integer not null, role text not null, address text not null, points bigint not null,
    constraint season_scores_key primary key (season, role, address)
  )`,
  'create index season_scores_by_points on season_scores (season, role, points, address)',
  `create table score_events (
    id text not null, address text not null, role text not null, at bigint not null, points bigint not null,
    reason text not null, quest_id text, constraint score_events_key primary key (id)
  )`,
  'create index score_events_by_address on score_events (address, id)',
  `create table dao (
    id integer not null, creator_name text not null, treasury_balance text not null, treasury_token text not null,
    settings text, treasury_chain bigint, treasury_address text, constraint dao_key primary key (id)
  )`,
  `create table dao_members (
    address text not null, title text not null, joined_at bigint not null, constraint dao_members_key primary key (address)
  )`,
  `create table proposals (
    id text not null, title text not null, description text not null, category text not null, proposer text not null,
    status text not null, created_at bigint not null, hidden_at bigint, constraint proposals_key primary key (id)
  )`,
  'create index proposals_by_proposer on proposals (proposer)',
  `create table guilds (
    guild text not null, members integer not null default 0, constraint guilds_key primary key (guild)
  )`,
  'create index guilds_with_members on guilds (guild) where members > 0',
  `create table guild_scores (
    season integer not null, guild text not null, points bigint not null default 0,
    constraint guild_scores_key primary key (season, guild)
  )`,
  'create index guild_scores_by_points on guild_scores (season, points desc, guild)',
  `create table season_sources (
    season integer not null, source text not null, releases integer not null,
    constraint season_sources_key primary key (season, source)
  )`,
  `create table season_reviews (
    season integer not null, reviewer text not null, reviewee text not null, reviews integer not null,
    constraint season_reviews_key primary key (season, reviewer, reviewee)
  )`,
  `create table filtered_scores (
    season integer not null, role text not null, skill text not null, token text not null, address text not null,
    points bigint not null, constraint filtered_scores_key primary key (season, role, skill, token, address)
  )`,
  'create index filtered_scores_by_points on filtered_scores (season, role, skill, token, points, address)',
  `create table moderators (
    address text not null, named_at bigint not null, constraint moderators_key primary key (address)
  )`,
  `create table reports (
    kind text not null, thing text not null, reporter text not null, at bigint not null, reason text not null,
    note text not null, letter text not null, outcome text, network text,
    constraint reports_key primary key (kind, thing, reporter)
  )`,
  'create index reports_by_reporter on reports (reporter, outcome)',
  'create index reports_newest on reports (kind, thing, at)',
  'create index reports_by_network on reports (network) where outcome is null and network is not null',
  `create table reported_things (
    kind text not null, thing text not null, owner text not null, place text, reports bigint not null,
    opened_at bigint not null, last_at bigint not null, trusted bigint not null default 0, turn bigint not null default 0,
    constraint reported_things_key primary key (kind, thing)
  )`,
  'create index reported_things_open on reported_things (place) where place is not null',
  'create index reported_things_by_owner on reported_things (owner)',
  'create index reported_things_by_rank on reported_things (trusted desc, turn, place) where place is not null',
  `create table moderation_log (
    id text not null, at bigint not null, actor text not null, action text not null, kind text not null,
    thing text not null, title text not null, owner text not null, reason text not null, reports bigint not null,
    constraint moderation_log_key primary key (id)
  )`,
  'create index moderation_log_by_owner on moderation_log (owner, id)',
  'create index moderation_log_by_actor on moderation_log (actor)',
  'create index moderation_log_by_thing on moderation_log (kind, thing, id)',
  `create table moderation_answers (
    id text not null, owner text not null, note text not null, at bigint not null,
    constraint moderation_answers_key primary key (id)
  )`,
  'create index moderation_answers_by_owner on moderation_answers (owner)',
  `create table frozen_wallets (
    address text not null, action text not null, at bigint not null, constraint frozen_wallets_key primary key (address)
  )`,
  `create table ballots (
    proposal_id text not null, starts_at bigint not null, ends_at bigint not null, choices text not null,
    quorum bigint not null, tally text not null, weights text not null, title_weights text not null,
    veto_hours bigint not null, action text, action_address text, terms text not null, erased bigint not null default 0,
    due_at bigint not null, opened_at bigint, members bigint, total_weight bigint, closed_at bigint, result text,
    outcome text, winner bigint, action_state text, action_due_at bigint, action_at bigint, action_reason text,
    note_id text, pay text, constraint ballots_key primary key (proposal_id)
  )`,
  'create index ballots_by_due on ballots (due_at)',
  'create index ballots_running on ballots (proposal_id) where closed_at is null',
  'create index ballots_by_action on ballots (action_address) where action_address is not null',
  `create table ballot_members (
    proposal_id text not null, address text not null, title text not null, weight bigint not null, delegate text,
    delegation_id text, salt text, identity text, constraint ballot_members_key primary key (proposal_id, address)
  )`,
  'create index ballot_members_by_address on ballot_members (address)',
  'create index ballot_members_by_delegate on ballot_members (delegate, proposal_id) where delegate is not null',
  `create table votes (
    proposal_id text not null, voter text not null, choice bigint not null, number bigint not null, signature text,
    chain_id bigint, at bigint not null, constraint votes_key primary key (proposal_id, voter)
  )`,
  'create index votes_by_voter on votes (voter)',
  `create table delegations (
    id text not null, delegator text not null, delegate text not null, season bigint not null, number bigint not null,
    signature text, chain_id bigint, at bigint not null, ended_at bigint, constraint delegations_key primary key (id)
  )`,
  'create unique index delegations_by_delegator on delegations (delegator, season, number)',
  'create index delegations_by_delegate on delegations (delegate, season)',
]
