import { sql } from 'kysely'
import { day } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { engine, type Harness } from '../harness.ts'

/**
 * In each of the large tables. Of 30,000 rows PostgreSQL would see a sample; these it sees all, so that the same plans come of
 * every run.
 */
export const rows = 20_000

const padded = (digits: number, of: string) =>
  engine === 'sqlite' ? `printf('%0${digits}d', ${of})` : `lpad((${of})::text, ${digits}, '0')`
const id = (kind: string) => `'${kind}-' || ${padded(13, 'i')} || '-00'`
const bytes = (digits: number, of: string) => `'0x' || ${padded(digits, of)}`
const person = (of: string) => bytes(40, of)
/** Every hundredth row of each rail is in that state. */
const work = (status: string) =>
  `i % 100 in (${{ 'in-review': '0, 1', disputed: '2, 3', accepted: '4, 5' }[status]})`
const never = String(Number.MAX_SAFE_INTEGER)

const quest = id('quest')
const giver = person('i % 1000')
const farmer = person('10000 + i % 1500')
const word = `'word' || (i % 5000)`
const call = `'propose:' || ${quest} || ':' || ${farmer}`

/** A database that has been used for a while. Nothing in it comes due while a test runs. */
export async function fill({ context, clock }: Harness): Promise<void> {
  const at = String(clock.now() - 40 * day)
  const later = `${clock.now() + 400 * day} + i * 1000`
  const nobody = `1:0x${'0'.repeat(40)}`
  const contract = `'${context.escrows.first?.id ?? nobody}'`
  const operator = `'${context.escrows.first?.operatorId ?? nobody}'`
  const tables: Record<string, Record<string, string>> = {
    quests: {
      id: quest,
      giver,
      title: "'Gate ' || i",
      description: "'A gate'",
      reward: "'100 USDC'",
      amount: "'100'",
      token: "'TOKEN' || (i % 200)",
      skills: "'[]'",
      max_farmers: '2',
      taken: '1',
      category: "'category' || (i % 200)",
      status: "case when i % 50 = 0 then 'open' else 'completed' end",
      repo_key: "'farm/gate' || i",
      issue_number: '7',
      deadline: later,
      created_at: at,
      updated_at: at,
      rail: "case i % 2 when 0 then 'chain' else 'ledger' end",
    },
    quest_words: { day: "'00000'", word, quest_id: quest },
    quest_texts: { quest_id: quest, words: `' ' || ${word} || ' '` },
    quest_skills: { skill: "'skill' || (i % 500)", quest_id: quest },
    quest_revisions: { quest_id: quest, number: '1', at, before: "'{}'", after: "'{}'" },
    quest_drafts: {
      id: "'draft-' || i",
      owner: giver,
      version: '1',
      template: '0',
      quest: "'{}'",
      bytes: '2',
      created_at: at,
      updated_at: at,
    },
    quest_events: { quest_id: quest, number: '1', at, kind: "'posted'", actor: giver, details: "'{}'" },
    comment_threads: { quest_id: quest, last_number: '1', comments: '1', changes: '1', farmers_told_at: '0' },
    comments: {
      quest_id: quest,
      number: '1',
      id: id('comment'),
      author: farmer,
      body: "'Which gate?'",
      created_at: at,
      pinned_at: `case when i % 100 = 0 then ${at} end`,
    },
    comment_readers: { quest_id: quest, reader: giver, letter_id: id('mail'), told_at: at },
    assignments: {
      quest_id: quest,
      farmer,
      giver,
      token: "'USDC'",
      amount: "'100'",
      status: `case when ${work('in-review')} then 'in-review' when ${work('disputed')} then 'disputed'
        when ${work('accepted')} then 'accepted' else 'released' end`,
      accepted_at: at,
      expires_at: later,
      idle_at: later,
      codehost_id: "case i % 3 when 0 then 'author' || i end",
      review_started_at: at,
      review_ends_at: later,
      dispute_ends_at: later,
      released_at: `${at} + i`,
      repo_key: "'farm/gate' || i",
      pull_request: 'i',
      dispute_outcome: "case when i % 300 = 7 then 'pay' end",
      merge_check: "case when i % 100 < 4 then 'pending' else 'clear' end",
      rail: "case i % 2 when 0 then 'chain' else 'ledger' end",
      proposed: '1 - i % 2',
      counted: 'i % 2',
      payment_ref: `case when i % 5 = 0 then '1:' || ${bytes(64, 'i')} end`,
    },
    applications: {
      quest_id: quest,
      farmer,
      status: "case when i % 50 = 0 then 'pending' else 'declined' end",
      applied_at: at,
      expires_at: later,
    },
    merges: {
      quest_id: quest,
      farmer,
      repository_id: "'' || i",
      repository: "'farm/gate' || i",
      pull_request: 'i',
      pull_request_id: "'' || i",
      author_id: "'author' || i",
      merged_at: at,
      base_branch: "'main'",
      text_hash: "''",
      seen_at: at,
      check_at: `case when ${work('in-review')} or ${work('disputed')} then ${later} else ${never} end`,
    },
    dispute_evidence: { quest_id: quest, farmer, number: '1', role: "'giver'", note: "'x'", at },
    merge_hints: {
      repo_key: "'farm/gate' || i",
      repository: "'farm/gate' || i",
      pull_request: 'i',
      author_id: "case i % 2 when 0 then 'author' || i end",
      first_at: at,
      next_at: later,
    },
    merge_refusals: {
      repo_key: "'farm/gate' || i",
      repository: "'farm/gate' || i",
      pull_request: 'i',
      basis: "''",
      status: '400',
      error: "''",
      teller: "''",
      until: later,
    },
    quotas: {
      address: person('i'),
      kind: "'letters'",
      day: `${Math.floor(clock.now() / day) + 400} + i % 2`,
      used: '1',
      most: '1000',
    },
    idempotency_keys: {
      address: person('i % 1000'),
      key: "'key' || i",
      fingerprint: "''",
      made: quest,
      at: later,
    },
    correspondents: { sender: person('i % 1000'), recipient: person('20000 + i') },
    mail_blocks: { owner: person('i % 1000'), sender: person('20000 + i'), at },
    files: {
      id: id('file'),
      owner: person('i % 1000'),
      given: bytes(64, 'i'),
      place: "''",
      hash: bytes(64, 'i'),
      type: "'text/plain'",
      bytes: '1',
      created_at: at,
    },
    file_removals: { hash: bytes(64, '50000 + i'), at: later },
    webhook_deliveries: { id: "'delivery' || i", at: `${clock.now() - day} - i` },
    escrows: {
      quest_id: quest,
      escrow: bytes(64, 'i'),
      contract,
      token_address: person('1'),
      decimals: '6',
      amount_each: "'100'",
      slots: '2',
      status: "'funded'",
    },
    escrow_events: {
      hash: bytes(64, 'i'),
      log_index: '0',
      block: 'i',
      quest_id: quest,
      kind: "'propose'",
      farmer,
      at,
    },
    escrow_calls: {
      id: call,
      quest_id: quest,
      contract,
      escrow: bytes(64, 'i'),
      kind: "'propose'",
      farmer,
      verified: '1',
      state: "'done'",
      nonce: 'i - 1',
      not_before: '0',
      created_at: at,
    },
    escrow_blocks: { contract: "'31337:0x1'", block: 'i', hash: bytes(64, 'i') },
    escrow_gas: { contract, day: 'i', giver, gwei: '1' },
    escrow_nonces: { operator, nonce: 'i - 1', call_id: call },
    escrow_attempts: {
      hash: bytes(64, 'i'),
      call_id: call,
      nonce: 'i - 1',
      attempt: '1',
      raw: "'0x'",
      max_fee: "'1'",
      priority_fee: "'1'",
      gas: "'1'",
      at,
    },
    escrow_parked: {
      hash: bytes(64, 'i'),
      log_index: '0',
      contract,
      escrow: bytes(64, 'i'),
      block: 'i',
      event: "'{}'",
      reason: "''",
      next_at: later,
    },
    mail: {
      owner: person('i % 1000'),
      id: id('mail'),
      sender: giver,
      recipient: giver,
      subject: "'x'",
      body: "'x'",
      type: "'direct'",
      sent_at: at,
      read: '0',
      quest_id: `case when i % 2 = 0 then ${quest} end`,
    },
    broadcast_states: { reader: person('i'), broadcast_id: "'mail-1'", read: '1', deleted: '0' },
    profiles: {
      address: person('i'),
      ens_address: "'name' || i || '.eth'",
      profile_photo: "''",
      bio: "''",
      skills: "'[]'",
      found_skills: "'[]'",
      guild: "case when i % 100 = 0 then 'guild' || (i % 7) end",
      organization: "''",
      website: "''",
      giver_bio: "''",
      codehost_username: "'login' || i",
      codehost_login: "'login' || i",
      codehost_id: "'author' || i",
      created_at: at,
      updated_at: at,
    },
    profile_skills: {
      skill: "case when i % 4 = 0 then 'common' else 'skill' || (i % 500) end",
      address: person('i'),
    },
    invites: {
      quest_id: quest,
      farmer: person('20000 + i % 1500'),
      giver,
      at,
      declined_at: 'case when i % 100 > 0 then 1 end',
    },
    ens_answers: { question: "'name:kept' || i || '.eth'", answer: person('i'), expires_at: later },
    badges: { address: person('i'), badge: "'first-quest'", awarded_at: at },
    reviews: {
      quest_id: quest,
      reviewer: giver,
      reviewee: person('i % 1500'),
      role: "'farmer'",
      rating: '5',
      comment: "''",
      at,
    },
    address_counts: { address: person('i'), posted: '1' },
    address_amounts: { address: person('i'), role: "'farmer'", token: "'USDC'", units: "'100'" },
    work_pairs: { farmer, giver: person('i'), releases: '1', unproved: 'i % 2' },
    season_pairs: { season: '1', farmer: person('i'), giver, releases: '1' },
    season_sources: { season: '1', source: "'author' || i", releases: '1' },
    season_reviews: { season: '1', reviewer: person('i'), reviewee: giver, reviews: '1' },
    filtered_scores: {
      season: '1',
      role: "'farmer'",
      skill: "case when i % 3 = 0 then 'skill' || (i % 500) else '' end",
      token: "'TOKEN' || (i % 200)",
      address: person('i'),
      points: 'i',
    },
    payments: {
      quest_id: quest,
      farmer,
      chain_id: '1',
      hash: bytes(64, 'i'),
      status: "'paid'",
      since: at,
      tries: '1',
      check_at: later,
    },
    season_scores: { season: '1', role: "'farmer'", address: person('i'), points: 'i' },
    score_events: {
      id: id('score'),
      address: person('i % 1500'),
      role: "'farmer'",
      at,
      points: '100',
      reason: "'x'",
      quest_id: quest,
    },
    session_generations: { address: person('i'), generation: 'i' },
    wallet_chains: { address: person('i'), chain_id: '1', at },
    wallet_sessions: {
      id: "'nonce' || i",
      address: person('i'),
      chain_id: '1',
      hash: "'0x'",
      signature: "'0x'",
      look_at: later,
      expires_at: later,
    },
    used_nonces: { nonce: "'nonce' || i", expires_at: later },
    departures: { pseudonym: bytes(40, '60000 + i'), at, erased_at: at, wiped: '1' },
    pseudonyms: { quest_id: quest, address: person('30000 + i'), pseudonym: bytes(40, '60000 + i') },
    guilds: { guild: "'other' || i", members: '1' },
    guild_scores: { season: '1', guild: "'other' || i", points: 'i' },
  }
  const { db } = context
  if (engine === 'postgres') await keepStatistics(db)
  for (const [table, columns] of Object.entries(tables))
    await sql`${sql.raw(`insert into ${table} (${Object.keys(columns)})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      select ${Object.values(columns)} from n`)}`.execute(db)
  if (engine === 'sqlite') await sql`analyze`.execute(db)
  else await sql.raw(`vacuum analyze ${Object.keys(tables)}`).execute(db)
}

/** What is known of each table stays what it is here, whenever the server would come by to look again. */
async function keepStatistics(db: Db): Promise<void> {
  await sql`do $$ declare one text; begin
    for one in select tablename from pg_tables where schemaname = current_schema() loop
      execute format('alter table %I set (autovacuum_enabled = off)', one);
    end loop;
  end $$`.execute(db)
}
