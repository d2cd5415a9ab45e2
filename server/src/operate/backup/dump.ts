import { createHash } from 'node:crypto'
import type { Db } from '@furrow/storage/db.ts'
import { engineOf } from '@furrow/storage/engine.ts'
import { readSchemaName } from '@furrow/storage/schema-name.ts'
import { isKnownSchema, readOwnShapes, readShapes, type Shape } from '@furrow/storage/shape.ts'
import { streamRows } from '@furrow/storage/stream-rows.ts'
import type { Kysely } from 'kysely'
import { instant } from '../../ground/clock.ts'
import { RefusedError } from '../../ground/errors.ts'
import type { Header, TableLine, Trailer } from './format.ts'

export type Say = (sentence: string) => void

const linesBetween = 200_000

export async function* dump(
  snapshot: Db,
  at: number,
  filesKept: NonNullable<Header['filesKept']>,
  say: Say,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const counted = (text: string) => {
    hash.update(text)
    return text
  }
  const schema = await readSchemaName(snapshot)
  if (schema === null)
    throw new RefusedError('This database has no tables of Furrow: there is nothing to back up.')
  const engine = engineOf(snapshot)
  const header: Header = { furrow: 'backup', format: 1, schema, engine, at: instant(at), filesKept }
  yield counted(`${JSON.stringify(header)}\n`)

  const rows: Record<string, number> = {}
  // A later version that only added has tables and columns that only the database itself knows.
  const shapes = isKnownSchema(schema) ? await readShapes(schema) : await readOwnShapes(snapshot)
  for (const shape of shapes) {
    const { name: table, columns } = shape
    let count = 0
    const head: TableLine = { table, columns }
    yield counted(`${JSON.stringify(head)}\n`)
    for await (const some of rowsOf(snapshot, shape)) {
      const text = some.map(row => `${JSON.stringify(columns.map(column => row[column]))}\n`)
      const isLong = Math.floor(count / linesBetween) < Math.floor((count + some.length) / linesBetween)
      count += some.length
      if (isLong) say(`${table}: ${count} rows so far`)
      yield counted(text.join(''))
    }
    rows[table] = count
    if (count > 0) say(`${table}: ${count} rows`)
  }
  const trailer: Trailer = { rows, sha256: hash.digest('hex') }
  yield `${JSON.stringify(trailer)}\n`
}

type Row = Record<string, unknown>

/** Sorted by key: both engines give the same text for the same data. */
function rowsOf(snapshot: Db, { name, columns, key }: Shape): AsyncGenerator<Row[]> {
  // The name may be of any table. Checked against each of them, these lines would take the compiler longer than all others.
  const anyTable = snapshot as unknown as Kysely<Record<string, Row>>
  const query = anyTable.selectFrom(name).select([...columns])
  const ordered = key.reduce((sorted, column) => sorted.orderBy(column), query)
  return streamRows(snapshot, name, ordered)
}
