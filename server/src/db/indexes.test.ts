import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { day } from '../clock.ts'
import { awardSeasons } from '../leaderboard/leaderboard.ts'
import { engine, type Harness, sampleQuest, startHarness } from '../test/harness.ts'

const rows = 20_000

type Recorded = { readonly sql: string; readonly parameters: readonly unknown[] }

/** Everything that the service asks its database, from here on. */
function recordQueries(): Map<string, Recorded> {
  const recorded = new Map<string, Recorded>()
  const record = (text: string, parameters: readonly unknown[]) => {
    if (/^(select|update|delete|with)\b/.test(text) && !recorded.has(text))
      recorded.set(text, { sql: text, parameters })
  }
  if (engine === 'sqlite') {
    const prepare = DatabaseSync.prototype.prepare
    vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text) {
      record(text, [])
      return prepare.call(this, text)
    })
  } else {
    const query = Client.prototype.query as (...args: unknown[]) => unknown
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const [text, parameters] = args
      if (typeof text === 'string') record(text, (parameters as unknown[]) ?? [])
      return query.apply(this, args) as never
    })
  }
  return recorded
}

afterEach(() => vi.restoreAllMocks())

/** A table that has been used for a while: 20,000 rows in each of the large tables, 160,000 in all. */
async function fill({ context, clock }: Harness): Promise<void> {
  const { db } = context
  const padded = (digits: number, of: string) =>
    engine === 'sqlite' ? `printf('%0${digits}d', ${of})` : `lpad((${of})::text, ${digits}, '0')`
  const id = (kind: string) => `'${kind}-' || ${padded(13, 'i')} || '-00'`
  const person = (of: string) => `'0x' || ${padded(40, of)}`
  const fillTable = (table: string, columns: Record<string, string>) =>
    sql`${sql.raw(`insert into ${table} (${Object.keys(columns)})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})
      select ${Object.values(columns)} from n`)}`.execute(db)
  const at = String(clock.now() - 40 * day)
  const quest = id('quest')
  const giver = person('i % 2000')

  await fillTable('quests', {
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
    deadline: at,
    created_at: at,
    updated_at: at,
  })
  await fillTable('quest_words', { word: "'word' || (i % 5000)", quest_id: quest })
  await fillTable('quest_skills', { skill: "'skill' || (i % 500)", quest_id: quest })
  await fillTable('assignments', {
    quest_id: quest,
    farmer: person('10000 + i % 3000'),
    giver,
    token: "'USDC'",
    amount: "'100'",
    status:
      "case when i % 100 = 0 then 'in-review' when i % 100 = 1 then 'disputed' when i % 100 = 2 then 'accepted' else 'released' end",
    accepted_at: at,
    expires_at: `${at} + i`,
    review_started_at: at,
    review_ends_at: `${clock.now()} + i * 1000`,
    dispute_ends_at: `${clock.now()} + i * 1000`,
    released_at: `${at} + i`,
    repo_key: "'farm/gate' || i",
    pull_request: 'i',
    dispute_outcome: "case when i % 300 = 3 then 'pay' end",
    merge_check: "case when i % 100 = 0 then 'pending' else 'clear' end",
  })
  await fillTable('merges', {
    quest_id: quest,
    farmer: person('10000 + i % 3000'),
    repository_id: "'' || i",
    repository: "'farm/gate' || i",
    pull_request: 'i',
    pull_request_id: "'' || i",
    author_id: "'' || i",
    merged_at: at,
    base_branch: "'main'",
    text_hash: "''",
    seen_at: at,
  })
  await fillTable('mail', {
    owner: person('i % 1000'),
    id: id('mail'),
    sender: giver,
    recipient: giver,
    subject: "'x'",
    body: "'x'",
    type: "'direct'",
    sent_at: at,
    read: '0',
  })
  await fillTable('profiles', {
    address: person('i'),
    ens_address: "'name' || i || '.eth'",
    profile_photo: "''",
    bio: "''",
    skills: "'[]'",
    guild: "case when i % 100 = 0 then 'guild' || (i % 7) end",
    organization: "''",
    website: "''",
    giver_bio: "''",
    codehost_username: "'login' || i",
    codehost_login: "'login' || i",
    codehost_id: "'' || i",
    created_at: at,
    updated_at: at,
  })
  await fillTable('score_events', {
    id: id('score'),
    address: person('i % 3000'),
    role: "'farmer'",
    at,
    points: '100',
    reason: "'x'",
    quest_id: quest,
  })
  await fillTable('season_scores', { season: '1', role: "'farmer'", address: person('i'), points: 'i' })
  await fillTable('season_pairs', { season: '1', farmer: person('i'), giver, releases: '1' })
  await fillTable('reviews', {
    quest_id: quest,
    reviewer: giver,
    reviewee: person('i % 3000'),
    role: "'farmer'",
    rating: '5',
    comment: "''",
    at,
  })
  await fillTable('used_nonces', { nonce: "'nonce' || i", expires_at: `${clock.now()} + i` })
  await fillTable('badges', { address: person('i'), badge: "'first-quest'", awarded_at: at })
  await fillTable('broadcast_states', {
    reader: person('i'),
    broadcast_id: "'mail-1'",
    read: '1',
    deleted: '0',
  })
  if (engine === 'sqlite') await sql`analyze`.execute(db)
  else await sql`vacuum analyze`.execute(db)
}

