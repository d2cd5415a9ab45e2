import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const kept = 500

/** The only parameter of a statement to run once for each list of values. */
export class EachOf {
  readonly lists: readonly (readonly unknown[])[]

  constructor(lists: readonly (readonly unknown[])[]) {
    this.lists = lists
  }
}

export function createRunner(database: DatabaseSync): <R>(query: CompiledQuery) => QueryResult<R> {
  const statements = new Map<string, { readonly statement: StatementSync; readonly isReader: boolean }>()

  function prepare(sql: string) {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    const made = { statement, isReader: statement.columns().length > 0 }
    if (statements.size >= kept) statements.clear()
    statements.set(sql, made)
    return made
  }

  return <R>({ sql, parameters }: CompiledQuery): QueryResult<R> => {
    const { statement, isReader } = prepare(sql)
    const [first] = parameters
    if (first instanceof EachOf) {
      const lists = first.lists as SQLInputValue[][]
      if (isReader) return { rows: lists.flatMap(values => statement.all(...values) as R[]) }
      for (const values of lists) statement.run(...values)
      return { rows: [] }
    }
    const values = parameters as SQLInputValue[]
    if (isReader) return { rows: statement.all(...values) as R[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
  }
}
