import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

export const first = (engine: Engine) => async (db: Kysely<unknown>) => {
  // Ids, words and cursors are compared byte by byte, whatever the database's locale.
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  const flag = sql`integer not null default 0`

  async function table(name: string, columns: Record<string, ReturnType<typeof sql>>, key: string[]) {
    let builder = db.schema.createTable(name)
    for (const [column, type] of Object.entries(columns)) builder = builder.addColumn(column, type)
    await builder.addPrimaryKeyConstraint(`${name}_key`, key as never[]).execute()
  }

  async function index(name: string, on: string, columns: string[], unique = false) {
    const builder = db.schema.createIndex(name).on(on).columns(columns)
    await (unique ? builder.unique() : builder).execute()
  }

  const string = sql`${text} not null`
  const maybeString = text
  const integer = sql`integer not null`
  const maybeInteger = sql`integer`
  const time = sql`bigint not null`
  const maybeTime = sql`bigint`

  await table('meta', { key: string, value: string }, ['key'])
  await table('revisions', { id: integer, quests: time, leaderboard: time, community_dao: time }, ['id'])
  await sql`insert into revisions (id, quests, leaderboard, community_dao) values (1, 0, 0, 0)`.execute(db)

  await table('used_nonces', { nonce: string, expires_at: time }, ['nonce'])
  await index('used_nonces_by_expiry', 'used_nonces', ['expires_at'])

  await table(
    'profiles',
    {
      address: string,
      ens_address: maybeString,
      profile_photo: string,
      bio: string,
      skills: string,
      guild: maybeString,
      organization: string,
      website: string,
      giver_bio: string,
      codehost_username: maybeString,
      codehost_login: maybeString,
      codehost_id: maybeString,
      created_at: time,
      updated_at: time,
    },
    ['address'],
  )
  await index('profiles_by_ens_address', 'profiles', ['ens_address'], true)
  await index('profiles_by_codehost_login', 'profiles', ['codehost_login'], true)
  await index('profiles_by_codehost_id', 'profiles', ['codehost_id'], true)
  await index('profiles_by_guild', 'profiles', ['guild'])
  await table('badges', { address: string, badge: string, awarded_at: time }, ['address', 'badge'])

  await table(
    'quests',
    {
      id: string,
      giver: string,
      title: string,
      description: string,
      reward: string,
      amount: string,
      token: string,
      skills: string,
      max_farmers: integer,
      taken: flag,
      category: string,
      status: string,
      closed: maybeString,
      codehost_repo: maybeString,
      codehost_issue: maybeString,
      repo_key: maybeString,
      issue_number: maybeTime,
      deadline: maybeTime,
      released: flag,
      refunded: flag,
      created_at: time,
      updated_at: time,
    },
    ['id'],
  )
  for (const column of ['status', 'category', 'token', 'giver', 'repo_key'])
    await index(`quests_by_${column}`, 'quests', [column, 'id'])
  await index('quests_by_deadline', 'quests', ['status', 'deadline'])
  await table('quest_skills', { skill: string, quest_id: string }, ['skill', 'quest_id'])
  await table('quest_words', { word: string, quest_id: string }, ['word', 'quest_id'])

  await table(
    'assignments',
    {
      quest_id: string,
      farmer: string,
      giver: string,
      token: string,
      amount: string,
      status: string,
      accepted_at: time,
      expires_at: time,
      warned: flag,
      codehost_id: maybeString,
      proof: maybeString,
      submission_url: maybeString,
      submission_note: maybeString,
      repo_key: maybeString,
      pull_request: maybeInteger,
      review_started_at: maybeTime,
      review_ends_at: maybeTime,
      dispute_reason: maybeString,
      dispute_ends_at: maybeTime,
      dispute_outcome: maybeString,
      released_at: maybeTime,
    },
    ['quest_id', 'farmer'],
  )
  await index('assignments_by_farmer', 'assignments', ['farmer', 'status', 'released_at'])
  await index('assignments_by_farmer_quest', 'assignments', ['farmer', 'quest_id'])
  await index('assignments_by_giver', 'assignments', ['giver', 'status', 'released_at'])
  await index('assignments_by_review_end', 'assignments', ['status', 'review_ends_at'])
  await index('assignments_by_expiry', 'assignments', ['status', 'warned', 'expires_at'])
  await index('assignments_by_dispute_end', 'assignments', ['status', 'dispute_ends_at'])
  await index('assignments_by_pull_request', 'assignments', ['repo_key', 'pull_request'], true)

  await table(
    'reviews',
    {
      quest_id: string,
      reviewer: string,
      reviewee: string,
      role: string,
      rating: integer,
      comment: string,
      at: time,
    },
    ['quest_id', 'reviewer', 'reviewee'],
  )
  await index('reviews_by_reviewee', 'reviews', ['reviewee', 'at'])

  await table(
    'mail',
    {
      owner: string,
      id: string,
      sender: string,
      recipient: string,
      subject: string,
      body: string,
      type: string,
      sent_at: time,
      read: flag,
    },
    ['owner', 'id'],
  )
  await table('broadcasts', { id: string, sender: string, subject: string, body: string, sent_at: time }, [
    'id',
  ])
  await table('broadcast_states', { reader: string, broadcast_id: string, read: flag, deleted: flag }, [
    'reader',
    'broadcast_id',
  ])

  await table('season_pairs', { season: integer, farmer: string, giver: string, releases: integer }, [
    'season',
    'farmer',
    'giver',
  ])
  await table('season_scores', { season: integer, role: string, address: string, points: time }, [
    'season',
    'role',
    'address',
  ])
  await index('season_scores_by_points', 'season_scores', ['season', 'role', 'points', 'address'])
  await table(
    'score_events',
    {
      id: string,
      address: string,
      role: string,
      at: time,
      points: time,
      reason: string,
      quest_id: maybeString,
    },
    ['id'],
  )
  await index('score_events_by_address', 'score_events', ['address', 'id'])

  await table('ledger_transfers', { id: string, quest_id: string, token: string, at: time }, ['id'])
  await index('ledger_transfers_by_quest', 'ledger_transfers', ['quest_id'])
  await table('ledger_entries', { transfer_id: string, account: string, party: string, amount: string }, [
    'transfer_id',
    'account',
  ])
  await table(
    'ledger_balances',
    { token: string, promised: string, held: string, released: string, refunded: string },
    ['token'],
  )
  for (const name of ['ledger_transfers', 'ledger_entries']) await appendOnly(db, engine, name)

  await table(
    'dao',
    { id: integer, creator_name: string, treasury_balance: string, treasury_token: string },
    ['id'],
  )
  await sql`insert into dao (id, creator_name, treasury_balance, treasury_token) values (1, '', '0', 'ETH')`.execute(
    db,
  )
  await table('dao_members', { address: string, title: string, joined_at: time }, ['address'])
  await table(
    'proposals',
    {
      id: string,
      title: string,
      description: string,
      category: string,
      proposer: string,
      status: string,
      created_at: time,
    },
    ['id'],
  )
}

async function appendOnly(db: Kysely<unknown>, engine: Engine, table: string): Promise<void> {
  if (engine === 'sqlite') {
    for (const event of ['update', 'delete'])
      await sql
        .raw(
          `create trigger ${table}_no_${event} before ${event} on ${table}
           begin select raise(abort, 'the ledger is append-only'); end`,
        )
        .execute(db)
    return
  }
  await sql
    .raw(
      `create or replace function refuse_ledger_change() returns trigger language plpgsql as
       $$ begin raise exception 'the ledger is append-only'; end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger ${table}_append_only before update or delete or truncate on ${table}
       for each statement execute function refuse_ledger_change()`,
    )
    .execute(db)
}
