import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** So many entries say how dense a list is. */
export const sample = 1_000

/** The newest entries of a list: at most `sample` of them, and about where the last one is. */
export type Reach = { readonly count: number; readonly last: string }

/** The ids of the quests that fit one filter, newest first, as an index has them: no part of it costs more than another. */
export type IdList = {
  /** Whether a quest of `quests` is in it. */
  readonly holds: RawBuilder<SqlBool>
  /** How far back its newest entries lead. */
  reach(): Promise<Reach>
  /** All of it, part by part, the first one of that size. */
  walk(size: number): AsyncIterable<readonly string[]>
}

export type ListedTable = 'quests' | 'quest_skills' | 'assignments'

type Indexed = {
  readonly table: ListedTable
  /** An index has them and, after them, the quest's id. */
  readonly columns: Readonly<Record<string, string>>
  readonly before: string | null
  readonly also?: RawBuilder<SqlBool> | undefined
}

export function indexedList(db: Db, { table, columns, before, also = sql`true` }: Indexed): IdList {
  const idColumn = table === 'quests' ? 'id' : 'quest_id'
  const id = sql.ref<string>(`${table}.${idColumn}`)
  const same = Object.entries(columns).map(([name, value]) => sql`${sql.ref(`${table}.${name}`)} = ${value}`)
  const fits = sql<SqlBool>`${sql.join([...same, also], sql` and `)}`
  const newest = (cursor: string | null, size: number) =>
    sql<{ id: string }>`
      select ${id} as id from ${sql.table(table)}
      where ${fits} and ${cursor === null ? sql`true` : sql`${id} < ${cursor}`}
      order by ${id} desc limit ${size}`

  return {
    holds:
      table === 'quests'
        ? fits
        : sql`exists (select 1 from ${sql.table(table)} where ${id} = quests.id and ${fits})`,
    async reach() {
      const { rows } = await sql<{ count: number; last: string | null }>`
        select count(*) as count, min(id) as last from (${newest(before, sample)}) as newest`.execute(db)
      return { count: rows[0]?.count ?? 0, last: rows[0]?.last ?? '' }
    },
    async *walk(first) {
      for (let cursor = before, size = first; ; size = nextSize(size)) {
        const { rows } = await newest(cursor, size).execute(db)
        const ids = rows.map(({ id }) => id)
        yield ids
        if (ids.length < size) return
        cursor = ids.at(-1) ?? null
      }
    },
  }
}

/** What a page needs more than expected, it may need a lot of. */
export function nextSize(size: number): number {
  return Math.max(size, Math.min(4 * size, sample))
}
