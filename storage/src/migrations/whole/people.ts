/** Tables and indexes, in words that both engines understand. */
export const people = [
  `create table used_nonces (
    nonce text not null, expires_at bigint not null, constraint used_nonces_key primary key (nonce)
  )`,
  'create index used_nonces_by_expiry on used_nonces (expires_at)',
  `create table profiles (
    address text not null, ens_address text, profile_photo text not null, bio text not null, skills text not null,
    guild text, organization text not null, website text not null, giver_bio text not null, codehost_username text,
    codehost_login text, codehost_id text, created_at bigint not null, updated_at bigint not null,
    ens_verified integer not null default 0, ens_check_at bigint not null default 0, listed integer not null default 1,
    found_skills text, hidden_at bigint, language text, display_name text, display_fold text, ens_fold text,
    login_fold text, folded_names text, codehost_commands integer not null default 0, passkey_id text, passkey_key text,
    codehost_since text, vouched_listed integer not null default 1, constraint profiles_key primary key (address)
  )`,
  'create unique index profiles_by_ens_address on profiles (ens_address)',
  'create unique index profiles_by_codehost_login on profiles (codehost_login)',
  'create unique index profiles_by_codehost_id on profiles (codehost_id)',
  'create index profiles_by_guild on profiles (guild)',
  "create index profiles_to_find on profiles (address) where coalesce(found_skills, '[]') <> skills",
  'create index profiles_by_age on profiles (created_at, address) where listed = 1',
  'create index profiles_by_display_fold on profiles (display_fold) where display_fold is not null',
  'create index profiles_by_ens_fold on profiles (ens_fold) where ens_fold is not null',
  'create index profiles_by_login_fold on profiles (login_fold) where login_fold is not null',
  `create index profiles_to_fold on profiles (address) where coalesce(folded_names, ' 0 ') <> coalesce(ens_address,
    '') || ' ' || cast(ens_verified as text) || ' ' || coalesce(codehost_login, '') || ' ' ||
    coalesce(codehost_id, '')`,
  'create unique index profiles_by_passkey on profiles (passkey_id) where passkey_id is not null',
  `create table badges (
    address text not null, badge text not null, awarded_at bigint not null,
    constraint badges_key primary key (address, badge)
  )`,
  `create table mail (
    owner text not null, id text not null, sender text not null, recipient text not null, subject text not null,
    body text not null, type text not null, sent_at bigint not null, read integer not null default 0,
    official integer not null default 0, topic text, quest_id text, constraint mail_key primary key (owner, id)
  )`,
  'create index mail_unread on mail (owner, id) where read = 0 and recipient = owner',
  'create index mail_by_quest on mail (owner, quest_id, id) where quest_id is not null',
  'create index mail_by_sender on mail (owner, sender, id)',
  `create table broadcasts (
    id text not null, sender text not null, subject text not null, body text not null, sent_at bigint not null,
    type text not null default 'platform-update', constraint broadcasts_key primary key (id)
  )`,
  `create table broadcast_states (
    reader text not null, broadcast_id text not null, read integer not null default 0, deleted integer not null default 0,
    constraint broadcast_states_key primary key (reader, broadcast_id)
  )`,
  `create table ens_answers (
    question text not null, answer text, expires_at bigint not null, constraint ens_answers_key primary key (question)
  )`,
  'create index ens_answers_by_expiry on ens_answers (expires_at)',
  `create table correspondents (
    sender text not null, recipient text not null, constraint correspondents_key primary key (sender, recipient)
  )`,
  'create index correspondents_by_recipient on correspondents (recipient)',
  `create table mail_blocks (
    owner text not null, sender text not null, at bigint not null, constraint mail_blocks_key primary key (owner, sender)
  )`,
  `create table files (
    id text not null primary key, owner text not null, given text not null, place text not null, quest_id text, farmer text,
    giver text, hash text not null, type text not null, bytes bigint not null, width integer, height integer,
    created_at bigint not null, hidden_at bigint
  )`,
  'create unique index files_once on files (owner, given, place)',
  'create index files_by_owner on files (owner, id)',
  'create index files_by_hash on files (hash)',
  'create index files_by_quest on files (quest_id) where quest_id is not null',
  `create table file_removals (
    hash text not null primary key, at bigint not null, taken_until bigint not null default 0
  )`,
  'create index file_removals_by_time on file_removals (at)',
  `create table profile_skills (
    skill text not null, address text not null, constraint profile_skills_key primary key (skill, address)
  )`,
  'create index profile_skills_by_address on profile_skills (address)',
  `create table session_generations (
    address text not null, generation bigint not null, constraint session_generations_key primary key (address)
  )`,
  'create index session_generations_by_time on session_generations (generation)',
  `create table wallet_chains (
    address text not null, chain_id bigint not null, at bigint not null, asked text, had_code bigint,
    constraint wallet_chains_key primary key (address)
  )`,
  `create table wallet_sessions (
    id text not null, address text not null, chain_id bigint not null, hash text not null, signature text not null,
    owners text, look_at bigint not null, expires_at bigint not null, constraint wallet_sessions_key primary key (id)
  )`,
  'create index wallet_sessions_by_address on wallet_sessions (address, expires_at)',
  'create index wallet_sessions_to_look_at on wallet_sessions (look_at)',
  `create table departures (
    pseudonym text not null, at bigint not null, erased_at bigint, wiped integer not null default 0,
    constraint departures_key primary key (pseudonym)
  )`,
  'create index departures_to_wipe on departures (at) where wiped = 0',
  'create index departures_by_time on departures (at)',
  `create table pseudonyms (
    quest_id text not null, address text not null, pseudonym text not null,
    constraint pseudonyms_key primary key (quest_id, address)
  )`,
  'create index pseudonyms_by_pseudonym on pseudonyms (pseudonym, quest_id)',
  `create table api_keys (
    id text not null, address text not null, name text not null, scopes text not null, hash text not null,
    generation bigint not null, created_at bigint not null, expires_at bigint not null, used_at bigint,
    agent integer not null default 0, constraint api_keys_key primary key (id)
  )`,
  'create index api_keys_by_address on api_keys (address, created_at)',
  `create table subscriptions (
    id text not null, address text not null, kind text not null, target text not null, topics text not null,
    daily integer not null default 0, state text not null, created_at bigint not null, asked_at bigint not null,
    tries integer not null default 0, failing_since bigint, problem text, delivered_at bigint, paused_until bigint,
    told_since bigint, told integer not null default 0, host text, constraint subscriptions_key primary key (id)
  )`,
  'create index subscriptions_by_address on subscriptions (address, created_at)',
  `create table outbox (
    channel text not null, letter text not null, address text not null, topic text not null, at bigint not null,
    digest bigint, due_at bigint not null, refusals integer not null default 0,
    constraint outbox_key primary key (channel, letter)
  )`,
  'create index outbox_by_due on outbox (due_at, channel)',
  'create index outbox_by_age on outbox (at) where digest is null',
  'create index outbox_by_address on outbox (address)',
  `create table outbox_spreads (
    letter text not null, topic text not null, at bigint not null, upto text not null,
    constraint outbox_spreads_key primary key (letter)
  )`,
  `create table pictures (
    subject text not null, source text not null, hash text, problem text, small text, large text, made_at bigint,
    next_at bigint not null, constraint pictures_key primary key (subject)
  )`,
  'create index pictures_by_time on pictures (next_at)',
  'create index pictures_by_source on pictures (source)',
  `create table sessions (
    id text not null, address text not null, generation bigint not null, way text, network text, created_at bigint not null,
    expires_at bigint not null, used_at bigint, ended_at bigint, constraint sessions_key primary key (id)
  )`,
  'create index sessions_by_address on sessions (address, created_at)',
  'create index sessions_by_expiry on sessions (expires_at)',
  'create index sessions_by_end on sessions (ended_at) where ended_at is not null',
  'create index sessions_live on sessions (address, created_at) where ended_at is null',
  `create table departure_marks (
    id text not null, at bigint not null, secret text not null, mark text not null,
    constraint departure_marks_key primary key (id)
  )`,
  'create index departure_marks_by_time on departure_marks (at)',
]
