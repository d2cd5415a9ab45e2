import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** The commitment made at a ballot's end, and the note of the audit log that holds it. */
export const commitments = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`
  await sql`alter table ballots add column note_id ${text}`.execute(db)
  await sql`alter table ballot_members add column salt ${text}`.execute(db)
  await sql`alter table ballot_members add column identity ${text}`.execute(db)
}
