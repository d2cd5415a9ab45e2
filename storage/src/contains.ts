import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './db.ts'
import { engineOf } from './engine.ts'

/** Byte for byte. */
export function textContains(db: Db, column: string, text: string): RawBuilder<SqlBool> {
  return engineOf(db) === 'postgres'
    ? sql`strpos(${sql.ref(column)}, ${text}) > 0`
    : sql`instr(${sql.ref(column)}, ${text}) > 0`
}
