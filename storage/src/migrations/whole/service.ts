/** Tables and indexes, in words that both engines understand. */
export const service = [
  `create table meta (
    key text not null, value text not null, constraint meta_key primary key (key)
  )`,
  `create table revisions (
    id integer not null, quests bigint not null, leaderboard bigint not null, community_dao bigint not null,
    obligations bigint not null default 0, constraint revisions_key primary key (id)
  )`,
  `create table webhook_deliveries (
    id text not null, at bigint not null, constraint webhook_deliveries_key primary key (id)
  )`,
  'create index webhook_deliveries_by_time on webhook_deliveries (at)',
  `create table quotas (
    address text not null, kind text not null, day integer not null, used bigint not null,
    most bigint not null default 9007199254740991, constraint quotas_key primary key (address, kind, day),
    constraint quotas_most check (used <= most)
  )`,
  'create index quotas_by_day on quotas (day)',
  `create table idempotency_keys (
    address text not null, key text not null, fingerprint text not null, made text not null, at bigint not null,
    constraint idempotency_keys_key primary key (address, key)
  )`,
  'create index idempotency_keys_by_time on idempotency_keys (at)',
  `create table audit_notes (
    id text not null primary key, at bigint not null, kind text not null, actor text, details text not null,
    kept integer not null
  )`,
  'create index audit_notes_by_actor on audit_notes (actor, id) where actor is not null',
  `create table audit_queue (
    at bigint not null, source text not null, key text not null, constraint audit_queue_key primary key (at, source, key)
  )`,
  `create table audit_seals (
    number bigint primary key, first bigint not null, at bigint not null, source text not null, key text not null,
    digest text not null, hash text not null, kept bigint not null
  )`,
  'create unique index audit_seals_by_key on audit_seals (source, key)',
  "create index audit_seals_thinnable on audit_seals (number) where source = 'access'",
  `create table bot_commands (
    id text not null, repository text not null, issue_number bigint not null, author_id text not null, login text not null,
    does text not null, amount text, token text, at bigint not null, tries integer not null default 0,
    next_at bigint not null, note text, constraint bot_commands_key primary key (id)
  )`,
  'create index bot_commands_by_time on bot_commands (next_at)',
  'create index bot_commands_by_age on bot_commands (at)',
  'create index bot_commands_by_author on bot_commands (author_id)',
  `create table bot_comments (
    repo_key text not null, issue_number bigint not null, repository text not null, asker text not null,
    since bigint not null, draft text, comment text, shown text not null default '', labelled integer not null default 0,
    tries integer not null default 0, next_at bigint not null, assigned text, refused text,
    constraint bot_comments_key primary key (repo_key, issue_number)
  )`,
  'create index bot_comments_by_time on bot_comments (next_at)',
  'create index bot_comments_by_asker on bot_comments (asker)',
  `create table bot_silences (
    repo_key text not null, at bigint not null, constraint bot_silences_key primary key (repo_key)
  )`,
  `create table bot_writers (
    repo_key text not null, address text not null, at bigint not null,
    constraint bot_writers_key primary key (repo_key, address)
  )`,
  'create index bot_writers_by_address on bot_writers (address)',
  `create table sealed_kinds (
    kind text not null, constraint sealed_kinds_key primary key (kind)
  )`,
  `create table bot_repositories (
    repo_key text not null, next_at bigint not null, gate text, constraint bot_repositories_key primary key (repo_key)
  )`,
  'create index bot_repositories_by_time on bot_repositories (next_at)',
  `create table bot_pulls (
    repo_key text not null, pull_request bigint not null, repository text not null, at bigint not null,
    open integer not null default 1, author_id text, facts text, looks integer not null default 0,
    shown text not null default '', tries integer not null default 0, next_at bigint not null, gated text,
    constraint bot_pulls_key primary key (repo_key, pull_request)
  )`,
  'create index bot_pulls_by_time on bot_pulls (next_at)',
  'create index bot_pulls_by_age on bot_pulls (open, at)',
  'create index bot_pulls_by_author on bot_pulls (author_id) where author_id is not null',
  `create table codehost_apps (
    id text not null, host text not null, slug text not null, page text not null, sealed text not null,
    made_at bigint not null, replaced_at bigint, constraint codehost_apps_key primary key (host, id)
  )`,
  'create index codehost_apps_by_end on codehost_apps (replaced_at) where replaced_at is not null',
  `create table setup_states (
    hash text not null, expires_at bigint not null, constraint setup_states_key primary key (hash)
  )`,
  'create index setup_states_by_end on setup_states (expires_at)',
  `create table codehost_heard (
    repo_key text not null, repository text not null, kind text not null, at bigint not null,
    constraint codehost_heard_key primary key (repo_key)
  )`,
  'create index codehost_heard_by_age on codehost_heard (at)',
]
