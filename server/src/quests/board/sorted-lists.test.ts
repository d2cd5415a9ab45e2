import type { NewQuest, Quest, QuestQuery, QuestSort } from '@furrow/sdk'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  createWallet,
  engine,
  type Harness,
  sampleQuest,
  startHarness,
  type Wallet,
} from '../../../test/harness.ts'
import { watchDatabase } from '../../../test/statements.ts'

type Query = Omit<QuestQuery, 'id'>

const day = 86_400_000

/** Every page of it, as the Link headers lead on. */
async function readAll({ visitor }: Harness, query: Query, between = async () => {}): Promise<Quest[]> {
  const found: Quest[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await visitor.quests.list({ ...query, ...(cursor && { cursor }) })
    expect(page.items.length).toBeLessThanOrEqual(Number(query.limit ?? 1_000))
    found.push(...page.items)
    cursor = page.cursor
    await between()
  }
  return found
}

const idsOf = (quests: readonly Quest[]) => quests.map(({ id }) => id)

/** The plain way: all of them are looked at, and sorted. */
function look(quests: readonly Quest[], query: Query): string[] {
  const words = (text: string) => text.toLowerCase().split(/\W+/).filter(Boolean)
  const asked = words(query.q ?? '')
  const textOf = ({ title, category, skills, description }: Quest) =>
    words([title, category, ...skills, description].join(' '))
  const fits = (quest: Quest) =>
    (query.status === undefined || quest.status === query.status) &&
    (query.category === undefined || quest.category === query.category) &&
    (query.token === undefined || quest.rewardToken === query.token) &&
    (query.skill === undefined || quest.skills.includes(query.skill)) &&
    (query.giver === undefined || quest.giver.toLowerCase() === query.giver) &&
    (query.farmer === undefined ||
      quest.farmers.some(({ address }) => address.toLowerCase() === query.farmer)) &&
    asked.every((word, index) => {
      const isWhole = word.length < 3 && index < asked.length - 1
      return textOf(quest).some(own => (isWhole ? own === word : own.startsWith(word)))
    })
  const rankOf = (quest: Quest) =>
    asked
      .map(word => (words(quest.title).includes(word) ? 0 : textOf(quest).includes(word) ? 1 : 2))
      .reduce<number>((sum, rank) => sum + rank, 0)
  const deadlineOf = ({ deadline }: Quest) =>
    deadline === undefined ? Number.POSITIVE_INFINITY : Date.parse(deadline)
  const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
  const orders: Readonly<Record<QuestSort, (a: Quest, b: Quest) => number>> = {
    newest: () => 0,
    oldest: (a, b) => compare(a.id as never, b.id as never),
    deadline: (a, b) => compare(deadlineOf(a), deadlineOf(b)),
    reward: (a, b) => compare(b.rewardAmount, a.rewardAmount),
    relevance: (a, b) => compare(rankOf(a), rankOf(b)),
  }
  const order = orders[query.sort ?? 'newest']
  const newest = (a: Quest, b: Quest) => (a.id > b.id ? -1 : 1)
  return idsOf(quests.filter(fits).toSorted((a, b) => order(a, b) || newest(a, b)))
}

const vocabulary = ['gate', 'gates', 'gateway', 'barn', 'ga', 'a']
const some = (values: readonly string[], maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength })
const amounts = [0, 1e-7, 0.45, 0.5, 9, 10, 10.5, 100, 999_999_999_999_999, 123_456_789.123456]
const tokens = ['USD', 'SEED']

const draft = fc.record({
  wait: fc.constantFrom(0, 0, 1, 1_000, 3 * day),
  giver: fc.nat(2),
  title: some(vocabulary, 3),
  description: some(vocabulary, 3),
  skills: some(['gate', 'mowing'], 2),
  category: fc.constantFrom('harvest', 'barn'),
  rewardToken: fc.constantFrom(...tokens),
  rewardAmount: fc.constantFrom(...amounts),
  deadline: fc.option(fc.constantFrom(1, 1, 2, 5_000, 10 * day, 4_000 * 365 * day), { nil: undefined }),
  fate: fc.constantFrom('stays', 'stays', 'taken', 'given back', 'cancelled'),
  farmer: fc.nat(2),
})

