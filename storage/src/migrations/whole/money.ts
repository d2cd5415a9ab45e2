/** Tables and indexes, in words that both engines understand. */
export const money = [
  `create table ledger_transfers (
    id text not null, quest_id text not null, token text not null, at bigint not null,
    constraint ledger_transfers_key primary key (id)
  )`,
  'create index ledger_transfers_by_quest on ledger_transfers (quest_id)',
  `create table ledger_entries (
    transfer_id text not null, account text not null, party text not null, amount text not null,
    constraint ledger_entries_key primary key (transfer_id, account)
  )`,
  `create table escrows (
    quest_id text not null primary key, escrow text not null unique, contract text not null, token_address text not null,
    decimals integer not null, amount_each text not null, slots integer not null, status text not null, problem text,
    contradiction text, version integer not null default 1, notice_ends_at bigint, arbiter text, attester text,
    sponsor text, splitter text, prizes_account text
  )`,
  'create index escrows_contradicted on escrows (contract) where contradiction is not null',
  'create index escrows_without_arbiter on escrows (contract) where version > 2 and arbiter is null',
  'create index escrows_by_arbiter on escrows (arbiter) where arbiter is not null',
  `create table escrow_events (
    hash text not null, log_index integer not null, block bigint not null, quest_id text not null, kind text not null,
    farmer text, at bigint not null, constraint escrow_events_key primary key (hash, log_index)
  )`,
  'create index escrow_events_by_quest on escrow_events (quest_id, block, log_index)',
  `create table escrow_calls (
    id text not null primary key, quest_id text not null, contract text not null, escrow text not null, kind text not null,
    farmer text, verified integer not null default 0, state text not null, nonce bigint, not_before bigint not null,
    tries integer not null default 0, problem text, created_at bigint not null, batch text, deadline bigint, signature text,
    work text
  )`,
  'create index escrow_calls_by_state on escrow_calls (contract, state, not_before)',
  'create index escrow_calls_by_quest on escrow_calls (quest_id)',
  'create index escrow_calls_with_problem on escrow_calls (contract, state) where problem is not null',
  'create index escrow_calls_by_batch on escrow_calls (batch, nonce) where batch is not null',
  "create index escrow_calls_sent on escrow_calls (contract, nonce) where state = 'sent'",
  `create table escrow_nonces (
    operator text not null, nonce bigint not null, call_id text not null,
    constraint escrow_nonces_key primary key (operator, nonce)
  )`,
  `create table escrow_attempts (
    hash text not null primary key, call_id text not null, nonce bigint not null, attempt integer not null,
    raw text not null, max_fee text not null, priority_fee text not null, gas text not null, at bigint not null,
    l1_fee text not null default '0', constraint escrow_attempts_in_order unique (call_id, nonce, attempt)
  )`,
  `create table escrow_operators (
    operator text not null primary key, next_nonce bigint not null
  )`,
  `create table escrow_contracts (
    contract text not null primary key, next_block bigint, problem text, reorganisations integer not null default 0,
    reorganised integer not null default 0
  )`,
  `create table ledger_sums (
    token text not null, shard integer not null, promised text not null, held text not null, released text not null,
    refunded text not null, in_review text not null, constraint ledger_sums_key primary key (token, shard)
  )`,
  `create table escrow_parked (
    hash text not null, log_index integer not null, contract text not null, escrow text not null, block bigint not null,
    event text not null, reason text not null, tries integer not null default 0, next_at bigint not null,
    constraint escrow_parked_key primary key (hash, log_index)
  )`,
  'create index escrow_parked_by_time on escrow_parked (contract, next_at)',
  `create table payments (
    quest_id text not null, farmer text not null, chain_id bigint not null, hash text not null, status text not null,
    payer text, problem text, since bigint not null, tries integer not null, check_at bigint not null,
    weighed integer not null default 0, constraint payments_key primary key (quest_id, farmer)
  )`,
  'create index payments_by_check on payments (check_at)',
  "create index payments_unweighed on payments (quest_id, farmer) where weighed = 0 and status = 'paid'",
  `create table escrow_gas (
    contract text not null, day bigint not null, giver text not null, gwei bigint not null,
    constraint escrow_gas_key primary key (contract, day, giver)
  )`,
  `create table escrow_blocks (
    contract text not null, block bigint not null, hash text not null,
    constraint escrow_blocks_key primary key (contract, block)
  )`,
  `create table treasury_balances (
    chain_id bigint not null, token text not null, address text not null, units text not null, decimals bigint not null,
    read_at bigint not null, constraint treasury_balances_key primary key (chain_id, token)
  )`,
  `create table proposal_works (
    proposal_id text not null, quest_id text not null, farmer text not null, chain_id bigint not null, payer text not null,
    token text not null, amount text not null, also_paid text,
    constraint proposal_works_key primary key (proposal_id, quest_id, farmer)
  )`,
  'create index proposal_works_by_work on proposal_works (quest_id, farmer)',
  'create index proposal_works_paid_too on proposal_works (farmer, also_paid) where also_paid is not null',
  `create table payment_prices (
    quest_id text not null, farmer text not null, paid_at bigint, price text, currency text, price_at bigint,
    tries bigint not null, check_at bigint not null, constraint payment_prices_key primary key (quest_id, farmer)
  )`,
  'create index payment_prices_due on payment_prices (check_at)',
  `create table escrow_payees (
    quest_id text not null, account text not null, farmer text not null, splitter text not null, payees text not null,
    parts text not null, salt text not null, at bigint not null,
    constraint escrow_payees_pkey primary key (quest_id, account)
  )`,
]
