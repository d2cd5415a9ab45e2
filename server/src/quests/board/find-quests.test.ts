import type { QuestRow, Tables } from '@furrow/storage/tables.ts'
import fc from 'fast-check'
import type { Insertable } from 'kysely'
import { expect, test } from 'vitest'
import { sampleQuest, startHarness } from '../../../test/harness.ts'
import type { Address } from '../../ground/address.ts'
import { dayOf } from '../../ground/ids.ts'
import type { QuestFilter } from './filters.ts'
import { foldWords } from './fold-words.ts'
import { findQuests } from './list.ts'
import { wordsOf } from './search-words.ts'

/** Letters of several scripts, in forms that are and are not the same word. */
const spellings = [
  ...[
    'gate',
    'Gates',
    'GATEWAY',
    'gate_7',
    'g',
    'ga',
    'Gäte',
    'Ga\u0308te',
    'ﬁeld',
    'field',
    'STRASSE',
    'straße',
  ],
  ...[
    '門',
    '門番',
    '門番小屋',
    'ガーデン',
    'ｶﾞｰﾃﾞﾝ',
    '정원',
    'حديقة',
    'حَديقة',
    'сад',
    'Садовник',
    'САД',
    'κήπος',
    'ΚΉΠΟΣ',
  ],
  ...['x'.repeat(39), `${'x'.repeat(39)}\u{20000}`, 'x'.repeat(60), '7', '77', '𝟽', '0_'],
]
const people = ['1', '2', '3'].map(digit => `0x${digit.repeat(40)}` as Address)
const places = ['accepted', 'released', 'withdrawn'] as const
const statuses = ['open', 'in-review', 'completed'] as const

type Known = Pick<QuestRow, 'id' | 'giver' | 'category' | 'token' | 'status'> & {
  readonly words: readonly string[]
  readonly skills: readonly string[]
  readonly farmers: readonly { farmer: Address; status: (typeof places)[number] }[]
}

const some = <T>(values: readonly T[], maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength })

/** Posted within a minute, or on days that are far apart. */
const time = fc
  .oneof(
    fc.nat(60_000),
    fc.nat(400).map(days => days * 86_400_000),
  )
  .map(after => 1_772_000_000_000 + after)

const quest = fc.record({
  time,
  giver: fc.constantFrom(...people),
  category: fc.constantFrom('harvest', 'repairs'),
  token: fc.constantFrom('USDC', 'SEED'),
  status: fc.constantFrom(...statuses),
  title: some(spellings, 6),
  skills: some(['mowing', 'gate'], 2),
  farmers: fc.uniqueArray(
    fc.record({ farmer: fc.constantFrom(...people), status: fc.constantFrom(...places) }),
    {
      selector: ({ farmer }) => farmer,
    },
  ),
})

const filter = fc.record(
  {
    status: fc.constantFrom(...statuses),
    category: fc.constantFrom('harvest', 'none'),
    token: fc.constantFrom('USDC', 'SEED'),
    skill: fc.constantFrom('mowing', 'gate'),
    giver: fc.constantFrom(...people),
    farmer: fc.constantFrom(...people),
    q: some([...spellings, 'gat', 'nothing', 'حد', 'са', '門番', 'xx'], 3).map(words => words.join(' ')),
  },
  { requiredKeys: [] },
)

/** The expected list, found by looking at each quest. */
function look(quests: readonly Known[], query: QuestFilter): string[] {
  const asked = wordsOf(query.q ?? '')
  const fits = (known: Known) =>
    (['status', 'category', 'token', 'giver'] as const).every(
      name => query[name] === undefined || query[name] === known[name],
    ) &&
    (query.skill === undefined || known.skills.includes(query.skill)) &&
    (query.farmer === undefined ||
      known.farmers.some(({ farmer, status }) => farmer === query.farmer && status !== 'withdrawn')) &&
    asked.every((word, index) => {
      const isWhole = Buffer.byteLength(word) < 3 && index < asked.length - 1
      return known.words.some(own => (isWhole ? own === word : own.startsWith(word)))
    })
  return quests
    .filter(fits)
    .map(({ id }) => id)
    .toSorted()
    .reverse()
}

