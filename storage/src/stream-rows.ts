import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'
import type { Tables } from './tables.ts'

const usually = 500

/** Yields all rows of a query in a snapshot, in batches. `name` must differ between concurrent readings. */
export async function* streamRows<O>(
  db: Db,
  name: string,
  query: Pick<SelectQueryBuilder<Tables, keyof Tables, O>, 'stream' | 'toOperationNode'>,
  atOnce = usually,
): AsyncGenerator<O[]> {
  if (engineOf(db) === 'sqlite') {
    let rows: O[] = []
    for await (const row of query.stream()) {
      rows.push(row)
      if (rows.length < atOnce) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
    return
  }
  const cursor = sql.ref(`read_${name}`)
  await sql`declare ${cursor} no scroll cursor for ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<O>`fetch ${sql.lit(atOnce)} from ${cursor}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) break
  }
  await sql`close ${cursor}`.execute(db)
}