/** Asks for everything that the interface offers, and lets the payer look around. */
async function useEverything(harness: Harness): Promise<void> {
  const { user, visitor, platform, genesis, runDue, clock, context, signIn } = harness
  const [giver, farmer, judge] = [user(), user(), user(platform)]
  await signIn()
  const { id } = await giver.furrow.quests.post({ ...sampleQuest, maxFarmers: 2, codehostRepo: 'farm/new' })
  await farmer.furrow.quests.accept(id)
  await farmer.furrow.quests.withdraw(id)
  await farmer.furrow.quests.accept(id)
  await visitor.verify({ repo: 'farm/new', pr: 1 })
  await giver.furrow.quests.dispute(id, farmer.address, 'no')
  await judge.furrow.quests.resolve(id, farmer.address, 'pay')
  await giver.furrow.quests.review(id, farmer.address, 5)
  await giver.furrow.quests.complete(id)
  const other = await giver.furrow.quests.post(sampleQuest)
  await farmer.furrow.quests.accept(other.id)
  await giver.furrow.quests.cancel(other.id)
  for (const filter of [
    { status: 'open' },
    { category: 'category7' },
    { skill: 'skill7' },
    { token: 'TOKEN7' },
  ])
    await visitor.quests.list({ limit: '50', ...filter })
  const cursor = 'quest-0000000010000-00'
  const address = `0x${'0'.repeat(36)}1007`
  await visitor.quests.list({ limit: '50', cursor })
  await visitor.quests.list({ limit: '50', giver: address })
  await visitor.quests.list({ limit: '50', farmer: farmer.address })
  await visitor.quests.list({ limit: '50', q: 'word77' })
  await visitor.profile.get(address, { init: true })
  await farmer.furrow.profile.change({
    codehostUsername: 'me',
    ensAddress: 'me.eth',
    farmerProfile: { bio: 'x' },
  })
  await visitor.reputation(address)
  await visitor.leaderboard()
  await visitor.resolve.name('name7.eth')
  await visitor.resolve.address(address)
  await user(genesis).furrow.communityDao.change({ treasury: { balance: 1 } })
  await judge.furrow.mail.send({ to: '*', subject: 's', body: 'b' })
  const { items } = await farmer.furrow.mail.list({ limit: '50', cursor: 'mail-2000000000000-00' })
  for (const message of items.slice(0, 2)) await farmer.furrow.mail.mark(message.id, true)
  for (const message of items.slice(0, 2)) await farmer.furrow.mail.delete(message.id)
  await runDue()
  await awardSeasons({ ...context, clock: { now: () => clock.now() + 100 * day } })
}

/** Small by nature: one row, one a token, one a member, one a broadcast. */
const small = /^(meta|revisions|dao|dao_members|ledger_balances|broadcasts|proposals)$/
/** Sums over the members of guilds, once per change of the leaderboard and not per request. */
const perChange = /group by "guild"/

async function scansOf({ context }: Harness, { sql: text, parameters }: Recorded): Promise<string[]> {
  if (engine === 'sqlite') {
    const plan = await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(context.db)
    return plan.rows.flatMap(({ detail }) => {
      const [, table = ''] = /^SCAN (\w+)/.exec(detail) ?? []
      // In the order of an index, up to a limit.
      const bounded = /USING (COVERING )?INDEX/.test(detail) && text.includes('limit')
      return table === '' || small.test(table) || bounded ? [] : [`${detail}: ${text}`]
    })
  }
  const parts = text.split(/\$\d+/)
  const values = [...text.matchAll(/\$(\d+)/g)].map(([, index]) => parameters[Number(index) - 1] as string)
  const query = sql.join(
    parts.flatMap((part, index) =>
      index === 0 ? [sql.raw(part)] : [sql.lit(values[index - 1]), sql.raw(part)],
    ),
    sql.raw(''),
  )
  const plan = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(context.db)
  return plan.rows.flatMap(row => {
    const [, table = ''] = /Seq Scan on (\w+)/.exec(row['QUERY PLAN']) ?? []
    return table === '' || small.test(table) ? [] : [`Seq Scan on ${table}: ${text}`]
  })
}

describe('every query of the service', () => {
  test('uses an index on tables that have been used for a while', { timeout: 120_000 }, async () => {
    const harness = await startHarness({ env: { LOG_LEVEL: 'silent' } })
    await fill(harness)
    const recorded = recordQueries()
    await useEverything(harness)
    vi.restoreAllMocks()
    const queries = [...recorded.values()].filter(({ sql: text }) => !perChange.test(text))
    expect(queries.length).toBeGreaterThan(50)
    const scans = await Promise.all(queries.map(query => scansOf(harness, query)))
    expect(scans.flat()).toEqual([])
  })
})