test('a list is what looking at every quest finds, page by page, in the same order on both engines', async () => {
  const { context } = await startHarness()
  const { db } = context
  await fc.assert(
    fc.asyncProperty(
      fc.array(quest, { maxLength: 30 }),
      fc.array(fc.tuple(filter, fc.integer({ min: 1, max: 8 })), { minLength: 5, maxLength: 15 }),
      async (drafts, queries) => {
        const known = drafts.map(({ time, title, ...draft }, index) => ({
          ...draft,
          id: `quest-${time}-${String(index).padStart(4, '0')}`,
          words: wordsOf(title.join(' '), ...draft.skills),
        }))
        for (const table of ['quests', 'quest_words', 'quest_texts', 'quest_skills', 'assignments'] as const)
          await db.deleteFrom(table).execute()
        await insertAll(known, async (table, rows) => {
          if (rows.length > 0)
            await db
              .insertInto(table)
              .values(rows as never)
              .execute()
        })
        for (const [query, limit] of queries) {
          const found: string[] = []
          for (let cursor: string | null | undefined; cursor !== null; ) {
            const page = await findQuests(db, { ...query, limit: String(limit), ...(cursor && { cursor }) })
            expect(page.heads.length).toBeLessThanOrEqual(limit)
            found.push(...page.heads.map(({ id }) => id))
            cursor = page.next
          }
          expect({ query, found }).toEqual({ query, found: look(known, query) })
        }
      },
    ),
    { numRuns: 40 },
  )
}, 120_000)

async function insertAll(
  known: readonly Known[],
  insert: <T extends keyof Tables>(table: T, rows: readonly Insertable<Tables[T]>[]) => Promise<void>,
): Promise<void> {
  const texts = { title: '', description: '', reward: '', skills: '[]' }
  const rest = { amount: '1', max_farmers: 1, created_at: 0, updated_at: 0, rail: 'ledger' as const }
  await insert(
    'quests',
    known.map(({ id, giver, category, token, status }) => ({
      id,
      giver,
      category,
      token,
      status,
      ...texts,
      ...rest,
    })) as never,
  )
  await insert(
    'quest_words',
    known.flatMap(({ id, words }) => words.map(word => ({ day: dayOf(id), word, quest_id: id }))),
  )
  await insert(
    'quest_texts',
    known.map(({ id, words }) => ({ quest_id: id, words: ` ${words.join(' ')} ` })),
  )
  await insert(
    'quest_skills',
    known.flatMap(({ id, skills }) => skills.map(skill => ({ skill, quest_id: id }))),
  )
  await insert(
    'assignments',
    known.flatMap(({ id, giver, token, farmers }) =>
      farmers.map(part => ({
        ...part,
        quest_id: id,
        giver,
        token,
        amount: '1',
        accepted_at: 0,
        expires_at: 0,
        rail: 'ledger' as const,
      })),
    ) as never,
  )
}

test('a search along two common lists that seldom meet ends its page early, and leads on to all of it', async () => {
  const { context } = await startHarness()
  const { db } = context
  const count = 12_000
  const known = Array.from({ length: count }, (_, index) => {
    const [category, token] = [
      index % 2 === 0 ? 'harvest' : 'repairs',
      index % 2 === 0 && index > 9 ? 'SEED' : 'USDC',
    ]
    const id = `quest-${1_772_000_000_000 + index * 60_000}-0`
    return {
      id,
      giver: people[0] as Address,
      category,
      token,
      status: 'open' as const,
      words: [],
      skills: [],
      farmers: [],
    }
  })
  await insertAll(known, async (table, rows) => {
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto(table)
        .values(rows.slice(from, from + 500) as never)
        .execute()
  })
  const query = { category: 'harvest', token: 'USDC', limit: '3' }
  const pages = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { heads, next } = await findQuests(db, { ...query, ...(cursor && { cursor }) })
    pages.push(heads.map(({ id }) => id))
    cursor = next
  }
  expect(pages.flat()).toEqual(look(known, query))
  expect(pages.flat()).toHaveLength(5)
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.length).toBeLessThan(12)
})

test('a search takes letters with accents for those without, also in quests that were posted before it did', async () => {
  const { context, user, visitor } = await startHarness()
  const { db } = context
  const { id } = await user().furrow.quests.post({ ...sampleQuest, title: 'Übersetzung für Zürich' })
  const found = async (q: string) => (await visitor.quests.list({ q })).items.map(quest => quest.id)
  for (const q of ['ubersetz', 'Übersetzung', 'zurich FÜR']) expect(await found(q), q).toEqual([id])

  await db.deleteFrom('quest_words').where('quest_id', '=', id).execute()
  const before = ['übersetzung', 'für', 'zürich']
  const rows = before.map(word => ({ day: dayOf(id), word, quest_id: id }))
  await db.insertInto('quest_words').values(rows).execute()
  await db
    .updateTable('quest_texts')
    .set({ words: ` ${before.join(' ')} `, folded: 0 })
    .where('quest_id', '=', id)
    .execute()
  expect(await found('zurich')).toEqual([])
  expect(await foldWords.round(context)).toBe(1)
  expect(await foldWords.round(context)).toBe(0)
  for (const q of ['ubersetz', 'Übersetzung', 'gate']) expect(await found(q), q).toEqual([id])
})