const filterOf = (people: readonly Wallet[]) =>
  fc.record(
    {
      status: fc.constantFrom('open', 'in-progress', 'cancelled', 'disputed'),
      category: fc.constantFrom('harvest', 'none'),
      token: fc.constantFrom(...tokens),
      skill: fc.constantFrom('gate', 'mowing'),
      giver: fc.constantFrom(...people.map(({ address }) => address)),
      farmer: fc.constantFrom(...people.map(({ address }) => address)),
      q: some([...vocabulary, 'gat', 'nothing'], 3).map(words => words.join(' ')),
    },
    { requiredKeys: [] },
  )

type Draft = typeof draft extends fc.Arbitrary<infer T> ? T : never

async function post({ clock, user }: Harness, people: readonly Wallet[], made: Draft) {
  const { wait, giver, farmer, title, description, deadline, fate, ...rest } = made
  clock.advance(wait)
  // A session ends after a day.
  const owner = user(people[giver])
  const { id } = await owner.furrow.quests.post({
    ...rest,
    title: title.join(' ') || 'x',
    description: description.join(' ') || 'x',
    reward: `${rest.rewardAmount === 1e-7 ? '0.0000001' : rest.rewardAmount} ${rest.rewardToken}`,
    maxFarmers: 1,
    ...(deadline !== undefined && { deadline: new Date(clock.now() + deadline).toISOString() }),
  } satisfies NewQuest)
  const other = user(people[farmer === giver ? (farmer + 1) % 3 : farmer])
  if (fate === 'cancelled') await owner.furrow.quests.cancel(id)
  if (fate === 'taken' || fate === 'given back') await other.furrow.quests.accept(id)
  if (fate === 'given back') await other.furrow.quests.withdraw(id)
}

const sorts = ['newest', 'oldest', 'deadline', 'reward', 'relevance'] as const

