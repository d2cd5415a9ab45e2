import { newQuest } from '../quest-work.ts'
import { startService } from '../servers.ts'
import type { Row, Store } from '../store.ts'
import { createUser, type User } from '../user.ts'

/** Somebody with a part in a tenth of everything, somebody who did little, and quests: any, and two that many speak of, or want. */
export type Filled = {
  readonly busy: User
  readonly quiet: string
  readonly quest: string
  readonly discussed: string
  readonly wanted: string
}

/** Comments and applications of one quest: more than come to any. */
const mostOfOne = 10_000

const digits = (count: number, of: string) => `substr(cast(${10 ** count} + ${of} as text), 2)`
const person = (of: string) => `'0x${'0'.repeat(26)}' || ${digits(14, of)}`
const year = 365 * 24 * 60 * 60 * 1_000

/**
 * A database with so many quests of the last year, and as many places, events, profiles and scores. The service itself
 * makes one of each; the others are copies of their rows with other people, times and words.
 */
export async function fill(store: Store, size: number): Promise<Filled> {
  const { busy, originals, discussed, wanted } = await makeOriginals(store)
  for (const [table, columns] of Object.entries(copies(size, busy.address.toLowerCase())))
    await copy(store, table, originals.get(table) ?? {}, columns, size)
  for (const statement of [
    ...sums(busy.address.toLowerCase(), size),
    ...sumsOfOne(size, { discussed, wanted }),
  ])
    await store.query(statement)
  // Copied rows are not to be sealed, which would take minutes beside the measurement.
  await store.query('delete from audit_queue')
  // PostgreSQL does this by itself in time; SQLite keeps no statistics.
  if (store.engine === 'PostgreSQL') await store.query('vacuum analyze')
  const [middle] = await store.query(`select id from quests order by id limit 1 offset ${size / 2}`)
  return {
    ...{ busy, discussed, wanted },
    quiet: `0x${String(Math.floor(size / 10)).padStart(40, '0')}`,
    quest: String(middle?.id),
  }
}

type Originals = Pick<Filled, 'busy' | 'discussed' | 'wanted'> & { readonly originals: Map<string, Row> }

async function makeOriginals(store: Store): Promise<Originals> {
  await using service = await startService(store.env)
  const baseUrl = `${service.origin}/api`
  const [busy, farmer] = [await createUser(baseUrl), await createUser(baseUrl)]
  const { id } = await busy.furrow.quests.post(newQuest(0))
  await farmer.furrow.quests.accept(id)
  await busy.furrow.quests.approve(id, farmer.address)
  await busy.furrow.quests.review(id, farmer.address, 5)
  for (const { furrow } of [busy, farmer])
    await furrow.profile.change({ farmerProfile: { guild: 'Weeders', skills: ['carpentry'] } })
  await farmer.furrow.communityDao.propose({
    title: 'A shed',
    description: 'For tools.',
    category: 'building',
  })
  await farmer.furrow.mail.send({ to: busy.address, subject: 'Seeds', body: 'As last year, please.' })
  const originals = new Map<string, Row>()
  const keep = async (tables: readonly string[]) => {
    for (const table of tables) {
      const [row] = await store.query(`select * from ${table} limit 1`)
      if (row === undefined) throw new Error(`there is no ${table} to copy`)
      originals.set(table, row)
    }
  }
  await keep(copied)
  // Later, so that the quests of these are nobody's original.
  const { id: discussed } = await busy.furrow.quests.post(newQuest(1))
  await farmer.furrow.quests.comment({ questId: discussed, body: 'Which of the gates?' })
  const { id: wanted } = await busy.furrow.quests.post({ ...newQuest(2), admission: 'application' })
  await farmer.furrow.quests.apply(wanted)
  await keep(['comments', 'applications'])
  return { busy, originals, discussed, wanted }
}

const copied = [
  ...['quests', 'quest_events', 'quest_skills', 'quest_words', 'quest_texts', 'assignments', 'reviews'],
  ...[
    'review_pairs',
    'profiles',
    'season_scores',
    'season_pairs',
    'work_pairs',
    'score_events',
    'address_counts',
  ],
  ...['address_amounts', 'mail', 'proposals', 'ledger_transfers', 'ledger_sums', 'profile_skills'],
]

