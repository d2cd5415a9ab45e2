import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

/** People who left, their pseudonyms in the books, and triggers that let the log of quests drop their texts and nothing else. */
export const leaving = (engine: Engine) => async (db: Kysely<unknown>) => {
  const text = engine === 'postgres' ? sql`text collate "C" not null` : sql`text not null`
  await db.schema
    .createTable('departures')
    .addColumn('pseudonym', text)
    .addColumn('at', sql`bigint not null`)
    .addColumn('erased_at', sql`bigint`)
    .addColumn('wiped', sql`integer not null default 0`)
    .addPrimaryKeyConstraint('departures_key', ['pseudonym'] as never[])
    .execute()
  await db.schema
    .createTable('pseudonyms')
    .addColumn('quest_id', text)
    .addColumn('address', text)
    .addColumn('pseudonym', text)
    .addPrimaryKeyConstraint('pseudonyms_key', ['quest_id', 'address'] as never[])
    .execute()
  await db.schema.alterTable('quests').addColumn('erasures', sql`integer not null default 0`).execute()
  for (const index of [
    sql`pseudonyms_by_pseudonym on pseudonyms (pseudonym, quest_id)`,
    sql`departures_to_wipe on departures (at) where wiped = 0`,
    sql`departures_by_time on departures (at)`,
    sql`correspondents_by_recipient on correspondents (recipient)`,
    sql`comments_by_author on comments (author, quest_id)`,
    sql`comment_readers_by_reader on comment_readers (reader)`,
    sql`proposals_by_proposer on proposals (proposer)`,
    sql`files_by_quest on files (quest_id) where quest_id is not null`,
    sql`audit_notes_by_actor on audit_notes (actor, id) where actor is not null`,
  ])
    await sql`create index ${index}`.execute(db)
  await letTextsGo(db, engine, 'quest_events', ['quest_id', 'number', 'at', 'kind'])
  await letTextsGo(db, engine, 'quest_revisions', ['quest_id', 'number', 'at'])
}

/** Append-only as before, except that a transaction in which a person leaves may remove their texts. */
export async function letTextsGo(
  db: Kysely<unknown>,
  engine: Engine,
  table: string,
  kept: readonly string[],
): Promise<void> {
  const changed = kept.map(column => `new.${column} <> old.${column}`).join(' or ')
  const refused = `${changed} or not exists (select 1 from departures where erased_at is null)`
  if (engine === 'sqlite') {
    await sql.raw(`drop trigger ${table}_no_update`).execute(db)
    await sql
      .raw(
        `create trigger ${table}_no_update before update on ${table} when ${refused}
         begin select raise(abort, '${table} is append-only'); end`,
      )
      .execute(db)
    return
  }
  await sql.raw(`drop trigger ${table}_append_only on ${table}`).execute(db)
  await sql
    .raw(
      `create trigger ${table}_append_only before delete or truncate on ${table}
       for each statement execute function refuse_change()`,
    )
    .execute(db)
  await sql
    .raw(
      `create function ${table}_let_go() returns trigger language plpgsql as
       $$ begin
         if ${refused} then raise exception '${table} is append-only'; end if;
         return new;
       end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger ${table}_no_update before update on ${table} for each row execute function ${table}_let_go()`,
    )
    .execute(db)
}