test('each order of each list is what looking at every quest finds, page by page', async () => {
  const harness = await startHarness()
  const people = Array.from({ length: 3 }, () => createWallet())
  const asked = fc.record({
    sort: fc.constantFrom(...sorts),
    filter: filterOf(people),
    limit: fc.integer({ min: 1, max: 9 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(draft, { maxLength: 6 }),
      fc.array(asked, { minLength: 6, maxLength: 12 }),
      async (drafts, queries) => {
        // Earlier quests stay: the lists grow from run to run.
        for (const made of drafts) await post(harness, people, made)
        const all = await readAll(harness, {})
        for (const { sort, filter, limit } of queries) {
          const query = { ...(sort === 'reward' && { token: 'USD' }), ...filter, sort }
          const found = await readAll(harness, { ...query, limit: String(limit) })
          expect({ query, found: idsOf(found) }).toEqual({ query, found: look(all, query) })
        }
      },
    ),
    { numRuns: 25 },
  )
}, 120_000)

describe('lists of thousands', () => {
  /** Some filters are common and some rare, some meet seldom, and many quests are alike. */
  async function fillMany({ context: { db } }: Harness, count: number): Promise<void> {
    const digits = (of: string) => `substr(cast(10000000000000 + ${of} as text), 2)`
    const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`
    const id = `'quest-' || ${digits('1772000000000 + cast(i as bigint) * 600000')} || '-0'`
    const giver = `'0x' || case when i % 2 = 0 then '${'1'.repeat(40)}' else '${'2'.repeat(40)}' end`
    const word = `case when i % 3 = 0 then 'gate' when i % 3 = 1 then 'gates' else 'barn' end`
    for (const insert of [
      `insert into quests (id, giver, title, description, reward, amount, token, skills, max_farmers, category, status,
         deadline, created_at, updated_at)
       ${numbers} select ${id}, ${giver}, case when i % 5 = 0 then 'The ' || ${word} else 'Work' end, ${word}, '',
         case when i % 7 = 0 then cast(i % 50 as text) || '.5' else cast(i % 200 as text) end, 'USD', '[]', 1,
         case when i % 200 < 100 then 'low' else 'high' end,
         case when i % 40 = 0 then 'open' when i % 1000 = 7 then 'disputed' else 'completed' end,
         case when i % 3 = 0 then 1900000000000 + cast(i % 500 as bigint) * 1000 end,
         1772000000000 + cast(i as bigint) * 600000, 1772000000000 from n`,
      `insert into quest_words (day, word, quest_id) ${numbers} select substr(${id}, 7, 5), ${word}, ${id} from n`,
      `insert into quest_texts (quest_id, words) ${numbers}
       select ${id}, case when i % 5 = 0 then ' the ' else ' work ' end || ${word} || ' ' from n`,
    ])
      await sql.raw(insert).execute(db)
    await sql`update quests set skills = '["x"]', category = 'high' where category = 'high' and amount = '199'`.execute(
      db,
    )
  }

  test('are the same, whether their filters are common or rare, and where they seldom meet', async () => {
    const harness = await startHarness()
    await fillMany(harness, 9_000)
    const all = await readAll(harness, {})
    expect(all).toHaveLength(9_000)
    const giver = `0x${'1'.repeat(40)}`
    for (const query of [
      { sort: 'oldest' },
      { sort: 'oldest', q: 'gat', category: 'low', limit: '400' },
      { sort: 'deadline' },
      { sort: 'deadline', status: 'completed', giver },
      { sort: 'deadline', status: 'disputed' },
      { sort: 'deadline', q: 'gate', category: 'high', limit: '300' },
      { sort: 'reward', token: 'USD' },
      { sort: 'reward', token: 'USD', status: 'open' },
      // The best paid are all of the other category: 4,500 of them are gone past.
      { sort: 'reward', token: 'USD', category: 'low', limit: '50' },
      { sort: 'reward', token: 'USD', giver, q: 'gate', status: 'completed', limit: '200' },
      { sort: 'reward', token: 'NONE' },
    ] satisfies Query[]) {
      const found = await readAll(harness, query)
      expect({ query, found: idsOf(found) }).toEqual({ query, found: look(all, query) })
    }
  }, 120_000)

  test('end a page where their filters seldom meet, and lead on', async () => {
    const harness = await startHarness()
    await fillMany(harness, 9_000)
    const query = { sort: 'reward', token: 'USD', category: 'low', limit: '50' } as const
    const { statements, stop } = watchDatabase()
    const first = await harness.visitor.quests.list(query)
    stop()
    expect(first.items.length).toBeLessThan(50)
    expect(first.cursor).not.toBeNull()
    expect(statements.length).toBeLessThan(25)
  })

  test('are ranked by four hundreds, from the newest on', async () => {
    const harness = await startHarness()
    await fillMany(harness, 4_000)
    const all = await readAll(harness, {})
    const matching = look(all, { q: 'gate' })
    expect(matching.length).toBeGreaterThan(2_000)
    const ranked = []
    for (let from = 0; from < matching.length; from += 400) {
      const batch = new Set(matching.slice(from, from + 400))
      const quests = all.filter(({ id }) => batch.has(id))
      ranked.push(...look(quests, { q: 'gate', sort: 'relevance' }))
    }
    for (const limit of ['150', '1000'])
      expect(idsOf(await readAll(harness, { q: 'gate', sort: 'relevance', limit }))).toEqual(ranked)
  })

  test('are ranked as they were when somebody began to page, whatever is posted meanwhile', async () => {
    const harness = await startHarness()
    await fillMany(harness, 1_500)
    const query = { q: 'gate', sort: 'relevance', limit: '150' } as const
    const ranked = idsOf(await readAll(harness, query))
    expect(ranked).toHaveLength(1_000)
    harness.clock.advance(60 * day)
    const giver = harness.user()
    const found = await readAll(
      harness,
      query,
      async () => void (await giver.furrow.quests.post(sampleQuest)),
    )
    expect(idsOf(found)).toEqual(ranked)
  })

  test('are read in the order of an index, with nothing to sort, as far as the page goes', async () => {
    const harness = await startHarness()
    const { db } = harness.context
    await fillMany(harness, 9_000)
    // PostgreSQL believes that tables are small that it knows nothing of.
    for (const isAnalyzed of engine === 'sqlite' ? [false, true] : [true]) {
      if (isAnalyzed) await sql`analyze`.execute(db)
      const { statements, stop } = watchDatabase()
      for (const query of [
        { sort: 'oldest' },
        { sort: 'deadline' },
        { sort: 'deadline', status: 'completed' },
        { sort: 'reward', token: 'USD' },
        { sort: 'reward', token: 'USD', status: 'completed' },
      ] satisfies Query[]) {
        const page = await harness.visitor.quests.list({ ...query, limit: isAnalyzed ? '10' : '11' })
        await harness.visitor.quests.list({ ...query, limit: '10', cursor: page.cursor ?? '' })
      }
      stop()
      const lists = statements.filter(({ sql }) => sql.includes('order by') && !sql.includes('assignments'))
      expect(lists).toHaveLength(10)
      for (const statement of lists) expect(await sortedOrRead(db, statement)).toEqual([])
    }
  })
})

/** Steps in the plan of a statement that sort, or read beyond what a page of ten needs. */
async function sortedOrRead(
  db: Harness['context']['db'],
  { sql: text, parameters }: { sql: string; parameters: readonly unknown[] },
): Promise<string[]> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ detail: string }>`${sql.raw(`explain query plan ${text}`)}`.execute(db)
    return rows.flatMap(({ detail }) => (/^USE TEMP B-TREE/.test(detail) ? [`${detail}: ${text}`] : []))
  }
  const filled = text.replace(/\$(\d+)/g, (_, index) => {
    const value = parameters[Number(index) - 1]
    return typeof value === 'number' ? String(value) : `'${value}'`
  })
  const { rows } = await sql<{ 'QUERY PLAN': string }>`${sql.raw(`explain analyze ${filled}`)}`.execute(db)
  return rows.flatMap(({ 'QUERY PLAN': line }) => {
    const [, read = '0'] = /rows=(\d+) loops/.exec(line) ?? []
    return /Sort Method|Seq Scan/.test(line) || Number(read) > 12 ? [`${line}: ${text}`] : []
  })
}

describe('while quests are posted', () => {
  test.each([...sorts])('pages of %s still have each of the first ones exactly once', async sort => {
    const harness = await startHarness()
    const giver = harness.user()
    let number = 0
    const one = async () => {
      number++
      harness.clock.advance(1_000)
      const rewardAmount = (number * 7) % 11
      return giver.furrow.quests.post({
        ...sampleQuest,
        title: number % 3 === 0 ? 'Fix the gate' : 'Gates',
        rewardAmount,
        reward: `${rewardAmount} USDC`,
        ...(number % 4 > 0 && {
          deadline: new Date(harness.clock.now() + day * ((number * 5) % 13) + day).toISOString(),
        }),
      })
    }
    const first = []
    while (first.length < 14) first.push((await one()).id)
    const query = { sort, limit: '3', token: 'USDC', q: 'gate' }
    const found = idsOf(await readAll(harness, query, async () => void (number < 60 && (await one()))))
    expect(new Set(found).size).toBe(found.length)
    expect(first.filter(id => !found.includes(id))).toEqual([])
  })
})

describe('refused', () => {
  test('is an order that there is not, one of rewards without a token, and a cursor of another list', async () => {
    const harness = await startHarness()
    const { id } = await harness.user().furrow.quests.post(sampleQuest)
    const ask = async (query: string) => {
      const { status, body } = await harness.send('GET', `/quests?${query}`)
      return { query, status, error: body.error }
    }
    for (const sort of ['nonsense', 'Reward', 'reward,deadline', 'constructor', '%F0%9F%8C%BE'])
      expect(await ask(`sort=${sort}&token=USDC`)).toMatchObject({
        status: 400,
        error: expect.stringMatching(/sort/),
      })
    expect(await ask('sort=newest&sort=oldest')).toMatchObject({ status: 400 })
    expect(await ask('sort=reward')).toMatchObject({
      status: 400,
      error: 'sort=reward needs a token: amounts are compared within one token.',
    })
    const strange = [
      ...['nonsense', '0', '-', id, `${'9'.repeat(40)}-${id}`, `1e5-${id}`, `-1-${id}`, `1.${id}`, '....'],
      ...['1.quest-1.quest-2', `999.${id}.${id}.`, `1.${id}.${id}.x`, "' or 1=1 --", 'x'.repeat(200)],
    ]
    for (const sort of ['reward', 'deadline', 'relevance'])
      for (const cursor of strange) {
        const query = `${new URLSearchParams({ sort, token: 'USDC', q: 'gate', cursor })}`
        expect(await ask(query)).toMatchObject({
          query,
          status: 400,
          error: 'cursor must come from a Link header.',
        })
      }
    // As with the newest, an id that nobody has is a place in the list all the same.
    expect((await harness.send('GET', '/quests?sort=oldest&cursor=zzz')).body).toHaveLength(0)
    expect((await harness.send('GET', '/quests?sort=oldest&cursor=a')).body).toHaveLength(1)
  })

  test('is no cursor that leads past the end', async () => {
    const harness = await startHarness()
    const { id } = await harness.user().furrow.quests.post(sampleQuest)
    for (const [sort, cursor] of [
      ['reward', `000000000000000-${id}`],
      ['deadline', `0-quest-0`],
      ['relevance', '.quest-0'],
      ['relevance', `16.quest-0.${id}.`],
    ]) {
      const query = new URLSearchParams({ sort, token: 'USDC', q: 'gate', cursor } as Record<string, string>)
      expect(await harness.send('GET', `/quests?${query}`)).toMatchObject({ status: 200, body: [] })
    }
  })
})
