/** Tables and indexes, in words that both engines understand. */
export const quests = [
  `create table quests (
    id text not null, giver text not null, title text not null, description text not null, reward text not null,
    amount text not null, token text not null, skills text not null, max_farmers integer not null,
    taken integer not null default 0, category text not null, status text not null, closed text, codehost_repo text,
    codehost_issue text, repo_key text, issue_number bigint, deadline bigint, released integer not null default 0,
    refunded integer not null default 0, created_at bigint not null, updated_at bigint not null,
    rail text not null default 'ledger', accepted integer not null default 0, in_review integer not null default 0,
    disputed integer not null default 0, returned integer not null default 0, events integer not null default 0,
    admission text not null default 'open', requires_codehost integer not null default 0,
    min_completed integer not null default 0, waiting integer not null default 0, told_of_one_at bigint not null default 0,
    promised_off text, released_off text, refunded_off text, paused integer not null default 0,
    revision integer not null default 0, edit_told_at bigint not null default 0, erasures integer not null default 0,
    hidden_at bigint, questions text default '[]' not null, conditions text, thanks text, plan text, plan_place integer,
    contest text, contest_entries integer default 0 not null, contest_due bigint, companion_of text, companion_from integer,
    backers integer, backed text, backers_told_at bigint, companion_stopped_at bigint,
    constraint quests_key primary key (id)
  )`,
  'create index quests_by_status on quests (status, id)',
  'create index quests_by_category on quests (category, id)',
  'create index quests_by_token on quests (token, id)',
  'create index quests_by_giver on quests (giver, id)',
  'create index quests_by_repo_key on quests (repo_key, id)',
  'create index quests_by_giver_status on quests (giver, status, id)',
  `create index quests_by_reward on quests (status, token, (substr('000000000000000', 1 + length(amount) -
    length(ltrim(amount, '0123456789'))) || amount || '-' || id))`,
  `create index quests_by_deadline on quests (status, (case when deadline is null then '0' else
    cast(19007199254740991 - deadline as text) end || '-' || id))`,
  "create index quests_with_applications on quests (id) where waiting > 0 and status <> 'open'",
  'create index quests_paused on quests (deadline) where paused = 1',
  'create index quests_to_answer on quests (giver, id) where waiting > 0',
  "create index quests_to_fund on quests (giver, id) where rail = 'chain' and status = 'open'",
  "create index quests_to_close on quests (giver, deadline) where status = 'open' and deadline is not null",
  `create index quests_on_chain on quests (id) where rail = 'chain' and status in ('open', 'in-progress',
    'in-review', 'disputed')`,
  'create index quests_by_issue on quests (repo_key, issue_number, id) where issue_number is not null',
  'create unique index quests_of_plan on quests (plan, plan_place) where plan is not null',
  'create index quests_contest_due on quests (contest_due) where contest_due is not null',
  'create index quests_contest_of_giver on quests (giver, contest_due) where contest_due is not null',
  'create index quests_companions on quests (companion_of, id) where companion_of is not null',
  `create unique index quests_backed_once on quests (companion_of, giver) where companion_of is not null and closed
    is null`,
  `create index quests_contest_votes on quests (deadline) where contest_due is not null and contest like
    '%"rankBy":"votes"%'`,
  `create table quest_skills (
    skill text not null, quest_id text not null, constraint quest_skills_key primary key (skill, quest_id)
  )`,
  `create table quest_texts (
    quest_id text not null, words text not null, folded integer not null default 0,
    constraint quest_texts_key primary key (quest_id)
  )`,
  `create table quest_words (
    day text not null, word text not null, quest_id text not null,
    constraint quest_words_by_day primary key (day, word, quest_id)
  ) without rowid`,
  `create table applications (
    quest_id text not null, farmer text not null, status text not null, note text, applied_at bigint not null,
    expires_at bigint not null, ended_at bigint, reason text, asked text, answers text,
    constraint applications_key primary key (quest_id, farmer)
  )`,
  'create index applications_by_time on applications (quest_id, status, applied_at, farmer)',
  'create index applications_by_farmer on applications (farmer, applied_at, quest_id)',
  "create index applications_by_expiry on applications (expires_at, quest_id, farmer) where status = 'pending'",
  `create table quest_revisions (
    quest_id text not null, number integer not null, at bigint not null, before text not null, after text not null,
    constraint quest_revisions_key primary key (quest_id, number)
  )`,
  `create table quest_drafts (
    id text not null, owner text not null, version integer not null, template integer not null, quest text not null,
    bytes integer not null, created_at bigint not null, updated_at bigint not null,
    constraint quest_drafts_key primary key (id)
  )`,
  'create index quest_drafts_by_owner on quest_drafts (owner, id)',
  `create table comment_threads (
    quest_id text not null, last_number bigint not null, comments bigint not null, changes bigint not null,
    closed_at bigint, farmers_told_at bigint not null, constraint comment_threads_key primary key (quest_id)
  )`,
  `create table comments (
    quest_id text not null, number bigint not null, id text not null, author text not null, body text not null,
    reply_id text, reply_author text, created_at bigint not null, edited_at bigint, pinned_at bigint, deleted_at bigint,
    deleted_by text, hidden_at bigint, constraint comments_key primary key (quest_id, number)
  )`,
  'create unique index comments_by_id on comments (id)',
  'create index comments_pinned on comments (quest_id, number) where pinned_at is not null',
  'create index comments_by_author on comments (author, quest_id)',
  'create index comments_hidden on comments (author, quest_id) where hidden_at is not null',
  `create table comment_readers (
    quest_id text not null, reader text not null, letter_id text, told_at bigint not null,
    constraint comment_readers_key primary key (quest_id, reader)
  )`,
  'create index comment_readers_by_reader on comment_readers (reader)',
  `create table invites (
    quest_id text not null, farmer text not null, giver text not null, at bigint not null, declined_at bigint,
    constraint invites_key primary key (quest_id, farmer)
  )`,
  'create index invites_by_farmer on invites (farmer, at) where declined_at is null',
  `create table saved_filters (
    id text not null, address text not null, name text not null, filter text not null, key text not null, farmer text,
    daily integer not null, channels text, created_at bigint not null, constraint saved_filters_key primary key (id)
  )`,
  'create index saved_filters_by_address on saved_filters (address, created_at)',
  'create index saved_filters_by_key on saved_filters (key, id)',
  'create index saved_filters_by_farmer on saved_filters (farmer) where farmer is not null',
  `create table told_quests (
    address text not null, quest_id text not null, follow text not null, at bigint not null, due_at bigint,
    constraint told_quests_key primary key (address, quest_id)
  )`,
  'create index told_quests_by_quest on told_quests (quest_id)',
  'create index told_quests_by_age on told_quests (address, at)',
  'create index told_quests_due on told_quests (due_at, follow, quest_id) where due_at is not null',
  'create index told_quests_waiting on told_quests (follow) where due_at is not null',
  `create table opened_quests (
    quest_id text not null, number bigint not null, upto_key text not null default '', upto text not null default '',
    constraint opened_quests_key primary key (quest_id, number)
  )`,
  `create table bookmarks (
    address text not null, quest_id text not null, at bigint not null,
    constraint bookmarks_pkey primary key (address, quest_id)
  )`,
  'create index bookmarks_by_age on bookmarks (address, at, quest_id)',
  `create table trust_lists (
    owner text not null, "text" text not null, version bigint not null, updated_at bigint not null,
    constraint trust_lists_key primary key (owner)
  )`,
  `create table trust_reads (
    repo_key text not null, asked_at bigint not null, read_at bigint, path text,
    constraint trust_reads_key primary key (repo_key)
  )`,
  `create table trust_entries (
    list text not null, login text not null, position bigint not null, denounced integer not null, account_id text,
    constraint trust_entries_key primary key (list, login)
  )`,
  'create index trust_entries_by_account on trust_entries (list, account_id, position) where account_id is not null',
  'create index trust_entries_to_pin on trust_entries (login) where account_id is null',
  `create table quest_repositories (
    quest_id text not null, repository_id text not null, repo_key text not null,
    constraint quest_repositories_key primary key (quest_id)
  )`,
  'create index quest_repositories_by_key on quest_repositories (repo_key, repository_id)',
  'create index quest_repositories_by_id on quest_repositories (repository_id, repo_key)',
  `create table contest_entries (
    quest_id text not null, farmer text not null, id text not null, account text, "text" text, links text,
    at bigint not null, updated_at bigint not null, hidden_at bigint, prize integer, word text, outcome text, votes bigint,
    part text, constraint contest_entries_pkey primary key (quest_id, farmer)
  )`,
  'create unique index contest_entries_by_id on contest_entries (id)',
  'create unique index contest_entries_by_account on contest_entries (quest_id, account) where account is not null',
  'create index contest_entries_by_farmer on contest_entries (farmer, quest_id)',
  'create index contest_entries_open on contest_entries (farmer) where outcome is null',
  'create index contest_entries_open_account on contest_entries (account) where outcome is null and account is not null',
  `create table contest_words (
    quest_id text not null, about text not null, author text not null, "text" text not null, at bigint not null,
    constraint contest_words_pkey primary key (quest_id, about)
  )`,
  'create index contest_words_by_author on contest_words (author)',
  `create table backed_quests (
    quest_id text not null, changes bigint not null, follow_at bigint not null,
    constraint backed_quests_pkey primary key (quest_id)
  )`,
  'create index backed_quests_due on backed_quests (follow_at)',
  `create table contest_votes (
    quest_id text not null, opened_at bigint not null, quorum integer not null, total_weight bigint not null,
    constraint contest_votes_pkey primary key (quest_id)
  )`,
  `create table contest_voters (
    quest_id text not null, address text not null, weight bigint not null, delegate text,
    constraint contest_voters_pkey primary key (quest_id, address)
  )`,
  'create index contest_voters_by_address on contest_voters (address)',
  'create index contest_voters_by_delegate on contest_voters (delegate, quest_id) where delegate is not null',
  `create table contest_ballots (
    quest_id text not null, voter text not null, entries text not null, at bigint not null,
    constraint contest_ballots_pkey primary key (quest_id, voter)
  )`,
  'create index contest_ballots_by_voter on contest_ballots (voter)',
]
