import type { Db } from '@furrow/storage/db.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Enough entries to tell how dense a list is. */
export const sample = 1_000

export type Start = { readonly first: 'newest' | 'oldest'; readonly cursor: string | null }

export type Reach = { readonly count: number; readonly last: string }

/** The ids of the quests that fit one filter, by age, in the order of an index: each part costs the same. */
export type IdList = {
  readonly holds: RawBuilder<SqlBool>
  reach(): Promise<Reach>
  /** A test that no index answers: it narrows another list, and is not walked by itself. */
  readonly isTest?: true
  walk(size: number): AsyncIterable<readonly string[]>
}

export type ListedTable = 'quests' | 'quest_skills' | 'assignments'

type Indexed = {
  readonly table: ListedTable
  /** An index has these columns, and then the quest's id. */
  readonly columns: Readonly<Record<string, string>>
  readonly start: Start
  readonly also?: RawBuilder<SqlBool> | undefined
}

export function indexedList(db: Db, { table, columns, start, also = sql`true` }: Indexed): IdList {
  const idColumn = table === 'quests' ? 'id' : 'quest_id'
  const id = sql.ref<string>(`${table}.${idColumn}`)
  const same = Object.entries(columns).map(([name, value]) => sql`${sql.ref(`${table}.${name}`)} = ${value}`)
  const fits = sql<SqlBool>`${sql.join([...same, also], sql` and `)}`
  const { first } = start
  const next = (cursor: string | null, size: number) =>
    sql<{ id: string }>`
      select ${id} as id from ${sql.table(table)}
      where ${fits} and ${isAfter({ first, cursor }, id)}
      order by ${id} ${wayOf(start)} limit ${size}`

  return {
    holds:
      table === 'quests'
        ? fits
        : // One value for each tested quest: PostgreSQL would rather read the whole of an `exists` and join.
          sql`(select 1 from ${sql.table(table)} where ${id} = quests.id and ${fits} limit 1) = 1`,
    async reach() {
      const last = first === 'newest' ? sql`min(id)` : sql`max(id)`
      const { rows } = await sql<{ count: number; last: string | null }>`
        select count(*) as count, ${last} as last from (${next(start.cursor, sample)}) as newest`.execute(db)
      return { count: rows[0]?.count ?? 0, last: rows[0]?.last ?? '' }
    },
    async *walk(least) {
      for (let { cursor } = start, size = least; ; size = nextSize(size)) {
        const { rows } = await next(cursor, size).execute(db)
        const ids = rows.map(({ id }) => id)
        yield ids
        if (ids.length < size) return
        cursor = ids.at(-1) ?? null
      }
    },
  }
}

/** All quests, of which those fit that pass the test: it seems endless, so that any other list is walked first. */
export function testList(db: Db, start: Start, holds: RawBuilder<SqlBool>): IdList {
  const last = start.first === 'newest' ? '\uffff' : ''
  return {
    ...indexedList(db, { table: 'quests', columns: {}, start }),
    holds,
    isTest: true,
    reach: async () => ({ count: sample, last }),
  }
}

export function isAfter({ first, cursor }: Start, id: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (cursor === null) return sql`true`
  return first === 'newest' ? sql`${id} < ${cursor}` : sql`${id} > ${cursor}`
}

export function wayOf({ first }: Start): RawBuilder<unknown> {
  return first === 'newest' ? sql`desc` : sql`asc`
}

/** A page that needs more than expected may need a lot more. */
export function nextSize(size: number): number {
  return Math.max(size, Math.min(4 * size, sample))
}
