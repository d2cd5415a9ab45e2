import { textContains } from '@furrow/storage/contains.ts'
import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { daysBack, endOf, startOf } from '../../ground/ids.ts'
import { type IdList, isAfter, nextSize, type Start, sample, wayOf } from './id-list.ts'
import type { WordRange } from './search-words.ts'

/**
 * The quests that have a word of the range, by the days on which they were posted: a beginning has many words, whose quests
 * no index has in one order. The quests of a few days are few, and are sorted; a day without any costs one look.
 */
export function wordList(
  db: Db,
  range: WordRange,
  start: Start,
  spans: readonly (readonly string[])[],
): IdList {
  const { first } = start
  const inSpan = (span: readonly string[], cursor: string | null) => sql<SqlBool>`
    ${isAmong(db, 'day', span)} and word >= ${range.from} and word < ${range.to}
    and ${isAfter({ first, cursor }, sql.ref('quest_id'))}`
  const endOfSpan = first === 'newest' ? startOf : endOf

  return {
    holds: sql`(select 1 from quest_texts
      where quest_texts.quest_id = quests.id and ${textContains(db, 'quest_texts.words', textOf(range))} limit 1) = 1`,
    async reach() {
      let [count, last] = [0, '']
      for (const span of spans) {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from (
            select 1 from quest_words where ${inSpan(span, start.cursor)} limit ${sample - count}) as found`.execute(
          db,
        )
        count += rows[0]?.count ?? 0
        last = endOfSpan(span.at(-1) ?? '')
        if (count === sample) break
      }
      return { count, last }
    },
    async *walk(least) {
      let [cursor, size] = [start.cursor, least]
      for (const span of spans)
        for (let isWhole = false; !isWhole; size = nextSize(size)) {
          const { rows } = await sql<{ id: string }>`
            select distinct quest_id as id from quest_words where ${inSpan(span, cursor)}
            order by id ${wayOf(start)} limit ${size}`.execute(db)
          const ids = rows.map(({ id }) => id)
          yield ids
          cursor = ids.at(-1) ?? cursor
          isWhole = ids.length < size
        }
    },
  }
}

/** Each word of a quest has a space on both sides. */
export function textOf({ from, to }: WordRange): string {
  const isWholeWord = to === `${from}\u0001`
  return isWholeWord ? ` ${from} ` : ` ${from}`
}

/** Days after the cursor, from the end where the list begins: as many as hold a sample, then four times as many. */
export async function readSpans(db: Db, start: Start): Promise<string[][]> {
  const isLeft = isAfter(start, sql.ref('id'))
  const [nearest, furthest] = start.first === 'newest' ? [max, min] : [min, max]
  const { rows } = await sql<{ from: string | null; near: string | null; to: string | null }>`
    select (select ${nearest} from quests where ${isLeft}) as "from",
      (select id from quests where ${isLeft} order by id ${wayOf(start)} limit 1 offset ${sql.lit(sample - 1)}) as near,
      (select ${furthest} from quests) as "to"`.execute(db)
  const { from, near, to } = rows[0] ?? {}
  if (!from || !to) return []
  const days = daysBetween(from, to)
  const spans: string[][] = []
  for (
    let at = 0, count = near ? daysBetween(from, near).length : days.length;
    at < days.length;
    count *= 4
  ) {
    spans.push(days.slice(at, at + count))
    at += count
  }
  return spans
}

const [min, max]: RawBuilder<unknown>[] = [sql`min(id)`, sql`max(id)`]

function daysBetween(from: string, to: string): string[] {
  return from < to ? daysBack(to, from).reverse() : daysBack(from, to)
}
