import { type Kysely, sql } from 'kysely'
import type { Engine } from '../engine.ts'

const goneWith = { profiles: 'subject = old.address', files: 'source = old.id' } as const
const changed = 'old.profile_photo <> new.profile_photo or new.hidden_at is not null'

/**
 * Triggers delete a picture in the commit in which its profile names another, is hidden or goes away, or its source file is
 * deleted: the version before knows nothing of pictures.
 */
export const pictures = (engine: Engine) => async (db: Kysely<unknown>) => {
  const isPostgres = engine === 'postgres'
  const text = isPostgres ? sql`text collate "C" not null` : sql`text not null`
  const maybe = isPostgres ? sql`text collate "C"` : sql`text`
  await db.schema
    .createTable('pictures')
    .addColumn('subject', text)
    .addColumn('source', text)
    .addColumn('hash', maybe)
    .addColumn('problem', maybe)
    .addColumn('small', maybe)
    .addColumn('large', maybe)
    .addColumn('made_at', sql`bigint`)
    .addColumn('next_at', sql`bigint not null`)
    .addPrimaryKeyConstraint('pictures_key', ['subject'] as never[])
    .execute()
  await sql`create index pictures_by_time on pictures (next_at)`.execute(db)
  await sql`create index pictures_by_source on pictures (source)`.execute(db)
  for (const [table, which] of Object.entries(goneWith)) {
    const gone = `delete from pictures where ${which}`
    if (isPostgres)
      await sql
        .raw(
          `create function picture_gone_with_${table}() returns trigger language plpgsql as
           $$ begin ${gone}; return null; end $$`,
        )
        .execute(db)
    const act = isPostgres ? `execute function picture_gone_with_${table}()` : `begin ${gone}; end`
    const events = [['deleted', `after delete on ${table} for each row`]]
    if (table === 'profiles')
      events.push([
        'changed',
        `after update of profile_photo, hidden_at on ${table} for each row when (${changed})`,
      ])
    for (const [name, when] of events)
      await sql.raw(`create trigger picture_of_${name}_${table} ${when} ${act}`).execute(db)
  }
}
