import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** Hashes of people who left, so that they leave again where an older backup is restored. The version before writes none. */
export const departureMarks = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  await db.schema
    .createTable('departure_marks')
    .addColumn('id', text)
    .addColumn('at', sql`bigint not null`)
    .addColumn('secret', text)
    .addColumn('mark', text)
    .addPrimaryKeyConstraint('departure_marks_key', ['id'] as never[])
    .execute()
  await sql`create index departure_marks_by_time on departure_marks (at)`.execute(db)
}