/** The columns that differ in each copy; every entry of a list makes one copy. */
function copies(size: number, busy: string): Record<string, readonly Readonly<Record<string, string>>[]> {
  const from = Date.now() - year
  const at = `${from} + cast(i as bigint) * ${Math.floor(year / size)}`
  const idOf = (kind: string) =>
    `'${kind}-' || ${digits(13, at)} || '-0000' || ${digits(15, 'i')} || '${'0'.repeat(17)}'`
  const quest = idOf('quest')
  const tenth = (of: number, other: string) => `case i % 10 when ${of} then '${busy}' else ${other} end`
  const few = `i % ${Math.ceil(size / 5)}`
  const [giver, farmer] = [tenth(0, person(few)), tenth(1, person(`${few} + 1`))]
  const rare = `case when i % ${Math.ceil(size / 10)} = 7 then 'seldom' else 'often' end`
  const words = [
    "'gate'",
    "'fix'",
    "'field'",
    "'garden' || (i % 1000)",
    "'w' || (cast(i as bigint) * 7919 % 50000)",
    "'u' || i",
    rare,
  ]
  const day = `substr(${quest}, 7, 5)`
  return {
    quests: [
      {
        id: quest,
        giver,
        token: "case when i % 5000 = 3 then 'SEED' else 'USDC' end",
        category: "case i % 2 when 0 then 'harvest' else 'category' || (i % 200) end",
        status: "case when i % 5000 = 20 then 'disputed' when i % 50 = 1 then 'open' else 'completed' end",
        created_at: at,
        updated_at: at,
      },
    ],
    quest_events: [{ quest_id: quest, at }],
    quest_skills: [
      { quest_id: quest, skill: "case i % 2 when 0 then 'carpentry' else 'skill' || (i % 500) end" },
    ],
    quest_words: words.map(word => ({ quest_id: quest, day, word })),
    quest_texts: [{ quest_id: quest, words: `' ' || ${words.join(` || ' ' || `)} || ' '` }],
    assignments: [
      { quest_id: quest, giver, farmer, released_at: at, accepted_at: at, review_started_at: at },
    ],
    reviews: [{ quest_id: quest, reviewer: person('i'), reviewee: tenth(1, person(few)), at }],
    review_pairs: [{ reviewer: person('i'), reviewee: tenth(1, person(few)) }],
    profiles: [{ address: person('i'), guild: "'guild' || (i % 500)" }],
    season_scores: ['farmer', 'giver'].map(role => ({
      role: `'${role}'`,
      address: person('i'),
      points: '100 + i',
    })),
    season_pairs: [{ farmer: tenth(1, person('i + 1')), giver: person('i') }],
    work_pairs: [{ farmer: tenth(1, person('i + 1')), giver: person('i') }],
    score_events: [{ id: idOf('score'), address: tenth(1, person(few)), quest_id: quest, at }],
    address_counts: [{ address: person('i') }],
    address_amounts: [{ address: person('i') }],
    profile_skills: [
      { address: person('i'), skill: "case i % 2 when 0 then 'carpentry' else 'skill' || (i % 500) end" },
    ],
    comments: [{ number: 'i + 1', id: idOf('comment'), author: person('i'), '': `i <= ${mostOfOne}` }],
    applications: [{ farmer: person('i'), '': `i <= ${mostOfOne}` }],
    mail: [{ id: idOf('mail'), owner: tenth(1, person(few)) }],
    proposals: [{ id: idOf('proposal') }],
    ledger_transfers: [{ id: `'release:' || ${quest}`, quest_id: quest, at }],
    // Communities have tokens, not people.
    ledger_sums: Array.from({ length: 20 }, (_, token) => ({
      token: `'TOKEN${token}'`,
      shard: `i + 100`,
      '': 'i <= 32',
    })),
  }
}

async function copy(
  store: Store,
  table: string,
  original: Row,
  made: readonly Readonly<Record<string, string>>[],
  size: number,
): Promise<void> {
  for (const { '': where = 'true', ...own } of made) {
    const columns = Object.entries(original).map(
      ([name, value]) => [name, own[name] ?? literal(value)] as const,
    )
    await store.query(`insert into ${table} (${columns.map(([name]) => `"${name}"`)})
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${size})
      select ${columns.map(([, value]) => value)} from n where ${where}`)
  }
}

function literal(value: string | number | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

/** The counts that the service would have kept for the busy one, and for the guilds. */
const sums = (busy: string, size: number): string[] => [
  `update address_counts set posted = ${Math.ceil(size / 10)}, accepted = ${Math.ceil(size / 10)},
     completed = ${Math.ceil(size / 10)}, reviewers = ${Math.ceil(size / 10)},
     reviewer_means = ${5_000_000 * Math.ceil(size / 10)} where address = '${busy}'`,
  'delete from guilds',
  'delete from guild_scores',
  'insert into guilds (guild, members) select guild, count(*) from profiles where guild is not null group by guild',
  `insert into guild_scores (season, guild, points)
   select s.season, p.guild, sum(s.points) from season_scores s join profiles p on p.address = s.address
   where s.role = 'farmer' and p.guild is not null group by s.season, p.guild`,
]

const sumsOfOne = (size: number, { discussed, wanted }: Pick<Filled, 'discussed' | 'wanted'>): string[] => {
  const all = Math.min(size, mostOfOne) + 1
  return [
    `update comment_threads set last_number = ${all}, comments = ${all} where quest_id = '${discussed}'`,
    `update quests set waiting = ${all} where id = '${wanted}'`,
  ]
}
