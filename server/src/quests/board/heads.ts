import type { Db } from '@furrow/storage/db.ts'
import { isAmong } from '@furrow/storage/json-rows.ts'
import type { QuestRow } from '@furrow/storage/tables.ts'
import type { RawBuilder, SqlBool } from 'kysely'
import type { IdList } from './id-list.ts'

/** Quests walked for one page: after so many it ends before its limit, and leads on. */
const mostWalked = 500

export type Head = Pick<QuestRow, 'id' | 'events' | 'rail' | 'taken' | 'erasures' | 'plan'> & {
  readonly cursor: string
}

export type HeadPage = { readonly heads: readonly Head[]; readonly next: string | null }

export const noHeads: HeadPage = { heads: [], next: null }

/** Each entry is a cursor, and names a quest. */
export type Ordered = {
  walk(size: number): AsyncIterable<readonly string[]>
  idOf(cursor: string): string
}

export async function walk(
  db: Db,
  along: Ordered,
  others: readonly IdList[],
  limit: number,
): Promise<HeadPage> {
  const heads: Head[] = []
  let walked = 0
  for await (const cursors of along.walk(others.length === 0 ? limit + 1 : 2 * (limit + 1))) {
    heads.push(...(await readHeads(db, along, cursors, others)))
    if (heads.length > limit) break
    walked += cursors.length
    if (walked >= mostWalked) return { heads, next: cursors.at(-1) ?? null }
  }
  return pageOf(heads, limit)
}

async function readHeads(
  db: Db,
  { idOf }: Ordered,
  cursors: readonly string[],
  lists: readonly IdList[],
): Promise<Head[]> {
  if (cursors.length === 0) return []
  const ids = cursors.map(idOf)
  const fits: RawBuilder<SqlBool>[] = [isAmong(db, 'id', ids), ...lists.map(({ holds }) => holds)]
  const rows = await db
    .selectFrom('quests')
    .select(['id', 'events', 'rail', 'taken', 'erasures', 'plan'])
    .where(({ and }) => and(fits))
    .where('hidden_at', 'is', null)
    .execute()
  const known = new Map(rows.map(row => [row.id, row]))
  return cursors.flatMap((cursor, index) => {
    const row = known.get(ids[index] ?? '')
    return row === undefined ? [] : [{ ...row, cursor }]
  })
}

/** `heads` may have one more than the page, which then has a next one. */
export function pageOf(heads: readonly Head[], limit: number): HeadPage {
  const page = heads.slice(0, limit)
  return { heads: page, next: heads.length > limit ? (page.at(-1)?.cursor ?? null) : null }
}
