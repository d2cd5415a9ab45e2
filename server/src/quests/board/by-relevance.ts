import { textContains } from '@furrow/storage/contains.ts'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong, joinEach } from '@furrow/storage/json-rows.ts'
import { sql } from 'kysely'
import { readCursor } from '../../ground/http/queries.ts'
import { findByAge } from './by-age.ts'
import type { QuestFilter } from './filters.ts'
import type { Head, HeadPage } from './heads.ts'
import { rangesOf, wordsOf } from './search-words.ts'

/** Quests ranked at once, which costs some 3 ms whatever the words are. */
const ranked = 400

type Batch = { readonly before: string; readonly from: string }

type Place = Batch & { readonly rank: number; readonly id: string }
type Cursor = { readonly before: string | undefined; readonly place: Place | null }

/**
 * Best first: a whole word of the title, one of other texts, a mere beginning; the newest of equals. The newest four
 * hundred are ranked, then the next, which bounds the cost of a page. @throws BadRequestError for a cursor of another
 * list.
 */
export async function findByRelevance(db: Db, query: QuestFilter, limit: number): Promise<HeadPage> {
  const words = rangesOf(query.q ?? '').map(({ from }) => from)
  if (words.length === 0) return findByAge(db, query, 'newest', limit)
  const { cursor, ...filter } = query
  const { before, place } = readPlace(cursor)
  const found = await findByAge(db, { ...filter, ...(before && { cursor: before }) }, 'newest', ranked)
  const heads = place === null ? found.heads : found.heads.filter(({ id }) => id >= place.from)
  const batch = place ?? { before: before ?? justAfter(heads[0]), from: found.next ?? '' }
  const ranks = await rankAll(db, heads, words)
  const sorted = heads
    .map(head => ({ head, rank: ranks.get(head.id) ?? 2 * words.length }))
    .filter(
      ({ head, rank }) => place === null || rank > place.rank || (rank === place.rank && head.id < place.id),
    )
    .toSorted((a, b) => a.rank - b.rank || (a.head.id > b.head.id ? -1 : 1))
    .map(({ head, rank }) => ({ ...head, cursor: cursorOf({ ...batch, rank, id: head.id }) }))
  const page = sorted.slice(0, limit)
  if (sorted.length > limit) return { heads: page, next: page.at(-1)?.cursor ?? null }
  return { heads: page, next: batch.from === '' ? null : `.${batch.from}` }
}

/** Two for each word that only begins a word of the quest, one for each that is a whole word outside its title. */
async function rankAll(
  db: Db,
  heads: readonly Head[],
  words: readonly string[],
): Promise<Map<string, number>> {
  if (heads.length === 0) return new Map()
  const isWhole = words.map(
    word => sql`case when ${textContains(db, 'quest_texts.words', ` ${word} `)} then '1' else '0' end`,
  )
  const ids = heads.map(({ id }) => id)
  const { rows } = await sql<{ id: string; title: string; whole: string }>`
    select quests.id, title, ${sql.join(isWhole, sql` || `)} as whole
    from quests ${joinEach(db, 'quest_texts', 'quest_texts', sql`quest_texts.quest_id = quests.id`)}
    where ${isAmong(db, 'quests.id', ids)}`.execute(db)
  return new Map(rows.map(({ id, title, whole }) => [id, rankOf(title, whole, words)]))
}

function rankOf(title: string, whole: string, words: readonly string[]): number {
  if (!whole.includes('1')) return 2 * words.length
  const titled = new Set(wordsOf(title))
  const ranks = words.map((word, index) => (whole[index] === '0' ? 2 : titled.has(word) ? 0 : 1))
  return ranks.reduce<number>((sum, rank) => sum + rank, 0)
}

/** Quests posted while somebody pages are in no batch of theirs: no id is between these. */
function justAfter(newest: Head | undefined): string {
  return newest === undefined ? '' : `${newest.id}~`
}

function cursorOf({ rank, id, before, from }: Place): string {
  return [rank, id, before, from].join('.')
}

/** The cursor of a batch is a point followed by its `before`. */
function readPlace(cursor: string | undefined): Cursor {
  if (cursor === undefined) return { before: undefined, place: null }
  if (/^\.quest-[^.]+$/.test(cursor)) return { before: cursor.slice(1), place: null }
  const { rank, id, before, from } = readCursor<'rank' | 'id' | 'before' | 'from'>(
    cursor,
    /^(?<rank>\d{1,2})\.(?<id>quest-[^.]+)\.(?<before>quest-[^.]+)\.(?<from>(?:quest-[^.]+)?)$/,
  )
  return { before, place: { rank: Number(rank), id, before, from } }
}
