import type { Insertable, Updateable } from 'kysely'
import type { Tables } from './tables.ts'

type Table = keyof Tables & string
type Columns<T extends Table> = readonly (keyof Tables[T] & string)[]

/**
 * `insert`: as they are. `insert-new`: unless the key is there. `put`: over that row. `set`: these columns. `add`: to
 * its numbers or text amounts, if it exists or not. `spend`: as `add`, but not beyond `most`, which is put.
 */
export type Write = {
  readonly how: 'insert' | 'insert-new' | 'put' | 'set' | 'add' | 'spend'
  readonly table: Table
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** For a `put`: the columns to overwrite in an existing row; null for all. */
  readonly only: readonly string[] | null
  /** Whether the sums are spread over shards, of which this transaction has one to itself. */
  readonly sharded: boolean
  readonly rows: object[]
}

/** The bodies that many read, each with a revision; the obligations are a part of the community's page with their own. */
export const shown = ['quests', 'leaderboard', 'community_dao', 'obligations'] as const
export type Shown = (typeof shown)[number]

/** Collects writes to make at once: rows of one table that are written alike go together. */
export type Writes = {
  insert<T extends Table>(table: T, ...rows: readonly Insertable<Tables[T]>[]): void
  insertNew<T extends Table>(table: T, key: Columns<T>, ...rows: readonly Insertable<Tables[T]>[]): void
  put<T extends Table>(table: T, key: Columns<T>, ...rows: readonly Insertable<Tables[T]>[]): void
  /** Inserts the whole row, or sets only these columns of an existing one. */
  putOnly<T extends Table>(
    table: T,
    key: Columns<T>,
    only: Columns<T>,
    ...rows: readonly Insertable<Tables[T]>[]
  ): void
  set<T extends Table>(table: T, key: Columns<T>, ...rows: readonly Updateable<Tables[T]>[]): void
  /** No two rows may have the same key: sum them before. */
  add<T extends Table>(table: T, key: Columns<T>, ...rows: readonly Partial<Insertable<Tables[T]>>[]): void
  /** As `add`; beyond `most` the database refuses everything written with it. */
  spend(...rows: readonly Insertable<Tables['quotas']>[]): void
  /** As `insert`; where another request used the key first, the database refuses everything written with it. */
  useKey(...rows: readonly Insertable<Tables['idempotency_keys']>[]): void
  addSharded<T extends Table>(table: T, key: Columns<T>, ...rows: readonly Sharded<T>[]): void
  count(...names: readonly Shown[]): void
  /** Refuses all that is written with it where the sum exceeds `most`. PostgreSQL writes this before other tables. */
  limit(limit: Limit): void
  readonly limits: readonly Limit[]
  /** Whether one request makes them: then the same statement recurs, with a few rows. */
  readonly isOfOne: boolean
  readonly all: readonly Write[]
  readonly counted: readonly Shown[]
}

/** The rows are added to, and named by the one column of their key. */
export type Limit = {
  readonly table: Table
  readonly key: string
  readonly column: string
  readonly most: number
  readonly keys: readonly string[]
}

type Sharded<T extends Table> = Omit<Insertable<Tables[T]>, 'shard'>

const quotaKey = ['address', 'kind', 'day'] as const

export function createWrites({ isOfOne = false }: Partial<Pick<Writes, 'isOfOne'>> = {}): Writes {
  const writes: Write[] = []
  const byTable = new Map<string, Write[]>()
  const counted = new Set<Shown>()
  const limits: Limit[] = []

  function add(
    rows: readonly object[],
    given: Omit<Write, 'columns' | 'rows' | 'only'> & Partial<Write>,
  ): void {
    const like = { only: null, ...given }
    const own = byTable.get(like.table) ?? []
    byTable.set(like.table, own)
    for (const row of rows) {
      const columns = Object.keys(row)
      const known = own.find(write => isLike(write, like, columns))
      if (known !== undefined) {
        known.rows.push(row)
        continue
      }
      const write = { ...like, columns, rows: [row] }
      own.push(write)
      writes.push(write)
    }
  }

  return {
    insert: (table, ...rows) => add(rows, { how: 'insert', table, key: [], sharded: false }),
    insertNew: (table, key, ...rows) => add(rows, { how: 'insert-new', table, key, sharded: false }),
    put: (table, key, ...rows) => add(rows, { how: 'put', table, key, sharded: false }),
    putOnly: (table, key, only, ...rows) => add(rows, { how: 'put', table, key, only, sharded: false }),
    set: (table, key, ...rows) => add(rows, { how: 'set', table, key, sharded: false }),
    add: (table, key, ...rows) => add(rows, { how: 'add', table, key, sharded: false }),
    spend: (...rows) => add(rows, { how: 'spend', table: 'quotas', key: quotaKey, sharded: false }),
    useKey: (...rows) =>
      add(rows, { how: 'insert', table: 'idempotency_keys', key: ['address', 'key'], sharded: false }),
    addSharded: (table, key, ...rows) => add(rows, { how: 'add', table, key, sharded: true }),
    count(...names) {
      for (const name of names) counted.add(name)
    },
    limit: limit => void limits.push(limit),
    limits,
    isOfOne,
    all: writes,
    get counted() {
      return shown.filter(name => counted.has(name))
    },
  }
}

function isLike(
  write: Write,
  { how, only }: Pick<Write, 'how' | 'only'>,
  columns: readonly string[],
): boolean {
  return write.how === how && isEqual(write.columns, columns) && isEqual(write.only ?? [], only ?? [])
}

function isEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name, index) => name === others[index])
}
