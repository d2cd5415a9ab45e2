import { type SqlBool, sql } from 'kysely'
import { textContains } from '../db/contains.ts'
import type { Db } from '../db/db.ts'
import { isAmong } from '../db/json-rows.ts'
import { daysBack, startOf } from '../ids.ts'
import { type IdList, nextSize, sample } from './id-list.ts'
import type { WordRange } from './search-words.ts'

/**
 * The quests that have a word of the range, by the days on which they were posted: a beginning has many words, whose quests no
 * index has in one order. Those of a few days are few, and are sorted; and where a day has none, that is one look.
 */
export function wordList(
  db: Db,
  range: WordRange,
  before: string | null,
  spans: readonly (readonly string[])[],
): IdList {
  const inSpan = (span: readonly string[], cursor: string | null) => sql<SqlBool>`
    ${isAmong(db, 'day', span)} and word >= ${range.from} and word < ${range.to}
    and ${cursor === null ? sql`true` : sql`quest_id < ${cursor}`}`

  return {
    holds: sql`exists (select 1 from quest_texts
      where quest_texts.quest_id = quests.id and ${textContains(db, 'quest_texts.words', textOf(range))})`,
    async reach() {
      let [count, last] = [0, '']
      for (const span of spans) {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from (
            select 1 from quest_words where ${inSpan(span, before)} limit ${sample - count}) as found`.execute(
          db,
        )
        count += rows[0]?.count ?? 0
        last = startOf(span.at(-1) ?? '')
        if (count === sample) break
      }
      return { count, last }
    },
    async *walk(first) {
      let [cursor, size] = [before, first]
      for (const span of spans)
        for (let isWhole = false; !isWhole; size = nextSize(size)) {
          const { rows } = await sql<{ id: string }>`
            select distinct quest_id as id from quest_words where ${inSpan(span, cursor)}
            order by id desc limit ${size}`.execute(db)
          const ids = rows.map(({ id }) => id)
          yield ids
          cursor = ids.at(-1) ?? cursor
          isWhole = ids.length < size
        }
    },
  }
}

/** As it stands among the words of a quest, each of which has a space on both sides. */
function textOf({ from, to }: WordRange): string {
  const isWholeWord = to === `${from}\u0001`
  return isWholeWord ? ` ${from} ` : ` ${from}`
}

/**
 * The days before the cursor on which quests may have been posted, newest first: as many as have a sample of them, then
 * four times as many each time.
 */
export async function readSpans(db: Db, before: string | null): Promise<string[][]> {
  const older = before === null ? sql`true` : sql`id < ${before}`
  const { rows } = await sql<{ newest: string | null; near: string | null; oldest: string | null }>`
    select (select max(id) from quests where ${older}) as newest,
      (select id from quests where ${older} order by id desc limit 1 offset ${sql.lit(sample - 1)}) as near,
      (select min(id) from quests) as oldest`.execute(db)
  const { newest, near, oldest } = rows[0] ?? {}
  if (!newest || !oldest) return []
  const days = daysBack(newest, oldest)
  const spans: string[][] = []
  for (let at = 0, count = near ? daysBack(newest, near).length : days.length; at < days.length; count *= 4) {
    spans.push(days.slice(at, at + count))
    at += count
  }
  return spans
}
